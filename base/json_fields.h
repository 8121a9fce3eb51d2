#pragma once

#include <algorithm>
#include <array>
#include <concepts>
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
#include <typeinfo>
#include <utility>
#include <vector>

#include "base/json_reader.h"

/// Codecs: each reads and writes values of one type in one form of JSON, whose JSON Schema it tells. Lists of
/// fields, below, put them together to objects.
namespace novphy {

/// How the parts of an array or object are laid out, and what follows a bracket and stands before the next.
struct JsonLayout {
  std::string_view comma = ",";
  std::string_view colon = ":";
  std::string_view begin = "";
  std::string_view end = "";
};
inline constexpr JsonLayout kWithBlanks{", ", ": "};
inline constexpr JsonLayout kPartALine{",\n", ": ", "\n", "\n"};
inline constexpr JsonLayout kMemberALine{",\n  ", ": ", "\n  ", "\n"};
inline constexpr JsonLayout kElementALine{",\n    ", ": ", "\n    ", "\n  "};

/// JSON in the making.
struct JsonText {
  JsonLayout layout{};
  bool whole = false;  ///< also what has its default is written
  std::string text{};

  void comma() { text += layout.comma; }
  void key(std::string_view key) {
    append_quoted(text, key);
    text += layout.colon;
  }
};

/// An array or object of parts that are JSON texts.
std::string json_array(const std::vector<std::string>& values, const JsonLayout& layout = {});
using JsonMembers = std::vector<std::pair<std::string, std::string>>;
std::string json_object(const JsonMembers& members, const JsonLayout& layout = {});

/// The schema of one of these words, of arrays of such elements, and of [first, second].
JsonMembers words_schema(std::span<const std::string_view> words);
JsonMembers list_schema(const JsonMembers& element, std::size_t min, std::size_t max);
JsonMembers two_schema(const JsonMembers& first, const JsonMembers& second);
/// The codec's schema; one that takes anything if the codec has none.
template <class Codec>
JsonMembers schema_by(const Codec& codec) {
  if constexpr (requires { codec.schema(); }) return codec.schema();
  return {};
}

struct NumberCodec {
  double min = -Node::kBig;
  double max = Node::kBig;
  std::string_view description{};  ///< for the schema
  double read(const Node& node) const { return node.number(min, max); }
  /// Throws std::invalid_argument for a number that is not finite, which a `whole` text has as null.
  void write(JsonText& out, double value) const;
  JsonMembers schema() const;
};

/// A number that always has a decimal point: 2.0.
struct DecimalCodec : NumberCodec {
  void write(JsonText& out, double value) const;
};

struct WholeCodec {
  int min = 0;
  int max = 1'000'000;
  int read(const Node& node) const { return node.integer(min, max); }
  void write(JsonText& out, std::integral auto value) const { out.text += std::to_string(value); }
  JsonMembers schema() const;
};
inline constexpr WholeCodec kAnyWhole{std::numeric_limits<int>::min(), std::numeric_limits<int>::max()};
inline constexpr WholeCodec kCount{0, std::numeric_limits<int>::max()};

/// A whole number from 0 to 2^64 - 1, such as a seed.
struct Unsigned64Codec {
  std::uint64_t read(const Node& node) const { return node.unsigned64(); }
  void write(JsonText& out, std::uint64_t value) const { out.text += std::to_string(value); }
  JsonMembers schema() const {
    return {{"type", in_quotes("integer")}, {"minimum", "0"}, {"maximum", "18446744073709551615"}};
  }
};

struct FlagCodec {
  bool read(const Node& node) const { return node.boolean(); }
  void write(JsonText& out, bool value) const { out.text += value ? "true" : "false"; }
  JsonMembers schema() const { return {{"type", in_quotes("boolean")}}; }
};

/// A text. Bytes that are not UTF-8 are written as replacement characters.
struct TextCodec {
  /// Notes what is wrong with a text that was read.
  void (*check)(const Node& node, const std::string& text) = nullptr;
  std::string_view pattern{};  ///< of what `check` takes, for the schema
  std::string_view words{};    ///< for the schema: its definition of the words that the text may be
  std::string read(const Node& node) const;
  void write(JsonText& out, std::string_view value) const { append_quoted(out.text, value); }
  JsonMembers schema() const;
};

/// An object with any members, kept as its JSON text; "" for none.
struct RawCodec {
  std::string read(const Node& node) const { return node.object().json(); }
  void write(JsonText& out, const std::string& json) const { out.text += json.empty() ? "null" : json; }
  JsonMembers schema() const { return {{"type", in_quotes("object")}}; }
};

/// A bool that files write as one of two words.
struct EitherCodec {
  std::string_view when_false;
  std::string_view when_true;
  bool read(const Node& node) const { return node.one_of({when_false, when_true}) == when_true; }
  void write(JsonText& out, bool value) const { append_quoted(out.text, value ? when_true : when_false); }
  JsonMembers schema() const { return words_schema(std::array{when_false, when_true}); }
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
  JsonMembers schema() const { return words_schema(words); }
  std::string_view word(Enum value) const { return words.at(static_cast<std::size_t>(value)); }
};

/// [a, b]: an array or a struct of two values.
template <class T, class First, class Second = First>
struct TwoCodec {
  First first{};
  Second second{};

