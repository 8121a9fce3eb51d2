#include "sim/catalogue.h"

#include <algorithm>

namespace novphy {

std::string appearance(const Kind& kind) {
  if (kind.category == Category::kBird) return "bird_" + kind.type;
  return kind.material.empty() ? kind.type : kind.material + "_" + kind.type;
}

const Kind* Catalogue::find(std::string_view type, std::string_view material) const {
  const auto it = std::find_if(objects.begin(), objects.end(),
                               [&](const Kind& k) { return k.type == type && k.material == material; });
  return it == objects.end() ? nullptr : &*it;
}

const BirdKind* Catalogue::bird(std::string_view name) const {
  const auto it =
      std::find_if(birds.begin(), birds.end(), [&](const BirdKind& b) { return b.body.type == name; });
  return it == birds.end() ? nullptr : &*it;
}

}  // namespace novphy
