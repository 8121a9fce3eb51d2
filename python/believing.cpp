#include <fmt/core.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <vector>

#include "agents/physicist/believe.h"
#include "base/input_error.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/seeing.h"
#include "view/geojson.h"

// Believed tasks: what observations tell about a task.
namespace novphy::python {
namespace {

namespace py = pybind11;
using namespace pybind11::literals;

py::tuple point_of(Vec2 v) { return py::make_tuple(v.x, v.y); }

py::list kinds_of(const std::vector<KindCandidate>& kinds) {
  py::list list;
  for (const KindCandidate& each : kinds) list.append(py::make_tuple(each.type, each.material, each.weight));
  return list;
}

py::dict dict_of(const BelievedObject& object) {
  return py::dict("id"_a = object.id, "kinds"_a = kinds_of(object.kinds), "familiar"_a = object.familiar,
                  "look"_a = object.look, "at_m"_a = point_of(object.at_m), "at_sd_m"_a = object.at_sd_m,
                  "angle_rad"_a = object.angle_rad, "angle_sd_rad"_a = object.angle_sd_rad,
                  "size_m"_a = object.size_m ? py::object(point_of(*object.size_m)) : py::none(),
                  "size_sd_m"_a = object.size_sd_m,
                  "life"_a = py::make_tuple(object.life_from, object.life_to));
}

py::dict dict_of(const BelievedRegion& region) {
  return py::dict("id"_a = region.id, "familiar"_a = region.familiar,
                  "at_m"_a = point_of(region.box.centre_m), "at_sd_m"_a = region.at_sd_m,
                  "size_m"_a = point_of(region.box.size_m), "size_sd_m"_a = region.size_sd_m,
                  "angle_rad"_a = region.box.angle_rad);
}

template <class Thing>
py::list dicts_of(const std::vector<Thing>& things) {
  py::list list;
  for (const Thing& each : things) list.append(dict_of(each));
  return list;
}

Believed believed_from(const std::vector<Seen>& seen, std::optional<double> noise_px) {
  std::vector<Observation> observations;
  for (const Seen& each : seen) observations.push_back(each.observation());
  if (noise_px && !(*noise_px >= 0 && *noise_px <= kMostNoisePx))
    throw InputError("noise_px", "expected a number from 0 to 5");
  if (observations.empty()) throw InputError("observations", "found none, expected at least one");
  return believe(observations, catalogue(), data().assets.colours, noise_px);
}

std::vector<Task> drawn(const Believed& believed, int n, std::uint64_t seed, bool at_rest) {
  constexpr int kMost = 1'000'000;
  if (n < 0 || n > kMost) throw InputError("n", fmt::format("found {}, expected 0 to {}", n, kMost));
  if (at_rest) return draw_at_rest(believed, n, seed, catalogue(), physics("standard"));
  return draw(believed, n, seed);
}

std::string believed_repr(const Believed& believed) {
  return fmt::format("<novphy.Believed: {} birds, {} objects, {} doubts>", believed.task.birds.size(),
                     believed.objects.size(), believed.doubts.size());
}

}  // namespace

void bind_believing(py::module_& module) {
  py::class_<Believed>(module, "Believed", "A task with its uncertainty, from what a player may see.")
      .def_property_readonly(
          "task", [](const Believed& believed) { return believed.task; }, "The most probable task.")
      .def_property_readonly(
          "objects", [](const Believed& believed) { return dicts_of(believed.objects); },
          "A dictionary for each object of `task`, in its order: `id` in observations; `kinds`, a list of "
          "(type, material, probability), most probable first; whether its colours are `familiar`; its "
          "`look`; `at_m`, `angle_rad` and `size_m` (of what may be a platform, else None), with standard "
          "deviations `at_sd_m`, `angle_sd_rad` and `size_sd_m`; `life`, the least and greatest share left.")
      .def_property_readonly(
          "regions", [](const Believed& believed) { return dicts_of(believed.regions); },
          "A dictionary for each visible region of air turbulence, in the order of the task's effects.")
      .def_property_readonly(
          "bird_id", [](const Believed& believed) { return believed.bird_id; },
          "Id of the bird on the slingshot; -1: none is seen.")
      .def_property_readonly(
          "doubts", [](const Believed& believed) { return believed.doubts; },
          "Sentences about what fits no task, such as two objects in one place.")
      .def("draw", &drawn, py::arg("n"), py::arg("seed") = 0, py::arg("at_rest") = false,
           "`n` tasks that may be the true one, drawn by chance with this `seed`. The first ones of a longer "
           "list are those of a shorter one. `at_rest`: objects that would not stay where they are seen are "
           "drawn again, and those that stay begin where they settle; worth its time under noise. Raises "
           "InputError for n out of range.")
      .def("__repr__", &believed_repr);
  module.def("believe", &believed_from);
}

}  // namespace novphy::python
