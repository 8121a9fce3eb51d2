#include "levels/games_part.h"

#include <algorithm>
#include <array>
#include <vector>

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

}  // namespace novphy
