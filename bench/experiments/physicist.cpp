#include "agents/physicist/physicist.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "agents/physicist/episode.h"
#include "agents/physicist/posterior.h"
#include "agents/physicist/tracks.h"
#include "bench/experiments/experiments.h"
#include "evaluator/measures/intervals.h"
#include "evaluator/plot/plots.h"
#include "trials/session.h"
#include "view/draw.h"
#include "view/geojson.h"
#include "view/image_file.h"

/// The first throw of a task, made by the parts of the agent physicist one after the other, so that
/// experiments can look at what each part gives.
namespace novphy::experiments {

namespace {

/// The settings plays, noise, seed and jobs.
struct ThrowSettings {
  PhysicistOptions agent{};
  std::uint64_t seed = 3;
  int jobs = 1;

  Settings settings() {
    return {count_setting("plays", &agent.plays, "Most plays of the agent's simulator for a throw"),
            {"noise", &agent.noise_px, "Noise of what the agent sees, in pixels",
             Also{.least = 0, .most = kMostNoisePx}},
            seed_setting(seed, "Seed of tasks and draws"),
            jobs_setting(jobs, "Threads; they change no number")};
  }
};

/// What the agent's own simulator plays with.
struct OwnWorld {
  explicit OwnWorld(const Assets& assets)
      : catalogue(HitCounts::with_hit_pigs(assets.catalogue)), physics(assets.physics.at("fast")) {}

  /// The world must outlive the simulator.
  Simulator simulator(const PhysicistOptions& options) const {
    return {.catalogue = catalogue,
            .physics = physics,
            .exactly = exactness_of(options.noise_px),
            .threads = static_cast<unsigned>(options.threads)};
  }

  Catalogue catalogue;
  BelievedPhysics physics;
};

/// Tasks of a pair, proved as those of trials are.
std::vector<Task> tasks_of(const Pair& pair, bool novel, int n, std::uint64_t seed, const Assets& assets) {
  const VariationMaker maker(pair, {.seed = seed}, solver_numbers(assets));
  std::vector<Task> tasks;
  for (int i = 0; i < n; ++i)
    for (Variation& made : maker.make(novel, i).sides) tasks.push_back(std::move(made.task));
  return tasks;
}

Session session_of(const std::vector<Task>& tasks, double noise_px, std::uint64_t seed,
                   const Assets& assets) {
  std::vector<SessionTask> all;
  for (const Task& task : tasks) all.push_back({.task = task});
  return {std::move(all),
          {.catalogue = assets.catalogue,
           .physics = assets.physics.at("standard"),
           .colours = assets.colours,
           .senses = {.noise_px = noise_px},
           .noise_seed = seed}};
}

Episode believed_episode(Session& session, double noise_px, std::uint64_t seed, const Assets& assets,
                         const Simulator& simulator) {
  const Observation seen = session.observe();
  Episode episode;
  episode.believed = believe(std::span(&seen, 1), assets.catalogue, assets.colours, noise_px);
  episode.tasks = draw(episode.believed, static_cast<int>(kWorlds), seed);
  HitCounts{}.apply(episode.tasks, episode.believed, 0, false, simulator.catalogue, seed);
  episode.seen.push_back(frame_of(seen, episode.believed));
  return episode;
}

PlannedPull plan(Episode& episode, const Law& law, int plays, const Simulator& simulator) {
  const std::vector<std::string> looks = episode.looks();
  std::vector<PossibleWorld> worlds;
  for (const Task& task : episode.tasks)
    worlds.emplace_back(under(law, task, looks), law, simulator.catalogue, simulator.physics.of_plans);
  const Task& task = episode.believed.task;
  const PlannedPull best = plan_throw(worlds, worlds, task.slingshot.faces_left, task.gravity_mps2.y > 0,
                                      {.plays = plays, .threads = simulator.threads})
                               .best;
  episode.shot = shot_of(best.aim);
  return best;
}

void throw_and_watch(Session& session, Episode& episode, const Simulator& simulator) {
  Flight fine;
  Turns turns;
  const auto watch = [&] {
    fine.push_back(frame_of(session.observe(), episode.believed));
    turns.see(session.observe(), episode.believed);
  };
  watch();
  session.shoot(episode.shot);
  while (session.state() == SessionState::kFlying) {
    session.advance(kFineFrameMs);
    if (fine.size() <= kMostFrames * kFineFrames) watch();
  }
  see(episode, fine, turns, true, simulator);
  episode.usual = believed_flights(episode, {}, kPosteriorPlays, simulator);
  episode.surprise = surprise(episode.seen, episode.usual, exactly_in(episode, simulator.exactly));
}

bool passes(Session& session, const Shot& shot) {
  while (session.state() != SessionState::kReport) {
    if (session.state() == SessionState::kChoose) session.shoot(shot);
    if (session.state() == SessionState::kFlying) session.advance_until_still();
  }
  const bool passed = session.played().outcome.won;
  session.report();
  return passed;
}

}  // namespace

}  // namespace novphy::experiments

