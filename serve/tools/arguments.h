#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/json_reader.h"
#include "serve/tools/tool.h"
#include "sim/vec2.h"

namespace novphy {

/// Thrown by a call that is refused. what() tells a player what was expected, on one line.
class Refused : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The arguments of one call, checked as the tool's parameters say.
class Arguments {
 public:
  /// Reads a JSON object; "" counts as {}. Throws Refused, with an example, for a text that is none, an
  /// argument that the tool does not have, one that is missing, and a value that does not fit. The tool must
  /// outlive the arguments.
  Arguments(const Tool& tool, std::string_view json);

  /// The value of an argument; nothing where it is left out or null.
  std::optional<double> number(std::string_view name) const;
  std::optional<int> whole(std::string_view name) const;
  std::optional<bool> flag(std::string_view name) const;
  std::optional<std::string> text(std::string_view name) const;  ///< of words, too
  bool has(std::string_view name) const;

  /// Throws Refused for arguments that do not go together.
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  Node get(std::string_view name) const;

  const Tool& tool_;
  mutable JsonDocument document_;
};

/// What the arguments of a throw say: an angle, an object or a place.
struct WantedThrow {
  std::optional<double> angle_deg{};
  std::optional<int> object{};    ///< number of a thing
  std::optional<Vec2> place_m{};  ///< from the rest point of the bird
  bool high = false;              ///< the way to the object or place
  double pull_m = 1;
  int tap_ms = -1;     ///< -1: no tap
  int launch_ms = -1;  ///< -1: as soon as all is still
};

/// A throw at an angle or an object. Without a pull, it is `most_pull_m`.
WantedThrow read_throw(const Arguments& arguments, double most_pull_m);
/// What `aim` is to aim at: an object or a place.
WantedThrow read_target(const Arguments& arguments, double most_pull_m);

}  // namespace novphy
