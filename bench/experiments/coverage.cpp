#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "bench/experiments/experiments.h"
#include "evaluator/measures/intervals.h"

/// Prints how often intervals of measures hold the true mean, on made-up trials whose mean is known.
/// docs/results/measures.md shows the table.
namespace novphy::experiments {
namespace coverage {
namespace {

struct Options {
  int draws = 2000;
  std::uint64_t seed = 1;
};

using Engine = std::mt19937_64;

/// Trials of a cell with a known mean.
struct Truth {
  double mean = 0;
  std::function<double(Engine&)> trial;
};

/// A way to compute intervals: of a cell's values, and of the mean over cells.
struct Kind {
  const char* name;
  std::vector<Truth> truths;
  std::function<std::optional<Interval>(std::span<const double>)> of_cell;
  std::function<std::optional<Interval>(std::span<const std::vector<double>>)> of_cells;
};

constexpr int kCells = 5;  // scenarios of a novelty
constexpr int kLastTasks = 5;
constexpr int kNovelTasks = 40;

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

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

std::vector<Truth> pass_rates() {
  std::vector<Truth> truths;
  for (const double rate : {0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98})
    for (const double alike : {0.0, 0.3, 1.0})
      truths.push_back({rate, [=](Engine& engine) { return pass_rate(rate, alike, engine); }});
  return truths;
}

std::vector<Truth> shares() {
  std::vector<Truth> truths;
  for (const double rate : {0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98})
    truths.push_back(
        {rate, [=](Engine& engine) { return std::bernoulli_distribution(rate)(engine) ? 1.0 : 0.0; }});
  return truths;
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

/// Delays of a detector that notices each novel task with the same chance.
std::vector<Truth> delays() {
  std::vector<Truth> truths;
  for (const double chance : {0.02, 0.05, 0.1, 0.2, 0.4})
    truths.push_back({mean_delay(chance), [=](Engine& engine) { return delay(chance, engine); }});
  return truths;
}

/// Differences of two agents in one trial. With `together` both agents have the same luck.
std::vector<Truth> differences_of_pass_rates(bool all_or_none) {
  std::vector<Truth> truths;
  const double alike = all_or_none ? 1.0 : 0.3;
  for (const auto& [a, b] : {std::pair{0.02, 0.1}, std::pair{0.1, 0.1}, std::pair{0.5, 0.3},
                             std::pair{0.5, 0.5}, std::pair{0.9, 0.3}, std::pair{0.98, 0.98}})
    for (const bool together : {false, true})
      // clang 14 captures a name of a structured binding only with an initialiser: a = a.
      truths.push_back({a - b, [=, a = a, b = b](Engine& engine) {
                          Engine of_b = engine;
                          const double first = pass_rate(a, alike, engine);
                          return first - pass_rate(b, alike, together ? of_b : engine);
                        }});
  return truths;
}

/// Differences of the delays of two detectors.
std::vector<Truth> differences_of_delays() {
  std::vector<Truth> truths;
  for (const auto& [a, b] : {std::pair{0.02, 0.05}, std::pair{0.05, 0.4}, std::pair{0.1, 0.1},
                             std::pair{0.2, 0.4}, std::pair{0.4, 0.4}})
    truths.push_back({mean_delay(a) - mean_delay(b), [=, a = a, b = b](Engine& engine) {
                        const double first = delay(a, engine);
                        return first - delay(b, engine);
                      }});
  return truths;
}

Interval share_interval(std::span<const double> values) {
  return wilson(std::round(std::accumulate(values.begin(), values.end(), 0.0)),
                static_cast<int>(values.size()));
}

template <class OfCell>
std::optional<Interval> combined(std::span<const std::vector<double>> cells, OfCell of_cell) {
  std::vector<MeanInterval> means;
  for (const auto& values : cells) means.push_back({mean_of(values), of_cell(values)});
  return combined_interval(means);
}

std::optional<Interval> of_one_sample(std::span<const double> values) {
  const std::vector<std::vector<double>> samples{{values.begin(), values.end()}};
  return welch_interval(samples);
}

std::vector<Kind> kinds() {
  const auto fraction = [](std::span<const double> values) { return fraction_interval(values); };
  const auto difference = [](std::span<const double> values) { return fraction_difference_interval(values); };
  const auto differences = [=](auto cells) { return combined(cells, difference); };
  const auto welch = [](auto cells) { return welch_interval(cells); };
  return {{"AP, AUS", pass_rates(), fraction, [=](auto cells) { return combined(cells, fraction); }},
          {"CDT", shares(), share_interval, [=](auto cells) { return combined(cells, fraction); }},
          {"DD", delays(), [](auto values) { return student_interval(values); }, welch},
          {"AP a - b", differences_of_pass_rates(false), difference, differences},
          {"CDT a - b", differences_of_pass_rates(true), difference, differences},
          {"DD a - b", differences_of_delays(), [](auto values) { return of_one_sample(values); }, welch}};
}

/// How often intervals hold the mean, and how wide they are.
class Tally {
 public:
  void add(const std::optional<Interval>& interval, double mean) {
    ++asked_;
    if (!interval) return;
    ++given_;
    width_ += interval->high - interval->low;
    if (interval->low <= mean && mean <= interval->high) ++held_;
  }
  double coverage() const { return given_ > 0 ? held_ / given_ : 0; }
  double width() const { return given_ > 0 ? width_ / given_ : 0; }
  double given() const { return given_ / asked_; }

 private:
  double asked_ = 0;
  double given_ = 0;
  double held_ = 0;
  double width_ = 0;
};

/// The least and the mean coverage over the truths of a kind.
struct Summary {
  double least = 1;
  double mean = 0;
  double width = 0;
  double given = 0;
};

Summary summary_of(std::span<const Tally> tallies) {
  Summary summary;
  const auto count = static_cast<double>(tallies.size());
  for (const Tally& tally : tallies) {
    summary.least = std::min(summary.least, tally.coverage());
    summary.mean += tally.coverage() / count;
    summary.width += tally.width() / count;
    summary.given += tally.given() / count;
  }
  return summary;
}

void print(const char* name, int trials, const Summary& cell, const Summary& row) {
  fmt::print("{:<9} {:>6}   {:>5.2f} {:>5.2f} {:>6.2f} {:>6.2f}   {:>5.2f} {:>5.2f} {:>6.2f} {:>6.2f}\n",
             name, trials, cell.least, cell.mean, cell.width, cell.given, row.least, row.mean, row.width,
             row.given);
}

void print_kind(const Kind& kind, int trials, int draws, Engine& engine) {
  std::vector<Tally> cells(kind.truths.size());
  std::vector<Tally> rows(kind.truths.size());
  for (std::size_t truth = 0; truth < kind.truths.size(); ++truth)
    for (int draw = 0; draw < draws; ++draw) {
      std::vector<std::vector<double>> values(kCells);
      for (auto& cell : values)
        for (int trial = 0; trial < trials; ++trial) cell.push_back(kind.truths[truth].trial(engine));
      cells[truth].add(kind.of_cell(values.front()), kind.truths[truth].mean);
      rows[truth].add(kind.of_cells(values), kind.truths[truth].mean);
    }
  print(kind.name, trials, summary_of(cells), summary_of(rows));
}

void run(const Options& options) {
  Engine engine(options.seed);
  fmt::print("                       cells                        NPS over {} cells\n", kCells);
  fmt::print("measure   trials   least  mean  width  given   least  mean  width  given\n");
  for (const Kind& kind : kinds())
    for (const int trials : {1, 2, 3, 5, 10, 20, 40}) {
      if (trials == 1 && kind.name != std::string("CDT")) continue;
      print_kind(kind, trials, options.draws, engine);
    }
}

}  // namespace
}  // namespace coverage

void add_coverage(CLI::App& experiments) {
  const auto options = std::make_shared<coverage::Options>();
  CLI::App& command = *experiments.add_subcommand(
      "coverage", "Prints how often intervals of 95 % hold the true mean, on made-up trials");
  command.add_option("--draws", options->draws, "Cells drawn for each row and each truth")
      ->check(CLI::Range(1, 1'000'000));
  command.add_option("--seed", options->seed, "Of the draws");
  command.callback([options] { coverage::run(*options); });
}

}  // namespace novphy::experiments
