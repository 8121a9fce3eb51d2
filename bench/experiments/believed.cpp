#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "agents/physicist/believe.h"
#include "base/parallel.h"
#include "bench/experiments/experiments.h"
#include "evaluator/measures/series.h"
#include "generator/solver.h"
#include "generator/variation.h"
#include "sim/world.h"
#include "view/geojson.h"

/// Compares the tasks that believe() gives with the settled worlds that it was shown:
/// docs/agents/physicist.md.
namespace novphy::experiments::believed {
namespace {

struct Options {
  std::string pairs{};
  int tasks = 3;
  std::uint64_t seed = 1;
  int jobs = 1;

  Settings settings() {
    return {pairs_setting(pairs), count_setting("tasks", &tasks, "Tasks of each template"),
            seed_setting(seed, "Seed of tasks, noise and draws"),
            jobs_setting(jobs, "Threads; they change no number")};
  }
};

/// How a world is shown.
struct Showing {
  double noise_px = 0;
  int observations = 1;
};

/// A task, and whether it is of a normal template: only those play by the laws that drawn tasks have.
struct ShownTask {
  Task task{};
  bool normal = true;
};

/// Sizes of errors, and whether each lay within two of the standard deviations that were told.
struct ErrorList {
  std::vector<double> sizes{};
  int coordinates = 0;
  int within = 0;

  void add(double error, double sd) {
    ++coordinates;
    within += std::abs(error) <= 2 * sd;
  }
  void add(const ErrorList& other) {
    sizes.insert(sizes.end(), other.sizes.begin(), other.sizes.end());
    coordinates += other.coordinates;
    within += other.within;
  }
};

struct Findings {
  int objects = 0;
  int right = 0;  ///< objects whose type and material are those of the most probable kind
  ErrorList place_m{};
  ErrorList angle_deg{};
  ErrorList drawn_m{};    ///< objects of tasks by draw(), once these have settled
  ErrorList at_rest_m{};  ///< the same by draw_at_rest()

