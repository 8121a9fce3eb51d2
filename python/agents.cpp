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

#include "agents/external/line_protocol.h"
#include "agents/physicist/physicist.h"
#include "agents/table/agent_table.h"
#include "base/input_error.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/guarded.h"
#include "python/seen_object.h"

// Agents of novphy, call by call. novphy/physicist.py makes the physicist an agent of Python, and
// novphy/tool_players.py lets agents play by tools.
namespace novphy::python {
namespace {

namespace py = pybind11;

/// The agent of one trial after another.
class Player {
 public:
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

/// Makes a call without the interpreter's lock, because an agent may think for seconds.
template <class Call>
auto thinking(GuardedPlayer& guarded, Call call) {
  const UseOf<Player> player(guarded, "another thread uses this agent, expected one thread at a time");
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

std::unique_ptr<GuardedPlayer> new_physicist(int plays, int threads, double noise_px) {
  const PhysicistOptions options{.plays = plays, .threads = threads, .noise_px = noise_px};
  check_options(options);
  return std::make_unique<GuardedPlayer>([options] {
    return make_physicist(catalogue(), physics("fast"), data().assets.colours, options);
  });
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

void begin_trial(GuardedPlayer& guarded, std::uint64_t seed) {
  thinking(guarded, [seed](Player& player) { player.begin_trial(seed); });
}

/// None for an agent that gives the task up.
py::object choose(GuardedPlayer& guarded, const Seen& seen) {
  const std::optional<Shot> chosen = thinking(guarded, [&](Player& player) -> std::optional<Shot> {
    try {
      return player.agent().choose(seen.observation());
    } catch (const GivesUp&) {
      return std::nullopt;
    }
  });
  if (!chosen) return py::none();
  const Shot& shot = *chosen;
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

void bind_agents(py::module_& module) {
  py::class_<GuardedPlayer>(module, "AgentPlayer")
      .def(py::init(&new_physicist), py::arg("plays"), py::arg("threads"), py::arg("noise_px"))
      .def(py::init(&new_agent), py::arg("agent"))
      .def("begin_trial", &begin_trial)
      .def("training_tasks", calling<&Agent::training_tasks>())
      .def("watch_every_ms", calling<&Agent::watch_every_ms>())
      .def("told_novel", calling<&Agent::told_novel>())
      .def("begin_task", calling<&Agent::begin_task>())
      .def("choose", &choose)
      .def("watch", &watch)
      .def("end_task", &end_task)
      .def("novelty", &novelty);
  module.def("observation", [](const std::string& json) { return Seen(observation_from_json(json)); });
  module.def("angle_and_pull", &angle_and_pull);
}

}  // namespace novphy::python
