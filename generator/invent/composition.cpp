#include <algorithm>
#include <array>
#include <stdexcept>

#include "generator/invent/place.h"

namespace novphy {
namespace {

/// Changes that move nothing, and those after which a layout made for the usual world cannot be passed.
constexpr std::array<std::string_view, 5> kUnfit{"change_view", "limit_time", "change_material",
                                                 "invert_gravity", "mirror_slingshot"};

Task without_marks(Task task) {
  task.novelties.clear();
  return task;
}

/// The task with the part in it; nothing where the task does not take it there.
std::optional<Task> with_part(const Task& task, const PlacedNovelty& part, const Catalogue& catalogue) try {
  return inject(task, part.novelty, catalogue, part.where).task;
} catch (const std::invalid_argument&) {
  return std::nullopt;
}

/// Draws where the novelty goes, adds it to the parts, and puts it into the task. Returns false where the
/// task does not take it anywhere.
bool add_part(const Novelty& novelty, Task& task, std::vector<PlacedNovelty>& parts, Place& place,
              const Catalogue& catalogue) {
  std::vector<Where> wheres;
  if (const auto object = place.object([](Category) { return true; })) wheres.push_back({.object = object});
  wheres.push_back({.at_m = place.box(1, 1).centre_m});
  wheres.push_back({});
  for (const Where& where : wheres) {
    PlacedNovelty part{novelty, where};
    std::optional<Task> with = with_part(task, part, catalogue);
    if (!with) continue;
    task = std::move(*with);
    parts.push_back(std::move(part));
    return true;
  }
  return false;
}

/// Whether each part can be taken out while the other stays, so that a check can ask for each.
bool separable(const Task& with, const Task& task, const PlacedNovelty& second, const Catalogue& catalogue) {
  const std::optional<Task> alone = with_part(task, second, catalogue);
  return alone && without_marks(without(with, 0)) == without_marks(*alone);
}

}  // namespace

std::vector<const Novelty*> composable(const std::vector<Novelty>& table) {
  std::vector<const Novelty*> found;
  for (const Novelty& novelty : table)
    if (std::find(kUnfit.begin(), kUnfit.end(), novelty.change) == kUnfit.end()) found.push_back(&novelty);
  return found;
}

std::optional<Invention> draw_composition(const Novelty& first, const Novelty& second, const Task& task,
                                          const OldWays& ways, const Catalogue& catalogue, Rng& rng) {
  Invention invention{.law = first.name + "+" + second.name, .level = kComposed};
  Place place(task, ways, catalogue, rng);
  Task with = task;
  for (const Novelty* novelty : {&first, &second})
    if (!add_part(*novelty, with, invention.parts, place, catalogue)) return std::nullopt;
  if (!separable(with, task, invention.parts.back(), catalogue)) return std::nullopt;
  invention.place = Box{place.point().at_m, {4, 4}, 0};
  const bool scaled = std::any_of(invention.parts.begin(), invention.parts.end(),
                                  [](const PlacedNovelty& part) { return !part.novelty.strength.empty(); });
  invention.least = scaled ? 0.125 : 1;
  invention.most = scaled ? 8 : 1;
  return invention;
}

}  // namespace novphy
