#include "levels/xml.h"

#include <algorithm>
#include <array>
#include <boost/nowide/utf/utf.hpp>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "base/json_reader.h"
#include "base/lists.h"

namespace novphy {
namespace {

namespace utf = boost::nowide::utf;

/// Adds a character to a text. A broken one becomes 0, which is refused as all control characters are.
void append(std::string& text, utf::code_point code) {
  utf::utf_traits<char>::encode(utf::is_valid_codepoint(code) ? code : 0, std::back_inserter(text));
}

std::string from_utf16(std::string_view bytes, bool big_endian) {
  std::u16string units;
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    const auto byte = [&](bool high) {
      return static_cast<unsigned char>(bytes[at + (high == big_endian ? 0 : 1)]);
    };
    units += static_cast<char16_t>(byte(true) << 8 | byte(false));
  }
  std::string text;
  const char16_t* const end = units.data() + units.size();
  for (const char16_t* at = units.data(); at != end;)
    append(text, utf::utf_traits<char16_t>::decode(at, end));
  if (bytes.size() % 2 != 0) append(text, utf::illegal);
  return text;
}

/// Characters from 0x80 to 0x9F, which differ between the two encodings, may become others; names in levels
/// have none of them.
std::string from_one_byte(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) append(text, static_cast<unsigned char>(byte));
  return text;
}

/// Whether the declaration at the beginning names an encoding of one byte for each character.
bool declares_one_byte(std::string_view bytes) {
  std::string declaration(bytes.substr(0, std::min(bytes.find("?>"), bytes.size())));
  if (!declaration.starts_with("<?xml")) return false;
  for (char& c : declaration)
    c = static_cast<char>(c | 0x20);  // letters become small, digits and hyphens stay
  constexpr std::array kNames{"iso-8859-1", "latin1", "windows-1252"};
  return std::ranges::any_of(kNames,
                             [&](const char* name) { return declaration.find(name) != std::string::npos; });
}

std::string decoded(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xFF\xFE")) return from_utf16(bytes.substr(2), false);
  if (bytes.starts_with("\xFE\xFF")) return from_utf16(bytes.substr(2), true);
  if (bytes.starts_with("<\0"sv)) return from_utf16(bytes, false);
  if (bytes.starts_with("\0<"sv)) return from_utf16(bytes, true);
  if (declares_one_byte(bytes) && !is_utf8(bytes)) return from_one_byte(bytes);
  return std::string(bytes.starts_with("\xEF\xBB\xBF") ? bytes.substr(3) : bytes);
}

int line_of(std::string_view text, std::size_t at) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
}

/// What may contain ">" without being a tag, with its end.
struct Markup {
  std::string_view begin;
  std::string_view end;
};
constexpr std::array kMarkups{Markup{"<!--", "-->"}, Markup{"<![CDATA[", "]]>"}, Markup{"<?", "?>"},
                              Markup{"<!", ">"}};

/// Where the tag that begins at `begin` ends: behind the next ">" outside quotes.
std::size_t end_of_tag(std::string_view text, std::size_t begin) {
  char quote = 0;
  for (std::size_t at = begin; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0 ? c == quote : c == '"' || c == '\'')
      quote = quote != 0 ? '\0' : c;
    else if (quote == 0 && c == '>')
      return at + 1;
  }
  return std::string_view::npos;
}

/// Finds the part of a level that the game reads, by following the tags, one inside the other.
class GamesPart {
 public:
  explicit GamesPart(std::string_view text) : text_(text) {
    for (std::size_t begin = text.find('<'); begin != std::string_view::npos; begin = text.find('<', at_)) {
      read(begin);
      if (mistake || !part.empty()) return;
    }
    if (!open_.empty()) fail(open_.back().begin, "the tag " + described(open_.back()) + " is never closed");
  }

  /// The text up to the end of GameObjects, and the end tags of all open elements. Empty if there is no such
  /// end.
  std::string part{};
  std::optional<XmlMistake> mistake{};  ///< the first tag that does not fit, if there is no part

 private:
  struct Tag {
    std::size_t begin = 0;
    std::string_view name{};
  };

