#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
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

// One list of fields for each type that files hold as a JSON object:
//
//     template <class Io>
//     void describe(Io& io, Slingshot& slingshot) {
//       io.field("at", slingshot.at_m, kPlace);                                 // must be there
//       io.field("faces", slingshot.faces_left, EitherCodec{"right", "left"}, false);  // left out if false
//     }
//
// From this list FieldReader reads, FieldWriter writes, for_each_field() compares two values, and
// fields_of() tells the keys. The list names each key once.

/// Reads the members of an object. done() notes the members that the list does not name.
class FieldReader {
 public:
  explicit FieldReader(const Node& node) : node_(node.object()) {}

  /// Reads a member that must be there.
  template <class T, class Codec>
  void field(std::string_view key, T& value, const Codec& codec) {
    keys_.push_back(key);
    if (const Node member = node_.at(key)) value = codec.read(member);
  }
  /// Reads a member that may be absent: its value then is `fallback`.
  template <class T, class Codec>
  void field(std::string_view key, T& value, const Codec& codec, const std::type_identity_t<T>& fallback) {
    if (const Node member = get(key))
      value = codec.read(member);
    else
      value = fallback;
  }
  /// Reads a member [first, second] that must be there.
  template <class T, class First, class Second>
  void pair(std::string_view key, T& first, const First& first_codec, T& second, const Second& second_codec) {
    keys_.push_back(key);
    const std::vector<Node> both = node_.at(key).array(2, 2);
    if (both.empty()) return;
    first = first_codec.read(both[0]);
    second = second_codec.read(both[1]);
  }
  /// Whether the list goes on with the fields that belong to this value, which begin with this key.
  template <class T>
  bool present(std::string_view key, const std::optional<T>& /*value*/) const {
    return has(key);
  }
  bool has(std::string_view key) const { return node_.get(key).present(); }
  /// The member, or an absent node. The key counts as one of the list.
  Node get(std::string_view key) {
    keys_.push_back(key);
    return node_.get(key);
  }
  /// Notes every key that the list does not name as an error. To be called last.
  void done() const { node_.only(keys_); }

 private:
  Node node_;
  std::vector<std::string_view> keys_;
};

/// Writes the members of an object, without members that have their default.
class FieldWriter {
 public:
  /// `one_a_line` gives each member a line of its own.
  explicit FieldWriter(JsonText& out, bool one_a_line = false) : out_(out), one_a_line_(one_a_line) {}

  template <class T, class Codec>
  void field(std::string_view key, const T& value, const Codec& codec) {
    begin_member();
    out_.key(key);
    codec.write(out_, value);
  }
  template <class T, class Codec>
  void field(std::string_view key, const T& value, const Codec& codec,
             const std::type_identity_t<T>& fallback) {
    if (!(value == fallback)) field(key, value, codec);
  }
  template <class T, class First, class Second>
  void pair(std::string_view key, const T& first, const First& first_codec, const T& second,
            const Second& second_codec) {
    begin_member();
    out_.key(key);
    out_.text += '[';
    first_codec.write(out_, first);
    out_.comma();
    second_codec.write(out_, second);
    out_.text += ']';
  }
  template <class T>
  bool present(std::string_view /*key*/, const std::optional<T>& value) const {
    return value.has_value();
  }
  /// Ends the object. To be called last.
  void done();

 private:
  void begin_member();

  JsonText& out_;
  bool one_a_line_;
  bool empty_ = true;
};

