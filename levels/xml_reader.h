#pragma once

#include <cstddef>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/input_error.h"

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
  /// The only child with this name. A missing or second child is noted as an error.
  std::optional<XmlElement> child(std::string_view name) const;
  /// Notes every child whose name is not among `names`.
  void only_children(std::initializer_list<std::string_view> names) const;
  /// Notes every attribute that is given twice or is not among `names`. Allows the id that NovPhy's generator
  /// adds.
  void only(std::initializer_list<std::string_view> names) const;

  bool has(std::string_view attribute) const;
  /// The attribute's value without surrounding white space. Required unless `fallback` is given.
  std::string text(std::string_view attribute, std::optional<std::string_view> fallback = {}) const;
  /// A finite number from min to max.
  double number(std::string_view attribute, double min, double max,
                std::optional<double> fallback = {}) const;

  /// Notes an error at this element, or at one of its attributes.
  void error(const std::string& what, std::string_view attribute = "") const;
  /// Notes an error at an attribute, such as "expected a number, found "x"".
  void expected(const std::string& what, std::string_view attribute) const;

 private:
  friend class XmlDocument;
  struct Handle;
  XmlElement(XmlDocument* document, const pugi::xml_node& node);

  XmlDocument* document_;
  std::shared_ptr<Handle> handle_;
};

/// A parsed XML text and the problems found in it so far.
class XmlDocument {
 public:
  /// The bytes are UTF-8 or UTF-16, see xml_text(). Throws InputError for bytes that are not an XML document,
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
  /// Whether no problem was noted so far.
  bool good() const { return problems_.empty(); }
  /// Whether the list of problems is full, so that nobody needs to find the place of a further problem.
  bool full() const { return problems_.full(); }
  /// Throws InputError with all problems noted so far, sorted by line. Does nothing without problems.
  void check() const { problems_.check(); }

 private:
  friend class XmlElement;
  struct Tree;
  int line_at(const char* place) const;
  void check_size() const;
  void check_attributes(const pugi::xml_node& node);
  void check_shape();
  void check_text(const pugi::xml_node& node);

  std::string file_;
  std::string text_;                   ///< unchanged; the parser modifies a copy
  std::vector<std::size_t> breaks_{};  ///< the offsets of the line breaks in text_
  std::unique_ptr<Tree> tree_;
  Problems problems_{file_};
};

/// The text of an XML file as UTF-8. The byte order mark, or else the position of the zero bytes in the first
/// character, decides the encoding; the declaration does not. `file` names the source. Throws InputError,
/// with the line, for text that is neither UTF-8 nor UTF-16, and for control characters.
std::string xml_text(std::string_view bytes, const std::string& file);

}  // namespace novphy
