#pragma once

#include <filesystem>
#include <memory>
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

/// The way in which a task is meant to be passed.
enum class Mode {
  kDirect,  ///< the bird hits the pig
  kRoll,    ///< the rule object rolls to the pig
  kFall,    ///< the rule object falls on the pig
  kSlide,   ///< the rule object slides to the pig
};

/// What the author of a template intended, for checks. Each string is the name of an object of the template,
/// or "" for none.
struct Intent {
  Mode mode = Mode::kDirect;
  std::string rule{};   ///< the object that must reach the pig
  std::string decoy{};  ///< the object that must reach the pig on the other side of the pair
  std::string agent{};  ///< the object that carries the novelty
  friend bool operator==(const Intent&, const Intent&) = default;
};

/// A family of tasks: one task, shifted as a whole by any (dx, dy) within the ranges. The slingshot, the
/// ground, the birds and the objects in `fixed` keep their places.
struct Template {
  std::string name{};  ///< "010203_2" or "rolling/agents/novel"
  Task task{};
  Range dx_m{};
  Range dy_m{};
  std::vector<int> fixed{};          ///< indices of objects that do not move, such as a ceiling
  std::vector<std::string> names{};  ///< names of the objects; empty if no object has a name
  std::optional<Intent> intent{};
  friend bool operator==(const Template&, const Template&) = default;
};

/// Rules for distractors, objects that play no part in passing the task.
struct DistractorRules {
  /// Areas for the distractors' centres. They do not move with the shift. By default, the area in which birds
  /// fly.
  std::vector<Box> areas{{.centre_m = {0, 3.25}, .size_m = {19, 13.5}}};
  std::vector<std::string> forbidden{};  ///< distractors that are not allowed, such as "circle", "wood" or
                                         ///< "wood circle"; forbid_twins() adds more
  friend bool operator==(const DistractorRules&, const DistractorRules&) = default;
};

/// The normal and the novel template of one novelty-scenario.
struct Pair {
  std::string novelty;   ///< "objects", "agents", ..., or another name
  std::string scenario;  ///< "single_force", ...
  Template normal;
  Template novel;
  std::vector<std::string> phases{};  ///< phases of the play in which the novelty acts: "initial", "middle",
                                      ///< "final" (paper, Table C.4)
  Family family{};                    ///< parameters that vary besides the shift
  DistractorRules distractors{};
  std::string file{};  ///< file that the pair was read from; "" for published templates
  std::string text{};  ///< the file's content; "" for published templates
  /// The content, parsed, from which member_of() makes members; null for published templates.
  std::shared_ptr<const Json> json{};

  const Template& side(bool is_novel) const { return is_novel ? novel : normal; }
  Template& side(bool is_novel) { return is_novel ? novel : normal; }
};

/// A member of a pair's family: values of its parameters and a shift.
struct Member {
  ParameterValues values{};
  Vec2 shift_m{};
  friend bool operator==(const Member&, const Member&) = default;
};

/// Whether the word names the pair's novelty: by its level, such as "agents", or by its kind, such as "fan".
bool has_novelty(const Pair& pair, std::string_view word);
/// Whether this is a name of the pair: its scenario and a word for its novelty, such as "rolling/agents" or
/// "rolling/fan".
bool is_named(const Pair& pair, std::string_view name);
/// The pair that has a side of this name, such as "rolling/agents/novel"; null where none has.
const Pair* find_pair(const std::vector<Pair>& pairs, std::string_view side);

/// Whether rules forbid an object of this type and material.
bool forbids(const DistractorRules& rules, const std::string& type, const std::string& material);

/// The index of the object with this name, or nothing.
std::optional<int> object_named(const Template& base, const std::string& name);

/// The task shifted by (dx, dy), coordinates rounded to 1e-4 m.
Task shifted(const Template& base, Vec2 shift_m);
/// The member of a pair, with both sides shifted. The pair's JSON is read again with the member's values.
/// Published templates have no values, only a shift. Throws InputError.
Pair member_of(const Pair& base, const Member& member, const Catalogue& catalogue);
/// A random shift within the template's ranges, rounded to 1e-4 m.
Vec2 draw_shift(const Template& base, Rng& rng);

/// Reads a pair from JSON text. A parameter without a value has its base. `file` only names the source in
/// messages. Throws InputError with every problem.
Pair parse_pair_json(std::string_view text, const std::string& file, const Catalogue& catalogue,
                     const ParameterValues& values = {});
/// The pair with these values of its parameters, from Pair::json, which must not be null. Throws InputError.
Pair read_pair_json(const Pair& base, const Catalogue& catalogue, const ParameterValues& values);
/// The JSON Schema of a pair's file in which formulas have been replaced by their values.
std::string pair_schema(const Catalogue& catalogue);
/// Whether a file's content is meant as a pair: an object with the key "novphy_pair".
bool is_pair(std::string_view text);
/// Reads a pair file: common, normal and novel part. Throws InputError.
Pair read_pair(const std::filesystem::path& file, const Catalogue& catalogue);
/// Reads every pair file below a folder, sorted by novelty, then scenario.
std::vector<Pair> read_pairs(const std::filesystem::path& folder, const Catalogue& catalogue);

/// Options for folders of published NovPhy templates (novelty_level_L/type01NNSS/Levels/*.xml).
struct PublishedOptions {
  /// templates.json with the ranges of shifts; empty: the file in the folder or beside it.
  std::filesystem::path ranges;
  /// True: keep the wrong layout of 010104_0. False: use the layout of 010504_0 instead.
  bool as_published = false;
};
/// Reads the pairs of a folder of published templates. Throws InputError.
std::vector<Pair> read_published(const std::filesystem::path& folder, const Catalogue& catalogue,
                                 const PublishedOptions& options = {}, Warnings* warnings = nullptr);

/// Reads one published template unchanged, with its ranges of shifts from the nearest templates.json in a
/// folder above the file. Nothing if the file does not have the name of a published template, or no folder
/// has a templates.json. Throws InputError.
std::optional<Template> read_published_template(const std::filesystem::path& file,
                                                const Catalogue& catalogue);

/// Forbids distractors that look like an object to which an effect is attached. An object of either side
/// counts for both sides. A twin of a magnet that does not attract would mislead players, and a twin in the
/// normal tasks alone would give the novelty away.
void forbid_twins(Pair& pair);

/// The seed with the secret of this file, whose bytes are taken as they are. Throws InputError unless it has
/// 16 bytes to 1 MiB.
Seed read_secret(std::uint64_t number, const std::filesystem::path& file);

/// How a task is made from its template: a member of the pair's family, and added objects.
struct TaskRecipe {
  Member member{};
  std::vector<Object> distractors{};  ///< objects without rotation
  friend bool operator==(const TaskRecipe&, const TaskRecipe&) = default;

  /// Makes the task. `pair_json` is the text of the pair that has the template as one side, or "" if only the
  /// shift varies. Throws InputError if the pair cannot give the member.
  Task make(const Template& base, const std::string& pair_json, const Catalogue& catalogue) const;
  /// The member of the pair. The distractors are added to one side: the novel side if `novel`, otherwise the
  /// normal side. Throws InputError.
  Pair make_pair(const Pair& base, bool novel, const Catalogue& catalogue) const;
};

/// The task with these objects after its own.
Task with_distractors(Task task, const std::vector<Object>& distractors);

}  // namespace novphy
