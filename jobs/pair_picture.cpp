#include "jobs/pair_picture.h"

#include <algorithm>
#include <vector>

#include "view/image_file.h"
#include "view/stage.h"
#include "view/tracks.h"

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

}  // namespace novphy
