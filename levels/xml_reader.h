#pragma once

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

/// An element, read by asking for what should stand there. What is wrong is noted in the document and a
/// harmless value is returned, so that one reading finds every error.
class XmlElement {
 public:
  std::string name() const;
  int line() const;
  /// "/Level/GameObjects/Block[2]"; the number is left out where the name stands once.
  std::string path() const;

  std::vector<XmlElement> children() const;
  /// The only child of that name, which must be there.
  std::optional<XmlElement> child(std::string_view name) const;
  /// Notes every child that has none of these names.
  void only_children(std::initializer_list<std::string_view> names) const;
  /// Notes every other attribute but the id that NovPhy's generator adds, and every one that stands twice.
  void only(std::initializer_list<std::string_view> names) const;

  bool has(std::string_view attribute) const;
  /// The attribute's value without the white space around it; it must be there unless there is a fallback.
  std::string text(std::string_view attribute, std::optional<std::string_view> fallback = {}) const;
  /// A finite number in [min, max].
  double number(std::string_view attribute, double min, double max,
                std::optional<double> fallback = {}) const;

  /// Notes an error at this element, or at one of its attributes.
  void error(const std::string& what, std::string_view attribute = "") const;
  /// Notes that something else was expected as an attribute's value: "expected a number, found "x"".
  void expected(const std::string& what, std::string_view attribute) const;

 private:
  friend class XmlDocument;
  struct Handle;
  XmlElement(XmlDocument* document, const pugi::xml_node& node);

  XmlDocument* document_;
  std::shared_ptr<Handle> handle_;
};

/// An XML text and what is wrong with it.
class XmlDocument {
 public:
  /// Bytes in UTF-8 or UTF-16, see xml_text(). Throws InputError for what is no XML document.
  XmlDocument(std::string_view bytes, std::string file);
  ~XmlDocument();
  XmlDocument(const XmlDocument&) = delete;
  XmlDocument& operator=(const XmlDocument&) = delete;

  XmlElement root();
  const std::string& file() const { return file_; }

  void note(int line, std::string place, std::string text) {
    problems_.note(line, std::move(place), std::move(text));
  }
  /// Nothing is wrong so far.
  bool good() const { return problems_.empty(); }
  /// Throws InputError with everything noted so far, in the order of the lines; does nothing if all is well.
  void check() const { problems_.check(); }

 private:
  friend class XmlElement;
  struct Tree;
  int line_at(const char* place) const;
  void check_shape();
  void check_text(const pugi::xml_node& node);

  std::string file_;
  std::string text_;  ///< as it was; the tree cuts its own copy into pieces
  std::unique_ptr<Tree> tree_;
  Problems problems_{file_};
};

}  // namespace novphy
