#include "python/plays.h"

#include <fmt/core.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <optional>

#include "base/input_error.h"
#include "base/text.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/seeing.h"
#include "python/shots.h"
#include "python/threads.h"

namespace novphy::python {
namespace {

namespace py = pybind11;
using namespace pybind11::literals;

py::dict event_dict(const Event& event) {
  return py::dict("kind"_a = name(event.kind), "time_s"_a = event.time_s, "body"_a = event.body,
                  "other"_a = event.other, "speed_mps"_a = event.speed_mps, "amount"_a = event.amount,
                  "vector"_a = py::make_tuple(event.vector.x, event.vector.y), "since_s"_a = event.since_s,
                  "effect"_a = event.effect, "cause"_a = event.cause);
}

void check_birds(const Task& task, std::size_t thrown) {
  if (thrown > task.birds.size())
    throw InputError("shots", fmt::format("found {}, the task has {}", counted(thrown, "shot"),
                                          counted(task.birds.size(), "bird")));
}

py::tuple play_one(const Task& task, const py::handle& shots, bool events, const std::string& physics_name) {
  const ShotTable table(shots, false);
  check_birds(task, table[0].size());
  std::optional<py::gil_scoped_release> released(std::in_place);
  const Outcome outcome = play(task, table[0], catalogue(), physics(physics_name), {.log_events = events});
  released.reset();
  py::list log;
  for (const Event& event : outcome.events) log.append(event_dict(event));
  return py::make_tuple(outcome.won, name(outcome.end), outcome.score, outcome.birds_left, outcome.time_s,
                        outcome.steps, outcome.digest, log);
}

struct Plays {
  const std::vector<Task>& tasks;
  std::size_t of_each;
  const Physics& physics;
  unsigned threads;
};

/// Plays each task `of_each` times. A task settles once for each chunk of its plays. Calls
/// play(start, task, number) on any thread.
template <class Play>
void play_each(const Plays& plays, const Stop& stop, const Play& play) {
  constexpr std::size_t kChunk = 32;
  const std::size_t chunks = (plays.of_each + kChunk - 1) / kChunk;
  PieceCounter counter(stop.progress, plays.tasks.size() * plays.of_each);
  parallel_until(stop, plays.tasks.size() * chunks, plays.threads, [&](std::size_t i) {
    const std::size_t task = i / chunks;
    const std::size_t from = i % chunks * kChunk;
    PlayStart start(plays.tasks[task], catalogue(), plays.physics);
    for (std::size_t j = from; j < std::min(plays.of_each, from + kChunk); ++j, counter.add())
      play(start, task, j);
  });
}

template <class Value, class Member>
py::array_t<Value> column(const std::vector<Outcome>& outcomes, Member Outcome::*member) {
  py::array_t<Value> array(static_cast<py::ssize_t>(outcomes.size()));
  std::transform(outcomes.begin(), outcomes.end(), array.mutable_data(),
                 [&](const Outcome& outcome) { return static_cast<Value>(outcome.*member); });
  return array;
}

std::size_t plays_of(std::size_t tasks, std::size_t rows) {
  if (tasks == rows || rows == 1) return tasks;
  if (tasks == 1) return rows;
  throw InputError(
      "shots", fmt::format("found {} rows for {} tasks, expected as many, or one of either", rows, tasks));
}

py::tuple play_many(std::vector<Task> tasks, const py::handle& shots, int threads,
                    const std::string& physics_name) {
  ShotTable table(shots, true);
  const std::size_t plays = plays_of(tasks.size(), table.plays());
  for (std::size_t i = 0; i < plays; ++i)
    check_birds(tasks[tasks.size() == 1 ? 0 : i], table[table.plays() == 1 ? 0 : i].size());
  const bool one_task = tasks.size() == 1;
  const std::vector<Outcome> outcomes =
      interruptible([tasks = std::move(tasks), table = std::move(table), plays, one_task,
                     &numbers = physics(physics_name), count = threads_of(threads)](const Stop& stop) {
        std::vector<Outcome> found(plays);
        play_each({.tasks = tasks, .of_each = one_task ? plays : 1, .physics = numbers, .threads = count},
                  stop, [&](PlayStart& start, std::size_t task, std::size_t number) {
                    const std::size_t play = one_task ? number : task;
                    found[play] = start.play(table[table.plays() == 1 ? 0 : play]);
                  });
        return found;
      });
  return py::make_tuple(
      column<bool>(outcomes, &Outcome::won), column<std::int32_t>(outcomes, &Outcome::score),
      column<std::uint8_t>(outcomes, &Outcome::end), column<std::int8_t>(outcomes, &Outcome::birds_left),
      column<double>(outcomes, &Outcome::time_s), column<std::int64_t>(outcomes, &Outcome::steps),
      column<std::uint64_t>(outcomes, &Outcome::digest));
}

/// Every throw of a grid on each task. All birds of a task take the same throw.
py::array_t<bool> play_grid(std::vector<Task> tasks, const py::handle& angles_deg, const py::handle& pulls_m,
                            int threads, const std::string& physics_name) {
  const Numbers angles = numbers_of(angles_deg, "angles_deg");
  const Numbers pulls = numbers_of(pulls_m, "pulls_m");
  if (angles.ndim() != 1) throw InputError("angles_deg", "expected a list of numbers");
  if (pulls.ndim() != 1) throw InputError("pulls_m", "expected a list of numbers");
  std::vector<Shot> shots;
  for (py::ssize_t a = 0; a < angles.size(); ++a)
    for (py::ssize_t p = 0; p < pulls.size(); ++p) {
      if (!(std::abs(angles.at(a)) <= 360))
        throw InputError(fmt::format("angles_deg[{}]", a),
                         fmt::format("found {}, expected -360 to 360", angles.at(a)));
      if (!(pulls.at(p) >= 0 && pulls.at(p) <= 1000))
        throw InputError(fmt::format("pulls_m[{}]", p),
                         fmt::format("found {}, expected 0 to 1000", pulls.at(p)));
      shots.push_back(aimed(radians(angles.at(a)), pulls.at(p)));
    }
  py::array_t<bool> grid({static_cast<py::ssize_t>(tasks.size()), angles.size(), pulls.size()});
  const std::vector<std::uint8_t> won =
      interruptible([tasks = std::move(tasks), shots = std::move(shots), &numbers = physics(physics_name),
                     count = threads_of(threads)](const Stop& stop) {
        std::vector<std::uint8_t> found(tasks.size() * shots.size());
        play_each({.tasks = tasks, .of_each = shots.size(), .physics = numbers, .threads = count}, stop,
                  [&](PlayStart& start, std::size_t task, std::size_t number) {
                    const std::vector<Shot> same(tasks[task].birds.size(), shots[number]);
                    found[task * shots.size() + number] = start.play(same).won;
                  });
        return found;
      });
  std::copy(won.begin(), won.end(), grid.mutable_data());
  return grid;
}

/// Plays per second of processor time, the median of the rounds, for bench/python_speed.py. Play i throws
/// angle i at task i, in turn.
double rate_of_plays(const std::vector<Task>& tasks, const std::vector<double>& angles_deg, int rounds) {
  std::vector<double> rates;
  for (int round = 0; round < rounds; ++round) {
    const std::clock_t start = std::clock();
    for (std::size_t i = 0; i < angles_deg.size(); ++i) {
      const Task& task = tasks[i % tasks.size()];
      const std::vector<Shot> shots(1, aimed(radians(angles_deg[i]), 1));
      novphy::play(task, shots, catalogue(), physics("standard"));
    }
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    rates.push_back(static_cast<double>(angles_deg.size()) / seconds);
  }
  std::nth_element(rates.begin(), rates.begin() + rounds / 2, rates.end());
  return rates[static_cast<std::size_t>(rounds / 2)];
}

}  // namespace

void bind_plays(py::module_& module) {
  module.def("play", &play_one);
  module.def("play_many", &play_many);
  module.def("play_grid", &play_grid);
  module.def("rate_of_plays", &rate_of_plays);
  std::vector<std::string> ends;
  for (const End end :
       {End::kPigsGone, End::kBirdsUsed, End::kTime, End::kNoShot, End::kTooLate, End::kForbidden})
    ends.emplace_back(name(end));
  module.attr("ENDS") = py::tuple(py::cast(ends));
}

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
