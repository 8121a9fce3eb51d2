#include <fmt/core.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agents/external/line_protocol.h"
#include "agents/physicist/physicist.h"
#include "agents/table/agent_table.h"
#include "base/input_error.h"
#include "base/text.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/seeing.h"
#include "python/threads.h"
#include "view/geojson.h"
#include "view/perception/believe.h"

// Agents of novphy, call by call. novphy/physicist.py makes the physicist an agent of Python, and
// novphy/tool_players.py lets agents play by tools.
namespace novphy::python {
namespace {

namespace py = pybind11;
using namespace pybind11::literals;

/// The agent of one trial after another.
class Player {
 public:
  static constexpr const char* kRefusal = "another thread uses this agent, expected one thread at a time";

  explicit Player(std::function<std::unique_ptr<Agent>()> make) : make_(std::move(make)) { begin_trial(0); }

  void begin_trial(std::uint64_t seed) {
    agent_ = make_();
    agent_->begin_trial(seed);
  }
  Agent& agent() { return *agent_; }

 private:
  std::function<std::unique_ptr<Agent>()> make_;
  std::unique_ptr<Agent> agent_{};
};

using GuardedPlayer = Guarded<Player>;

/// The function for Python, which makes the call without the interpreter's lock, because an agent may think
/// for seconds.
template <class Function>
auto thinking(Function* call) {
  return alone<Interpreter::kReleased>(call);
}

/// The function of Python for one of the agent's functions without arguments.
template <auto function>
auto calling() {
  return thinking(+[](Player& player) { return (player.agent().*function)(); });
}

std::unique_ptr<GuardedPlayer> new_physicist(int plays, int threads, double noise_px, int level) {
  const PhysicistOptions options{.plays = plays, .threads = threads, .noise_px = noise_px, .level = level};
  check_options(options);
  return std::make_unique<GuardedPlayer>(
      [options] { return make_physicist(catalogue(), physics("fast"), data().assets.colours, options); });
}

/// An agent of the table that needs neither nets nor the task itself. The caller gives labels to those that
/// see them.
std::unique_ptr<GuardedPlayer> new_agent(const std::string& spec) {
  const AgentNeeds needs = agent_entry(spec).needs;
  const AgentOptions options{
      .colours = data().assets.colours, .catalogue = catalogue(), .search = physics("fast")};
  if (needs.net || !agent_command(spec).empty() || make_agent(spec, options)->senses().task)
    throw InputError("agent", "\"" + spec + "\" needs more than what is seen");
  return std::make_unique<GuardedPlayer>([=] { return make_agent(spec, options); });
}

/// The angle in degrees and the pull in metres that give this drag to the last bit, where there are such;
/// else those nearest. A drag beyond `most_m` counts as one of this length.
std::pair<double, double> angle_and_pull(double x_m, double y_m, double most_m) {
  const Shot wanted{.drag_m = {x_m, y_m}};
  const double pull = std::min(std::hypot(x_m, y_m), most_m);
  const double angle = launch_angle_rad(wanted) * 180 / std::numbers::pi;
  const auto nudged = [](double value, int steps) {
    for (; steps > 0; --steps) value = std::nextafter(value, HUGE_VAL);
    for (; steps < 0; ++steps) value = std::nextafter(value, -HUGE_VAL);
    return value;
  };
  for (int i = 0; i < 81; ++i) {
    const double a = nudged(angle, i % 9 - 4);
    const double p = nudged(pull, i / 9 - 4);
    if (p <= most_m && aimed(radians(a), p).drag_m == wanted.drag_m) return {a, p};
  }
  return {angle, pull};
}

/// Nothing for an agent that gives the task up.
std::optional<Shot> chosen(Player& player, const Seen& seen) {
  try {
    return player.agent().choose(seen.observation());
  } catch (const GivesUp&) {
    return std::nullopt;
  }
}

py::object choose(GuardedPlayer& guarded, const Seen& seen) {
  const std::optional<Shot> shot = thinking(&chosen)(guarded, seen);
  if (!shot) return py::none();
  return py::dict("drag_m"_a = py::make_tuple(shot->drag_m.x, shot->drag_m.y), "tap_ms"_a = shot->tap_ms,
                  "launch_ms"_a = shot->launch_ms);
}

void watch(Player& player, const Seen& seen) { player.agent().watch(seen.observation()); }

void end_task(Player& player, bool passed, int score, const Seen& last) {
  player.agent().end_task({.passed = passed, .score = score, .last = last.observation()});
}

/// The report in the form of a program's answer to "end_task".
py::dict novelty(GuardedPlayer& guarded) {
  const NoveltyReport report = calling<&Agent::novelty>()(guarded);
  py::dict dict("novelty_probability"_a = report.probability);
  if (report.threshold) dict["novelty_threshold"] = *report.threshold;
  if (report.level) dict["novelty_level"] = *report.level;
  if (!report.objects.empty()) dict["novelty_objects"] = report.objects;
  if (!report.text.empty()) dict["novelty_text"] = report.text;
  return dict;
}

py::dict answer(GuardedPlayer& guarded, const Seen& seen, const py::dict& shot) {
  const auto drag_m = shot["drag_m"].cast<std::pair<double, double>>();
  const Question question{.seen = seen.observation(), .shot = {.drag_m = {drag_m.first, drag_m.second}}};
  const auto said = alone<Interpreter::kReleased>(
      +[](Player& player, const Question& of) { return player.agent().answer(of); })(guarded, question);
  const Answer known = said.value_or(Answer{});
  py::dict dict;
  if (known.end_px) dict["end_px"] = py::make_tuple(known.end_px->x, known.end_px->y);
  if (known.hit) dict["hit"] = *known.hit;
  if (known.passes) dict["passes"] = *known.passes;
  return dict;
}

}  // namespace

void bind_agents(py::module_& module) {
  py::class_<GuardedPlayer>(module, "AgentPlayer")
      .def(py::init(&new_physicist), py::arg("plays"), py::arg("threads"), py::arg("noise_px"),
           py::arg("level"))
      .def(py::init(&new_agent), py::arg("agent"))
      .def("begin_trial", thinking(+[](Player& player, std::uint64_t seed) { player.begin_trial(seed); }))
      .def("training_tasks", calling<&Agent::training_tasks>())
      .def("watch_every_ms", calling<&Agent::watch_every_ms>())
      .def("told_novel", calling<&Agent::told_novel>())
      .def("begin_task", calling<&Agent::begin_task>())
      .def("choose", &choose)
      .def("watch", thinking(&watch))
      .def("end_task", thinking(&end_task))
      .def("novelty", &novelty)
      .def("answer", &answer);
  module.def("observation", [](const std::string& json) { return Seen(observation_from_json(json)); });
  module.def("angle_and_pull", &angle_and_pull);
}

// Believed tasks: what observations tell about a task.

namespace {

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
  check_range("n", n, 0, 1'000'000);
  if (at_rest) return draw_at_rest(believed, n, seed, catalogue(), physics("standard"));
  return draw(believed, n, seed);
}

std::string believed_repr(const Believed& believed) {
  return fmt::format("<Believed: {}, {}, {}>", counted(believed.task.birds.size(), "bird"),
                     counted(believed.objects.size(), "object"),
                     counted(believed.conflicts.size(), "conflict"));
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
          "conflicts", [](const Believed& believed) { return believed.conflicts; },
          "Sentences about what fits no task, such as two objects in one place.")
      .def("draw", &drawn, py::arg("n"), py::arg("seed") = 0, py::arg("at_rest") = false,
           py::call_guard<py::gil_scoped_release>(),
           "`n` tasks that may be the true one, drawn by chance with this `seed`. The first ones of a longer "
           "list are those of a shorter one. `at_rest`: objects that would not stay where they are seen are "
           "drawn again, and those that stay begin where they settle; worth its time under noise. Raises "
           "InputError for n out of range.")
      .def("__repr__", &believed_repr);
  module.def("believe", &believed_from, py::call_guard<py::gil_scoped_release>());
}

}  // namespace novphy::python
