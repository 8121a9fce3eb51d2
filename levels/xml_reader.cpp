#include "levels/xml_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <pugixml.hpp>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/input_error.h"
#include "base/json_reader.h"
#include "base/text.h"
#include "levels/xml_text.h"

namespace novphy {
namespace {

/// What may contain ">" without being a tag, with its end.
struct Markup {
  std::string_view begin;
  std::string_view end;
};
constexpr std::array kMarkups{Markup{"<!--", "-->"}, Markup{"<![CDATA[", "]]>"}, Markup{"<?", "?>"},
                              Markup{"<!", ">"}};

/// A tag of the text, such as <Bird type="BirdRed" />.
struct Tag {
  std::size_t begin = 0;
  std::size_t end = 0;  ///< behind ">"
  std::string_view name{};
  bool is_end = false;    ///< </Bird>
  bool is_whole = false;  ///< <Bird />
};

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

Tag tag_at(std::string_view text, std::size_t begin, std::size_t end) {
  const bool is_end = text[begin + 1] == '/';
  const std::size_t name = begin + (is_end ? 2 : 1);
  const std::size_t length = std::min(text.substr(name).find_first_of(" \t\r\n/>"), text.size() - name);
  return {begin, end, text.substr(name, length), is_end, text[end - 2] == '/'};
}

/// Follows the tags of a text, one inside the other.
class TagReader {
 public:
  explicit TagReader(std::string_view text) : text_(text) {}

  GamesPart read() {
    while (!mistake_ && !is_done_ && next()) {
    }
    if (is_done_) return {.text = with_end_tags()};
    if (!mistake_ && !open_.empty())
      mistake(open_.back().begin, "the tag " + name_of(open_.back()) + " is never closed");
    return {.mistake = mistake_};
  }

 private:
  /// Reads the next tag, comment or declaration. False at the end of the text.
  bool next() {
    const std::size_t begin = text_.find('<', at_);
    if (begin == std::string_view::npos) return false;
    for (const Markup& markup : kMarkups)
      if (text_.substr(begin).starts_with(markup.begin)) return skip(begin, markup);
    const std::size_t end = end_of_tag(text_, begin);
    if (end == std::string_view::npos) return mistake(begin, "expected a \">\" that ends the tag");
    read(tag_at(text_, begin, end));
    at_ = end;
    return true;
  }

  bool skip(std::size_t begin, const Markup& markup) {
    const std::size_t end = text_.find(markup.end, begin + markup.begin.size());
    if (end == std::string_view::npos)
      return mistake(begin, "expected a \"" + std::string(markup.end) + "\", found none");
    at_ = end + markup.end.size();
    return true;
  }

  void read(const Tag& tag) {
    if (tag.is_end) {
      close(tag);
    } else if (!tag.is_whole) {
      open_.push_back(tag);
    } else {
      is_done_ = tag.name == "GameObjects";
    }
  }

  void close(const Tag& tag) {
    if (open_.empty() || open_.back().name != tag.name) {
      const std::string found = "found </" + std::string(tag.name) + ">";
      mistake(tag.begin, open_.empty() ? found + ", which nothing opens"
                                       : found + " before the end of " + name_of(open_.back()));
      return;
    }
    open_.pop_back();
    is_done_ = tag.name == "GameObjects";
  }

  bool mistake(std::size_t at, std::string what) {
    mistake_ = XmlMistake{at, std::max(at, at_), std::move(what)};
    return false;
  }

  /// The tag's name with its line.
  std::string name_of(const Tag& tag) const {
    const auto line =
        1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(tag.begin), '\n');
    return std::string(tag.name) + " (line " + std::to_string(line) + ")";
  }

