#include "jobs/pair_picture.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text.h"
#include "view/filming.h"
#include "view/image_file.h"
#include "view/stage.h"

namespace novphy {
namespace {

constexpr int kWidthPx = 560;
constexpr std::size_t kPlays = 5;  // more would hide the task

Panel panel_of(const Template& base, const SideReport& side, const std::string& caption,
               const SolverNumbers& numbers, bool fields) {
  const World world(base.task, numbers.catalogue, numbers.physics);
  Panel panel{.stage = stage_of(world), .caption = caption};
  if (fields) panel.stage.fields = field_shapes(world);
  const std::size_t every = std::max<std::size_t>(1, side.solutions.size() / kPlays);
  for (std::size_t i = 0; i < side.solutions.size(); i += every) {
    const auto paths = paths_of(base.task, side.solutions[i].shots, numbers.catalogue, numbers.physics);
    panel.stage.paths.insert(panel.stage.paths.end(), paths.begin(), paths.end());
  }
  return panel;
}

}  // namespace

std::string pair_picture(const Pair& pair, const PairReport& report, const SolverNumbers& numbers,
                         bool fields) {
  const std::vector<Panel> panels{panel_of(pair.normal, report.normal, "normal", numbers, fields),
                                  panel_of(pair.novel, report.novel, "novel", numbers, fields)};
  const Screen screen = screen_for(worth_seeing({panels[0].stage, panels[1].stage}), kWidthPx);
  return image_file(panels, screen, ImageFormat::kPng, 2);
}

namespace {

/// The task with the least value of the dimension; the first of equals.
std::optional<std::size_t> decisive_task(const PairDifficulty& found, std::size_t dimension) {
  std::optional<std::size_t> least;
  for (std::size_t i = 0; i < found.novel.size(); ++i) {
    const auto value = found.novel[i][dimension].difficulty.value;
    if (value && (!least || *value < *found.novel[*least][dimension].difficulty.value)) least = i;
  }
  return least;
}

/// A closed path around the outline of each object with one of these ids.
std::vector<Path> outlines(const SeenScene& scene, const std::vector<int>& ids, const Screen& screen) {
  std::vector<Path> paths;
  for (const SceneObject& thing : scene) {
    if (std::find(ids.begin(), ids.end(), thing.id) == ids.end()) continue;
    Path path{.body = thing.id, .bird = true};
    for (std::size_t i = 0; i <= thing.outline.front().size(); ++i) {
      const OutlinePoint& p = thing.outline.front()[i % thing.outline.front().size()];
      const Vec2 from_centre{p.x - screen.width_px / 2.0, p.y - screen.height_px / 2.0};
      path.points_m.push_back(screen.centre_m + (1 / screen.px_per_m) * from_centre);
    }
    paths.push_back(std::move(path));
  }
  return paths;
}

}  // namespace

std::string difficulty_picture(const PairTasks& tasks, const PairDifficulty& found, const Assets& assets) {
  std::vector<Panel> panels;
  std::vector<Stage> stages;
  for (std::size_t d = 0; d < kSeenDimensions.size(); ++d) {
    const auto task = decisive_task(found, d);
    if (!task) continue;
    const World world(tasks.novel[*task], assets.catalogue, assets.physics.at("standard"));
    const SceneDegree& degree = found.novel[*task][d];
    Panel panel{.stage = stage_of(world),
                .caption = fmt::format("{} {}: novel task {}", kSeenDimensions[d],
                                       rounded(*degree.difficulty.value), *task + 1)};
    panel.stage.paths = outlines(scene_of(observe(world, assets.colours, false)), degree.deciders, Screen());
    stages.push_back(panel.stage);
    panels.push_back(std::move(panel));
  }
  if (panels.empty()) return {};
  return image_file(panels, screen_for(worth_seeing(stages), kWidthPx), ImageFormat::kPng, 2);
}

}  // namespace novphy
