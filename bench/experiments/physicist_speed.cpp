#include <fmt/core.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "agents/physicist/physicist.h"
#include "base/input_error.h"
#include "bench/experiments/experiments.h"
#include "evaluator/record.h"
#include "levels/assets.h"
#include "levels/pair.h"
#include "trials/drive.h"
#include "trials/plan.h"

/// Measures how long the physicist takes for a decision, its memory, and what more threads gain.
namespace novphy::experiments {
namespace physicist_speed {
namespace {

struct Options {
  std::string pairs = NOVPHY_SOURCE_DIR "/levels/templates";
  int normal = 2;
  int novel = 4;
  int threads = 2;
  PhysicistOptions agent;
};

/// Time of this process (all its threads) and of the clock on the wall.
struct Seconds {
  double processor = 0;
  double wall = 0;
};

Seconds now() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  const auto wall = std::chrono::steady_clock::now().time_since_epoch();
  return {static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9,
          std::chrono::duration<double>(wall).count()};
}

/// What an agent took for its decisions. A decision is the choice of a shot, with all that the agent has
/// thought since the choice before.
struct Times {
  std::vector<double> decisions_s{};  ///< of processor time
  std::vector<double> choices_s{};    ///< of this, what the choice itself took
  double thought_s = 0;               ///< since the last choice
  double wall_s = 0;
};

/// Lets an agent play, and notes how long each call takes. Lives no longer than the times.
class Timed : public Agent {
 public:
  Timed(std::unique_ptr<Agent> player, Times& times) : player_(std::move(player)), times_(times) {}

  Senses senses() const override { return player_->senses(); }
  int training_tasks() const override { return player_->training_tasks(); }
  int watch_every_ms() const override { return player_->watch_every_ms(); }
  void begin_trial(std::uint64_t seed) override { player_->begin_trial(seed); }
  void told_novel() override { player_->told_novel(); }
  void begin_task() override {
    timed([&] { player_->begin_task(); });
  }
  void watch(const Observation& seen) override {
    timed([&] { player_->watch(seen); });
  }
  void end_task(const TaskResult& result) override {
    timed([&] { player_->end_task(result); });
  }
  NoveltyReport novelty() override {
    NoveltyReport report;
    timed([&] { report = player_->novelty(); });
    return report;
  }
  Shot choose(const Observation& seen) override {
    Shot shot;
    const double choice_s = timed([&] { shot = player_->choose(seen); });
    times_.choices_s.push_back(choice_s);
    times_.decisions_s.push_back(std::exchange(times_.thought_s, 0));
    return shot;
  }

 private:
  template <class Call>
  double timed(Call call) {
    const Seconds before = now();
    call();
    const Seconds after = now();
    times_.thought_s += after.processor - before.processor;
    times_.wall_s += after.wall - before.wall;
    return after.processor - before.processor;
  }

  std::unique_ptr<Agent> player_;
  Times& times_;
};

/// A trial of each pair, whose tasks equal the base of their template.
Plan plan_of(const Options& options, const Catalogue& catalogue) {
  const std::vector<Pair> pairs = read_pairs(options.pairs, catalogue);
  if (pairs.empty()) throw InputError(options.pairs, "holds no pairs");
  return make_plan(pairs, {.trials = 1,
                           .min_normal = options.normal,
                           .max_normal = options.normal,
                           .novel = options.novel,
                           .calibration_runs = 0});
}

/// What the agent took with this number of threads, and the records of its trials.
struct Played {
  Times times;
  std::vector<Record> records;
};

Played play_all(const Plan& plan, const Assets& assets, PhysicistOptions options, int threads) {
  Played played;
  options.threads = threads;
  const auto make = [&](const std::string&) {
    auto player =
        std::make_unique<Physicist>(assets.catalogue, assets.physics.at("fast"), assets.colours, options);
    return std::make_unique<Timed>(std::move(player), played.times);
  };
  const SessionSetup setup{
      .catalogue = assets.catalogue, .physics = assets.physics.at("standard"), .colours = assets.colours};
  for (const PlannedTrial& trial : plan.trials)
    for (Record& record : play_trial(plan, trial, make, setup)) played.records.push_back(std::move(record));
  return played;
}

void print_times(const char* what, std::vector<double> times_s) {
  std::sort(times_s.begin(), times_s.end());
  const auto share = [&](std::size_t percent) { return times_s.at((times_s.size() - 1) * percent / 100); };
  fmt::print("{:<20} {:>8.3f} {:>8.3f} {:>8.3f}\n", what, share(50), share(95), share(100));
}

/// The most memory that this process has had so far.
double most_memory_mb() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void print(const Options& options, const Plan& plan, const Times& times) {
  fmt::print("seconds of processor time: {} decisions in {} trials of {} + {} tasks, at most {} plays each\n",
             times.decisions_s.size(), plan.trials.size(), options.normal, options.novel,
             options.agent.plays);
  fmt::print("{:<20} {:>8} {:>8} {:>8}\n", "", "median", "95 %", "longest");
  print_times("a decision", times.decisions_s);
  print_times("its choice alone", times.choices_s);
  fmt::print("memory of the whole program: {:.0f} MB\n", most_memory_mb());
}

void run(const Options& options) {
  check_options(options.agent);
  const Assets assets = load_assets(NOVPHY_SOURCE_DIR "/assets");
  const Plan plan = plan_of(options, assets.catalogue);
  const Played alone = play_all(plan, assets, options.agent, 1);
  print(options, plan, alone.times);
  const Played shared = play_all(plan, assets, options.agent, options.threads);
  if (shared.records != alone.records) throw std::runtime_error("other threads gave other records");
  fmt::print("{} threads: {:.2f} times one\n", options.threads, alone.times.wall_s / shared.times.wall_s);
}

}  // namespace
}  // namespace physicist_speed

void add_physicist_speed(CLI::App& experiments) {
  const auto options = std::make_shared<physicist_speed::Options>();
  CLI::App& command = *experiments.add_subcommand(
      "physicist-speed",
      "Measures how long the agent physicist takes for a decision, its memory, and what threads gain");
  command.add_option("--pairs", options->pairs, "A pair file, or a folder of them")->type_name("FILE|DIR");
  command.add_option("--normal", options->normal, "Normal tasks of each pair")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--novel", options->novel, "Novel tasks of each pair, after the normal ones")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--plays", options->agent.plays, "Most plays of the agent's simulator for a decision")
      ->capture_default_str();
  command.add_option("--noise", options->agent.noise_px, "Noise of what the agent sees, in pixels")
      ->capture_default_str();
  command.add_option("--threads", options->threads, "Threads that are compared with one")
      ->check(CLI::Range(2, kMostThreads))
      ->capture_default_str();
  command.callback([options] { physicist_speed::run(*options); });
}

}  // namespace novphy::experiments
