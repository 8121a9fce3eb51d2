#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "agents/physicist/physicist.h"
#include "base/parallel.h"
#include "bench/experiments/experiments.h"
#include "bench/experiments/physicist_throw.h"
#include "evaluator/measures/intervals.h"
#include "evaluator/plot/line_plot.h"

/// Compares what the physicist believes of its throws at normal tasks with what they do:
/// docs/agents/physicist.md.
namespace novphy::experiments::physicist_calibration {
namespace {

constexpr std::size_t kBins = 10;
constexpr std::array kSurprises{2, 3, 4, 5, 6};

struct Options {
  std::string pairs{};
  int tasks = 5;
  std::string svg{};
  ThrowSettings throws{};

  Settings settings() {
    return joined({{pairs_setting(pairs),
                    count_setting("tasks", &tasks, "Normal tasks of each pair"),
                    {"svg", &svg, "Also draws the shares of passed throws into this file", "FILE",
                     Also{.writes = {{FileKind::kPicture}}}}},
                   throws.settings()});
  }
};

/// A throw at a normal task.
struct Thrown {
  double probability = 0;  ///< of passing, as planned
  bool passed = false;
  double surprise = 0;
};

/// Throws whose probabilities lie in one tenth.
struct Bin {
  int throws = 0;
  int passed = 0;
  double sum = 0;

  double mean() const { return sum / throws; }
  double share() const { return static_cast<double>(passed) / throws; }
};

using Bins = std::array<Bin, kBins>;

Thrown thrown_at(const Task& task, const Options& options, const Assets& assets, const Simulator& simulator,
                 std::uint64_t seed) {
  Session session = session_of({task}, options.throws.agent.noise_px, seed, assets);
  Episode episode = believed_episode(session, options.throws.agent.noise_px, seed, assets, simulator);
  Thrown thrown{.probability = plan(episode, {}, options.throws.agent.plays, simulator).probability};
  throw_and_watch(session, episode, simulator);
  thrown.surprise = episode.surprise;
  thrown.passed = passes(session, episode.shot);
  return thrown;
}

std::vector<Thrown> thrown_at(const Pair& pair, const Options& options, const Assets& assets,
                              const Simulator& simulator) {
  std::vector<Thrown> all;
  for (const Task& task : tasks_of(pair, false, options.tasks, options.throws.seed, assets))
    all.push_back(thrown_at(task, options, assets, simulator, options.throws.seed + all.size()));
  return all;
}

/// The throws at each pair's tasks.
std::vector<std::vector<Thrown>> thrown_at_each(const std::vector<Pair>& pairs, const Options& options,
                                                const Assets& assets) {
  const OwnWorld own(assets);
  std::vector<std::vector<Thrown>> of_pair(pairs.size());
  parallel_for(pairs.size(), threads_of(options.throws.jobs), [&](std::size_t i) {
    of_pair[i] = thrown_at(pairs[i], options, assets, own.simulator(options.throws.agent));
  });
  return of_pair;
}

/// Whether the agent would raise an alarm in a trial of these throws.
bool alarms(const std::vector<Thrown>& trial) {
  Suspicion suspicion;
  for (const Thrown& thrown : trial) suspicion.add(thrown.surprise);
  return suspicion.alarmed();
}

Bins bins_of(const std::vector<Thrown>& all) {
  Bins bins;
  for (const Thrown& thrown : all) {
    Bin& bin = bins[std::min(kBins - 1, static_cast<std::size_t>(thrown.probability * kBins))];
    ++bin.throws;
    bin.passed += thrown.passed;
    bin.sum += thrown.probability;
  }
  return bins;
}

void print_bins(const Bins& bins) {
  fmt::print("| believed | throws | mean | passed | 95 % |\n| --- | --- | --- | --- | --- |\n");
  for (std::size_t i = 0; i < kBins; ++i) {
    const Bin& bin = bins[i];
    if (bin.throws == 0) continue;
    const Interval interval = wilson(bin.passed, bin.throws);
    fmt::print("| {:.1f} to {:.1f} | {} | {:.2f} | {:.2f} | {:.2f} to {:.2f} |\n",
               static_cast<double>(i) / kBins, static_cast<double>(i + 1) / kBins, bin.throws, bin.mean(),
               bin.share(), interval.low, interval.high);
  }
}

void print_surprises(const std::vector<Thrown>& all) {
  fmt::print("\n| surprise above | throws | share |\n| --- | --- | --- |\n");
  for (const int least : kSurprises) {
    const auto above =
        std::count_if(all.begin(), all.end(), [&](const Thrown& thrown) { return thrown.surprise > least; });
    fmt::print("| {} | {} | {:.3f} |\n", least, above,
               static_cast<double>(above) / static_cast<double>(all.size()));
  }
}

std::string reliability_plot(const Bins& bins) {
  plot::Line line{.name = "throws at normal tasks, with 95 %"};
  for (const Bin& bin : bins) {
    if (bin.throws == 0) continue;
    const Interval interval = wilson(bin.passed, bin.throws);
    line.x.push_back(bin.mean());
    line.y.push_back(bin.share());
    line.low.push_back(interval.low);
    line.high.push_back(interval.high);
  }
  const plot::Line exact{.name = "as believed", .x = {0, 1}, .y = {0, 1}};
  return svg(plot::line_plot("reliability", {{.lines = {line, exact}}},
                             {.x_label = "believed probability to pass",
                              .y_label = "share that passed",
                              .x_range = plot::Range{0, 1},
                              .y_range = plot::Range{0, 1},
                              .caption = "Believed probabilities of throws beside the share that passed",
                              .width_px = 460}));
}

void run(Options& options) {
  const Assets assets = app::AssetOptions().load();
  const std::vector<Pair> pairs = load_pairs(options.pairs, assets.catalogue);
  const std::vector<std::vector<Thrown>> of_pair = thrown_at_each(pairs, options, assets);
  std::vector<Thrown> all;
  for (const auto& each : of_pair) all.insert(all.end(), each.begin(), each.end());
  const auto passed = std::count_if(all.begin(), all.end(), [](const Thrown& one) { return one.passed; });
  fmt::print("{} normal tasks of {} pairs, at most {} plays each: the planned throw passes {}\n\n",
             all.size(), pairs.size(), options.throws.agent.plays, passed);
  const Bins bins = bins_of(all);
  print_bins(bins);
  print_surprises(all);
  fmt::print("\nFalse alarms: in {} of {} trials of {} tasks\n",
             std::count_if(of_pair.begin(), of_pair.end(), alarms), pairs.size(), options.tasks);
  if (!options.svg.empty()) app::write_file(options.svg, reliability_plot(bins));
}

}  // namespace

void add_to(app::Command& program) {
  app::add_job(program,
               {"physicist-calibration",
                "Compares how probably the physicist's throws at normal tasks pass, by its own "
                "belief, with how many do"},
               app::job_of(run));
}

}  // namespace novphy::experiments::physicist_calibration
