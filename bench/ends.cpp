#include <fmt/core.h>

#include <atomic>
#include <thread>

#include "bench/program.h"
#include "generator/parallel.h"
#include "levels/assets.h"
#include "levels/input_error.h"
#include "levels/pair.h"
#include "sim/play.h"
#include "sim/rng.h"

/// Whether ending a play early changes its result: every play is played again to the time cap, and once more
/// with the searches' rule for slow birds.
namespace novphy {
namespace {

struct Options {
  std::string templates;
  std::string assets = NOVPHY_SOURCE_DIR "/assets";
  std::size_t plays = 20000;
  std::uint64_t seed = 1;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
};

struct Counts {
  std::atomic<int> won{0};
  std::atomic<int> changed{0};        ///< won or lost otherwise at the cap
  std::atomic<int> lost_rescored{0};  ///< lost either way, with another score
  std::atomic<int> slow_lost{0};      ///< won, but not with the rule for slow birds
  std::atomic<int> slow_won{0};
};

/// Throws over the whole sling, mostly at the field, at full pull or less.
std::vector<Shot> random_shots(const Task& task, Rng& rng) {
  std::vector<Shot> shots;
  for (std::size_t i = 0; i < task.birds.size(); ++i) {
    const double elevation_deg = rng.uniform(-20, 90);
    const double pull_m = rng.uniform(0.5, 1.2);
    shots.push_back(aimed(radians(task.slingshot.faces_left ? 180 - elevation_deg : elevation_deg), pull_m));
  }
  return shots;
}

/// What tells the play again: the template, where it was moved to, and the shots.
void show(const Template& base, const Task& task, const std::vector<Shot>& shots, const Outcome& early,
          const Outcome& late) {
  std::string text = fmt::format("changes: {} moved by ({:.4f}, {:.4f}):", base.name,
                                 task.objects[0].at_m.x - base.task.objects[0].at_m.x,
                                 task.objects[0].at_m.y - base.task.objects[0].at_m.y);
  for (const Shot& shot : shots)
    text += fmt::format(" {}@{}", degrees(launch_angle_rad(shot)), length(shot.drag_m));
  fmt::print("{}; {} after {:.2f} s, {} after {:.2f} s\n", text, name(early.end), early.time_s,
             name(late.end), late.time_s);
}

void play_three_times(const Template& base, Rng& rng, const Assets& assets, Counts& counts) {
  const Task task = shifted(base, draw_shift(base, rng));
  const std::vector<Shot> shots = random_shots(task, rng);
  const Physics& physics = assets.physics.at("standard");
  Physics to_the_cap = physics;
  to_the_cap.rules.early_end = false;
  const Outcome early = play(task, shots, assets.catalogue, physics);
  const Outcome late = play(task, shots, assets.catalogue, to_the_cap);
  const Outcome slow = play(task, shots, assets.catalogue, assets.physics.at("fast"));
  if (early.won != late.won || (!early.won && early.score != late.score))
    show(base, task, shots, early, late);
  counts.won += early.won ? 1 : 0;
  counts.changed += early.won != late.won ? 1 : 0;
  counts.lost_rescored += !early.won && !late.won && early.score != late.score ? 1 : 0;
  counts.slow_lost += early.won && !slow.won ? 1 : 0;
  counts.slow_won += !early.won && slow.won ? 1 : 0;
}

void run(const Options& options) {
  const Assets assets = load_assets(options.assets);
  std::vector<Template> templates;
  for (const Pair& pair : read_published(options.templates, assets.catalogue)) {
    templates.push_back(pair.normal);
    templates.push_back(pair.novel);
  }
  Counts counts;
  parallel_for(options.plays, options.jobs, [&](std::size_t i) {
    Rng rng = Rng::stream(options.seed, "bench/ends", i);
    play_three_times(templates[i % templates.size()], rng, assets, counts);
  });
  fmt::print("{} plays of {} templates, {} won\n", options.plays, templates.size(), counts.won.load());
  fmt::print("played to the time cap: {} change between won and lost, {} lost ones change their score\n",
             counts.changed.load(), counts.lost_rescored.load());
  fmt::print("with the searches' rule for slow birds: {} of the wins are lost, {} more are won\n",
             counts.slow_lost.load(), counts.slow_won.load());
}

}  // namespace
}  // namespace novphy

int main(int argc, char** argv) {
  CLI::App app("Counts the plays whose early end changes their result");
  novphy::Options options;
  app.add_option("--templates", options.templates, "Folder of the published templates")->required();
  app.add_option("--assets", options.assets, "Folder of the numbers")->capture_default_str();
  app.add_option("--plays", options.plays, "How many")->capture_default_str();
  app.add_option("--seed", options.seed, "Of the throws")->capture_default_str();
  app.add_option("--jobs", options.jobs, "Threads")->check(CLI::Range(1, 256));
  return novphy::run_program(app, argc, argv, [&] { novphy::run(options); });
}
