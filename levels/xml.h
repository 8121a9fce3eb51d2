#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <pugixml.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/input_error.h"

namespace novphy {

/// The text of an XML file as UTF-8. The byte order mark, or else the position of the zero bytes in the first
/// character, decides between UTF-8 and UTF-16; the declaration does not. Bytes that are neither are
/// ISO 8859-1 if the declaration says so, or Windows-1252. `file` names the source. Throws InputError, with
/// the line, for other bytes, and for control characters.
std::string xml_text(std::string_view bytes, const std::string& file);

/// Finds the lines of a text.
class TextLines {
 public:
  explicit TextLines(std::string_view text);
  /// Counted from 1.
  int line_at(std::ptrdiff_t offset) const;

 private:
  std::vector<std::ptrdiff_t> breaks_{};  ///< the offsets of the line breaks
};

/// One warning of all that have the same text, at the place of the first: "... (so in 3 places)".
std::vector<Problem> folded(const std::vector<Problem>& all);

/// A mistake in an XML text.
struct XmlMistake {
  std::size_t at = 0;        ///< offset of what is wrong
  std::size_t found_at = 0;  ///< offset up to which the text has no other mistake
  std::string what{};
};

class XmlDocument;

/// One element of a document. To read it, callers ask for the children and attributes that they expect. If a
/// value is missing or wrong, the element notes an error in the document and returns a default, so that one
/// pass finds every error.
class XmlElement {
 public:
  std::string name() const { return node_.name(); }
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

  bool has(std::string_view attribute) const { return !found(attribute).empty(); }
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
  XmlElement(XmlDocument* document, const pugi::xml_node& node) : document_(document), node_(node) {}
  pugi::xml_attribute found(std::string_view attribute) const;
  void missing(std::string_view attribute) const;
  std::optional<double> number_in(std::string_view attribute) const;

  XmlDocument* document_;
  pugi::xml_node node_;
};

/// Whether two names are the same but for upper and lower case.
bool differ_in_case(std::string_view a, std::string_view b);
/// The name that is meant by one in other letters, or null.
const std::string_view* meant_by(std::string_view name, std::span<const std::string_view> names);

/// A parsed XML text and the problems found in it so far.
class XmlDocument {
 public:
  /// The bytes are text as xml_text() takes it. Of a text that is not XML, the document has the part that the
  /// game reads: its reader seeks one element after the other and stops at the end of GameObjects, so it does
  /// not mind elements that are still open there, nor what follows. (Many published levels leave Camera,
  /// Score or Slingshot open.) Throws InputError, with the first mistake, for a text without such a part, and
  /// for a document that exceeds kLevelBounds.
  XmlDocument(std::string_view bytes, std::string file);
  XmlDocument(const XmlDocument&) = delete;
  XmlDocument& operator=(const XmlDocument&) = delete;

  XmlElement root();

  /// Remarks: on the rest of a text that is not XML, if only the part that the game reads was read, ...
  std::optional<Problem> left() const;
  /// ... on the numbers with a decimal comma that were read so far, if there are any, ...
  std::optional<Problem> commas() const { return commas_.remark("numbers have a decimal comma"); }
  /// ... and on the attributes that were ignored so far, if there are any.
  std::optional<Problem> ignored() const { return ignored_.remark("attributes are ignored"); }
  /// Throws InputError with all problems noted so far, sorted by line. Does nothing without problems.
  void check() const { problems_.check(); }

 private:
  friend class XmlElement;
  /// The first of several like problems, and how many there are.
  struct Many {
    Problem first{};
    int count = 0;
    std::optional<Problem> remark(const char* all) const;
  };

  int line_at(const char* place) const;
  /// Notes a problem unless the list is full. Then nobody needs to find the place of a further problem.
  void note(const char* at, const pugi::xml_node& node, const std::string& what,
            const std::string& attribute = "");
  void parse();
  std::optional<XmlMistake> parsed();
  void check_size() const;
  void check_shape();

  std::string file_;
  std::string text_;                  ///< unchanged; the parser modifies a copy
  std::optional<XmlMistake> left_{};  ///< the first mistake behind the part that was read
  Many commas_{};
  Many ignored_{};
  TextLines lines_{text_};
  std::string buffer_{};  ///< names and values of the tree point into this copy of the text
  pugi::xml_document tree_{};
  Problems problems_{file_};
};

}  // namespace novphy
