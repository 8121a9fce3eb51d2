#include "sim/task.h"

#include <array>

namespace novphy {
namespace {

constexpr std::array<std::string_view, 6> kEnds{"pigs_gone", "birds_used", "time",
                                                "no_shot",   "too_late",   "forbidden"};
constexpr std::array<std::string_view, 8> kEventKinds{"launch", "tap",  "contact", "damage",
                                                      "death",  "push", "score",   "bird_gone"};

}  // namespace

std::string_view name(End end) { return kEnds.at(static_cast<std::size_t>(end)); }

std::string_view name(EventKind kind) { return kEventKinds.at(static_cast<std::size_t>(kind)); }

}  // namespace novphy
