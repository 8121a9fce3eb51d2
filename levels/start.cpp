#include "levels/start.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "levels/overlap.h"

namespace novphy {
namespace {

void warn(Problem at, std::string text, Warnings& warnings) {
  at.text = std::move(text);
  warnings.push_back(std::move(at));
}

/// Whether an object that moves starts where the play takes it out of the world.
bool is_outside(const Object& object, const Task& task, const Catalogue& catalogue) {
  const Kind* kind = catalogue.find(object.type, object.material);
  return kind && kind->category != Category::kPlatform &&
         std::abs(object.at_m.x) - kind->size_m.x / 2 > task.width_m / 2;
}

void warn_of_outside(const Task& task, const Catalogue& catalogue, const StartPlaces& places,
                     Warnings& warnings) {
  for (std::size_t i = 0; i < std::min(task.objects.size(), places.objects.size()); ++i)
    if (is_outside(task.objects[i], task, catalogue))
      warn(places.objects[i],
           fmt::format("{} starts outside the world, which is from x = {:g} to {:g}: it is gone at once",
                       task.objects[i].type, -task.width_m / 2, task.width_m / 2),
           warnings);
}

}  // namespace

bool has_goal(const Task& task, const Catalogue& catalogue) {
  return std::any_of(task.objects.begin(), task.objects.end(), [&](const Object& object) {
    const Kind* kind = catalogue.find(object.type, object.material);
    return kind && kind->category == Category::kPig;
  });
}

void need_goal(const Task& task, const Catalogue& catalogue, const std::string& file) {
  if (!has_goal(task, catalogue))
    throw InputError(file, "expected at least one pig among the objects, found none: the task has no goal");
}

Task read_with_goal(const std::filesystem::path& file, const Catalogue& catalogue, Warnings* warnings) {
  Warnings found;
  Task task = read_task(file, catalogue, &found);
  need_goal(task, catalogue, file.string());
  if (warnings) warnings->insert(warnings->end(), found.begin(), found.end());
  return task;
}

void add_start_warnings(const Task& task, const Catalogue& catalogue, const StartPlaces& places,
                        Warnings& warnings) {
  if (!has_goal(task, catalogue))
    warn(places.whole, "found no pig: the level can be drawn and played, but not won", warnings);
  warn_of_outside(task, catalogue, places, warnings);
  if (task.may_overlap) return;
  for (const Overlap& overlap : check_overlaps(task, catalogue))
    if (const auto object = static_cast<std::size_t>(overlap.object); object < places.objects.size())
      warn(places.objects[object], overlap_text(overlap, task), warnings);
}

}  // namespace novphy
