#include <fmt/core.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agents/learning/adapting.h"
#include "agents/learning/trained.h"
#include "agents/throws.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "bench/experiments/experiments.h"
#include "evaluator/measures/detection.h"
#include "trials/plan_file.h"
#include "trials/session.h"

/// Plays the informed trials of pairs with learning agents that adapt by other settings, beside agents that
/// stay as they are or go on learning: docs/learning.md.
namespace novphy::experiments::adaptations {
namespace {

struct Options {
  std::vector<std::string> plans{};
  std::vector<std::string> pairs{};
  std::string weights{};
  std::vector<std::string> kinds{"dqn", "relational"};
  int jobs = 1;

  Settings settings() {
    return {{"plans", &plans, "Plans of novphy plan", "PLAN", Also{.positional = true, .required = true}},
            {"pairs", &pairs, "Pairs of the plans' trials, such as rolling/agents", "NAME",
             Also{.required = true}},
            {"weights", &weights, "The folder of novphy train", "DIR", Also{.required = true}},
            {"agents", &kinds, "The kinds of nets", Also{.choices = {"dqn", "relational"}}},
            jobs_setting(jobs, "Threads; they change no number")};
  }
};

using Maker = std::function<std::unique_ptr<Agent>(const Trained&)>;

/// An agent's version or a setting of AdaptSettings.
struct Reading {
  std::string name;
  Maker make;
};

Reading adapting(std::string name, const AdaptSettings& settings) {
  return {std::move(name),
          [settings](const Trained& trained) { return std::make_unique<AdaptAgent>(trained, settings); }};
}

std::vector<Reading> readings() {
  return {{"offline", [](const Trained& trained) { return std::make_unique<OfflineAgent>(trained); }},
          {"online", [](const Trained& trained) { return std::make_unique<OnlineAgent>(trained); }},
          adapting("adapt", {}),
          adapting("apart_deg 0", {.apart_deg = 0}),
          adapting("apart_deg 5", {.apart_deg = 5}),
          adapting("apart_deg 10", {.apart_deg = 10}),
          adapting("apart_deg 20", {.apart_deg = 20}),
          adapting("patience 1", {.patience = 1}),
          adapting("patience 4", {.patience = 4}),
          adapting("split", {.split = true}),
          adapting("split, patience 1", {.patience = 1, .split = true}),
          adapting("space inputs", {.space = AdaptSpace::kInputs}),
          adapting("space none", {.space = AdaptSpace::kNone})};
}

/// The trials of one pair, and the net of the pair's normal template.
struct Cell {
  std::string pair;
  const Plan* plan;
  std::vector<const PlannedTrial*> trials{};
  std::shared_ptr<const Trained> trained{};
};

struct Means {
  double ap = 0;
  double aus = 0;
};

Means mean_of(const std::vector<Means>& all) {
  Means mean;
  for (const Means& each : all) {
    mean.ap += each.ap / static_cast<double>(all.size());
    mean.aus += each.aus / static_cast<double>(all.size());
  }
  return mean;
}

/// 1 or 0 for each novel task of the trial.
std::vector<double> passes(const std::vector<Record>& records) {
  std::vector<double> passes;
  for (const Record& record : records)
    if (record.phase == Phase::kNovel) passes.push_back(record.passed ? 1 : 0);
  return passes;
}

Means play(const Cell& cell, const Maker& make, const SessionSetup& setup, int jobs) {
  std::vector<Means> trials(cell.trials.size());
  const auto agent = [&](const std::string&) { return make(*cell.trained); };
  parallel_for(trials.size(), threads_of(jobs), [&](std::size_t i) {
    const std::vector<double> novel = passes(play_trial(*cell.plan, *cell.trials[i], agent, setup));
    const int m = default_m(static_cast<int>(novel.size()));
    trials[i] = {asymptotic_performance(novel, m).value_or(0), area_under_success(novel).value_or(0)};
  });
  return mean_of(trials);
}

/// The trials of the named pairs, pair by pair.
std::vector<Cell> cells_of(const std::vector<Plan>& plans, const std::vector<std::string>& pairs) {
  std::vector<Cell> cells;
  for (const std::string& pair : pairs) {
    Cell cell{.pair = pair, .plan = nullptr};
    for (const Plan& plan : plans)
      for (const PlannedTrial& trial : plan.trials)
        if (!is_calibration(trial) && trial.scenario + "/" + trial.novelty == pair) {
          cell.plan = &plan;
          cell.trials.push_back(&trial);
        }
    if (cell.plan == nullptr) throw InputError("--pairs", fmt::format("no plan has trials of {}", pair));
    cells.push_back(std::move(cell));
  }
  return cells;
}

void print_row(const std::string& name, const std::vector<Means>& means) {
  const Means all = mean_of(means);
  std::string texts;
  for (const Means& each : means) texts += fmt::format(" {:.2f} |", each.ap);
  fmt::print("| {} |{} {:.2f} | {:.2f} |\n", name, texts, all.ap, all.aus);
  std::fflush(stdout);
}

void print_kind(const Options& options, const std::string& kind, std::vector<Cell> cells,
                const SessionSetup& setup) {
  for (Cell& cell : cells) {
    const std::string& normal = normal_template(*cell.plan, *cell.trials.front());
    cell.trained =
        read_trained(options.weights, {normal}, kind == "dqn" ? NetKind::kDqn : NetKind::kRelational)
            .at(normal);
  }
  fmt::print("\n{}, actions: {}\n\n| reading |", kind, name(cells.front().trained->actions));
  for (const Cell& cell : cells) fmt::print(" {} |", cell.pair);
  fmt::print(" mean AP | mean AUS |\n|---|");
  for (std::size_t i = 0; i < cells.size() + 2; ++i) fmt::print("---|");
  fmt::print("\n");
  for (const Reading& reading : readings()) {
    std::vector<Means> means;
    for (const Cell& cell : cells) means.push_back(play(cell, reading.make, setup, options.jobs));
    print_row(reading.name, means);
  }
}

void run(Options& options) {
  const Assets assets = app::AssetOptions().load();
  std::vector<Plan> plans;
  for (const std::string& file : options.plans) {
    plans.push_back(read_plan(file, assets.catalogue).plan);
    inform(plans.back());
  }
  const SessionSetup setup{
      .catalogue = assets.catalogue, .physics = assets.physics.at("standard"), .colours = assets.colours};
  const std::vector<Cell> cells = cells_of(plans, options.pairs);
  for (const std::string& kind : options.kinds) print_kind(options, kind, cells, setup);
}

}  // namespace

void add_to(app::Command& program) {
  app::add_job(program,
               {"adaptations", "Plays informed trials with learning agents that adapt by other settings"},
               app::job_of(run));
}

}  // namespace novphy::experiments::adaptations
