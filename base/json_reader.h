#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/file.h"
#include "base/input_error.h"
#include "base/text.h"

namespace novphy {

struct JsonMember;

/// A JSON value and its line in the file.
struct Json {
  using Array = std::vector<Json>;
  using Object = std::vector<JsonMember>;  ///< members in the order of the file; no key repeats

  int line = 0;
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> value;
};

struct JsonMember {
  std::string key;
  int line = 0;
  Json value;
};

class JsonDocument;

/// One value of a document, or an absent value. A caller asks for the type that it expects. If the value has
/// another type or is out of range, the node notes an error in the document and returns a default, so that
/// one pass finds every error. An absent node returns the default and notes nothing.
class Node {
 public:
  static constexpr double kBig = std::numeric_limits<double>::max();
  static constexpr std::size_t kAnyLength = std::numeric_limits<std::size_t>::max();

  bool present() const { return json_ != nullptr; }
  explicit operator bool() const { return present(); }
  bool is_object() const;
  bool is_array() const;
  bool is_text() const;
  bool is_number() const;
  bool is_null() const;
  int line() const;
  /// JSON pointer from the root; "" is the root.
  std::string pointer() const;

  /// The member with this key. A missing member is noted as an error.
  Node at(std::string_view key) const;
  /// Whether this is an object with this key.
  bool has(std::string_view key) const;
  /// The member with this key, or an absent node.
  Node get(std::string_view key) const;
  /// The elements of an array, which must have between min and max elements.
  std::vector<Node> array(std::size_t min = 0, std::size_t max = kAnyLength) const;
  /// This node if its value is an object, else an absent node. A value of another type is noted as an error.
  Node object() const;
  /// The keys and values of an object.
  std::vector<std::pair<std::string, Node>> members() const;
  /// Notes every key of this object that is not among `keys` as an error. The message names the allowed keys.
  void only(std::span<const std::string_view> keys) const;
  void only(std::initializer_list<std::string_view> keys) const {
    only(std::span(keys.begin(), keys.size()));
  }

  /// A finite number from min to max.
  double number(double min = -kBig, double max = kBig) const;
  int integer(int min = std::numeric_limits<int>::min(), int max = std::numeric_limits<int>::max()) const;
  /// An integer from 0 to 2^64 - 1, such as a seed.
  std::uint64_t unsigned64() const;
  bool boolean() const;
  std::string text() const;
  /// A string that must be one of `words`. Returns the first word if the value is none of them.
  std::string one_of(std::span<const std::string_view> words) const;
  std::string one_of(std::initializer_list<std::string_view> words) const {
    return one_of(std::span(words.begin(), words.size()));
  }
  /// The value as a JSON text without white space; "" for an absent node.
  std::string json() const;

  /// Notes an error at this place.
  void error(const std::string& text) const;
  /// Notes an error at a member that this object lacks.
  void error_at(std::string_view key, const std::string& text) const;
  /// Notes an error such as "expected a number, found a string", where `what` is "a number".
  void expected(const std::string& what) const;
  /// Whether an error was noted at this place or below. The value is then a default, so that a check which
  /// compares it with others would find a second, false error.
  bool has_errors() const;

 private:
  friend class JsonDocument;
  Node(JsonDocument* document, const Json* json) : document_(document), json_(json) {}
  /// An absent node, below a value that is there.
  Node(JsonDocument* document, const Json* above, std::string below)
      : document_(document), above_(above), below_(std::move(below)) {}

  /// The value of a member, or null.
  const Json* member(std::string_view key) const;
  /// Notes an error at this place or, with `key`, at a member.
  void note(int at_line, const std::string& text, std::optional<std::string_view> key = {}) const;

  JsonDocument* document_;
  const Json* json_ = nullptr;   ///< null: absent
  const Json* above_ = nullptr;  ///< of an absent node: the nearest value that is there
  std::string below_{};          ///< JSON pointer from there to the absent node
};

/// A parsed JSON text and the problems found in it so far. The parser is strict: no duplicate keys, no
/// comments, nothing after the value, no numbers beyond a double, UTF-8 only, at most 64 levels deep, not
/// above the bounds.
class JsonDocument : public Problems {
 public:
  /// `file` and `first_line` (the number of the text's first line) appear only in messages. Throws InputError
  /// for a text that is not JSON and for a text above the bounds.
  JsonDocument(std::string_view text, std::string file, const FileBounds& bounds = kTaskBounds,
               int first_line = 1);
  /// A document of a value that was parsed before.
  JsonDocument(Json json, std::string file) : Problems(std::move(file)), json_(std::move(json)) {}
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  Node root() { return {this, &json_}; }
  /// The value at a JSON pointer, or null if there is none. Overrides change values with it before they are
  /// read.
  Json* find(std::string_view pointer);
  /// The JSON pointer from the root to a value of this document.
  std::string pointer_to(const Json& value) const;

 private:
  Json json_;
};

/// Whether a text is one JSON value and nothing else.
bool is_json(std::string_view text);
/// The key as one part of a JSON pointer: "~" and "/" are escaped.
std::string pointer_part(std::string_view key);

}  // namespace novphy
