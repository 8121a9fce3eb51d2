#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

namespace novphy {

/// The novelties and scenarios of NovPhy in its papers' order; position + 1 is the number in its file names
/// (type 010203: second novelty, third scenario). Others may be added freely: they sort after these.
inline constexpr std::array<std::string_view, 8> kNovelties{
    "objects", "agents", "actions", "interactions", "relations", "environments", "goals", "events"};
inline constexpr std::array<std::string_view, 5> kScenarios{"single_force", "multiple_forces", "rolling",
                                                            "falling", "sliding"};

/// The papers' order first, then the alphabet.
template <class List>
bool comes_before(const List& papers_order, std::string_view a, std::string_view b) {
  const auto key = [&](std::string_view name) {
    return std::tuple(std::find(papers_order.begin(), papers_order.end(), name), name);
  };
  return key(a) < key(b);
}

}  // namespace novphy
