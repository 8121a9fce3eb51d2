#include <fmt/core.h>

#include <array>
#include <cmath>
#include <optional>

#include "agents/published/planner.h"
#include "app/arguments.h"
#include "app/commands.h"
#include "sim/observation.h"
#include "sim/world.h"

namespace novphy::app {
namespace {

struct AimArguments {
  AssetOptions assets{};
  TaskArgument task{};
  std::string at{};
  std::optional<double> pull_m{};

  Settings settings() {
    return joined({task.settings(),
                   {{"at", &at, "The point, in metres", "X,Y", Also{.required = true}},
                    {"pull", &pull_m,
                     "Pull of the exact shots, in metres; the published planner always pulls fully", "M"}},
                   assets.settings()});
  }
};

/// Prints one line: the option for `novphy play`, then a remark on the shot.
void print_shot(double angle_rad, double pull_m, const std::string& remark) {
  fmt::print("{:<24}  {}\n", fmt::format("--shot {:.4f}@{:g}", degrees(angle_rad), pull_m), remark);
}

constexpr std::array<const char*, 2> kNames{"low", "high"};

void print_published(const World& world, Vec2 target_m) {
  const Observation seen = observe(world, {}, false);
  const Pixel target = Screen().pixel(target_m);
  const auto releases =
      plan_releases(seen.slingshot, {static_cast<double>(target.x), static_cast<double>(target.y)});
  if (releases.empty()) fmt::print("{:<24}  published planner: out of reach\n", "");
  for (std::size_t i = 0; i < releases.size(); ++i)
    print_shot(launch_angle_rad(shot_from_release(seen, releases[i].at)), world.catalogue().launch.max_drag_m,
               fmt::format("published planner, {}", kNames.at(i)));
}

Launcher launcher(const Task& task, const Catalogue& catalogue, double pull_m) {
  return {.anchor_m = task.slingshot.at_m + catalogue.launch.anchor_offset_m,
          .pull_m = pull_m,
          .speed_per_pull_per_s = catalogue.launch.speed_per_drag_per_s * task.slingshot.speed_factor,
          .gravity_mps2 = catalogue.bird(task.birds.front())->body.gravity_scale * task.gravity_mps2};
}

void print_exact(const Launcher& from, Vec2 target_m) {
  const std::vector<Aim> aims = aims_through(from, target_m);
  if (aims.empty()) fmt::print("{:<24}  exact parabola: out of reach\n", "");
  for (std::size_t i = 0; i < aims.size(); ++i)
    print_shot(aims[i].angle_rad, from.pull_m,
               fmt::format("exact parabola, {}, {:.2f} s", i < kNames.size() ? kNames.at(i) : "another",
                           aims[i].flight_s));
}

void aim(AimArguments& options) {
  const Vec2 target_m = point_argument("--at", options.at);
  const Assets assets = options.assets.load();
  const Task task = options.task.load(assets.catalogue);
  const double full_m = assets.catalogue.launch.max_drag_m;
  const double pull_m = options.pull_m.value_or(full_m);
  if (!(pull_m > 0) || pull_m > full_m)
    throw InputError("--pull",
                     fmt::format("found {:g}, expected more than 0 and at most {:g} m", pull_m, full_m));
  print_published(World(task, assets.catalogue, assets.physics.at(options.assets.physics)), target_m);
  print_exact(launcher(task, assets.catalogue, pull_m), target_m);
}

}  // namespace

void add_aim(Command& program) {
  add_job(program,
          {"aim",
           "Prints the shots that fly through a point, if nothing is in the way: by the published planner "
           "and exactly",
           kTasksGroup, "novphy aim rolling/agents:normal --at 4,-3"},
          job_of(aim));
}

}  // namespace novphy::app
