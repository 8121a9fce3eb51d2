#include "evaluator/report/svg_text.h"

#include <array>
#include <cstdint>
#include <utility>

namespace novphy::plot {
namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Five characters that stand for the name: they are repeated for each letter of the figure's text.
std::string id_prefix(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  std::string id = "n";
  for (int i = 0; i < 4; ++i, hash /= kDigits.size()) id += kDigits[hash % kDigits.size()];
  return id + "-";
}

/// Digits one higher: 199 to 200.
std::string counted_up(std::string digits) {
  std::size_t i = digits.size();
  while (i > 0 && digits[i - 1] == '9') digits[--i] = '0';
  if (i == 0) return "1" + digits;
  ++digits[i - 1];
  return digits;
}

/// Done on the text: from digits to double and back would depend on the library's rounding.
std::string with_two_decimals(std::string whole, std::string_view decimals) {
  whole += decimals.substr(0, 2);
  if (decimals[2] >= '5') whole = counted_up(std::move(whole));
  whole.insert(whole.size() - 2, ".");
  whole.erase(whole.find_last_not_of('0') + 1);
  if (whole.back() == '.') whole.pop_back();
  return whole;
}

/// Copies an SVG piece by piece. It may round everything, since figures turn no lines: in a matrix two
/// decimals would be too few.
class Tidier {
 public:
  Tidier(std::string_view svg, std::string_view name) : rest_(svg), prefix_(id_prefix(name)) {
    text_.reserve(svg.size());
  }

  std::string run() && {
    while (!rest_.empty())
      if (!drop_surface() && !drop_default() && !drop_line_command() && !take_id() && !take_number())
        take_character();
    return std::move(text_);
  }

 private:
  bool drop_surface() {
    constexpr std::string_view kBegin = " id=\"surface";
    if (!rest_.starts_with(kBegin)) return false;
    rest_.remove_prefix(rest_.find('"', kBegin.size()) + 1);
    return true;
  }

  /// What SVG means anyway, and the limit of mitred corners: those of figures are round.
  bool drop_default() {
    constexpr std::array<std::string_view, 6> kDefaults{" stroke:none;",        "fill-rule:nonzero;",
                                                        "fill-opacity:1;",      "stroke-opacity:1;",
                                                        "stroke-linecap:butt;", "stroke-miterlimit:10;"};
    for (const std::string_view text : kDefaults)
      if (rest_.starts_with(text)) {
        rest_.remove_prefix(text.size());
        return true;
      }
    return false;
  }

  bool drop_line_command() {
    if (command_ != 'L' || !rest_.starts_with(" L ")) return false;
    rest_.remove_prefix(2);
    return true;
  }

  bool take_id() {
    constexpr std::array<std::string_view, 3> kBegins{" id=\"", "xlink:href=\"#", "url(#"};
    for (const std::string_view begin : kBegins)
      if (rest_.starts_with(begin)) {
        text_.append(begin).append(prefix_);
        rest_.remove_prefix(begin.size());
        if (rest_.starts_with("glyph")) rest_.remove_prefix(4);  // leaves an h
        command_ = 0;
        return true;
      }
    return false;
  }

  bool take_number() {
    if (!digit(rest_.front())) return false;
    std::string whole = digits();
    if (rest_.size() < 2 || rest_[0] != '.' || !digit(rest_[1])) {
      text_ += whole;
      return true;
    }
    rest_.remove_prefix(1);
    const std::string decimals = digits();
    text_ += decimals.size() > 2 ? with_two_decimals(std::move(whole), decimals) : whole + '.' + decimals;
    return true;
  }

  void take_character() {
    const char c = rest_.front();
    if (letter(c) || c == '"') command_ = c;
    text_ += c;
    rest_.remove_prefix(1);
  }

  std::string digits() {
    std::size_t count = 0;
    while (count < rest_.size() && digit(rest_[count])) ++count;
    std::string taken(rest_.substr(0, count));
    rest_.remove_prefix(count);
    return taken;
  }

  std::string_view rest_;
  std::string prefix_;
  std::string text_;
  char command_ = 0;  ///< The last letter of a path, while in one.
};

}  // namespace

std::string tidied_svg(std::string_view svg, std::string_view name) { return Tidier(svg, name).run(); }

}  // namespace novphy::plot
