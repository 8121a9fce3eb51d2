#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

namespace novphy {

/// The novelties and scenarios in the order of the NovPhy papers. The index + 1 is the number in published
/// file names: type 010203 has the second novelty and the third scenario. Pairs may use other names; these
/// sort after the papers'.
inline constexpr std::array<std::string_view, 8> kNovelties{
    "objects", "agents", "actions", "interactions", "relations", "environments", "goals", "events"};
inline constexpr std::array<std::string_view, 5> kScenarios{"single_force", "multiple_forces", "rolling",
                                                            "falling", "sliding"};

/// Whether name a comes before name b: first the names in `papers_order`, in that order, then all others
/// alphabetically.
template <class List>
bool comes_before(const List& papers_order, std::string_view a, std::string_view b) {
  const auto key = [&](std::string_view name) {
    return std::tuple(std::find(papers_order.begin(), papers_order.end(), name), name);
  };
  return key(a) < key(b);
}

}  // namespace novphy
