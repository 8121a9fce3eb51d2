#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <utility>

#include "agents/learning/adapting.h"
#include "agents/learning/trained.h"
#include "agents/table/agent_table.h"
#include "base/input_error.h"
#include "bench/experiments/experiments.h"
#include "sim/world.h"

/// Measures how long agents take to choose a shot, in the first moments of our pairs' tasks.
namespace novphy::experiments::decisions {
namespace {

struct Options {
  std::vector<std::string> agents{"pig_shooter", "naive_adapt",         "datalab",
                                  "eagles_wing", "eagles_wing:circles", "dqn/planner",
                                  "dqn/grid",    "relational/planner",  "relational/grid"};
  std::string pairs{};
  std::uint64_t objects = 15;
  int repeats = 20;

  Settings settings() {
    return {
        {"agents", &agents,
         "Names of novphy list agents; dqn/planner, relational/grid: adapting, with a net as drawn", "NAME"},
        pairs_setting(pairs),
        count_setting("objects", &objects, "Fewest objects of an observation, filled up with copies"),
        count_setting("repeats", &repeats, "Decisions of each agent in each task")};
  }
};

/// The observation with copies of its objects, moved to the right, up to this number of objects.
Observation filled_up(Observation seen, std::size_t objects) {
  constexpr int kApartPx = 7;
  const std::size_t own = seen.objects.size();
  while (own > 0 && seen.objects.size() < objects) {
    SeenObject copy = seen.objects[seen.objects.size() - own];
    for (auto& ring : copy.rings)
      for (Pixel& p : ring) p.x += kApartPx;
    seen.objects.push_back(std::move(copy));
  }
  return seen;
}

std::vector<Observation> first_moments(const std::vector<Pair>& pairs, const Options& options,
                                       const Assets& assets, bool labels) {
  std::vector<Observation> all;
  for (const Pair& pair : pairs)
    for (const Task& task : {pair.normal.task, pair.novel.task}) {
      const World world(task, assets.catalogue, assets.physics.at("standard"));
      all.push_back(filled_up(observe(world, assets.colours, labels), options.objects));
    }
  return all;
}

/// Processor time of this thread so far: what other programs do meanwhile does not count.
double processor_us() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e3;
}

double decision_us(Agent& agent, const Observation& seen) {
  const double start_us = processor_us();
  try {
    agent.choose(seen);
  } catch (const GivesUp&) {  // takes as long as a shot
  }
  return processor_us() - start_us;
}

/// The kind of net and the set of actions in "dqn/grid"; nothing for the name of an agent without a net.
std::optional<std::pair<NetKind, ActionSet>> net_named(const std::string& name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos) return {};
  const auto actions = action_set_named(name.substr(slash + 1));
  const std::string kind = name.substr(0, slash);
  if (!actions || (kind != "dqn" && kind != "relational"))
    throw InputError("--agents", fmt::format("found \"{}\", expected such as dqn/grid", name));
  return std::pair(kind == "dqn" ? NetKind::kDqn : NetKind::kRelational, *actions);
}

/// An adapting agent with a net that learned nothing: such a net answers as fast as any other.
std::unique_ptr<Agent> untrained(NetKind kind, ActionSet actions) {
  Rng rng = Rng::stream(1, "bench/decisions");
  const Net net(shape_of(kind, actions), [&] { return rng.uniform(); });
  return std::make_unique<AdaptAgent>(trained_net({}, net, actions));
}

void measure(const std::vector<Pair>& pairs, const Options& options, const Assets& assets,
             const std::string& name) {
  const auto net = net_named(name);
  const AgentOptions needed{
      .colours = assets.colours, .catalogue = assets.catalogue, .search = assets.physics.at("fast")};
  const auto agent = net ? untrained(net->first, net->second) : make_agent(name, needed);
  const bool labels = !net && agent_entry(name, "--agents").needs.labels;
  std::vector<double> times_us;
  for (const Observation& seen : first_moments(pairs, options, assets, labels))
    for (int i = 0; i < options.repeats; ++i) {
      agent->begin_trial(static_cast<std::uint64_t>(i));
      agent->told_novel();
      agent->begin_task();
      times_us.push_back(decision_us(*agent, seen));
    }
  std::sort(times_us.begin(), times_us.end());
  const auto share = [&](std::size_t percent) { return times_us.at((times_us.size() - 1) * percent / 100); };
  fmt::print("{:<20} {:>8.1f} {:>8.1f} {:>8.1f}\n", name, share(50), share(99), share(100));
}

void run(Options& options) {
  const Assets assets = app::AssetOptions().load();
  const std::vector<Pair> pairs = load_pairs(options.pairs, assets.catalogue);
  for (const std::string& name : options.agents)
    if (!net_named(name)) agent_entry(name, "--agents");
  fmt::print("microseconds of processor time a decision, at least {} objects\n{:<20} {:>8} {:>8} {:>8}\n",
             options.objects, "", "median", "99 %", "longest");
  for (const std::string& name : options.agents) measure(pairs, options, assets, name);
}

}  // namespace

void add_to(app::Command& program) {
  app::add_job(program,
               {"decisions",
                "Measures how long agents take to choose a shot, in the first moments of our pairs' tasks"},
               app::job_of(run));
}

}  // namespace novphy::experiments::decisions