  /// Reads the tag, comment or declaration that begins here.
  void read(std::size_t begin) {
    const Markup* markup =
        find_in(kMarkups, [&](const Markup& each) { return text_.substr(begin).starts_with(each.begin); });
    if (!markup) return read_tag(begin);
    const std::size_t end = text_.find(markup->end, begin + markup->begin.size());
    if (end == std::string_view::npos)
      return fail(begin, "expected a \"" + std::string(markup->end) + "\", found none");
    at_ = end + markup->end.size();
  }

  void read_tag(std::size_t begin) {
    const std::size_t end = end_of_tag(text_, begin);
    if (end == std::string_view::npos) return fail(begin, "expected a \">\" that ends the tag");
    const bool is_end = text_[begin + 1] == '/', is_whole = !is_end && text_[end - 2] == '/';
    const std::string_view rest = text_.substr(begin + (is_end ? 2 : 1));
    const std::string_view name = rest.substr(0, rest.find_first_of(" \t\r\n/>"));
    if (is_end && (open_.empty() || open_.back().name != name)) {
      const std::string found = "found </" + std::string(name) + ">";
      return fail(begin, open_.empty() ? found + ", which nothing opens"
                                       : found + " before the end of " + described(open_.back()));
    }
    if (is_end) open_.pop_back();
    if (!is_end && !is_whole) open_.push_back({begin, name});
    at_ = end;
    if ((is_end || is_whole) && name == "GameObjects") take();
  }

  void take() {
    part = text_.substr(0, at_);
    for (auto tag = open_.rbegin(); tag != open_.rend(); ++tag)
      part.append("</").append(tag->name).append(">");
  }

  void fail(std::size_t at, std::string what) {
    mistake = XmlMistake{at, std::max(at, at_), std::move(what)};
  }

  std::string described(const Tag& tag) const {
    return std::string(tag.name) + " (line " + std::to_string(line_of(text_, tag.begin)) + ")";
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Tag> open_{};
};

constexpr int kMostElements = 16;  // depth of nested elements

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  return text.substr(0, text.find_last_not_of(kSpace) + 1);
}

std::string described(std::string_view text) {
  return text.size() > kLongestQuoted ? "a long text" : in_quotes(text);
}

std::optional<double> number_in_text(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const auto value = number_text<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

bool is_element(const pugi::xml_node& node) { return node.type() == pugi::node_element; }

std::string path_of(const pugi::xml_node& node) {
  if (!is_element(node)) return "";
  int place = 0, count = 0;
  for (const pugi::xml_node& sibling : node.parent().children(node.name())) {
    ++count;
    if (sibling == node) place = count;
  }
  return path_of(node.parent()) + "/" + node.name() + (count > 1 ? "[" + std::to_string(place) + "]" : "");
}

std::string other_letters(std::string_view meant) {
  return "expected " + std::string(meant) + ": upper and lower case differ";
}

/// Whether an attribute is one that programs add without a meaning for the level: the id that NovPhy's
/// generator gives every element, or what .NET writes about the document.
bool is_without_meaning(std::string_view attribute) {
  return attribute == "scenarioObjectId" || attribute.starts_with("xmlns") || attribute.starts_with("xsi:");
}

/// The text of the bytes. Throws InputError for too many bytes before they are converted.
std::string bounded_text(std::string_view bytes, const std::string& file) {
  if (bytes.size() > kLevelBounds.bytes) throw InputError(file, too_long(kLevelBounds));
  return xml_text(bytes, file);
}

}  // namespace

std::string xml_text(std::string_view bytes, const std::string& file) {
  std::string text = decoded(bytes);
  for (std::size_t at = 0, length = 0; at < text.size(); at += length) {
    length = utf8_length(text, at);
    if (length == 0 || is_control(text[at]))
      throw InputError(file, line_of(text, at),
                       std::string("expected text in UTF-8 or UTF-16, found ") +
                           (length == 0 ? "other bytes" : "a control character"));
  }
  return text;
}

TextLines::TextLines(std::string_view text) {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    breaks_.push_back(static_cast<std::ptrdiff_t>(at));
}

int TextLines::line_at(std::ptrdiff_t offset) const {
  return 1 + static_cast<int>(std::lower_bound(breaks_.begin(), breaks_.end(), offset) - breaks_.begin());
}

std::vector<Problem> folded(const std::vector<Problem>& all) {
  std::vector<Problem> kinds;
  std::map<std::string, int> counts;
  for (const Problem& each : all)
    if (++counts[each.text] == 1) kinds.push_back(each);
  for (Problem& kind : kinds)
    if (const int count = counts[kind.text]; count > 1)
      kind.text += " (so in " + std::to_string(count) + " places)";
  return kinds;
}

