#include "agents/physicist/physicist.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <memory>

#include "python/bind.h"
#include "python/data.h"
#include "python/guarded.h"
#include "python/seen_object.h"

// The agent "physicist", call by call. novphy/physicist.py makes it an agent of Python.
namespace novphy::python {
namespace {

namespace py = pybind11;

/// The agent of one trial after another.
class Player {
 public:
  explicit Player(const PhysicistOptions& options) : options_(options) { begin_trial(0); }

  void begin_trial(std::uint64_t seed) {
    agent_ = std::make_unique<Physicist>(catalogue(), physics("fast"), data().assets.colours, options_);
    agent_->begin_trial(seed);
  }
  Agent& agent() { return *agent_; }

 private:
  PhysicistOptions options_;
  std::unique_ptr<Agent> agent_{};
};

using GuardedPlayer = Guarded<Player>;

/// Makes a call without the interpreter's lock, because an agent may think for seconds.
template <class Call>
auto thinking(GuardedPlayer& guarded, Call call) {
  const UseOf<Player> player(guarded,
                             "Physicist: another thread uses this agent, expected one thread at a time");
  const py::gil_scoped_release release;
  return call(*player);
}

/// The function of Python for one of the agent's functions without arguments.
template <auto function>
auto calling() {
  return [](GuardedPlayer& guarded) {
    return thinking(guarded, [](Player& player) { return (player.agent().*function)(); });
  };
}

std::unique_ptr<GuardedPlayer> new_player(int plays, int threads, double noise_px) {
  const PhysicistOptions options{.plays = plays, .threads = threads, .noise_px = noise_px};
  check_options(options);
  return std::make_unique<GuardedPlayer>(options);
}

void begin_trial(GuardedPlayer& guarded, std::uint64_t seed) {
  thinking(guarded, [seed](Player& player) { player.begin_trial(seed); });
}

py::dict choose(GuardedPlayer& guarded, const Seen& seen) {
  const Shot shot =
      thinking(guarded, [&](Player& player) { return player.agent().choose(seen.observation()); });
  py::dict dict;
  dict["drag_m"] = py::make_tuple(shot.drag_m.x, shot.drag_m.y);
  dict["tap_ms"] = shot.tap_ms;
  dict["launch_ms"] = shot.launch_ms;
  return dict;
}

void watch(GuardedPlayer& guarded, const Seen& seen) {
  thinking(guarded, [&](Player& player) { player.agent().watch(seen.observation()); });
}

void end_task(GuardedPlayer& guarded, bool passed, int score, const Seen& last) {
  thinking(guarded, [&](Player& player) {
    player.agent().end_task({.passed = passed, .score = score, .last = last.observation()});
  });
}

/// The report in the form of a program's answer to "end_task".
py::dict novelty(GuardedPlayer& guarded) {
  const NoveltyReport report = thinking(guarded, [](Player& player) { return player.agent().novelty(); });
  py::dict dict;
  dict["novelty_probability"] = report.probability;
  if (report.threshold) dict["novelty_threshold"] = *report.threshold;
  if (report.level) dict["novelty_level"] = *report.level;
  if (!report.objects.empty()) dict["novelty_objects"] = report.objects;
  if (!report.text.empty()) dict["novelty_text"] = report.text;
  return dict;
}

}  // namespace

void bind_physicist(py::module_& module) {
  py::class_<GuardedPlayer>(module, "PhysicistPlayer")
      .def(py::init(&new_player))
      .def("begin_trial", &begin_trial)
      .def("training_tasks", calling<&Agent::training_tasks>())
      .def("watch_every_ms", calling<&Agent::watch_every_ms>())
      .def("told_novel", calling<&Agent::told_novel>())
      .def("begin_task", calling<&Agent::begin_task>())
      .def("choose", &choose)
      .def("watch", &watch)
      .def("end_task", &end_task)
      .def("novelty", &novelty);
}

}  // namespace novphy::python