/// Lets `io` visit the fields of a value that it does not change: describe() takes a reference, because
/// readers change what it refers to.
template <class Io, class T, class... Context>
void visit_fields(Io& io, const T& value, const Context&... context) {
  describe(io, const_cast<T&>(value), context...);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

/// Collects where the fields of a value are.
class FieldPlaces {
 public:
  template <class T, class Codec, class... Fallback>
  void field(std::string_view /*key*/, const T& value, const Codec& /*codec*/,
             const Fallback&... /*fallback*/) {
    places_.push_back(&value);
  }
  template <class T>
  bool present(std::string_view /*key*/, const std::optional<T>& /*value*/) const {
    return true;
  }
  std::span<const void* const> places() const { return places_; }

 private:
  std::vector<const void*> places_;
};

/// Calls visit(key, a, b, codec) for each field of two values.
template <class Visit>
class FieldPairs {
 public:
  FieldPairs(const FieldPlaces& others, Visit& visit) : others_(others.places()), visit_(visit) {}
  template <class T, class Codec, class... Fallback>
  void field(std::string_view key, const T& value, const Codec& codec, const Fallback&... /*fallback*/) {
    const T& other = *static_cast<const T*>(others_.front());
    others_ = others_.subspan(1);
    visit_(key, value, other, codec);
  }
  template <class T>
  bool present(std::string_view /*key*/, const std::optional<T>& /*value*/) const {
    return true;
  }

 private:
  std::span<const void* const> others_;
  Visit& visit_;
};

/// Calls visit(key, field of a, field of b, codec) for each field. Whether the list names a field must not
/// depend on values, but by present().
template <class T, class Visit, class... Context>
void for_each_field(const T& a, const T& b, Visit visit, const Context&... context) {
  FieldPlaces places;
  visit_fields(places, b, context...);
  FieldPairs pairs(places, visit);
  visit_fields(pairs, a, context...);
}

/// Compares two values field by field.
template <class T, class... Context>
void compare_fields(JsonDifference& found, const T& a, const T& b, const std::string& at,
                    const Context&... context) {
  const auto compare = [&](std::string_view key, const auto& mine, const auto& other, const auto& codec) {
    found.compare(mine, other, codec, at + "/" + std::string(key));
  };
  for_each_field(a, b, compare, context...);
}

struct FieldName {
  std::string_view key;
  bool required;
};

/// Collects the names of fields.
class FieldNames {
 public:
  template <class T, class Codec, class... Fallback>
  void field(std::string_view key, const T& /*value*/, const Codec& /*codec*/,
             const Fallback&... /*fallback*/) {
    names_.push_back({key, sizeof...(Fallback) == 0});
  }
  template <class T>
  bool present(std::string_view key, const std::optional<T>& /*value*/) {
    names_.push_back({key, false});
    return true;
  }
  const std::vector<FieldName>& names() const { return names_; }

 private:
  std::vector<FieldName> names_;
};

/// The fields of a type, in the order of its list.
template <class T, class... Context>
std::vector<FieldName> fields_of(const Context&... context) {
  FieldNames names;
  visit_fields(names, T{}, context...);
  return names.names();
}

/// Reads an object with exactly the keys of its list. What the list leaves alone keeps its value of `value`.
template <class T, class... Context>
T read_fields(const Node& node, T value = {}, const Context&... context) {
  FieldReader io(node);
  describe(io, value, context...);
  io.done();
  return value;
}

template <class T, class... Context>
void write_fields(JsonText& out, const T& value, const Context&... context) {
  FieldWriter io(out);
  visit_fields(io, value, context...);
  io.done();
}

/// The value as a JSON object on one line.
template <class T, class... Context>
std::string to_json(const T& value, const Context&... context) {
  JsonText out;
  write_fields(out, value, context...);
  return std::move(out.text);
}

/// Codec of a type with a list of fields. `context` is what describe() takes besides the value.
template <class T, class... Context>
struct ObjectCodec {
  std::tuple<Context...> context{};

  constexpr ObjectCodec() = default;
  constexpr explicit ObjectCodec(const Context&... given) requires(sizeof...(Context) > 0)
      : context(given...) {}

  T read(const Node& node) const {
    return std::apply([&](const auto&... each) { return read_fields<T>(node, T{}, each...); }, context);
  }
  void write(JsonText& out, const T& value) const {
    std::apply([&](const auto&... each) { write_fields(out, value, each...); }, context);
  }
  void compare(JsonDifference& found, const T& a, const T& b, const std::string& at) const {
    std::apply([&](const auto&... each) { compare_fields(found, a, b, at, each...); }, context);
  }
};

/// An object whose keys are not known before, such as names of parameters: a map from keys to values.
template <class Codec>
struct MapCodec {
  Codec codec;

  auto read(const Node& node) const {
    std::map<std::string, decltype(codec.read(node))> values;
    for (const auto& [key, value] : node.members()) values.emplace(key, codec.read(value));
    return values;
  }
  template <class T>
  void write(JsonText& out, const std::map<std::string, T>& values) const {
    FieldWriter io(out);
    for (const auto& [key, value] : values) io.field(key, value, codec);
    io.done();
  }
};
template <class Codec>
MapCodec(Codec) -> MapCodec<Codec>;

}  // namespace novphy