bool differ_in_case(std::string_view a, std::string_view b) {
  return a != b && std::equal(a.begin(), a.end(), b.begin(), b.end(),
                              [](char x, char y) { return lower(x) == lower(y); });
}

const std::string_view* meant_by(std::string_view name, std::span<const std::string_view> names) {
  return find_in(names, [&](std::string_view each) { return differ_in_case(each, name); });
}

int XmlElement::line() const { return document_->line_at(node_.name()); }
std::string XmlElement::path() const { return path_of(node_); }

pugi::xml_attribute XmlElement::found(std::string_view attribute) const {
  return node_.attribute(std::string(attribute).c_str());
}

std::vector<XmlElement> XmlElement::children() const {
  std::vector<XmlElement> elements;
  for (const pugi::xml_node& node : node_.children())
    if (is_element(node)) elements.push_back(XmlElement(document_, node));
  return elements;
}

void XmlElement::unknown(std::span<const std::string_view> names) const {
  const auto* meant = meant_by(name(), names);
  error(meant ? other_letters(*meant) : "unknown element, expected " + listed(names));
}

void XmlElement::only(std::initializer_list<std::string_view> names) const {
  std::vector<std::string_view> seen;
  for (const pugi::xml_attribute& attribute : node_.attributes()) {
    const std::string_view name = attribute.name();
    const auto note = [&](const std::string& what) {
      document_->note(attribute.name(), node_, what, attribute.name());
    };
    const auto* meant = meant_by(name, {names.begin(), names.end()});
    if (contains(seen, name))
      note("the attribute is given twice");
    else if (meant)
      note(other_letters(*meant));
    else if (!is_without_meaning(name) && !contains(names, name) && ++document_->ignored_.count == 1)
      document_->ignored_.first = {document_->file_, document_->line_at(attribute.name()),
                                   path() + "/@" + attribute.name(),
                                   "ignored: the game knows no such attribute"};
    seen.push_back(name);
  }
}

std::string XmlElement::text(std::string_view attribute, std::optional<std::string_view> fallback) const {
  if (const pugi::xml_attribute given = found(attribute)) return std::string(trimmed(given.value()));
  if (!fallback) missing(attribute);
  return std::string(fallback.value_or(""));
}

/// Notes a missing attribute, unless only() notes its name in other letters.
void XmlElement::missing(std::string_view attribute) const {
  for (const pugi::xml_attribute& other : node_.attributes())
    if (differ_in_case(attribute, other.name())) return;
  error("expected an attribute " + std::string(attribute) + ", found none");
}

/// The number in an attribute. As in the game where the system has them, it may have a decimal comma.
std::optional<double> XmlElement::number_in(std::string_view attribute) const {
  const std::string written = text(attribute);
  std::string number = written;
  if (const std::optional<double> value = number_in_text(number)) return value;
  const auto comma = number.find(',');
  if (comma == std::string::npos || number.find('.') != std::string::npos) return std::nullopt;
  number[comma] = '.';
  const std::optional<double> value = number_in_text(number);
  if (value && ++document_->commas_.count == 1)
    document_->commas_.first = {document_->file_, line(), path() + "/@" + std::string(attribute),
                                "read " + described(written) + " as " + shortest(*value)};
  return value;
}

double XmlElement::number(std::string_view attribute, double min, double max,
                          std::optional<double> fallback) const {
  const double harmless = std::clamp(fallback.value_or(0), min, max);
  if (!has(attribute)) {
    if (!fallback) missing(attribute);
    return harmless;
  }
  const std::optional<double> value = number_in(attribute);
  if (value && *value >= min && *value <= max) return *value;
  expected("a number from " + shortest(min) + " to " + shortest(max), attribute);
  return harmless;
}

void XmlElement::error(const std::string& what, std::string_view attribute) const {
  const pugi::xml_attribute given = found(attribute);
  document_->note(given ? given.name() : node_.name(), node_, what, std::string(attribute));
}

void XmlElement::expected(const std::string& what, std::string_view attribute) const {
  error("expected " + what + ", found " + described(text(attribute, "nothing")), attribute);
}

