#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/json_codecs.h"

/// One list of fields for each type that files hold as a JSON object:
///
///     template <class Io>
///     void describe(Io& io, Slingshot& slingshot) {
///       io.field("at", slingshot.at_m, kPlace);                                 // must be there
///       io.field("faces", slingshot.faces_left, EitherCodec{"right", "left"}, false);  // left out if false
///     }
///
/// From this list FieldReader reads, FieldWriter writes, for_each_field() compares two values, and
/// fields_of() tells the keys. The list names each key once.
namespace novphy {

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
