#include <dlfcn.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "agents/learning/adapting.h"
#include "agents/learning/trained.h"
#include "agents/table/agent_table.h"
#include "app/program.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "bench/experiments/experiments.h"
#include "generator/invent/signature.h"
#include "generator/sets/make_tasks.h"
#include "sim/world.h"

namespace novphy::experiments {

Setting count_setting(std::string name, SettingValue value, std::string help) {
  return {std::move(name), std::move(value), std::move(help), Also{.least = 1, .most = 1e6}};
}

Setting pairs_setting(std::string& pairs) {
  return {"pairs", &pairs, "A pair file, or a folder of them; default: the shipped pairs", kPairsType};
}

std::vector<Pair> load_pairs(const std::string& pairs, const Catalogue& catalogue) {
  std::vector<Pair> all =
      pairs_in({pairs.empty() ? app::data_folder("levels/templates").string() : pairs}, catalogue);
  std::stable_sort(all.begin(), all.end(), [](const Pair& a, const Pair& b) {
    return std::tie(a.novelty, a.scenario) < std::tie(b.novelty, b.scenario);
  });
  return all;
}

}  // namespace novphy::experiments

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
  program.parts.push_back(
      {.text = {"decisions",
                "Measures how long agents take to choose a shot, in the first moments of our pairs' tasks"},
       .make = app::job<run>});
}

}  // namespace novphy::experiments::decisions

/// Prints how well `novphy invent` recognises the novelties that are known: the distance of the novelty of
/// each shipped pair from the nearest known law, with its free numbers fitted. docs/reference/invent.md says
/// what the threshold of `invent` owes to it.
namespace novphy::experiments::known_novelties {
namespace {

struct Options {
  std::string pairs{};
  int jobs = 1;

  Settings settings() { return {pairs_setting(pairs), jobs_setting(jobs, "Threads")}; }
};

struct Row {
  std::string pair{};
  NearestKnown nearest{};
};

/// Compares the novel task with itself without its novelty, because the two sides of a pair may differ in
/// more.
Row row_of(const Pair& pair, const SolverNumbers& numbers) {
  const Task normal = without(pair.novel.task);
  const Probes probes(normal, {}, numbers);
  Invention last;  // the search begins where the last effect is, as it does for an invention
  if (!pair.novel.task.effects.empty())
    last.place = place_of(pair.novel.task.effects.back(), pair.novel.task);
  return {pair.scenario + "/" + pair.novelty,
          nearest_known(probes, last, probes.signature(pair.novel.task), 0)};
}

void run(Options& options) {
  const Assets assets = app::AssetOptions().load();
  const SolverNumbers numbers = solver_numbers(assets);
  const std::vector<Pair> pairs = load_pairs(options.pairs, assets.catalogue);
  std::vector<Row> rows(pairs.size());
  parallel_for(pairs.size(), threads_of(options.jobs),
               [&](std::size_t i) { rows[i] = row_of(pairs[i], numbers); });
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.nearest.distance < b.nearest.distance; });
  for (const Row& row : rows)
    fmt::print("{:<32}{:<24}{:6.2f}\n", row.pair, row.nearest.name, row.nearest.distance);
}

}  // namespace

void add_to(app::Command& program) {
  program.parts.push_back(
      {.text = {"known-novelties", "How near the shipped novelties are to the known laws of novphy invent"},
       .make = app::job<run>});
}

}  // namespace novphy::experiments::known_novelties

