#pragma once

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

namespace novphy {

/// The first three names, and how many more there are: "a, b, c and 37 more".
inline std::string some_of(const std::vector<std::string>& names) {
  const std::size_t shown = std::min<std::size_t>(names.size(), 3);
  const std::vector<std::string> first(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown));
  const std::string text = fmt::format("{}", fmt::join(first, ", "));
  return names.size() == shown ? text : fmt::format("{} and {} more", text, names.size() - shown);
}

}  // namespace novphy
