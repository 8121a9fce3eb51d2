#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "serve/tools/named_scene.h"
#include "sim/catalogue.h"
#include "sim/vec2.h"

namespace novphy {

inline constexpr int kMostLookahead = 1000;

/// What players of the tools may use. A track is a setting of a run: its words stand in the fingerprint of
/// the records, so that measures never mix tracks.
struct Track {
  bool pictures = false;  ///< players look at pictures; else at text or JSON
  int lookahead = 0;      ///< most calls of `simulate` in a task; 0: there is no such tool
  /// Seed of other names and colours, so that knowledge of the original game does not help; none: the usual.
  std::optional<std::uint64_t> disguise{};

  friend bool operator==(const Track&, const Track&) = default;
};

/// The track in words, such as "tools: text, 3 simulations a task, disguised by 7", for Fingerprint::served.
std::string words(const Track& track);

/// An argument of a tool. Its description for players and the check of what they give are made from it.
struct ToolParameter {
  std::string name;
  std::string about;                               ///< what it means, for players
  JsonMembers schema{};                            ///< of its values
  std::function<void(const Node& value)> check{};  ///< notes what does not fit
  bool required = false;
};

/// A tool as players are offered it.
struct Tool {
  std::string name;
  std::string description;  ///< one paragraph
  std::vector<ToolParameter> parameters{};
  std::string example{};  ///< of its arguments, as JSON
};

/// What players are told before their first call.
inline constexpr std::string_view kInstructions =
    "You play tasks of physical reasoning, one after the other. Look at a task, throw, and see what came of "
    "it. The world may change at some time without a word; say with report_novelty how probable you find "
    "that "
    "it has. What you learn in one task holds for later ones, until something changes.";

/// The JSON Schema (draft 2020-12) of a tool's arguments, on one line.
std::string schema_of(const Tool& tool);

/// The tools of a track, in the order in which players usually need them. A track without simulations has no
/// `simulate`. Birds are pulled back by at most `most_pull_m`.
std::vector<Tool> tools_of(const Track& track, const Vocabulary& vocabulary, double most_pull_m);

/// Longest text of `notes`, in bytes.
inline constexpr std::size_t kMostNoteBytes = 8192;
/// Longest sentence of `report_novelty`, in bytes.
inline constexpr std::size_t kMostSentenceBytes = 1000;
/// Calls in one task after which only throws and giving up are answered.
inline constexpr int kMostCallsOfTask = 500;

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
  std::optional<double> number(std::string_view name) const { return read<double>(name, NumberCodec{}); }
  std::optional<int> whole(std::string_view name) const { return read<int>(name, kAnyWhole); }
  std::optional<bool> flag(std::string_view name) const { return read<bool>(name, FlagCodec{}); }
  /// Of words, too.
  std::optional<std::string> text(std::string_view name) const {
    return read<std::string>(name, TextCodec{});
  }
  bool has(std::string_view name) const { return get(name).present(); }

  /// Throws Refused for arguments that do not go together.
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  Node get(std::string_view name) const;
  template <class T, class Codec>
  std::optional<T> read(std::string_view name, const Codec& codec) const {
    const Node value = get(name);
    return value ? std::optional(codec.read(value)) : std::nullopt;
  }

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

/// A throw by its direction and its pull, as players of the tools give it.
struct AimedThrow {
  double angle_deg = 0;  ///< launch direction: 0 is to the right, counter-clockwise
  double pull_m = 1;     ///< how far the bird is pulled back, at most LaunchNumbers::max_drag_m

  friend bool operator==(const AimedThrow&, const AimedThrow&) = default;
};

/// The throw whose parabola, in the ordinary world and without anything in the way, meets the place, low or
/// high. The place is relative to the rest point of the bird. Nothing if the place is out of reach.
///
/// A bird pulled back by d starts at -d, with the velocity k d (LaunchNumbers::speed_per_drag_per_s), and
/// falls by the ordinary gravity times its gravity_scale: y = x tan(a) - g x^2 / (2 v^2 cos(a)^2) from there.
std::optional<AimedThrow> throw_at(Vec2 place_m, bool high, double pull_m, const Catalogue& catalogue,
                                   const Kind& bird);

}  // namespace novphy
