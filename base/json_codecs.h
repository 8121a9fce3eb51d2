#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"

/// Codecs: each reads, writes and compares values of one type in one form of JSON. json_fields.h puts them
/// together to objects. A codec without compare() has values that are the same or not.
namespace novphy {

/// JSON in the making. `with_blanks`: a blank follows each comma and colon.
struct JsonText {
  bool with_blanks = false;
  std::string text{};

  void comma() { text += with_blanks ? ", " : ","; }
  void key(std::string_view key) {
    append_quoted(text, key);
    text += with_blanks ? ": " : ":";
  }
};

/// Compares two values part by part and keeps the place of the first difference, as a JSON pointer.
class JsonDifference {
 public:
  /// Numbers are the same if they differ by at most `tolerance`.
  explicit JsonDifference(double tolerance) : tolerance_(tolerance) {}
  /// "" as long as no difference was found.
  const std::string& place() const { return place_; }

  template <class T, class Codec>
  void compare(const T& a, const T& b, const Codec& codec, const std::string& at) {
    if (!place_.empty()) return;
    if constexpr (requires { codec.compare(*this, a, b, at); })
      codec.compare(*this, a, b, at);
    else
      note(!(a == b), at);
  }
  void numbers(double a, double b, const std::string& at) { note(!(std::abs(a - b) <= tolerance_), at); }
  void note(bool differs, const std::string& at) {
    if (differs && place_.empty()) place_ = at;
  }

 private:
  double tolerance_;
  std::string place_{};
};

struct NumberCodec {
  double min = -Node::kBig;
  double max = Node::kBig;
  double read(const Node& node) const { return node.number(min, max); }
  /// Throws std::invalid_argument for a number that is not finite.
  void write(JsonText& out, double value) const;
  void compare(JsonDifference& found, double a, double b, const std::string& at) const {
    found.numbers(a, b, at);
  }
};

/// A number that always has a decimal point: 2.0.
struct DecimalCodec : NumberCodec {
  void write(JsonText& out, double value) const;
};

struct WholeCodec {
  int min = 0;
  int max = 1'000'000;
  int read(const Node& node) const { return node.integer(min, max); }
  void write(JsonText& out, int value) const { out.text += std::to_string(value); }
};
inline constexpr WholeCodec kAnyWhole{std::numeric_limits<int>::min(), std::numeric_limits<int>::max()};
inline constexpr WholeCodec kCount{0, std::numeric_limits<int>::max()};

/// A whole number from 0 to 2^64 - 1, such as a seed.
struct Unsigned64Codec {
  std::uint64_t read(const Node& node) const { return node.unsigned64(); }
  void write(JsonText& out, std::uint64_t value) const { out.text += std::to_string(value); }
};

struct FlagCodec {
  bool read(const Node& node) const { return node.boolean(); }
  void write(JsonText& out, bool value) const { out.text += value ? "true" : "false"; }
};

/// A text. Bytes that are not UTF-8 are written as replacement characters.
struct TextCodec {
  std::string read(const Node& node) const { return node.text(); }
  void write(JsonText& out, std::string_view value) const { append_quoted(out.text, value); }
};

/// A bool that files write as one of two words.
struct EitherCodec {
  std::string_view when_false;
  std::string_view when_true;
  bool read(const Node& node) const { return node.one_of({when_false, when_true}) == when_true; }
  void write(JsonText& out, bool value) const { append_quoted(out.text, value ? when_true : when_false); }
};

/// An enumeration that files write as words, which stand in the order of its values.
template <class Enum, std::size_t N>
struct WordCodec {
  std::array<std::string_view, N> words;
  Enum read(const Node& node) const {
    const auto at = std::find(words.begin(), words.end(), node.one_of(words));
    return static_cast<Enum>(at - words.begin());
  }
  void write(JsonText& out, Enum value) const { append_quoted(out.text, word(value)); }
  std::string_view word(Enum value) const { return words.at(static_cast<std::size_t>(value)); }
};

/// [a, b]
struct TwoNumbersCodec {
  NumberCodec number{};
  std::array<double, 2> read(const Node& node) const;
  void write(JsonText& out, const std::array<double, 2>& values) const;
};

/// A value that may be absent; an absent value is not written.
template <class Codec>
struct MaybeCodec {
  Codec codec;
  auto read(const Node& node) const { return std::make_optional(codec.read(node)); }
  template <class T>
  void write(JsonText& out, const std::optional<T>& value) const {
    codec.write(out, *value);
  }
  template <class T>
  void compare(JsonDifference& found, const std::optional<T>& a, const std::optional<T>& b,
               const std::string& at) const {
    found.note(a.has_value() != b.has_value(), at);
    if (a && b) found.compare(*a, *b, codec, at);
  }
};
template <class Codec>
MaybeCodec(Codec) -> MaybeCodec<Codec>;

/// A value that files write as null if there is none.
template <class Codec>
struct NullableCodec : MaybeCodec<Codec> {
  auto read(const Node& node) const {
    return node.is_null() ? decltype(MaybeCodec<Codec>::read(node))() : MaybeCodec<Codec>::read(node);
  }
  template <class T>
  void write(JsonText& out, const std::optional<T>& value) const {
    if (value)
      this->codec.write(out, *value);
    else
      out.text += "null";
  }
};
template <class Codec>
NullableCodec(MaybeCodec<Codec>) -> NullableCodec<Codec>;

/// An array of values, on one line or with one line for each.
template <class Codec>
struct ListCodec {
  Codec codec;
  std::size_t min = 0;
  std::size_t max = Node::kAnyLength;
  bool one_a_line = false;

  auto read(const Node& node) const {
    std::vector<decltype(codec.read(node))> values;
    for (const Node& element : node.array(min, max)) values.push_back(codec.read(element));
    return values;
  }
  template <class T>
  void write(JsonText& out, const std::vector<T>& values) const {
    const bool lines = one_a_line && !values.empty();
    out.text += lines ? "[\n    " : "[";
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0 && lines) out.text += ",\n    ";
      if (i > 0 && !lines) out.comma();
      codec.write(out, values[i]);
    }
    out.text += lines ? "\n  ]" : "]";
  }
  template <class T>
  void compare(JsonDifference& found, const std::vector<T>& a, const std::vector<T>& b,
               const std::string& at) const {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
      found.compare(a[i], b[i], codec, at + "/" + std::to_string(i));
    found.note(a.size() != b.size(), at);
  }
};
template <class Codec>
ListCodec(Codec) -> ListCodec<Codec>;
template <class Codec>
ListCodec(Codec, std::size_t, std::size_t, bool) -> ListCodec<Codec>;

}  // namespace novphy
