#include "evaluator/plot/svg_text.h"

#include <fmt/core.h>

#include <array>
#include <cstdint>

#include "evaluator/plot/canvas.h"

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

void add_escaped(std::string& out, char c) {
  if (c == '&')
    out += "&amp;";
  else if (c == '<')
    out += "&lt;";
  else if (c == '>')
    out += "&gt;";
  else
    out += c;
}

/// The text as XML, its line breaks kept.
std::string xml_text(const std::string& text) {
  std::string out;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find('\n', from), text.size());
    if (from > 0) out += '\n';
    for (const char c : as_utf8(text.substr(from, to - from))) add_escaped(out, c);
    from = to + 1;
  }
  return out;
}

}  // namespace

std::string with_hints(std::string svg, const std::vector<Hint>& hints) {
  if (hints.empty()) return svg;
  std::string boxes = "<g fill-opacity=\"0\">\n";
  for (const Hint& hint : hints)
    boxes += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>{}</title></rect>\n",
        hint.left, hint.top, hint.width, hint.height, xml_text(hint.text));
  const std::size_t end = svg.rfind("</svg>");
  return svg.insert(end == std::string::npos ? svg.size() : end, boxes + "</g>\n");
}

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
