#include "generator/start_checks.h"

#include <fmt/core.h>

#include "generator/thresholds.h"
#include "levels/overlap.h"
#include "sim/screen.h"

namespace novphy {
namespace {

/// Whether an object's centre is outside the screen or below the ground. Platforms do not count, as they may
/// reach into the ground or over the edge.
bool out_of_view(const Object& object, const Catalogue& catalogue) {
  if (object.type == "platform") return false;
  const Screen screen;
  const Pixel at = screen.pixel(object.at_m);
  return at.x < 0 || at.x >= screen.width_px || at.y < 0 || at.y >= screen.height_px ||
         object.at_m.y < catalogue.world.ground_top_m;
}

}  // namespace

std::optional<std::string> moves_by_itself(const Task& task, const SolverNumbers& numbers, std::size_t from) {
  using namespace thresholds;
  World world(task, numbers.catalogue, numbers.physics);
  while (!world.end() && world.time_s() < kQuietS) world.tick();
  for (std::size_t i = from; i < task.objects.size(); ++i) {
    const BodyView now = world.body(static_cast<int>(i));
    // Measured from the place in the task, because an object must not move while the task settles either.
    const double moved = length(now.at_m - task.objects[i].at_m);
    if (now.present && moved <= kQuietM) continue;
    return now.present
               ? fmt::format("object {} moves {:.2f} m by itself, expected at most {} m", i, moved, kQuietM)
               : fmt::format("object {} is gone without a shot", i);
  }
  return std::nullopt;
}

std::optional<std::string> no_valid_start(const Task& task, const SolverNumbers& numbers) {
  if (!task.may_overlap)
    for (const Overlap& overlap : check_overlaps(task, numbers.catalogue)) return overlap_text(overlap, task);
  for (std::size_t i = 0; i < task.objects.size(); ++i)
    if (out_of_view(task.objects[i], numbers.catalogue)) return fmt::format("object {} is out of view", i);
  return moves_by_itself(task, numbers);
}

}  // namespace novphy
