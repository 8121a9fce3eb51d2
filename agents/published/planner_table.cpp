#include "agents/published/planner_table.h"

#include "agents/published/planner.h"
#include "sim/screen.h"
#include "view/object_table.h"

namespace novphy {
namespace {

using Table = ObjectTable;

Pixel pixel_at(std::span<const float> cells, std::size_t at) {
  return {static_cast<int>(cells[at]), static_cast<int>(cells[at + 1])};
}

PixelBox box_at(std::span<const float> cells, std::size_t at) {
  const Pixel first = pixel_at(cells, at);
  const Pixel last = pixel_at(cells, at + 2);
  return {first.x, first.y, last.x, last.y};
}

bool holds(const PixelBox& box, Pixel p) {
  return box.left <= p.x && p.x <= box.right && box.top <= p.y && p.y <= box.bottom;
}

}  // namespace

std::optional<Shot> planned_shot(std::span<const float> table, std::size_t object, bool high, Vec2 point) {
  if (object >= Table::kRows || table[Table::row(object) + Table::Row::kUsed] == 0) return {};
  const PixelBox box = box_at(table, Table::row(object) + Table::Row::kBox);
  Observation seen;
  seen.px_per_m = Screen{}.px_per_m;
  seen.slingshot = box_at(table, Table::Header::kSlingshot);
  seen.bird_rest = pixel_at(table, Table::Header::kBirdRest);
  if (holds(box, seen.bird_rest)) return {};
  const Vec2 target_px{box.left + point.x * (box.right - box.left),
                       box.top + point.y * (box.bottom - box.top)};
  const std::vector<Release> releases = plan_releases(seen.slingshot, target_px);
  if (releases.empty()) return {};
  return shot_from_release(seen, releases[high ? 1 : 0].at);
}

}  // namespace novphy
