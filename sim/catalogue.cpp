#include "sim/catalogue.h"

#include <algorithm>

namespace novphy {

std::optional<double> acts_above_mps(const Targets& on, Category category) {
  switch (category) {
    case Category::kBird:
    case Category::kEgg:
      return on.birds_above_mps;
    case Category::kBlock:
    case Category::kTnt:
      return on.blocks_above_mps;
    case Category::kPig:
      return on.pigs_above_mps;
    default:
      return std::nullopt;
  }
}

namespace {

bool is_of_class(const Bodies& these, Category category) {
  switch (category) {
    case Category::kBird:
    case Category::kEgg:
      return these.birds;
    case Category::kBlock:
    case Category::kTnt:
      return these.blocks;
    case Category::kPig:
      return these.pigs;
    case Category::kPlatform:
      return these.platforms;
    case Category::kGround:
      return these.ground;
    default:
      return false;
  }
}

}  // namespace

bool is_among(const Bodies& these, const Kind& kind, int object) {
  return is_of_class(these, kind.category) && (these.material.empty() || these.material == kind.material) &&
         these.object.value_or(object) == object;
}

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
