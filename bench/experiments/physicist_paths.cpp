#include <fmt/core.h>

#include "agents/physicist/law_memory.h"
#include "agents/physicist/planner.h"
#include "base/input_error.h"
#include "bench/experiments/experiments.h"
#include "bench/experiments/physicist_throw.h"
#include "view/draw.h"
#include "view/image_file.h"

/// Draws where the physicist believes birds to fly, and where they fly, before and after it has found the
/// law of a novelty: docs/agents/physicist.md.
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
  LawMemory memory;
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
  for (const Flight& flight : believed_flights(attempt.episode, law, attempt.episode.tasks.size(), simulator))
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
  app::add_job(program,
               {"physicist-paths",
                "Draws where the physicist believes birds to fly, and where they fly, before and "
                "after it finds a law"},
               app::job_of(run));
}

}  // namespace novphy::experiments::physicist_paths
