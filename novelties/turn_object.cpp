#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "levels/overlap.h"
#include "novelties/change.h"
#include "novelties/pick.h"

namespace novphy {
namespace {

double lowest_m(const Object& object, const Catalogue& catalogue) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const Ring& ring : outline_in_world(object, catalogue))
    for (const Vec2 corner : ring) lowest = std::min(lowest, corner.y);
  return lowest;
}

/// The object turned counter-clockwise, and moved up or down so that its lowest point keeps its height.
/// Coordinates are rounded to 1e-4 m.
Object turned(Object object, double by_rad, const Catalogue& catalogue) {
  const double before = lowest_m(object, catalogue);
  object.angle_rad += by_rad;
  object.at_m.y = std::round((object.at_m.y + before - lowest_m(object, catalogue)) * 1e4) / 1e4;
  return object;
}

bool involves(const Overlap& overlap, int index) { return overlap.object == index || overlap.other == index; }

/// Whether the turned object starts outside of everything else.
bool is_clear(Task task, int index, double by_rad, const Catalogue& catalogue) {
  Object& object = task.objects[static_cast<std::size_t>(index)];
  object = turned(object, by_rad, catalogue);
  const std::vector<Overlap> overlaps = check_overlaps(task, catalogue);
  return std::none_of(overlaps.begin(), overlaps.end(),
                      [&](const Overlap& overlap) { return involves(overlap, index); });
}

/// The requested object, or else one whose turn shows and that has room to turn. Balls look almost alike from
/// all sides.
int pick_turnable(Change& change, double by_rad) {
  return pick_object(change, [&](const Object& object) {
    if (!may_alter(change, object)) return false;
    if (change.where.object) return true;
    const int index = static_cast<int>(&object - change.task.objects.data());
    return !object.type.starts_with("circle") && is_clear(change.task, index, by_rad, change.catalogue);
  });
}

}  // namespace

void turn_object(Change& change) {
  const double by_rad = radians(change.values.at("angle_deg"));
  const int index = pick_turnable(change, by_rad);
  if (index < 0)
    throw std::invalid_argument("there is no pig or block with room to turn; say which with --object");
  Object& object = change.task.objects[static_cast<std::size_t>(index)];
  change.mark.undo.emplace_back(RestorePose{index, object.at_m, object.angle_rad});
  object = turned(object, by_rad, change.catalogue);
}

}  // namespace novphy
