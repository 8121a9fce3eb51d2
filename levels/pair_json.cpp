#include <algorithm>
#include <functional>
#include <tuple>

#include "base/file.h"
#include "base/file_kind.h"
#include "levels/json_geometry.h"
#include "levels/pair.h"
#include "levels/task_parts.h"

namespace novphy {
namespace {

constexpr std::size_t kMostAreas = 100;
constexpr std::size_t kMostForbidden = 1000;

/// Reads a name for tables and records. It must be short and have no characters that need quotes.
std::string name_at(const Node& node) {
  const std::string name = node.text();
  const bool fits = !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  if (node.is_text() && !fits) node.expected("a name of letters, digits, _ and -");
  return name;
}

/// A side of a pair, and the places of its parts.
struct PlacedSide {
  Template base;
  Places places;
};

PlacedSide side(const Node& root, const PlacedParts& common, const std::string& key,
                const Catalogue& catalogue) {
  const PlacedParts own = read_parts(root.at(key), Format::kTemplate, catalogue);
  const PlacedParts both = merged(common, own);
  PlacedSide read{.base = from_parts(both.parts, catalogue), .places = both.places};
  if (own.places.whole) check_parts(read.base, read.places, catalogue, Usage::kPair);
  return read;
}

bool names_a_kind(const std::string& text, const Catalogue& catalogue) {
  return std::any_of(catalogue.objects.begin(), catalogue.objects.end(), [&](const Kind& kind) {
    return text == kind.type || (!kind.material.empty() && text == kind.material) ||
           text == kind.material + " " + kind.type;
  });
}

DistractorRules read_distractors(const Node& node, const Catalogue& catalogue) {
  node.object().only({"areas", "forbidden"});
  DistractorRules rules;
  if (node.get("areas")) rules.areas.clear();
  for (const Node& area : node.get("areas").array(1, kMostAreas)) {
    area.object().only({"at", "size"});
    rules.areas.push_back(
        {.centre_m = vec2_of(area.at("at"), -1000, 1000), .size_m = vec2_of(area.at("size"), 0, 1000)});
  }
  for (const Node& kind : node.get("forbidden").array(0, kMostForbidden)) {
    const std::string text = kind.text();
    if (kind.is_text() && !names_a_kind(text, catalogue))
      kind.expected("a type, a material, or both, such as \"wood circle\"");
    rules.forbidden.push_back(text);
  }
  return rules;
}

std::vector<std::filesystem::path> json_files(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  std::filesystem::recursive_directory_iterator it(folder, error);
  if (error) throw InputError(folder.string(), "cannot be read: " + error.message());
  for (const auto& entry : it)
    if (entry.is_regular_file() && entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

namespace {

/// Reads the pair of a document. `base` has the fields of the whole file: its name, text and JSON.
Pair pair_in(JsonDocument& document, const Pair& base, const Catalogue& catalogue,
             const ParameterValues& values) {
  const Node root = document.root().object();
  if (!root) document.check();
  root.only({"novphy_pair", "novelty", "scenario", "idea", "phases", "parameters", "must", "distractors",
             "common", "normal", "novel"});
  root.at("novphy_pair").integer(1, 1);
  root.get("idea").text();
  Pair pair;
  pair.file = base.file;
  pair.text = base.text;
  pair.json = base.json;
  pair.novelty = name_at(root.at("novelty"));
  pair.scenario = name_at(root.at("scenario"));
  for (const Node& phase : root.get("phases").array(1, 3))
    pair.phases.push_back(phase.one_of({"initial", "middle", "final"}));
  pair.family = apply_parameters(document, root.get("parameters"),
                                 {"/common", "/normal", "/novel", "/distractors"}, values);
  read_conditions(root.get("must"), pair.family);
  pair.distractors = read_distractors(root.get("distractors"), catalogue);
  const PlacedParts common = read_parts(root.get("common"), Format::kTemplate, catalogue);
  const PlacedSide normal = side(root, common, "normal", catalogue);
  const PlacedSide novel = side(root, common, "novel", catalogue);
  document.check();
  for (const PlacedSide& each : {std::cref(normal), std::cref(novel)})
    check_start(each.base, each.places, catalogue);
  pair.normal = normal.base;
  pair.novel = novel.base;
  pair.normal.name = pair.scenario + "/" + pair.novelty + "/normal";
  pair.novel.name = pair.scenario + "/" + pair.novelty + "/novel";
  document.check();
  forbid_twins(pair);
  return pair;
}

}  // namespace

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

Pair read_pair(const std::filesystem::path& file, const Catalogue& catalogue, Warnings* /*warnings*/) {
  return parse_pair_json(read_file(file, kTaskBounds), file.string(), catalogue);
}

std::vector<Pair> read_pairs(const std::filesystem::path& folder, const Catalogue& catalogue,
                             Warnings* warnings) {
  std::vector<Pair> pairs;
  std::vector<Problem> problems;
  for (const auto& file : json_files(folder)) try {
      pairs.push_back(read_pair(file, catalogue, warnings));
    } catch (const InputError& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  if (!problems.empty()) throw InputError(std::move(problems));
  if (pairs.empty()) throw InputError(folder.string(), "expected pair files (*.json), found none");
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    return std::tie(a.novelty, a.scenario) < std::tie(b.novelty, b.scenario);
  });
  return pairs;
}

}  // namespace novphy