/// Compares what the physicist believes of its throws at normal tasks with what they do:
/// docs/results/physicist.md.
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
  ChangeDetector suspicion;
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
  program.parts.push_back(
      {.text = {"physicist-calibration",
                "Compares how probably the physicist's throws at normal tasks pass, by its own "
                "belief, with how many do"},
       .make = app::job<run>});
}

}  // namespace novphy::experiments::physicist_calibration

/// Draws where the physicist believes birds to fly, and where they fly, before and after it has found the
/// law of a novelty: docs/reference/agents/physicist.md.
namespace novphy::experiments::physicist_paths {
namespace {

struct Options {
  std::string pair = "single_force/actions";
  std::string out{};
  ThrowSettings throws{};

  Settings settings() {
    return joined({{{"pair", &pair, "The pair whose novel tasks it plays", "PAIR"},
                    out_setting(out, {FileKind::kPicture}, "The SVG file to write")},
                   throws.settings()});
  }
};

constexpr int kMostTasks = 8;
constexpr int kWidthPx = 430;
constexpr int kGapPx = 10;
constexpr int kTitlePx = 28;
constexpr int kFootPx = 56;
constexpr Colour kBelieved = colour(0x1F4E9E, 0.45);
constexpr Colour kSeen = colour(0xB3261E);

/// The first throw at a task.
struct Attempt {
  Stage stage{};  ///< before the throw
  Law law{};      ///< by which it was planned
  Episode episode{};
  bool passed = false;
};

/// Plays tasks one after the other and looks for the law that holds in them, as the agent physicist does,
/// until a throw passes that was planned by a changed law, which is still the best one then. Throws
/// InputError if there is none.
std::vector<Attempt> attempts_at(const std::vector<Task>& tasks, const ThrowSettings& throws,
                                 const Assets& assets, const Simulator& simulator) {
  const double noise_px = throws.agent.noise_px;
  Session session = session_of(tasks, noise_px, throws.seed, assets);
  LawPosterior memory;
  std::vector<Attempt> attempts;
  while (session.state() != SessionState::kDone) {
    const std::uint64_t seed = throws.seed + attempts.size();
    Attempt& one =
        attempts.emplace_back(Attempt{.stage = stage_of(session.world()), .law = memory.laws().front().law});
    one.episode = believed_episode(session, noise_px, seed, assets, simulator);
    plan(one.episode, one.law, throws.agent.plays, simulator);
    throw_and_watch(session, one.episode, simulator);
    one.passed = passes(session, one.episode.shot);
    memory.learn(one.episode, throws.agent.plays, simulator);
    const bool holds = one.law == memory.laws().front().law;
    if (one.passed && holds && !one.law.changes.empty()) return attempts;
  }
  throw InputError("--seed",
                   fmt::format("no throw at {} tasks passes as a changed law says: expected another seed",
                               attempts.size()));
}

/// A throw, as it is drawn.
struct Drawn {
  std::string title{};
  Stage stage{};
  Ring seen_m{};
  std::vector<Ring> believed_m{};
};

Ring way_of_bird(const Flight& flight) {
  Ring way;
  for (const Frame& frame : flight)
    if (frame.back() && (way.empty() || length(*frame.back() - way.back()) > 0)) way.push_back(*frame.back());
  return way;
}

Drawn drawn(const std::string& title, const Attempt& attempt, const Law& law, const Simulator& simulator) {
  Drawn one{.title = title, .stage = attempt.stage, .seen_m = way_of_bird(attempt.episode.seen)};
  Episode whole = attempt.episode;
  whole.restarts.clear();
  for (const Flight& flight : believed_flights(whole, law, whole.tasks.size(), simulator))
    one.believed_m.push_back(way_of_bird(flight));
  return one;
}

std::string outcome(const Attempt& attempt) { return attempt.passed ? "passed" : "failed"; }

std::vector<Drawn> drawn_throws(const std::vector<Attempt>& attempts, const Simulator& simulator) {
  const Attempt& first = attempts.front();
  const Attempt& last = attempts.back();
  return {drawn("Task 1, by the usual laws: " + outcome(first), first, first.law, simulator),
          drawn("The same throw, by the law found", first, last.law, simulator),
          drawn(fmt::format("Task {}, planned by this law: {}", attempts.size(), outcome(last)), last,
                last.law, simulator)};
}

void draw_ways(Pen& pen, const Drawn& one) {
  for (const Ring& way : one.believed_m) pen.line(way).stroke(kBelieved, 0.04);
  for (const Vec2 at : one.seen_m) pen.circle(at, 0.11).fill(kSeen);
}

void draw_throw(Pen& pen, const Drawn& one, const Screen& screen) {
  draw_panel(pen, {one.stage, one.title}, screen, kTitlePx, [&](Pen& inside) { draw_ways(inside, one); });
}

/// Explains both kinds of ways, and tells the law.
void draw_foot(Pen& pen, double top_px, const Law& law) {
  pen.line({{4, top_px + 16}, {34, top_px + 16}}).stroke(kBelieved, 2.5);
  pen.write({42, top_px + 21}, "the bird in plays of drawn tasks", {.size_px = 14});
  for (const double x : {310.0, 320.0, 330.0}) pen.circle({x, top_px + 16}, 3).fill(kSeen);
  pen.write({342, top_px + 21}, "the bird as it was seen, each 0.1 s", {.size_px = 14});
  pen.write({4, top_px + 46}, "The law found: " + text(law), {.size_px = 14});
}

/// Shows everything in the tasks, and the ways of the birds.
Screen screen_of(const std::vector<Drawn>& throws) {
  std::vector<Stage> stages;
  for (const Drawn& one : throws) {
    stages.push_back(one.stage);
    stages.back().paths = {{.points_m = one.seen_m}};
  }
  return screen_for(worth_seeing(stages), kWidthPx);
}

std::string picture_of(const std::vector<Drawn>& throws, const Law& law) {
  const Screen screen = screen_of(throws);
  const int step_px = screen.width_px + kGapPx;
  const int high_px = kTitlePx + screen.height_px;
  const int wide_px = static_cast<int>(throws.size()) * step_px - kGapPx;
  return image_file(ImageFormat::kSvg, wide_px, high_px + kFootPx, [&](Pen& pen) {
    for (std::size_t i = 0; i < throws.size(); ++i) {
      const PenFrame frame(pen, {static_cast<double>(i) * step_px, 0}, 0);
      draw_throw(pen, throws[i], screen);
    }
    draw_foot(pen, high_px, law);
  });
}

void run(Options& options) {
  options.throws.agent.threads = static_cast<int>(threads_of(options.throws.jobs));
  const Assets assets = app::AssetOptions().load();
  const Pair pair = read_pair(app::shipped(options.pair), assets.catalogue);
  const OwnWorld own(assets);
  const Simulator simulator = own.simulator(options.throws.agent);
  const std::vector<Attempt> attempts = attempts_at(
      tasks_of(pair, true, kMostTasks, options.throws.seed, assets), options.throws, assets, simulator);
  const Law& found = attempts.back().law;
  app::write_file(options.out, picture_of(drawn_throws(attempts, simulator), found));
  fmt::print("Task {} is passed by a law found before it: {}\n", attempts.size(), text(found));
}

}  // namespace

void add_to(app::Command& program) {
  program.parts.push_back(
      {.text = {"physicist-paths",
                "Draws where the physicist believes birds to fly, and where they fly, before and "
                "after it finds a law"},
       .make = app::job<run>});
}

}  // namespace novphy::experiments::physicist_paths