  std::string with_end_tags() const {
    std::string part(text_.substr(0, at_));
    for (auto tag = open_.rbegin(); tag != open_.rend(); ++tag)
      part.append("</").append(tag->name).append(">");
    return part;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Tag> open_{};
  bool is_done_ = false;
  std::optional<XmlMistake> mistake_{};
};

}  // namespace

GamesPart games_part(std::string_view text) { return TagReader(text).read(); }

namespace {

constexpr int kMostElements = 16;  // depth of nested elements

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const auto first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::string described(std::string_view text) {
  return text.size() > kLongestQuoted ? "a long text" : in_quotes(text);
}

std::optional<double> parsed(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const auto value = number_text<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

bool is_element(const pugi::xml_node& node) { return node.type() == pugi::node_element; }

std::string step(const pugi::xml_node& node) {
  int place = 0, count = 0;
  for (const pugi::xml_node& sibling : node.parent().children(node.name())) {
    ++count;
    if (sibling == node) place = count;
  }
  return "/" + std::string(node.name()) + (count > 1 ? "[" + std::to_string(place) + "]" : "");
}

std::string path_of(const pugi::xml_node& node) {
  return is_element(node) ? path_of(node.parent()) + step(node) : "";
}

/// The text of the bytes. Throws InputError for too many bytes before they are converted.
std::string bounded_text(std::string_view bytes, const std::string& file) {
  if (bytes.size() > kLevelBounds.bytes) throw InputError(file, too_long(kLevelBounds));
  return xml_text(bytes, file);
}

}  // namespace

bool differ_in_case(std::string_view a, std::string_view b) {
  return a != b && std::equal(a.begin(), a.end(), b.begin(), b.end(),
                              [](char x, char y) { return lower(x) == lower(y); });
}

struct XmlElement::Handle {
  pugi::xml_node node;
};

struct XmlDocument::Tree {
  std::string buffer;  ///< names and values of the tree point into this copy of the text
  pugi::xml_document document;
};

XmlElement::XmlElement(XmlDocument* document, const pugi::xml_node& node)
    : document_(document), handle_(std::make_shared<Handle>(Handle{node})) {}

std::string XmlElement::name() const { return handle_->node.name(); }
int XmlElement::line() const { return document_->line_at(handle_->node.name()); }
std::string XmlElement::path() const { return path_of(handle_->node); }

std::vector<XmlElement> XmlElement::children() const {
  std::vector<XmlElement> elements;
  for (const pugi::xml_node& node : handle_->node.children())
    if (is_element(node)) elements.push_back(XmlElement(document_, node));
  return elements;
}

void XmlElement::unknown(std::span<const std::string_view> names) const {
  const std::string own = name();
  const auto meant = std::find_if(names.begin(), names.end(),
                                  [&](std::string_view each) { return differ_in_case(each, own); });
  if (meant != names.end()) return error("expected " + std::string(*meant) + ": upper and lower case differ");
  error("unknown element, expected " + listed(names));
}

/// Whether an attribute is one that programs add without a meaning for the level: the id that NovPhy's
/// generator gives every element, or what .NET writes about the document.
bool is_without_meaning(std::string_view attribute) {
  return attribute == "scenarioObjectId" || attribute.starts_with("xmlns") || attribute.starts_with("xsi:");
}

void XmlElement::only(std::initializer_list<std::string_view> names) const {
  std::vector<std::string_view> seen;
  const auto note = [&](const pugi::xml_attribute& attribute, const std::string& what) {
    if (document_->full()) return;
    document_->note(document_->line_at(attribute.name()), path() + "/@" + attribute.name(), what);
  };
  for (const pugi::xml_attribute& attribute : handle_->node.attributes()) {
    const std::string_view name = attribute.name();
    const auto meant = std::find_if(names.begin(), names.end(),
                                    [&](std::string_view each) { return differ_in_case(each, name); });
    if (std::find(seen.begin(), seen.end(), name) != seen.end())
      note(attribute, "the attribute is given twice");
    else if (meant != names.end())
      note(attribute, "expected " + std::string(*meant) + ": upper and lower case differ");
    else if (!is_without_meaning(name) && std::find(names.begin(), names.end(), name) == names.end())
      document_->note_ignored(*this, attribute.name());
    seen.push_back(name);
  }
}

bool XmlElement::has(std::string_view attribute) const {
  return !handle_->node.attribute(std::string(attribute).c_str()).empty();
}

std::string XmlElement::text(std::string_view attribute, std::optional<std::string_view> fallback) const {
  const pugi::xml_attribute found = handle_->node.attribute(std::string(attribute).c_str());
  if (found) return std::string(trimmed(found.value()));
  if (!fallback) missing(attribute);
  return std::string(fallback.value_or(""));
}

/// Notes a missing attribute, unless only() notes its name in other letters.
void XmlElement::missing(std::string_view attribute) const {
  for (const pugi::xml_attribute& other : handle_->node.attributes())
    if (differ_in_case(attribute, other.name())) return;
  error("expected an attribute " + std::string(attribute) + ", found none");
}

/// The number in an attribute. As in the game where the system has them, it may have a decimal comma.
std::optional<double> XmlElement::number_in(std::string_view attribute) const {
  std::string number = text(attribute);
  if (const std::optional<double> value = parsed(number)) return value;
  const auto comma = number.find(',');
  if (comma == std::string::npos || number.find('.') != std::string::npos) return std::nullopt;
  number[comma] = '.';
  const std::optional<double> value = parsed(number);
  if (value) document_->note_decimal_comma(*this, attribute, *value);
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
  if (document_->full()) return;
  const pugi::xml_attribute found = handle_->node.attribute(std::string(attribute).c_str());
  document_->note(found ? document_->line_at(found.name()) : line(),
                  path() + (attribute.empty() ? "" : "/@" + std::string(attribute)), what);
}

void XmlElement::expected(const std::string& what, std::string_view attribute) const {
  error("expected " + what + ", found " + described(text(attribute, "nothing")), attribute);
}

XmlDocument::XmlDocument(std::string_view bytes, std::string file)
    : file_(std::move(file)), text_(bounded_text(bytes, file_)), tree_(std::make_unique<Tree>()) {
  for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1))
    breaks_.push_back(at);
  check_size();
  parse();
  check_shape();
  check();
}

