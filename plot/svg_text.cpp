#include "plot/svg_text.h"

#include <array>
#include <cstdint>

namespace novphy::plot {
namespace {

/// Five characters from a hash of the name. The prefix is short because every letter of the figure's text
/// repeats it.
std::string id_prefix(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  std::string id(1, 'n');
  for (int i = 0; i < 4; ++i, hash /= kDigits.size()) id += kDigits[hash % kDigits.size()];
  return id;
}

}  // namespace

std::string with_own_ids(std::string_view svg, std::string_view name) {
  constexpr std::string_view kSurface = " id=\"surface";
  constexpr std::array<std::string_view, 3> kBegins{" id=\"", "xlink:href=\"#", "url(#"};
  const std::string prefix = id_prefix(name);
  std::string text;
  text.reserve(svg.size() + svg.size() / 8);
  while (!svg.empty()) {
    if (svg.starts_with(kSurface)) svg.remove_prefix(svg.find('"', kSurface.size()) + 1);
    std::size_t taken = 1;
    for (const std::string_view begin : kBegins)
      if (svg.starts_with(begin)) taken = begin.size();
    text.append(svg.substr(0, taken));
    if (taken > 1) text.append(prefix);
    svg.remove_prefix(taken);
  }
  return text;
}

}  // namespace novphy::plot