XmlDocument::XmlDocument(std::string_view bytes, std::string file)
    : file_(std::move(file)), text_(bounded_text(bytes, file_)) {
  check_size();
  parse();
  check_shape();
  check();
}

XmlElement XmlDocument::root() { return {this, tree_.find_child(is_element)}; }

std::optional<Problem> XmlDocument::left() const {
  if (!left_) return std::nullopt;
  return Problem{file_, line_of(text_, text_.size()), "",
                 "ignored what follows GameObjects, as the game does: " + left_->what};
}

std::optional<Problem> XmlDocument::Many::remark(const char* all) const {
  if (count == 0) return std::nullopt;
  Problem remark = first;
  if (count > 1) remark.text += ", and so on: " + std::to_string(count) + " " + all;
  return remark;
}

int XmlDocument::line_at(const char* place) const {
  const char* begin = buffer_.data();
  if (std::less<>()(place, begin) || std::less<>()(begin + text_.size(), place)) return 0;
  return lines_.line_at(place - begin);
}

void XmlDocument::note(const char* at, const pugi::xml_node& node, const std::string& what,
                       const std::string& attribute) {
  if (!problems_.full())
    problems_.note(line_at(at), path_of(node) + (attribute.empty() ? "" : "/@" + attribute), what);
}

/// Parses the text. Returns the first mistake.
std::optional<XmlMistake> XmlDocument::parsed() {
  buffer_ = text_;
  const pugi::xml_parse_result result = tree_.load_buffer_inplace(
      buffer_.data(), buffer_.size(), pugi::parse_default | pugi::parse_fragment, pugi::encoding_utf8);
  if (result) return std::nullopt;
  std::string what = result.description();
  what.front() = lower(what.front());
  const auto at = static_cast<std::size_t>(result.offset);
  return XmlMistake{at, at, std::move(what)};
}

/// Parses the text, or else the part of it that the game reads.
void XmlDocument::parse() {
  std::optional<XmlMistake> mistake = parsed();
  if (!mistake) return;
  GamesPart games(text_);
  left_ = mistake;
  if (games.mistake && games.mistake->found_at <= mistake->found_at) mistake = games.mistake;
  if (!games.part.empty()) {
    text_ = std::move(games.part);
    mistake = parsed();
  }
  if (mistake) note(buffer_.data() + mistake->at, {}, "not XML: " + mistake->what);
  check();
}

/// Counts the elements before the parser takes memory for them.
void XmlDocument::check_size() const {
  std::size_t elements = 0;
  for (std::size_t at = text_.find('<'); at != std::string::npos; at = text_.find('<', at + 1))
    if (at + 1 < text_.size() && std::string_view("/!?").find(text_[at + 1]) == std::string_view::npos)
      ++elements;
  if (elements > kLevelBounds.values)
    throw InputError(file_, "expected at most " + std::to_string(kLevelBounds.values) + " elements, found " +
                                std::to_string(elements));
}

/// Checks that the document has exactly one top element and no text, because the format keeps all values in
/// attributes.
void XmlDocument::check_shape() {
  struct Walker final : pugi::xml_tree_walker {
    explicit Walker(XmlDocument& to) : document(to) {}
    bool for_each(pugi::xml_node& each) override {
      const bool is_text = each.type() == pugi::node_pcdata || each.type() == pugi::node_cdata;
      const auto attributes = each.attributes();
      const auto count = static_cast<std::size_t>(std::distance(attributes.begin(), attributes.end()));
      if (depth() >= kMostElements)
        document.note(
            is_text ? each.value() : each.name(), {},
            "expected at most " + std::to_string(kMostElements) + " levels of elements, found more");
      else if (is_text)
        document.note(each.value(), each.parent(), "expected elements only, found text");
      else if (is_element(each) && count > kMostAttributes)
        document.note(each.name(), each,
                      "expected at most " + std::to_string(kMostAttributes) + " attributes, found " +
                          std::to_string(count));
      return depth() < kMostElements;
    }
    XmlDocument& document;
  } walker(*this);
  tree_.traverse(walker);
  check();
  int roots = 0;
  for (const pugi::xml_node& node : tree_.children())
    if (is_element(node) && ++roots > 1)
      note(node.name(), node, "expected the end of the document, found another element");
  if (roots == 0) problems_.note(0, "", "not XML: found no element");
}

}  // namespace novphy
