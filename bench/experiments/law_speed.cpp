#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "bench/experiments/experiments.h"
#include "generator/sets/make_tasks.h"
#include "levels/assets.h"
#include "sim/play.h"

/// Prints what the law of a novelty costs plays, in the same throws at the tasks of pairs.
/// docs/performance.md has the numbers.
namespace novphy::experiments {
namespace law_speed {
namespace {

constexpr double kWeak = 1e-7;  ///< of a field that changes no way: its matrices, per s^2 and per s
constexpr int kMostDeg = 85;

struct Options {
  std::string pairs = NOVPHY_SOURCE_DIR "/levels/templates";
  int step_deg = 5;
  double wide_m = 5;  ///< of the weak field's disc, in the middle of the world
};

ForceField weak_field(const Targets& on, double wide_m) {
  ForceField field{.name = "force_field"};
  field.region = Box{.centre_m = {}, .size_m = {wide_m, wide_m}};
  field.round = field.by_centre = field.times_mass = true;
  field.per_m = {{0, kWeak}, {-kWeak, 0}};
  field.per_mps = {{kWeak, 0}, {0, kWeak}};
  field.on = on;
  return field;
}

struct Cost {
  int plays = 0;
  double played_s = 0;
  double processor_s = 0;
  double rate() const { return plays / processor_s; }
};

/// Throws of all birds in one direction at the full pull, from -85 to 85 degrees.
void add_plays(Cost& cost, const Task& task, const Catalogue& catalogue, const Physics& physics,
               int step_deg) {
  const std::clock_t start = std::clock();
  PlayStart plays(task, catalogue, physics);
  for (int deg = -kMostDeg; deg <= kMostDeg; deg += step_deg) {
    const std::vector<Shot> shots(task.birds.size(), aimed(radians(deg), catalogue.launch.max_drag_m));
    cost.played_s += plays.play(shots).time_s;
    ++cost.plays;
  }
  cost.processor_s += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// The tasks of one row of the table.
struct Row {
  std::string name{};
  std::vector<Task> tasks{};
};

std::vector<Row> rows(const std::vector<Pair>& pairs, double wide_m) {
  std::vector<Row> all{{"normal sides"}, {"novel sides"}};
  for (const Pair& pair : pairs) {
    all[0].tasks.push_back(pair.normal.task);
    all[1].tasks.push_back(pair.novel.task);
  }
  const auto add = [&](const char* name, const Targets& on) {
    Row row{.name = name, .tasks = all[0].tasks};
    for (Task& task : row.tasks) task.effects.emplace_back(weak_field(on, wide_m));
    all.push_back(std::move(row));
  };
  add("weak field on birds", {.birds_above_mps = 0});
  add("... on all that moves", {.birds_above_mps = 0, .blocks_above_mps = 0.1, .pigs_above_mps = 0.1});
  add("... on all, also at rest", {.birds_above_mps = 0, .blocks_above_mps = 0, .pigs_above_mps = 0});
  return all;
}

void run(const Options& options) {
  const Assets assets = load_assets(NOVPHY_SOURCE_DIR "/assets");
  const std::vector<Pair> pairs = pairs_in({options.pairs}, assets.catalogue);
  const Physics& usual = assets.physics.at("standard");
  const std::vector<std::pair<const char*, Physics>> ways{
      {"as tasks are judged", usual}, {"without certain ends", without_certain_ends(usual)}};
  for (const auto& [way, physics] : ways) {
    fmt::print("{:<26} {:>8} {:>8} {:>8} {:>6}\n", way, "plays", "s a play", "plays/s", "rate");
    double normal = 0;
    for (const Row& row : rows(pairs, options.wide_m)) {
      Cost cost;
      for (const Task& task : row.tasks) add_plays(cost, task, assets.catalogue, physics, options.step_deg);
      if (normal == 0) normal = cost.rate();
      fmt::print("{:<26} {:>8} {:>8.1f} {:>8.0f} {:>6.2f}\n", row.name, cost.plays,
                 cost.played_s / cost.plays, cost.rate(), cost.rate() / normal);
    }
  }
}

}  // namespace
}  // namespace law_speed

void add_law_speed(CLI::App& experiments) {
  const auto options = std::make_shared<law_speed::Options>();
  CLI::App& command = *experiments.add_subcommand(
      "law-speed", "Measures what the laws of novelties cost plays of pairs' tasks");
  command.add_option("--pairs", options->pairs, "A pair file, or a folder of them")->type_name("FILE|DIR");
  command.add_option("--step", options->step_deg, "Degrees between throws")
      ->check(CLI::Range(1, 85))
      ->capture_default_str();
  command.add_option("--wide", options->wide_m, "Diameter of the weak field, in metres")
      ->check(CLI::Range(0.01, 100.0))
      ->capture_default_str();
  command.callback([options] { law_speed::run(*options); });
}

}  // namespace novphy::experiments
