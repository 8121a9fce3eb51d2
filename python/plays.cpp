#include <fmt/core.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>

#include "base/input_error.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/shots.h"
#include "sim/world.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

std::string_view kind_name(EventKind kind) { return name(kind); }

py::dict event_dict(const Event& event) {
  py::dict dict;
  dict["kind"] = kind_name(event.kind);
  dict["time_s"] = event.time_s;
  dict["body"] = event.body;
  dict["other"] = event.other;
  dict["speed_mps"] = event.speed_mps;
  dict["amount"] = event.amount;
  dict["vector"] = py::make_tuple(event.vector.x, event.vector.y);
  dict["since_s"] = event.since_s;
  dict["effect"] = event.effect;
  dict["cause"] = event.cause;
  return dict;
}

void check_birds(const Task& task, std::size_t thrown) {
  if (thrown > task.birds.size())
    throw InputError("shots",
                     fmt::format("found {} shots, the task has {} birds", thrown, task.birds.size()));
}

py::tuple play_one(const Task& task, const py::handle& shots, bool events, const std::string& physics_name) {
  const ShotTable table(shots, false);
  check_birds(task, table[0].size());
  const Outcome outcome = play(task, table[0], catalogue(), physics(physics_name), {.log_events = events});
  py::list log;
  for (const Event& event : outcome.events) log.append(event_dict(event));
  return py::make_tuple(outcome.won, name(outcome.end), outcome.score, outcome.birds_left, outcome.time_s,
                        outcome.steps, outcome.digest, log);
}

/// The columns of many plays' outcomes.
struct Columns {
  explicit Columns(std::size_t n) : won(n), score(n), end(n), birds_left(n), time_s(n), steps(n), digest(n) {}
  void put(std::size_t i, const Outcome& outcome) {
    won[i] = outcome.won;
    score[i] = outcome.score;
    end[i] = static_cast<std::uint8_t>(outcome.end);
    birds_left[i] = static_cast<std::int8_t>(outcome.birds_left);
    time_s[i] = outcome.time_s;
    steps[i] = outcome.steps;
    digest[i] = outcome.digest;
  }
  std::vector<std::uint8_t> won;
  std::vector<std::int32_t> score;
  std::vector<std::uint8_t> end;
  std::vector<std::int8_t> birds_left;
  std::vector<double> time_s;
  std::vector<std::int64_t> steps;
  std::vector<std::uint64_t> digest;
};

template <class Value, class From>
py::array_t<Value> array_of(const std::vector<From>& values) {
  py::array_t<Value> array(static_cast<py::ssize_t>(values.size()));
  std::copy(values.begin(), values.end(), array.mutable_data());
  return array;
}

/// Everything that the plays of one call need. The call's work owns it.
struct ManyPlays {
  std::vector<Task> tasks;
  ShotTable shots;
  const Physics& physics;
  unsigned threads;
  Columns columns;

  std::size_t plays() const { return columns.won.size(); }
  const Task& task(std::size_t play) const { return tasks[tasks.size() == 1 ? 0 : play]; }
  const std::vector<Shot>& row(std::size_t play) const { return shots[shots.plays() == 1 ? 0 : play]; }

  /// Plays [from, to), which are all of one task. The task settles only once.
  void play_chunk(std::size_t from, std::size_t to) {
    PlayStart start(task(from), catalogue(), physics);
    for (std::size_t i = from; i < to; ++i) columns.put(i, start.play(row(i)));
  }
  void play_all(const Stop& stop) {
    constexpr std::size_t kChunk = 32;
    const std::size_t chunk = tasks.size() == 1 ? kChunk : 1;
    parallel_until(stop, (plays() + chunk - 1) / chunk, threads,
                   [&](std::size_t i) { play_chunk(i * chunk, std::min(plays(), (i + 1) * chunk)); });
  }
};

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
  const auto many = std::make_shared<ManyPlays>(ManyPlays{
      std::move(tasks), std::move(table), physics(physics_name), threads_of(threads), Columns(plays)});
  interruptible([many](const Stop& stop) { many->play_all(stop); });
  const Columns& c = many->columns;
  return py::make_tuple(array_of<bool>(c.won), array_of<std::int32_t>(c.score), array_of<std::uint8_t>(c.end),
                        array_of<std::int8_t>(c.birds_left), array_of<double>(c.time_s),
                        array_of<std::int64_t>(c.steps), array_of<std::uint64_t>(c.digest));
}

/// Every throw of a grid on each task. All birds of a task take the same throw.
struct Grid {
  std::vector<Task> tasks;
  std::vector<Shot> shots;  ///< by angle, then by pull
  const Physics& physics;
  unsigned threads;
  std::vector<std::uint8_t> won;

  void play_all(const Stop& stop) {
    constexpr std::size_t kChunk = 32;
    const std::size_t chunks = (shots.size() + kChunk - 1) / kChunk;
    parallel_until(stop, tasks.size() * chunks, threads, [&](std::size_t i) {
      const std::size_t task = i / chunks;
      const std::size_t from = i % chunks * kChunk;
      PlayStart start(tasks[task], catalogue(), physics);
      for (std::size_t j = from; j < std::min(shots.size(), from + kChunk); ++j) {
        const std::vector<Shot> same(tasks[task].birds.size(), shots[j]);
        won[task * shots.size() + j] = start.play(same).won;
      }
    });
  }
};

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
  const std::size_t size = tasks.size() * shots.size();
  const std::array<py::ssize_t, 3> shape{static_cast<py::ssize_t>(tasks.size()), angles.size(), pulls.size()};
  const auto grid = std::make_shared<Grid>(Grid{std::move(tasks), std::move(shots), physics(physics_name),
                                                threads_of(threads), std::vector<std::uint8_t>(size)});
  interruptible([grid](const Stop& stop) { grid->play_all(stop); });
  py::array_t<bool> won(shape);
  std::copy(grid->won.begin(), grid->won.end(), won.mutable_data());
  return won;
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

}  // namespace novphy::python
