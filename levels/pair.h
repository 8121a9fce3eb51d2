#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "levels/parameters.h"
#include "levels/task_file.h"
#include "sim/rng.h"
#include "sim/task.h"

namespace novphy {

struct Range {
  double min = 0;
  double max = 0;
  friend bool operator==(const Range&, const Range&) = default;
};

/// How a task is meant to be passed.
enum class Mode {
  kDirect,  ///< the bird hits the pig
  kRoll,    ///< the rule object rolls to it
  kFall,    ///< falls on it
  kSlide,   ///< slides to it
};

/// What the author of a template meant, for checks. Objects by their name in the template; "" for none.
struct Intent {
  Mode mode = Mode::kDirect;
  std::string rule{};   ///< the object that must reach the pig
  std::string decoy{};  ///< the one that reaches it on the other side of the pair
  std::string agent{};  ///< the object the novelty hangs on
  friend bool operator==(const Intent&, const Intent&) = default;
};

/// A family of tasks: one task, shifted as a whole within a rectangle. The slingshot, the ground, the birds
/// and the objects in `fixed` stay.
struct Template {
  std::string name;  ///< "010203_2" or "rolling/agents/novel"
  Task task;
  Range dx_m;
  Range dy_m;
  std::vector<int> fixed;            ///< indices of objects that do not move, such as a ceiling
  std::vector<std::string> names{};  ///< of the objects; empty where none has one
  std::optional<Intent> intent{};
  friend bool operator==(const Template&, const Template&) = default;
};

/// Where objects that play no part may stand, and which.
struct DistractorRules {
  /// Of their centres; not moved with the shift. Without a word in the file: wherever birds fly.
  std::vector<Box> areas{{.centre_m = {0, 3.25}, .size_m = {19, 13.5}}};
  std::vector<std::string> forbidden{};  ///< "circle", "wood" or "wood circle"; forbid_twins() adds more
  friend bool operator==(const DistractorRules&, const DistractorRules&) = default;
};

/// The normal and the novel template of one novelty-scenario.
struct Pair {
  std::string novelty;   ///< "objects", "agents", ...; or a name of one's own
  std::string scenario;  ///< "single_force", ...
  Template normal;
  Template novel;
  std::vector<std::string>
      phases{};     ///< where the novelty acts: "initial", "middle", "final" (paper, Table C.4)
  Family family{};  ///< what varies besides the shift
  DistractorRules distractors{};
  std::string file{};  ///< what it was read from; "" for published templates
  std::string text{};  ///< the file's content, which makes its members; "" for published templates
};

/// A member of a pair's family: values of its parameters and a shift.
struct Member {
  ParameterValues values{};
  Vec2 shift_m{};
  friend bool operator==(const Member&, const Member&) = default;
};

/// Whether rules forbid an object of this type and material.
bool forbids(const DistractorRules& rules, const std::string& type, const std::string& material);

/// The index of the object of that name, or nothing.
std::optional<int> object_named(const Template& base, const std::string& name);

/// The task shifted by (dx, dy), coordinates rounded to 1e-4 m.
Task shifted(const Template& base, Vec2 shift_m);
/// The pair's member, both sides shifted: its file is read again with these values. Published templates have
/// their shift alone. Throws InputError.
Pair member_of(const Pair& base, const Member& member, const Catalogue& catalogue);
/// A shift drawn from the rectangle, rounded to 1e-4 m.
Vec2 draw_shift(const Template& base, Rng& rng);

/// A pair in JSON, with its parameters at these values, else at their base. `file` only names the source in
/// messages. Throws InputError with every problem.
Pair parse_pair_json(std::string_view text, const std::string& file, const Catalogue& catalogue,
                     const ParameterValues& values = {});
/// Whether a file's content means to be a pair: an object with the key "novphy_pair".
bool is_pair(std::string_view text);
/// Reads a pair file: common, normal and novel part. Throws InputError.
Pair read_pair(const std::filesystem::path& file, const Catalogue& catalogue, Warnings* warnings = nullptr);
/// Every pair file below a folder, sorted by novelty, then scenario.
std::vector<Pair> read_pairs(const std::filesystem::path& folder, const Catalogue& catalogue,
                             Warnings* warnings = nullptr);

/// Options for folders of published NovPhy templates (novelty_level_L/type01NNSS/Levels/*.xml).
struct PublishedOptions {
  std::filesystem::path ranges;  ///< templates.json with the rectangles; empty: beside the folder, or in it
  bool as_published = false;     ///< keep the wrong layout of 010104_0 instead of taking 010504_0's
};
/// The pairs of a folder of published templates. Throws InputError.
std::vector<Pair> read_published(const std::filesystem::path& folder, const Catalogue& catalogue,
                                 const PublishedOptions& options = {}, Warnings* warnings = nullptr);

}  // namespace novphy
