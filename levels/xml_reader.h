#pragma once

#include <cstddef>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/input_error.h"

namespace novphy {

/// A mistake in an XML text.
struct XmlMistake {
  std::size_t at = 0;        ///< offset of what is wrong
  std::size_t found_at = 0;  ///< offset up to which the text has no other mistake
  std::string what{};
};

/// The part of a level that the original game reads. Its reader seeks one element after the other and stops
/// at the end of GameObjects, so it does not mind elements that are still open there, nor what follows. Many
/// published levels leave Camera, Score or Slingshot open.
struct GamesPart {
  /// The text up to the end of GameObjects, and the end tags of all open elements. Empty if there is no such
  /// end.
  std::string text{};
  std::optional<XmlMistake> mistake{};  ///< the first tag that does not fit, if there is no text
};

GamesPart games_part(std::string_view text);

}  // namespace novphy

namespace pugi {
class xml_attribute;
class xml_node;
}  // namespace pugi
namespace novphy {

class XmlDocument;

/// One element of a document. To read it, callers ask for the children and attributes that they expect. If a
/// value is missing or wrong, the element notes an error in the document and returns a default, so that one
/// pass finds every error.
class XmlElement {
 public:
  std::string name() const;
  int line() const;
  /// The element's path, such as "/Level/GameObjects/Block[2]". An element that is the only one with its name
  /// has no number.
  std::string path() const;

  std::vector<XmlElement> children() const;
  /// Notes that this element is none of those `names`. Upper and lower case differ, as in the game.
  void unknown(std::span<const std::string_view> names) const;
  /// Notes every attribute that is given twice, or that is one of `names` but for upper and lower case. Other
  /// attributes are ignored, as in the game, and the document has a remark of them.
  void only(std::initializer_list<std::string_view> names) const;

  bool has(std::string_view attribute) const;
  /// The attribute's value without surrounding white space. Required unless `fallback` is given.
  std::string text(std::string_view attribute, std::optional<std::string_view> fallback = {}) const;
  /// A finite number from min to max. It may have a decimal comma, of which the document has a remark.
  double number(std::string_view attribute, double min, double max,
                std::optional<double> fallback = {}) const;

  /// Notes an error at this element, or at one of its attributes.
  void error(const std::string& what, std::string_view attribute = "") const;
  /// Notes an error at an attribute, such as "expected a number, found "x"".
  void expected(const std::string& what, std::string_view attribute) const;

 private:
  friend class XmlDocument;
  struct Handle;
  void missing(std::string_view attribute) const;
  std::optional<double> number_in(std::string_view attribute) const;
  XmlElement(XmlDocument* document, const pugi::xml_node& node);

  XmlDocument* document_;
  std::shared_ptr<Handle> handle_;
};

/// Whether two names are the same but for upper and lower case.
bool differ_in_case(std::string_view a, std::string_view b);

/// A parsed XML text and the problems found in it so far.
class XmlDocument {
 public:
  /// The bytes are text as xml_text() takes it. Of a text that is not XML, the document has the part that the
  /// game reads (games_part()). Throws InputError, with the first mistake, for a text without such a part,
  /// and for a document that exceeds kLevelBounds.
  XmlDocument(std::string_view bytes, std::string file);
  ~XmlDocument();
  XmlDocument(const XmlDocument&) = delete;
  XmlDocument& operator=(const XmlDocument&) = delete;

  XmlElement root();
  const std::string& file() const { return file_; }

  void note(int line, std::string place, std::string text) {
    problems_.note(line, std::move(place), std::move(text));
  }
  /// A remark on the rest of a text that is not XML, if only the part that the game reads was read.
  std::optional<Problem> left() const;
  /// A remark on the numbers with a decimal comma that were read so far, if there are any.
  std::optional<Problem> commas() const;
  /// A remark on the attributes that were ignored so far, if there are any.
  std::optional<Problem> ignored() const;
  /// Whether the list of problems is full, so that nobody needs to find the place of a further problem.
  bool full() const { return problems_.full(); }
  /// Throws InputError with all problems noted so far, sorted by line. Does nothing without problems.
  void check() const { problems_.check(); }

 private:
  friend class XmlElement;
  struct Tree;
  int line_at(const char* place) const;
  void parse();
  std::optional<XmlMistake> parsed();
  void note_decimal_comma(const XmlElement& element, std::string_view attribute, double value);
  void note_ignored(const XmlElement& element, const char* attribute);
  void check_size() const;
  void check_attributes(const pugi::xml_node& node);
  void check_shape();
  void check_text(const pugi::xml_node& node);

  std::string file_;
  std::string text_;                  ///< unchanged; the parser modifies a copy
  std::optional<XmlMistake> left_{};  ///< the first mistake behind the part that was read
  std::optional<Problem> comma_{};    ///< the first number with a decimal comma
  int commas_ = 0;
  std::optional<Problem> ignored_{};  ///< the first attribute that was ignored
  int ignored_count_ = 0;
  std::vector<std::size_t> breaks_{};  ///< the offsets of the line breaks in text_
  std::unique_ptr<Tree> tree_;
  Problems problems_{file_};
};

}  // namespace novphy