  void add(const Findings& other) {
    objects += other.objects;
    right += other.right;
    place_m.add(other.place_m);
    angle_deg.add(other.angle_deg);
    drawn_m.add(other.drawn_m);
    at_rest_m.add(other.at_rest_m);
  }
};

std::vector<ShownTask> tasks_of(const Pair& pair, const Options& options, const Assets& assets) {
  const VariationOptions variation{.seed = options.seed, .proof = Proof::kNone};
  const VariationMaker maker(pair, variation, solver_numbers(assets));
  std::vector<ShownTask> tasks;
  for (const bool novel : {false, true})
    for (int i = 0; i < options.tasks; ++i)
      for (Variation& made : maker.make(novel, i).sides) tasks.push_back({std::move(made.task), !novel});
  return tasks;
}

std::vector<Observation> shown(const World& world, const Showing& showing, const Assets& assets, Rng rng) {
  const auto n = static_cast<std::size_t>(showing.observations);
  std::vector<Observation> seen(n, observe(world, assets.colours, false));
  for (Observation& each : seen) add_noise(each, world, showing.noise_px, rng);
  return seen;
}

double turn_deg(double a_rad, double b_rad) {
  return degrees(std::remainder(a_rad - b_rad, 2 * std::numbers::pi));
}

/// A round object's angle means nothing.
bool has_angle(const Kind& kind) { return !kind.type.starts_with("circle"); }

void compare(const BelievedObject& object, const BodyView& body, Findings& findings) {
  constexpr double kAtRestDeg = 0.1;  // bodies at rest sink into each other by a little
  const KindCandidate& kind = object.kinds.front();
  ++findings.objects;
  findings.right += kind.type == body.kind->type && kind.material == body.kind->material;
  const Vec2 off = object.at_m - body.at_m;
  findings.place_m.sizes.push_back(length(off));
  findings.place_m.add(off.x, object.at_sd_m);
  findings.place_m.add(off.y, object.at_sd_m);
  if (!has_angle(*body.kind)) return;
  const double turn = turn_deg(object.angle_rad, body.angle_rad);
  findings.angle_deg.sizes.push_back(std::abs(turn));
  findings.angle_deg.add(turn, degrees(object.angle_sd_rad) + kAtRestDeg / 2);
}

void compare_settled(const std::vector<Task>& tasks, const Believed& believed, const World& world,
                     ErrorList& errors) {
  for (const Task& task : tasks) {
    const World drawn(task, world.catalogue(), world.physics());
    for (std::size_t i = 0; i < believed.objects.size(); ++i)
      errors.sizes.push_back(
          length(drawn.body(static_cast<int>(i)).at_m - world.body(believed.objects[i].id).at_m));
  }
}

void compare_drawn(const Believed& believed, const World& world, std::uint64_t seed, Findings& findings) {
  constexpr int kDraws = 4;
  compare_settled(draw(believed, kDraws, seed), believed, world, findings.drawn_m);
  compare_settled(draw_at_rest(believed, kDraws, seed, world.catalogue(), world.physics()), believed, world,
                  findings.at_rest_m);
}

Findings findings_of(const ShownTask& task, const Showing& showing, const Assets& assets, Rng rng) {
  const World world(task.task, assets.catalogue, assets.physics.at("standard"));
  const std::vector<Observation> seen = shown(world, showing, assets, rng);
  const Believed believed = believe(seen, assets.catalogue, assets.colours, showing.noise_px);
  Findings findings;
  for (const BelievedObject& object : believed.objects) compare(object, world.body(object.id), findings);
  if (task.normal) compare_drawn(believed, world, rng.seed64(), findings);
  return findings;
}

/// "0.0113  0.0099  0.0250": mean, median and 95 %.
std::string summary(std::vector<double> sizes) {
  std::sort(sizes.begin(), sizes.end());
  const auto at = [&](std::size_t percent) {
    return sizes.empty() ? 0 : sizes[(sizes.size() - 1) * percent / 100];
  };
  return fmt::format("{:6.4f} {:6.4f} {:6.4f}", mean(sizes).value_or(0), at(50), at(95));
}

double percent(int part, int all) { return all > 0 ? 100.0 * part / all : 0; }

void print(const Showing& showing, const Findings& all) {
  fmt::print("{:>3} px {:>3}   {:7.2f}   {} {:6.1f}   {} {:6.1f}   {}   {}\n", showing.noise_px,
             showing.observations, percent(all.right, all.objects), summary(all.place_m.sizes),
             percent(all.place_m.within, all.place_m.coordinates), summary(all.angle_deg.sizes),
             percent(all.angle_deg.within, all.angle_deg.coordinates), summary(all.drawn_m.sizes),
             summary(all.at_rest_m.sizes));
}

Findings findings_of_all(const std::vector<ShownTask>& tasks, const Showing& showing, const Options& options,
                         const Assets& assets) {
  std::vector<Findings> each(tasks.size());
  parallel_for(tasks.size(), threads_of(options.jobs), [&](std::size_t i) {
    each[i] = findings_of(tasks[i], showing, assets, Rng::stream(options.seed, "bench/believed", i));
  });
  Findings all;
  for (const Findings& one : each) all.add(one);
  return all;
}

void run(Options& options) {
  const Assets assets = app::AssetOptions().load();
  std::vector<ShownTask> tasks;
  for (const Pair& pair : load_pairs(options.pairs, assets.catalogue))
    for (ShownTask& task : tasks_of(pair, options, assets)) tasks.push_back(std::move(task));
  const int objects = findings_of_all(tasks, {}, options, assets).objects;
  fmt::print(
      "{} objects of {} tasks. Errors: mean, median, 95 %, and the share (%) within 2 sd; the last columns "
      "are of objects in drawn normal tasks, once settled\n",
      objects, tasks.size());
  fmt::print("{:<22}{:<31}{:<31}{:<23}{}\n", "noise  seen  right %", "place (m)", "angle (deg)", "drawn (m)",
             "drawn at rest (m)");
  for (const double noise_px : {0.0, kUsualNoisePx, kMostNoisePx})
    for (const int observations : {1, 8}) {
      const Showing showing{.noise_px = noise_px, .observations = observations};
      print(showing, findings_of_all(tasks, showing, options, assets));
    }
}

}  // namespace

void add_to(app::Command& program) {
  app::add_job(
      program,
      {"believed", "Prints how near the tasks that agents believe in come to the worlds that they are shown"},
      app::job_of(run));
}

}  // namespace novphy::experiments::believed