  constexpr TwoCodec() = default;
  constexpr explicit TwoCodec(const First& each) requires std::same_as<First, Second> : first(each),
                                                                                        second(each) {}
  constexpr TwoCodec(const First& one, const Second& other) : first(one), second(other) {}

  T read(const Node& node) const {
    const std::vector<Node> both = node.array(2, 2);
    const auto one = first.read(both.empty() ? node.nothing() : both[0]);
    return T{one, second.read(both.empty() ? node.nothing() : both[1])};
  }
  void write(JsonText& out, const T& value) const {
    const auto& [one, other] = value;
    out.text += '[';
    first.write(out, one);
    out.comma();
    second.write(out, other);
    out.text += ']';
  }
  JsonMembers schema() const { return two_schema(schema_by(first), schema_by(second)); }
};
using TwoNumbersCodec = TwoCodec<std::array<double, 2>, NumberCodec>;

/// A value that may be absent: then it is not written, or as null.
template <class Codec>
struct MaybeCodec {
  Codec codec;
  bool may_be_null = false;  ///< in files
  auto read(const Node& node) const {
    return may_be_null && node.is_null() ? std::nullopt : std::make_optional(codec.read(node));
  }
  template <class T>
  void write(JsonText& out, const std::optional<T>& value) const {
    if (value)
      codec.write(out, *value);
    else
      out.text += "null";
  }
  JsonMembers schema() const {
    const JsonMembers value = schema_by(codec);
    if (!may_be_null) return value;
    return {{"anyOf", json_array({json_object(value), R"({"type":"null"})"})}};
  }
};
template <class Codec>
MaybeCodec(Codec) -> MaybeCodec<Codec>;
template <class Codec>
MaybeCodec(Codec, bool) -> MaybeCodec<Codec>;

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
    const JsonLayout& layout = one_a_line ? kElementALine : out.layout;
    out.text += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
      out.text += i == 0 ? layout.begin : layout.comma;
      codec.write(out, values[i]);
    }
    if (!values.empty()) out.text += layout.end;
    out.text += ']';
  }
  JsonMembers schema() const { return list_schema(schema_by(codec), min, max); }
};
template <class Codec>
ListCodec(Codec) -> ListCodec<Codec>;
template <class Codec>
ListCodec(Codec, std::size_t, std::size_t, bool) -> ListCodec<Codec>;

// One list of fields for each type that files hold as a JSON object:
//
//     void describe(FieldIo& io, Slingshot& slingshot) {
//       io.field("at", slingshot.at_m, kPlace);                                 // must be there
//       io.field("faces", slingshot.faces_left, EitherCodec{"right", "left"}, false);  // left out if false
//     }
//
// From this list FieldReader reads, FieldWriter writes, and SchemaWriter makes a JSON Schema. The list names
// each key once.

/// How the values of a field are read and written, and their schema.
struct FieldCodec {
  void (*read)(const Node& node, void* value, const void* codec);
  void (*write)(JsonText& out, const void* value, const void* codec);
  JsonMembers (*schema)(const void* codec);
};
template <class T, class Codec>
inline constexpr FieldCodec kFieldCodec{
    .read =
        [](const Node& node, void* value, const void* codec) {
          *static_cast<T*>(value) = static_cast<T>(static_cast<const Codec*>(codec)->read(node));
        },
    .write =
        [](JsonText& out, const void* value, const void* codec) {
          static_cast<const Codec*>(codec)->write(out, *static_cast<const T*>(value));
        },
    .schema = [](const void* codec) { return schema_by(*static_cast<const Codec*>(codec)); }};

/// How the values of a field are compared with the value of an absent member, and take it.
struct FieldDefault {
  bool (*same)(const void* value, const void* fallback);
  void (*assign)(void* value, const void* fallback);
};
template <class T>
inline constexpr FieldDefault kFieldDefault{
    .same = [](const void* value, const void* fallback) -> bool {
      return *static_cast<const T*>(value) == *static_cast<const T*>(fallback);
    },
    .assign = [](void* value,
                 const void* fallback) { *static_cast<T*>(value) = *static_cast<const T*>(fallback); }};

/// One row of a list. Without a fallback, the member must be there.
struct Field {
  std::string_view key;
  void* value;
  const void* codec;
  const FieldCodec* how;
  const void* fallback = nullptr;
  const FieldDefault* by_default = nullptr;
};

class FieldReader;
class FieldWriter;
class SchemaWriter;

/// Visits the fields of a value: what a list of fields is told to.
class FieldIo {
 public:
  virtual ~FieldIo() = default;

