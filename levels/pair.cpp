#include "levels/pair.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <tuple>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/input_error.h"
#include "base/lists.h"
#include "levels/json_geometry.h"
#include "levels/task_parts.h"

namespace novphy {
namespace {

/// Generated coordinates have four decimals, both in files and in memory.
double rounded(double metres) { return std::round(metres * 1e4) / 1e4; }
Vec2 rounded(Vec2 at_m) { return {rounded(at_m.x), rounded(at_m.y)}; }

/// Shifts the places of an effect. A region that is attached to an object moves with it.
void shift(Effect& effect, Vec2 by_m) {
  for_each_place_of(effect, [&](std::string_view /*key*/, Vec2& place) { place = rounded(place + by_m); });
}

void shift(NoveltyMark& mark, const Template& base, Vec2 by_m) {
  for (Undo& undo : mark.undo) {
    if (undo.was) shift(*undo.was, by_m);
    if (undo.pose && !contains(base.fixed, *undo.object)) undo.pose->at_m = rounded(undo.pose->at_m + by_m);
  }
}

double draw(const Range& range, Rng& rng) {
  return std::clamp(rounded(rng.uniform(range.min, range.max)), range.min, range.max);
}

constexpr std::size_t kMostAreas = 100;
constexpr std::size_t kMostForbidden = 1000;

/// Notes a name that is long or has characters that need quotes in tables and records.
void check_name_of_pair(const Node& node, const std::string& name) {
  constexpr const char* kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  const bool fits =
      !name.empty() && name.size() <= 64 && name.find_first_not_of(kLetters) == std::string::npos;
  if (node.is_text() && !fits) node.expected("a name of letters, digits, _ and -");
}

constexpr TextCodec kNameOfPair{check_name_of_pair, "^[a-zA-Z0-9_-]{1,64}$"};

struct PhaseCodec : TextCodec {
  static constexpr std::array<std::string_view, 3> kPhases{"initial", "middle", "final"};
  static std::string read(const Node& node) { return node.one_of(kPhases); }
  static JsonMembers schema() { return words_schema(kPhases); }
};

bool names_a_kind(const std::string& text, const Catalogue& catalogue) {
  return std::ranges::any_of(catalogue.objects, [&](const Kind& kind) {
    return text == kind.type || (!kind.material.empty() && text == kind.material) ||
           text == kind.material + " " + kind.type;
  });
}

/// Tells the list of an area of distractors, which no force acts in, from that of other boxes.
struct OfDistractors {};

void describe(FieldIo& io, Box& area, OfDistractors /*unused*/) {
  io.field("at", area.centre_m, Vec2Codec{NumberCodec{-1000, 1000}});
  io.field("size", area.size_m, Vec2Codec{NumberCodec{0, 1000}});
}

void describe(FieldIo& io, DistractorRules& rules, OfDistractors /*unused*/) {
  constexpr ObjectCodec<Box, OfDistractors> kArea;
  io.field("areas", rules.areas, ListCodec{kArea, 1, kMostAreas, false}, DistractorRules{}.areas);
  io.field("forbidden", rules.forbidden, ListCodec{TextCodec{}, 0, kMostForbidden, false}, {});
}

/// The members of a pair's file. apply_parameters() and read_conditions() read what gives formulas values.
struct PairFile {
  int version = 1;
  Pair pair{};
  std::string idea{};
  std::string parameters{};
  std::vector<std::string> must{};
  TaskParts common{};
  TaskParts normal{};
  TaskParts novel{};
};

void describe(FieldIo& io, PairFile& file, const Catalogue& catalogue) {
  const PartsCodec parts(Format::kTemplate, std::cref(catalogue));
  io.field("novphy_pair", file.version, WholeCodec{1, 1});
  io.field("novelty", file.pair.novelty, kNameOfPair);
  io.field("scenario", file.pair.scenario, kNameOfPair);
  io.field("idea", file.idea, TextCodec{}, "");
  io.field("phases", file.pair.phases, ListCodec{PhaseCodec{}, 1, 3, false}, {});
  io.field("parameters", file.parameters, RawCodec{}, "");
  io.field("must", file.must, ListCodec{TextCodec{}}, {});
  io.field("distractors", file.pair.distractors, ObjectCodec<DistractorRules, OfDistractors>{},
           DistractorRules{});
  io.field("common", file.common, parts, TaskParts{});
  io.field("normal", file.normal, parts);
  io.field("novel", file.novel, parts);
}

std::vector<std::filesystem::path> json_files(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  std::filesystem::recursive_directory_iterator it(folder, error);
  if (error) throw InputError(folder.string(), "cannot be read: " + error.message());
  for (const auto& entry : it)
    if (entry.is_regular_file() && entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

/// Reads the pair of a document. `base` has the fields of the whole file: its name, text and JSON.
Pair pair_in(JsonDocument& document, const Pair& base, const Catalogue& catalogue,
             const ParameterValues& values) {
  const Node root = document.root().object();
  if (!root) document.check();
  Family family = apply_parameters(document, root.get("parameters"),
                                   {"/common", "/normal", "/novel", "/distractors"}, values);
  read_conditions(root.get("must"), family);
  PairFile read = read_fields<PairFile>(root, {}, catalogue);
  for (const Node& kind : root.get("distractors").get("forbidden").array())
    if (kind.is_text() && !names_a_kind(kind.text(), catalogue))
      kind.expected("a type, a material, or both, such as \"wood circle\"");
  Pair pair = std::move(read.pair);
  pair.file = base.file;
  pair.text = base.text;
  pair.json = base.json;
  pair.family = std::move(family);
  const PlacedParts common = with_places(std::move(read.common), root.get("common"));
  std::vector<Places> places;
  for (const bool novel : {false, true}) {
    const std::string key = novel ? "novel" : "normal";
    const PlacedParts own = with_places(std::move(novel ? read.novel : read.normal), root.get(key));
    const PlacedParts both = merged(common, own);
    Template& side = pair.side(novel);
    side = from_parts(both.parts, catalogue);
    side.name = pair.scenario + "/" + pair.novelty + "/" + key;
    if (own.places.whole) check_parts(side, both.places, catalogue, Usage::kPair);
    places.push_back(both.places);
  }
  document.check();
  for (const bool novel : {false, true}) check_start(pair.side(novel), places[novel], catalogue);
  document.check();
  forbid_twins(pair);
  return pair;
}

constexpr std::size_t kShortestSecret = 16;  // bytes: as many guesses as nobody can make
constexpr FileBounds kSecretBounds{"a secret", kMebibyte, 0};

}  // namespace

bool has_novelty(const Pair& pair, std::string_view word) {
  return pair.novelty == word || contains(mapped(pair.novel.task.novelties, &NoveltyMark::name), word);
}

const Pair* find_pair(const std::vector<Pair>& pairs, std::string_view side) {
  return find_in(pairs,
                 [&](const Pair& pair) { return pair.normal.name == side || pair.novel.name == side; });
}

bool is_named(const Pair& pair, std::string_view name) {
  const std::string start = pair.scenario + "/";
  return name.starts_with(start) && has_novelty(pair, name.substr(start.size()));
}

bool forbids(const DistractorRules& rules, const std::string& type, const std::string& material) {
  return contains(rules.forbidden, type) || contains(rules.forbidden, material) ||
         contains(rules.forbidden, material + " " + type);
}

std::optional<int> object_named(const Template& base, const std::string& name) {
  const std::size_t at = index_in(base.names, name);
  return name.empty() || at == base.names.size() ? std::nullopt : std::optional(static_cast<int>(at));
}

Task shifted(const Template& base, Vec2 shift_m) {
  Task task = base.task;
  for (std::size_t i = 0; i < task.objects.size(); ++i)
    if (!contains(base.fixed, static_cast<int>(i)))
      task.objects[i].at_m = rounded(task.objects[i].at_m + shift_m);
  for (Effect& effect : task.effects) shift(effect, shift_m);
  for (NoveltyMark& mark : task.novelties) shift(mark, base, shift_m);
  return task;
}

Pair member_of(const Pair& base, const Member& member, const Catalogue& catalogue) {
  Pair pair = base.json ? read_pair_json(base, catalogue, member.values) : base;
  pair.normal.task = shifted(pair.normal, member.shift_m);
  pair.novel.task = shifted(pair.novel, member.shift_m);
  return pair;
}

Vec2 draw_shift(const Template& base, Rng& rng) {
  const double x = draw(base.dx_m, rng);
  return {x, draw(base.dy_m, rng)};
}

void forbid_twins(Pair& pair) {
  const auto forbid = [&](const Object& object) {
    if (!forbids(pair.distractors, object.type, object.material))
      pair.distractors.forbidden.push_back(kind_text(object));
  };
  for (const Template* side : {&pair.normal, &pair.novel}) {
    for (const Effect& effect : side->task.effects)
      for_each_object_of(effect,
                         [&](int index) { forbid(side->task.objects[static_cast<std::size_t>(index)]); });
    for (const Object& object : side->task.objects)
      if (object.hidden != HiddenFactors{}) forbid(object);
  }
}

std::string pair_schema(const Catalogue& catalogue) {
  return json_object(ObjectCodec<PairFile, std::reference_wrapper<const Catalogue>>(catalogue).schema());
}

Pair parse_pair_json(std::string_view text, const std::string& file, const Catalogue& catalogue,
                     const ParameterValues& values) {
  expect_kind(text, file, FileKind::kPair);
  JsonDocument document(text, file);
  Pair base;
  base.file = file;
  base.text = text;
  base.json = std::make_shared<const Json>(*document.find(""));
  return pair_in(document, base, catalogue, values);
}

Pair read_pair_json(const Pair& base, const Catalogue& catalogue, const ParameterValues& values) {
  JsonDocument document(*base.json, base.file);
  return pair_in(document, base, catalogue, values);
}

bool is_pair(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{' &&
         text.find("\"novphy_pair\"") != std::string_view::npos;
}

Pair read_pair(const std::filesystem::path& file, const Catalogue& catalogue) {
  return parse_pair_json(read_file(file, kTaskBounds), file.string(), catalogue);
}

std::vector<Pair> read_pairs(const std::filesystem::path& folder, const Catalogue& catalogue) {
  std::vector<Pair> pairs;
  std::vector<Problem> problems;
  for (const auto& file : json_files(folder)) try {
      pairs.push_back(read_pair(file, catalogue));
    } catch (const InputError& error) {
      add_all(problems, error.problems());
    }
  if (!problems.empty()) throw InputError(std::move(problems));
  if (pairs.empty()) throw InputError(folder.string(), "expected pair files (*.json), found none");
  std::ranges::sort(pairs, {}, [](const Pair& pair) { return std::tie(pair.novelty, pair.scenario); });
  return pairs;
}

Seed read_secret(std::uint64_t number, const std::filesystem::path& file) {
  const std::string secret = read_file(file, kSecretBounds);
  if (secret.size() < kShortestSecret)
    throw InputError(file.string(),
                     fmt::format("holds {} bytes, expected a secret of at least {} that nobody can guess",
                                 secret.size(), kShortestSecret));
  return with_secret(number, secret);
}

Task with_distractors(Task task, const std::vector<Object>& distractors) {
  add_all(task.objects, distractors);
  return task;
}

Task TaskRecipe::make(const Template& base, const std::string& pair_json, const Catalogue& catalogue) const {
  if (pair_json.empty()) return with_distractors(shifted(base, member.shift_m), distractors);
  const Pair pair = parse_pair_json(pair_json, base.name, catalogue, member.values);
  const Template& side = base.name == pair.normal.name ? pair.normal : pair.novel;
  return with_distractors(shifted(side, member.shift_m), distractors);
}

Pair TaskRecipe::make_pair(const Pair& base, bool novel, const Catalogue& catalogue) const {
  Pair pair = member_of(base, member, catalogue);
  Task& task = pair.side(novel).task;
  task = with_distractors(std::move(task), distractors);
  return pair;
}

}  // namespace novphy
