#include "levels/published_name.h"

#include <algorithm>
#include <charconv>

namespace novphy {
namespace {

constexpr std::size_t kTypeDigits = 6;

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Removes and returns the text up to the next underscore or dot, which is removed too.
std::string_view next_part(std::string_view& rest) {
  const auto end = std::min(rest.find_first_of("_."), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

}  // namespace

std::optional<PublishedName> published_name(std::string_view file_name) {
  while (!file_name.empty()) {
    const std::string_view type = next_part(file_name);
    if (type.size() != kTypeDigits || !all_digits(type)) continue;
    const std::string_view level = next_part(file_name);
    PublishedName name{std::string(type), 0};
    const auto [end, error] = std::from_chars(level.data(), level.data() + level.size(), name.level);
    if (all_digits(level) && error == std::errc()) return name;
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace novphy