/// Compares the sines and cosines that Box2D gets (sim/sine.cpp) with true values and with the C library's
/// values, and measures the time of a call. Negative angles are left out, because they take the same steps of
/// computation with the other sign.
namespace novphy::experiments::sine {
namespace {

using Function = float (*)(float);
using Both = void (*)(float, float*, float*);

struct Row {
  std::string name;
  Function own;
  Function library;
  long double (*truth)(long double);  // the C library's function, with at least 11 bits more than double
};

/// The C library's own function. In the rest of the program sim/sine.cpp replaces this function.
template <typename T>
T from_library(const char* name) {
  return std::bit_cast<T>(::dlsym(RTLD_NEXT, name));
}

std::array<Row, 2> rows() {
  return {{{"sine", ::sinf, from_library<Function>("sinf"), [](long double x) { return std::sin(x); }},
           {"cosine", ::cosf, from_library<Function>("cosf"), [](long double x) { return std::cos(x); }}}};
}

/// The range of angles, as the bits of floats. The bits of positive floats are in the order of the floats.
constexpr auto kFirst = std::bit_cast<std::uint32_t>(0x1p-16F);
constexpr auto kLast = std::bit_cast<std::uint32_t>(0x1p20F);

/// The error in ulp: units of the last place of a float near the true value.
double error_ulp(float found, long double truth) {
  const int exponent = std::max(std::ilogb(truth), std::numeric_limits<float>::min_exponent - 1);
  const int digits = std::numeric_limits<float>::digits;
  return static_cast<double>(std::abs(std::scalbn(found - truth, digits - 1 - exponent)));
}

struct Findings {
  double worst_ulp = 0;
  float worst_at = 0;
  std::uint64_t other = 0;  ///< number of values that differ from the library's value
};

Findings compare(const Row& row, std::uint32_t stride) {
  Findings findings;
  for (std::uint32_t bits = kFirst; bits <= kLast; bits += stride) {
    const auto angle = std::bit_cast<float>(bits);
    const float own = row.own(angle);
    const double ulp = error_ulp(own, row.truth(angle));
    if (own != row.library(angle)) ++findings.other;
    if (ulp <= findings.worst_ulp) continue;
    findings.worst_ulp = ulp;
    findings.worst_at = angle;
  }
  return findings;
}

double run_ns(Both function, const std::vector<float>& angles) {
  volatile float sum = 0;  // volatile, so that the compiler leaves out no call
  float sine = 0;
  float cosine = 0;
  const auto start = std::chrono::steady_clock::now();
  for (const float angle : angles) {
    function(angle, &sine, &cosine);
    sum = sum + sine + cosine;
  }
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
  return took.count() / static_cast<double>(angles.size());
}

/// The time of a call in nanoseconds, in the fastest of many runs over angles between -3 and 3. Most of the
/// angles are small, as in the game.
double call_ns(Both function) {
  std::vector<float> angles;
  for (int i = -1000; i <= 1000; ++i) angles.push_back(3 * std::pow(static_cast<float>(i) / 1000, 3.0F));
  double best = run_ns(function, angles);
  for (int i = 0; i < 2000; ++i) best = std::min(best, run_ns(function, angles));
  return best;
}

void print(const Row& row, const Findings& found) {
  fmt::print("{:<7} {:>10.6f} ulp at {:<16a} {:>14}\n", row.name, found.worst_ulp, found.worst_at,
             found.other);
  std::fflush(stdout);  // the next row takes a minute
}

struct Options {
  int stride = 1;

  Settings settings() { return {count_setting("stride", &stride, "Looks at every so many floats only")}; }
};

void run(Options& options) {
  const auto stride = static_cast<std::uint32_t>(options.stride);
  fmt::print("{} floats from 2^-16 to 2^20\n\n", (kLast - kFirst) / stride + 1);
  fmt::print("          largest error                    unlike the C library's\n");
  for (const Row& row : rows()) print(row, compare(row, stride));
  fmt::print("\nsincosf: {:.1f} ns a call, the C library's {:.1f} ns\n", call_ns(::sincosf),
             call_ns(from_library<Both>("sincosf")));
}

}  // namespace

void add_to(app::Command& program) {
  program.parts.push_back(
      {.text = {"sine", "Compares the sines of sim/sine.cpp with more precise ones and with the C library's"},
       .make = app::job<run>});
}

}  // namespace novphy::experiments::sine

/// The program of all experiments.
int main(int argc, char** argv) {
  using namespace novphy;
  app::Command program{.text = {"experiment", "Runs the experiments whose results stand in docs/"}};
#define NOVPHY_ADD(name) experiments::name::add_to(program);
  NOVPHY_EXPERIMENTS(NOVPHY_ADD)
#undef NOVPHY_ADD
  make_jobs(program);
  return app::run_program(program, argc, argv);
}