/// Parses the text. Returns the first mistake.
std::optional<XmlMistake> XmlDocument::parsed() {
  tree_->buffer = text_;
  const unsigned int flags = pugi::parse_default | pugi::parse_fragment;
  const pugi::xml_parse_result result = tree_->document.load_buffer_inplace(
      tree_->buffer.data(), tree_->buffer.size(), flags, pugi::encoding_utf8);
  if (result) return std::nullopt;
  std::string what = result.description();
  what.front() = static_cast<char>(what.front() | 0x20);
  const auto at = static_cast<std::size_t>(result.offset);
  return XmlMistake{at, at, std::move(what)};
}

/// Parses the text, or else the part of it that the game reads.
void XmlDocument::parse() {
  std::optional<XmlMistake> mistake = parsed();
  if (!mistake) return;
  const GamesPart part = games_part(text_);
  left_ = mistake;
  if (part.mistake && part.mistake->found_at <= mistake->found_at) mistake = part.mistake;
  if (!part.text.empty()) {
    text_ = part.text;
    mistake = parsed();
  }
  if (mistake) note(line_at(tree_->buffer.data() + mistake->at), "", "not XML: " + mistake->what);
  check();
}

void XmlDocument::note_decimal_comma(const XmlElement& element, std::string_view attribute, double value) {
  if (++commas_ > 1) return;
  const std::string place = element.path() + "/@" + std::string(attribute);
  comma_ = Problem{file_, element.line(), place,
                   "read " + described(element.text(attribute)) + " as " + shortest(value)};
}

std::optional<Problem> XmlDocument::left() const {
  if (!left_) return std::nullopt;
  const auto line = 1 + static_cast<int>(std::count(text_.begin(), text_.end(), '\n'));
  return Problem{file_, line, "", "ignored what follows GameObjects, as the game does: " + left_->what};
}

void XmlDocument::note_ignored(const XmlElement& element, const char* attribute) {
  if (++ignored_count_ > 1) return;
  ignored_ = Problem{file_, line_at(attribute), element.path() + "/@" + attribute,
                     "ignored: the game knows no such attribute"};
}

std::optional<Problem> XmlDocument::ignored() const {
  std::optional<Problem> remark = ignored_;
  if (ignored_count_ > 1)
    remark->text += ", and so on: " + std::to_string(ignored_count_) + " attributes are ignored";
  return remark;
}

std::optional<Problem> XmlDocument::commas() const {
  std::optional<Problem> remark = comma_;
  if (commas_ > 1)
    remark->text += ", and so on: " + std::to_string(commas_) + " numbers have a decimal comma";
  return remark;
}

XmlDocument::~XmlDocument() = default;

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

void XmlDocument::check_attributes(const pugi::xml_node& node) {
  const auto attributes = node.attributes();
  const auto count = static_cast<std::size_t>(std::distance(attributes.begin(), attributes.end()));
  if (count > kMostAttributes && !full())
    note(line_at(node.name()), path_of(node),
         "expected at most " + std::to_string(kMostAttributes) + " attributes, found " +
             std::to_string(count));
}

/// Checks that the document has exactly one top element and no text, because the format keeps all values in
/// attributes.
void XmlDocument::check_shape() {
  check_text(tree_->document);
  check();
  int roots = 0;
  for (const pugi::xml_node& node : tree_->document.children())
    if (is_element(node) && ++roots > 1)
      note(line_at(node.name()), path_of(node), "expected the end of the document, found another element");
  if (roots == 0) note(0, "", "not XML: found no element");
}

void XmlDocument::check_text(const pugi::xml_node& node) {
  struct Walker final : pugi::xml_tree_walker {
    explicit Walker(XmlDocument& to) : document(to) {}
    bool for_each(pugi::xml_node& each) override {
      const bool text = each.type() == pugi::node_pcdata || each.type() == pugi::node_cdata;
      const char* place = text ? each.value() : each.name();
      if (depth() >= kMostElements)
        document.note(
            document.line_at(place), "",
            "expected at most " + std::to_string(kMostElements) + " levels of elements, found more");
      else if (is_element(each))
        document.check_attributes(each);
      else if (text && !document.full())
        document.note(document.line_at(place), path_of(each.parent()), "expected elements only, found text");
      return depth() < kMostElements;
    }
    XmlDocument& document;
  } walker(*this);
  pugi::xml_node top = node;
  top.traverse(walker);
}

XmlElement XmlDocument::root() { return {this, tree_->document.find_child(is_element)}; }

int XmlDocument::line_at(const char* place) const {
  const char* begin = tree_->buffer.data();
  if (std::less<>()(place, begin) || std::less<>()(begin + text_.size(), place)) return 0;
  const auto before =
      std::lower_bound(breaks_.begin(), breaks_.end(), static_cast<std::size_t>(place - begin));
  return 1 + static_cast<int>(before - breaks_.begin());
}

}  // namespace novphy
