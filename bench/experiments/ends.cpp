#include <fmt/core.h>

#include <array>
#include <mutex>

#include "base/parallel.h"
#include "bench/experiments/drawn_plays.h"
#include "bench/experiments/experiments.h"
#include "generator/variation.h"

/// Finds out whether an early end of a play changes the result of the play. Every drawn play is played again
/// with other ends.
namespace novphy::experiments::ends {
namespace {

struct Options {
  std::vector<std::string> templates{};
  std::string later = "rest";
  std::uint64_t plays = 20000;
  std::uint64_t from = 0;
  std::uint64_t seed = 1;
  int jobs = 0;

  Settings settings() {
    return {{"templates", &templates, "Folders of published templates, besides our pairs", "DIR"},
            {"later", &later,
             "Ends to compare with: rest, without certain ends: birds go when they rest, are too old or have "
             "left; cap, to the time cap after the last launch, whatever happens; fast, with the searches' "
             "rule for slow birds, which ends plays sooner",
             Also{.choices = {"rest", "cap", "fast"}}},
            {"plays", &plays, "How many", Also{.least = 1, .most = 1e9}},
            {"from", &from, "Number of the first play", Also{.least = 0, .most = 1e9}},
            seed_setting(seed, "Seed of the draws"),
            jobs_setting(jobs, "Threads")};
  }
};

Physics with_later_ends(const Assets& assets, const std::string& later) {
  Physics physics = assets.physics.at(later == "fast" ? "fast" : "standard");
  if (later == "rest") return without_certain_ends(physics);
  if (later == "cap") physics.rules.early_end = false;
  return physics;
}

struct Counts {
  std::array<int, 3> kinds{};  ///< plays by ThrowKind
  int won = 0;
  int lost_by = 0;   ///< plays that are won only with the usual ends
  int won_by = 0;    ///< plays that are won only with the other ends
  int rescored = 0;  ///< plays that are lost both times, with different scores
  int turns = 0;     ///< other plays with different PlayResult::turns
  std::int64_t steps = 0;
  std::int64_t later_steps = 0;
};

std::string differs(const PlayResult& here, const PlayResult& later, bool turns, Counts& counts) {
  if (here.won && !later.won) return ++counts.lost_by, "won, and lost with the other ends";
  if (!here.won && later.won) return ++counts.won_by, "lost, and won with the other ends";
  if (!here.won && here.score != later.score) return ++counts.rescored, "another score";
  if (turns && here.turns != later.turns) return ++counts.turns, "another turn of a bird";
  return {};
}

/// The template, the kind of throw and the shots of a play. A shot is its launch angle in degrees @ its pull
/// in metres.
std::string text_of(const DrawnPlay& play) {
  std::string text = fmt::format("{}, {} throws:", play.name, name(play.kind));
  for (const Shot& shot : play.shots)
    text += fmt::format(" {:.3f}@{:.3f}", degrees(launch_angle_rad(shot)), length(shot.drag_m));
  return text;
}

std::vector<Pair> pairs_of(const Options& options, const Catalogue& catalogue) {
  std::vector<Pair> pairs = load_pairs("", catalogue);
  for (const std::string& folder : options.templates)
    for (Pair& pair : published_pairs(folder, catalogue)) pairs.push_back(std::move(pair));
  return pairs;
}

void print(const Options& options, const Counts& counts, std::size_t pairs) {
  fmt::print("{} plays of {} templates ({} random, {} aimed, {} solved throws), {} won\n", options.plays,
             2 * pairs, counts.kinds[0], counts.kinds[1], counts.kinds[2], counts.won);
  fmt::print("compared with: {}\n", options.later);
  fmt::print("{} wins are lost, {} losses are won, {} losses have another score", counts.lost_by,
             counts.won_by, counts.rescored);
  if (options.later == "rest") fmt::print(", {} others another turn of a bird", counts.turns);
  const double steps = static_cast<double>(counts.steps) / static_cast<double>(options.plays);
  fmt::print("\n{:.0f} steps a play instead of {:.0f}\n", steps,
             static_cast<double>(counts.later_steps) / static_cast<double>(options.plays));
}

void run(Options& options) {
  const Assets assets = app::AssetOptions().load();
  const Physics& physics = assets.physics.at("standard");
  const Physics later = with_later_ends(assets, options.later);
  std::vector<Pair> pairs = pairs_of(options, assets.catalogue);
  const std::size_t count = pairs.size();
  const PlayDrawer drawer(std::move(pairs), {assets.catalogue, assets.physics.at("fast"), physics});
  Counts counts;
  std::mutex guard;
  parallel_for(options.plays, threads_of(options.jobs), [&](std::size_t i) {
    const DrawnPlay play = drawer.draw(options.seed, options.from + i);
    const PlayResult here = play_result(play.task, play.shots, assets.catalogue, physics);
    const PlayResult there = play_result(play.task, play.shots, assets.catalogue, later);
    const std::scoped_lock lock(guard);
    ++counts.kinds[static_cast<std::size_t>(play.kind)];
    counts.won += here.won ? 1 : 0;
    counts.steps += here.steps;
    counts.later_steps += there.steps;
    const std::string difference = differs(here, there, options.later == "rest", counts);
    if (!difference.empty()) fmt::print("play {} of {}: {}\n", options.from + i, text_of(play), difference);
  });
  print(options, counts, count);
}

}  // namespace

void add_to(app::Command& program) {
  app::add_job(program, {"ends", "Counts the plays that come out otherwise where they end later"},
               app::job_of(run));
}

}  // namespace novphy::experiments::ends
