#include "serve/published_labels.h"

#include <algorithm>
#include <array>

namespace novphy {
namespace {

constexpr std::string_view kPink = "pink_";
constexpr std::string_view kPig = "pig_basic_";

/// The beginnings of labels that published readers know.
constexpr std::array<std::string_view, 15> kKnown{
    "bird_red",         "bird_yellow",   "bird_blue", "bird_black", "bird_white", "pig_basic_small",
    "pig_basic_medium", "pig_basic_big", "ice_",      "stone_",     "wood_",      "TNT",
    "Platform",         "platform",      "Object"};

}  // namespace

std::string published_label(std::string_view label) {
  if (label.starts_with(kPink)) {
    const std::string_view rest = label.substr(kPink.size());
    return rest.starts_with(kPig) ? std::string(rest) : std::string("wood_").append(rest);
  }
  const bool known = std::any_of(kKnown.begin(), kKnown.end(),
                                 [&](std::string_view begin) { return label.starts_with(begin); });
  return known ? std::string(label) : "unknown";
}

}  // namespace novphy
