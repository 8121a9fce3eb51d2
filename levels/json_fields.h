#pragma once

#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_reader.h"
#include "levels/json_vec2.h"
#include "sim/vec2.h"

/// Reading and writing of JSON objects by one list of fields: describe(io, value) names each key once, where
/// `io` is a FieldReader or a FieldWriter. A codec converts one value from and to JSON.
namespace novphy {

struct NumberCodec {
  double min = -Node::kBig;
  double max = Node::kBig;
  double read(const Node& node) const { return node.number(min, max); }
  std::string write(double value) const { return shortest(value); }
};

struct WholeCodec {
  int min = 0;
  int max = 1'000'000;
  int read(const Node& node) const { return node.integer(min, max); }
  std::string write(int value) const { return std::to_string(value); }
};

struct FlagCodec {
  bool read(const Node& node) const { return node.boolean(); }
  std::string write(bool value) const { return value ? "true" : "false"; }
};

struct TextCodec {
  std::string read(const Node& node) const { return node.text(); }
  std::string write(const std::string& value) const { return in_quotes(value); }
};

/// A bool that files write as one of two words.
struct EitherCodec {
  std::string_view when_false;
  std::string_view when_true;
  bool read(const Node& node) const { return node.one_of({when_false, when_true}) == when_true; }
  std::string write(bool value) const { return in_quotes(value ? when_true : when_false); }
};

struct Vec2Codec {
  double min = -Node::kBig;
  double max = Node::kBig;
  Vec2 read(const Node& node) const { return vec2_of(node, min, max); }
  std::string write(Vec2 value) const { return "[" + shortest(value.x) + ", " + shortest(value.y) + "]"; }
};

/// A value that may be absent.
template <class Codec>
struct MaybeCodec {
  Codec codec;
  auto read(const Node& node) const { return std::optional(codec.read(node)); }
  template <class T>
  std::string write(const std::optional<T>& value) const {
    return codec.write(*value);
  }
};

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
  std::string write(const std::vector<T>& values) const {
    std::string text;
    for (const T& value : values) {
      if (!text.empty()) text += one_a_line ? ",\n    " : ", ";
      text += codec.write(value);
    }
    return one_a_line && !text.empty() ? "[\n    " + text + "\n  ]" : "[" + text + "]";
  }
};
template <class Codec>
ListCodec(Codec, std::size_t, std::size_t, bool) -> ListCodec<Codec>;

/// Bounds that every sensible task keeps.
constexpr double kMaxAngleDeg = 36000;

/// Reads the members of an object. done() notes the members that were not read.
class FieldReader {
 public:
  explicit FieldReader(const Node& node) : node_(node.object()) {}

  /// Reads a required member.
  template <class T, class Codec>
  void field(std::string_view key, T& value, const Codec& codec) {
    keys_.push_back(key);
    if (const Node member = node_.at(key)) value = codec.read(member);
  }
  /// Reads an optional member; an absent member gives `fallback`.
  template <class T, class Codec>
  void field(std::string_view key, T& value, const Codec& codec, const T& fallback) {
    keys_.push_back(key);
    const Node member = node_.get(key);
    value = member ? codec.read(member) : fallback;
  }
  /// Reads "angle_deg" or "angle_rad". Files use "angle_rad" for an angle that no number of degrees gives
  /// exactly.
  void angle(double& angle_rad, double fallback_rad) {
    field("angle_rad", angle_rad, NumberCodec{-radians(kMaxAngleDeg), radians(kMaxAngleDeg)}, fallback_rad);
    keys_.push_back("angle_deg");
    const Node member = node_.get("angle_deg");
    if (member && node_.get("angle_rad")) member.error("expected angle_deg or angle_rad, found both");
    if (member) angle_rad = radians(member.number(-kMaxAngleDeg, kMaxAngleDeg));
  }
  bool has(std::string_view key) const { return node_.get(key).present(); }
  /// Allows a key that other code reads.
  void allow(std::string_view key) { keys_.push_back(key); }
  /// Notes every key that was neither read nor allowed as an error. To be called last.
  void done() const { node_.only(keys_); }

 private:
  Node node_;
  std::vector<std::string_view> keys_;
};

/// The shortest number of degrees that reads back as exactly this angle, if there is one.
std::optional<double> exact_degrees(double angle_rad);

/// Writes the members of an object, without members that have their default.
class FieldWriter {
 public:
  template <class T, class Codec>
  void field(std::string_view key, const T& value, const Codec& codec) {
    members_.push_back(in_quotes(key) + ": " + codec.write(value));
  }
  template <class T, class Codec>
  void field(std::string_view key, const T& value, const Codec& codec, const T& fallback) {
    if (!(value == fallback)) field(key, value, codec);
  }
  void angle(double angle_rad, double fallback_rad) {
    if (angle_rad == fallback_rad && std::signbit(angle_rad) == std::signbit(fallback_rad)) return;
    if (const auto angle_deg = exact_degrees(angle_rad))
      field("angle_deg", *angle_deg, NumberCodec{});
    else
      field("angle_rad", angle_rad, NumberCodec{});
  }

  /// The object "{...}" on one line, or with one line for each member.
  std::string text(bool one_a_line = false) const;

 private:
  std::vector<std::string> members_;
};

}  // namespace novphy