  /// A member that must be there.
  template <class T, class Codec>
  void field(std::string_view key, T& value, const Codec& codec) {
    visit({key, &value, &codec, &kFieldCodec<T, Codec>});
  }
  /// A member that may be absent: its value then is `fallback`. A value that is the fallback is not written.
  template <class T, class Codec>
  void field(std::string_view key, T& value, const Codec& codec, const std::type_identity_t<T>& fallback) {
    visit({key, &value, &codec, &kFieldCodec<T, Codec>, &fallback, &kFieldDefault<T>});
  }
  /// A member that may be absent, and then has no value.
  template <class T, class Codec>
  void maybe(std::string_view key, std::optional<T>& value, const Codec& codec) {
    field(key, value, MaybeCodec<Codec>{codec}, std::nullopt);
  }
  /// A member [first, second] that must be there.
  void pair(std::string_view key, int& first, const WholeCodec& first_codec, int& second,
            const WholeCodec& second_codec);
  /// Whether the list goes on with the fields that belong to an optional value, which begin with this key.
  virtual bool present(std::string_view key, bool has_value) = 0;
  /// This, if it reads or writes a file, or a schema; else null. For lists that do so in a way of their own.
  virtual FieldReader* reader() { return nullptr; }
  virtual FieldWriter* writer() { return nullptr; }
  virtual SchemaWriter* schema() { return nullptr; }

 private:
  virtual void visit(const Field& field) = 0;
};

/// Reads the members of an object. done() notes the members that the list does not name.
class FieldReader final : public FieldIo {
 public:
  explicit FieldReader(const Node& node) : node_(node.object()) {}

  bool present(std::string_view key, bool /*has_value*/) override { return has(key); }
  FieldReader* reader() override { return this; }
  bool has(std::string_view key) const { return node_.has(key); }
  /// The member, or an absent node. The key counts as one of the list.
  Node get(std::string_view key);
  /// Notes every key that the list does not name as an error. To be called last.
  void done() const { node_.only(keys_); }

 private:
  void visit(const Field& field) override;

  Node node_;
  std::vector<std::string_view> keys_{};
};

/// Writes the members of an object, without members that have their default.
class FieldWriter final : public FieldIo {
 public:
  /// `one_a_line` gives each member a line of its own.
  explicit FieldWriter(JsonText& out, bool one_a_line = false)
      : out_(out), layout_(one_a_line ? kMemberALine : out.layout) {}

  using FieldIo::field;
  template <class T, class Codec>
  void field(std::string_view key, const T& value, const Codec& codec) {
    begin_member(key);
    codec.write(out_, value);
  }
  bool present(std::string_view /*key*/, bool has_value) override { return has_value; }
  FieldWriter* writer() override { return out_.whole ? nullptr : this; }
  /// Ends the object. To be called last.
  void done();

 private:
  void visit(const Field& field) override;
  void begin_member(std::string_view key);

  JsonText& out_;
  JsonLayout layout_;
  bool empty_ = true;
};

/// Makes the JSON Schema of objects with the members of a list. Of keys that exclude each other, a schema
/// takes all, or only one with its members.
class SchemaWriter final : public FieldIo {
 public:
  explicit SchemaWriter(std::string_view only = {}, std::vector<std::string_view> of = {})
      : only_(only), alternatives_(std::move(of)) {}

  bool present(std::string_view key, bool has_value) override;
  SchemaWriter* schema() override { return this; }
  /// Adds a schema that the whole object must fit, too.
  void rule(std::string schema) { rules_.push_back(std::move(schema)); }
  /// The schema, with the name of the type, of which the list is, in "$comment".
  JsonMembers done(const std::type_info& type) const;

 private:
  void visit(const Field& field) override;

  std::string_view only_{};
  std::vector<std::string_view> alternatives_{};
  JsonMembers properties_{};
  std::vector<std::string> required_{};
  std::vector<std::string> rules_{};
};

/// Lets `io` visit the fields of a value that it does not change: describe() takes a reference, because
/// readers change what it refers to.
template <class T, class... Context>
void visit_fields(FieldIo& io, const T& value, const Context&... context) {
  describe(io, const_cast<T&>(value), context...);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
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

/// The value as a JSON object on one line, or with one line for each field.
template <class T, class... Context>
std::string to_json(const T& value, const Context&... context) {
  JsonText out;
  write_fields(out, value, context...);
  return std::move(out.text);
}
template <class T, class... Context>
std::string to_json_lines(const T& value, const Context&... context) {
  JsonText out{.layout = kWithBlanks};
  FieldWriter io(out, true);
  visit_fields(io, value, context...);
  io.done();
  return std::move(out.text);
}
/// The value with all its fields, also those that have their default; for comparisons.
template <class T, class... Context>
std::string to_whole_json(const T& value, const Context&... context) {
  JsonText out{.whole = true};
  write_fields(out, value, context...);
  return std::move(out.text);
}

/// The JSON pointer to the first difference between two JSON texts, "" if there is none. Numbers are the same
/// if they differ by at most `tolerance`.
std::string json_difference(const std::string& a, const std::string& b, double tolerance = 0);

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
  JsonMembers schema() const {
    SchemaWriter io;
    std::apply([&](const auto&... each) { visit_fields(io, T{}, each...); }, context);
    return io.done(typeid(T));
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
