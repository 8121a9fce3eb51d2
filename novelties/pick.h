#pragma once

#include <stdexcept>
#include <string>

#include "novelties/change.h"

namespace novphy {

/// The object in words: "object 3 (wood circle)".
inline std::string object_name(const Task& task, int index) {
  const Object& object = task.objects[static_cast<std::size_t>(index)];
  const std::string space = object.material.empty() ? "" : " ";
  return "object " + std::to_string(index) + " (" + object.material + space + object.type + ")";
}

/// Rank of an object when none was requested: balls come first, then other blocks, then pigs.
inline int readiness(const Object& object, const Catalogue& catalogue) {
  const Kind* kind = catalogue.find(object.type, object.material);
  if (object.type.starts_with("circle")) return 3;
  return kind->category == Category::kBlock ? 2 : 1;
}

/// Whether the entry's category allows the object. An entry allows blocks, pigs, or both.
inline bool may_alter(const Change& change, const Object& object) {
  const Category category = change.catalogue.find(object.type, object.material)->category;
  if (change.novelty.category) return category == *change.novelty.category;
  return category == Category::kBlock || category == Category::kPig;
}

/// The index of the requested object, or otherwise of the fitting object with the best readiness() (the first
/// of equals), or -1 if no object fits. Throws std::invalid_argument if the requested object does not fit.
template <typename Fits>
int pick_object(Change& change, Fits fits) {
  const int count = static_cast<int>(change.task.objects.size());
  const auto object = [&](int i) -> const Object& {
    return change.task.objects[static_cast<std::size_t>(i)];
  };
  int best = -1;
  if (change.where.object) {
    best = *change.where.object;
    if (best < 0 || best >= count) throw std::invalid_argument("there is no object " + std::to_string(best));
    if (!fits(object(best))) {
      throw std::invalid_argument(object_name(change.task, best) + " cannot take the novelty " +
                                  change.novelty.name);
    }
  } else {
    for (int i = 0; i < count; ++i) {
      if (!fits(object(i))) continue;
      if (best < 0 || readiness(object(i), change.catalogue) > readiness(object(best), change.catalogue))
        best = i;
    }
  }
  if (best >= 0) change.place = object_name(change.task, best);
  return best;
}

}  // namespace novphy
