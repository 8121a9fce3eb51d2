#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>

#include "bench/experiments/experiments.h"
#include "evaluator/measures/intervals.h"

/// Prints how often intervals of measures hold the true mean, and how wide they are beside Student's, on
/// made-up trials whose mean is known. docs/results/measures.csv is such a table.
namespace novphy::experiments::coverage {
namespace {

struct Options {
  int draws = 2000;
  std::uint64_t seed = 1;

  Settings settings() {
    return {count_setting("draws", &draws, "Experiments drawn for each number and each world"),
            seed_setting(seed, "Seed of the draws")};
  }
};

using Engine = std::mt19937_64;
using Values = std::vector<std::vector<double>>;  ///< of the trials of each cell

/// Cells with a known mean. Their number spreads the rates of a mixed world.
struct World {
  std::function<double(double place)> mean;  ///< of the cell at this place, from 0 to 1
  std::function<double(double place, Engine&)> trial;
};

/// A sort of measure, with the interval of its mean over cells and, where this is another, of a cell.
struct Kind {
  const char* name;
  std::vector<World> worlds;
  std::function<std::optional<Interval>(const Values&)> interval;
};

constexpr int kLastTasks = 5;
constexpr int kNovelTasks = 40;

/// Rates of cells from the first to the last.
struct Rates {
  double first;
  double last;
  double at(double place) const { return first + (last - first) * place; }
};
constexpr Rates kRates[] = {{0.05, 0.05}, {0.1, 0.1}, {0.5, 0.5}, {0.95, 0.95}, {0, 0.2}, {0.02, 0.98}};

/// The pass rate of the last tasks. `alike` says how much the tasks of a trial are passed together: 0 each
/// for itself, 1 all or none, 0.3 with a rate of each trial's own (beta distributed).
double pass_rate(double rate, double alike, Engine& engine) {
  double own = rate;
  if (alike >= 1) own = std::bernoulli_distribution(rate)(engine) ? 1 : 0;
  if (alike > 0 && alike < 1) {
    const double size = (1 - alike) / alike;
    const double a = std::gamma_distribution<>(rate * size)(engine);
    const double b = std::gamma_distribution<>((1 - rate) * size)(engine);
    own = a + b > 0 ? a / (a + b) : rate;
  }
  return std::binomial_distribution<>(kLastTasks, own)(engine) / static_cast<double>(kLastTasks);
}

World passing(Rates rates, double alike) {
  return {[=](double place) { return rates.at(place); },
          [=](double place, Engine& engine) { return pass_rate(rates.at(place), alike, engine); }};
}

std::vector<World> passing(const std::vector<double>& alike) {
  std::vector<World> worlds;
  for (const Rates& rates : kRates)
    for (const double each : alike) worlds.push_back(passing(rates, each));
  return worlds;
}

double delay(double chance, Engine& engine) {
  for (;;)
    if (const int tasks = 1 + std::geometric_distribution<>(chance)(engine); tasks <= kNovelTasks)
      return tasks;
}

/// The mean of delay().
double mean_delay(double chance) {
  double sum = 0;
  double all = 0;
  double weight = chance;
  for (int tasks = 1; tasks <= kNovelTasks; ++tasks, weight *= 1 - chance) {
    sum += tasks * weight;
    all += weight;
  }
  return sum / all;
}

/// Delays of detectors that notice each novel task with the same chance.
std::vector<World> delaying() {
  std::vector<World> worlds;
  for (const Rates chances : {Rates{0.05, 0.05}, {0.1, 0.1}, {0.2, 0.2}, {0.4, 0.4}, {0.05, 0.4}})
    worlds.push_back({[=](double place) { return mean_delay(chances.at(place)); },
                      [=](double place, Engine& engine) { return delay(chances.at(place), engine); }});
  return worlds;
}

/// Differences of two agents in one trial.
std::vector<World> differing(double alike) {
  std::vector<World> worlds;
  const std::pair<Rates, Rates> both[] = {{{0.05, 0.05}, {0.1, 0.1}},   {{0.1, 0.1}, {0.1, 0.1}},
                                          {{0.5, 0.5}, {0.3, 0.3}},     {{0.5, 0.5}, {0.5, 0.5}},
                                          {{0.9, 0.9}, {0.3, 0.3}},     {{0.9, 0.9}, {0.1, 0.1}},
                                          {{0.95, 0.95}, {0.95, 0.95}}, {{0.02, 0.98}, {0.5, 0.5}}};
  for (const auto& [a, b] : both)
    // clang 14 captures a name of a structured binding only with an initialiser: a = a.
    worlds.push_back({[a = a, b = b](double place) { return a.at(place) - b.at(place); },
                      [=, a = a, b = b](double place, Engine& engine) {
                        const double first = pass_rate(a.at(place), alike, engine);
                        return first - pass_rate(b.at(place), alike, engine);
                      }});
  return worlds;
}

std::optional<Interval> within(const Values& values, Interval range) {
  return bounded_interval(values, range)->interval;
}

/// As the evaluator: Wilson's interval for one cell.
std::optional<Interval> of_shares(const Values& values) {
  if (values.size() > 1) return within(values, {0, 1});
  const std::vector<double>& cell = values.front();
  return wilson(std::round(std::accumulate(cell.begin(), cell.end(), 0.0)), static_cast<int>(cell.size()));
}

std::vector<Kind> kinds() {
  const auto difference = [](const Values& values) { return difference_test(values, 1).interval; };
  return {{"CDT", passing({1}), of_shares},
          {"AP and AUS", passing({0, 0.3, 1}),
           [](const Values& values) {
             return within(values, {0, 1});
           }},
          {"DD", delaying(),
           [](const Values& values) {
             return within(values, {1, kNovelTasks + 1});
           }},
          {"CDT a - b", differing(1), difference},
          {"AP a - b", differing(0.3), difference}};
}

/// How often intervals hold the mean, and their width beside that of Student's where cells vary.
struct Tally {
  double asked = 0;
  double held = 0;
  double width = 0;
  double student = 0;

