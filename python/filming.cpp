#include "python/filming.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/input_error.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/seeing.h"
#include "python/shots.h"

namespace novphy::python {

namespace py = pybind11;

void Reel::add(const World& world, std::vector<Stage> stages) {
  for (Stage& stage : stages) frames_.push_back({std::move(stage), world.task().shown});
}

py::array_t<std::uint8_t> Reel::take(int width_px, int height_px) {
  Painter painter(screen_of(width_px, height_px));
  const std::vector<Frame> frames = std::exchange(frames_, {});
  py::array_t<std::uint8_t> pictures({static_cast<int>(frames.size()), height_px, width_px, 3});
  std::uint8_t* into = pictures.mutable_data();
  for (const Frame& frame : frames) {
    {
      const py::gil_scoped_release release;
      const std::vector<std::uint8_t>& rgb = painter.paint(frame.stage, frame.shown).rgb;
      into = std::copy(rgb.begin(), rgb.end(), into);
    }
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  return pictures;
}

double frame_s_of(int fps) {
  constexpr int kMost = 200;
  if (fps < 1 || fps > kMost)
    throw InputError("frames", fmt::format("found {} a second, expected 1 to {}", fps, kMost));
  return 1.0 / fps;
}

namespace {

/// The frames of a play.
py::array_t<std::uint8_t> film(const Task& task, const py::handle& shots, const std::string& physics_name,
                               int fps, int width_px, int height_px) {
  const ShotTable table(shots, false);
  const double frame_s = frame_s_of(fps);
  Tracks tracks;
  Playback ahead(task, table[0], catalogue(), physics(physics_name));
  while (ahead.step()) tracks.note(ahead.world());
  Reel reel;
  Playback playback(task, table[0], catalogue(), physics(physics_name));
  film_play(playback, film_end_s(tracks), frame_s,
            [&](const Stage& stage) { reel.add(playback.world(), {stage}); });
  return reel.take(width_px, height_px);
}

}  // namespace

void bind_filming(py::module_& module) { module.def("film", &film); }

}  // namespace novphy::python
