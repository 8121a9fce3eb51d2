#include "sim/outcome.h"

#include <array>

namespace novphy {

std::string_view name(End end) {
  static constexpr std::array<std::string_view, 4> kNames{"pigs_gone", "birds_used", "time", "no_shot"};
  return kNames.at(static_cast<std::size_t>(end));
}

std::string_view name(EventKind kind) {
  static constexpr std::array<std::string_view, 8> kNames{"launch", "tap",  "contact", "damage",
                                                          "death",  "push", "score",   "bird_gone"};
  return kNames.at(static_cast<std::size_t>(kind));
}

}  // namespace novphy