  void add(const Interval& interval, const std::optional<Interval>& plain, double mean) {
    ++asked;
    constexpr double kHair = 1e-12;
    if (interval.low <= mean + kHair && mean - kHair <= interval.high) ++held;
    if (!plain) return;
    width += interval.high - interval.low;
    student += plain->high - plain->low;
  }
};

/// Draws the values anew, for as many cells and trials as there are.
Tally tally_of(const Kind& kind, const World& world, Values& values, int draws, Engine& engine) {
  Tally tally;
  const int cells = static_cast<int>(values.size());
  const auto place = [cells](int cell) { return cells == 1 ? 0.5 : static_cast<double>(cell) / (cells - 1); };
  double mean = 0;
  for (int cell = 0; cell < cells; ++cell) mean += world.mean(place(cell)) / cells;
  for (int draw = 0; draw < draws; ++draw) {
    for (int cell = 0; cell < cells; ++cell)
      for (double& value : values[static_cast<std::size_t>(cell)]) value = world.trial(place(cell), engine);
    tally.add(*kind.interval(values), welch_interval(values), mean);
  }
  return tally;
}

/// The least coverage over the worlds of a kind, and the greatest width.
void print(const Kind& kind, Values values, int draws, Engine& engine) {
  double least = 1;
  double widest = 0;
  for (const World& world : kind.worlds) {
    const Tally tally = tally_of(kind, world, values, draws, engine);
    least = std::min(least, tally.held / tally.asked);
    if (tally.student > 0) widest = std::max(widest, tally.width / tally.student);
  }
  fmt::print(",{:.3f},{:.2f}", least, widest);
}

void run(Options& options) {
  Engine engine(options.seed);
  fmt::print("measure,cells");
  for (const int trials : {3, 4, 10, 40})
    fmt::print(",least coverage of {0} trials,greatest width of {0} trials", trials);
  fmt::print("\n");
  for (const Kind& kind : kinds())
    for (const std::size_t cells : {1U, 5U, 8U, 40U}) {
      fmt::print("{},{}", kind.name, cells);
      for (const std::size_t trials : {3U, 4U, 10U, 40U})
        print(kind, Values(cells, std::vector<double>(trials)), options.draws, engine);
      fmt::print("\n");
    }
}

}  // namespace

void add_to(app::Command& program) {
  app::add_job(program,
               {"coverage",
                "Prints how often intervals of 95 % hold the true mean, and their width beside "
                "Student's, on made-up trials"},
               app::job_of(run));
}

}  // namespace novphy::experiments::coverage
