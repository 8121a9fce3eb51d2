#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/input_error.h"

namespace novphy {

struct JsonMember;

/// A JSON value that knows its line.
struct Json {
  using Array = std::vector<Json>;
  using Object = std::vector<JsonMember>;  ///< in the order of the file, every key once

  int line = 0;
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> value;
};

struct JsonMember {
  std::string key;
  int line = 0;
  Json value;
};

class JsonDocument;

/// A place in a document, read by asking for what should stand there. What is wrong is noted in the document
/// and a harmless value is returned, so that one reading finds every error; reading an absent node is silent.
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
  /// JSON pointer from the root, "" for the root.
  const std::string& pointer() const { return pointer_; }

  /// The member, which must be there.
  Node at(std::string_view key) const;
  /// The member, or an absent node.
  Node get(std::string_view key) const;
  /// The elements of an array of between min and max elements.
  std::vector<Node> array(std::size_t min = 0, std::size_t max = kAnyLength) const;
  /// This node if it is an object; else an absent node, and an error where there is something else.
  Node object() const;
  /// The members of an object.
  std::vector<std::pair<std::string, Node>> members() const;
  /// Notes every other key of this object as an error that names the allowed ones.
  void only(std::initializer_list<std::string_view> keys) const;
  void only(std::span<const std::string_view> keys) const;

  /// A finite number in [min, max].
  double number(double min = -kBig, double max = kBig) const;
  int integer(int min = std::numeric_limits<int>::min(), int max = std::numeric_limits<int>::max()) const;
  /// Any number from 0 to 2^64 - 1, such as a seed.
  std::uint64_t unsigned64() const;
  bool boolean() const;
  std::string text() const;
  /// One of these words; the first of them where it is not.
  std::string one_of(std::span<const std::string_view> words) const;
  std::string one_of(std::initializer_list<std::string_view> words) const;
  /// The value as a JSON text without white space; "" for an absent node.
  std::string json() const;

  /// Notes an error at this place.
  void error(const std::string& text) const;
  /// Notes an error at a member that this object lacks.
  void error_at(std::string_view key, const std::string& text) const;
  /// Notes that something else was expected here: "expected a number, found a string".
  void expected(const std::string& what) const;

 private:
  friend class JsonDocument;
  Node(JsonDocument* document, const Json* json, std::string pointer)
      : document_(document), json_(json), pointer_(std::move(pointer)) {}

  Node child(const std::string& key, const Json* json) const;

  JsonDocument* document_;
  const Json* json_;
  std::string pointer_;
};

/// A JSON text and what is wrong with it. Strict: no duplicate keys, no comments, nothing after the value, no
/// numbers beyond a double, UTF-8 only, at most 64 levels deep.
class JsonDocument {
 public:
  /// `file` and the number of the text's first line only say in messages where something stands. Throws
  /// InputError for what is no JSON at all.
  JsonDocument(std::string_view text, std::string file, int first_line = 1);
  ~JsonDocument() = default;
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  Node root() { return {this, &json_, ""}; }
  /// For changing a value before it is read (overrides); null where the pointer leads nowhere.
  Json* find(std::string_view pointer);
  const std::string& file() const { return file_; }

  void note(int line, std::string place, std::string text) {
    problems_.note(line, std::move(place), std::move(text));
  }
  const std::vector<Problem>& problems() const { return problems_.noted(); }
  /// Throws InputError with everything noted so far, in the order of the lines; does nothing if all is well.
  void check() const { problems_.check(); }

 private:
  std::string file_;
  Json json_;
  Problems problems_{file_};
};

/// Whether a text is one JSON value and nothing else.
bool is_json(std::string_view text);
/// The key as a part of a JSON pointer ("~" and "/" escaped).
std::string pointer_part(std::string_view key);
/// Words for messages: "wood, stone or ice".
std::string listed(std::span<const std::string_view> words, std::string_view last = "or");
/// The shortest decimal that reads back as the same double; "-0.0" keeps its sign.
std::string shortest(double number);
/// Text with quotes and escapes, as JSON has it.
std::string in_quotes(std::string_view text);
/// Messages quote no text that is longer, in bytes.
inline constexpr std::size_t kLongestQuoted = 60;

}  // namespace novphy
