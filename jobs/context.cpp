#include "jobs/context.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/file.h"
#include "base/input_error.h"
#include "base/json_reader.h"
#include "evaluator/record_io.h"
#include "generator/sets/certificate.h"
#include "generator/sets/make_tasks.h"
#include "levels/pair.h"
#include "trials/made_by.h"

namespace novphy {

extern const std::string_view kSourcesHash;  // sources_hash.cmake

Settings AssetSettings::settings() {
  return {
      {"assets", &folder, "Folder of catalogue.json, physics.json and colours.json", "DIR"},
      {"physics", &physics, "The physics (time step and iterations): an entry of physics.json", "NAME"},
      {"set", &overrides, "Changes a number of the assets, such as catalogue:/blocks/linear_drag_per_s=0.5",
       "FILE:/POINTER=VALUE", Also{.one_each = true}}};
}

std::shared_ptr<const Assets> AssetSettings::load(const JobContext& context) const {
  std::shared_ptr<const Assets> assets = context.assets;
  if (!assets || !folder.empty() || !overrides.empty())
    assets = std::make_shared<const Assets>(
        load_assets(folder.empty() ? context.folder("assets") : std::filesystem::path(folder), overrides));
  if (assets->physics.contains(physics)) return assets;
  std::vector<std::string> names;
  for (const auto& [name, numbers] : assets->physics) names.push_back(name);
  throw InputError(name_of("physics", context.face),
                   fmt::format("found \"{}\", expected one of: {}", physics, fmt::join(names, ", ")));
}

std::string this_program() { return to_line(build_info()) + std::string(kSourcesHash); }

Setting journal_setting(std::string& file) {
  return {"journal", &file,
          "Keeps each result in this file as it is found; the same command goes on with those that it holds",
          "FILE", Also{.goes_on = true, .aside = true}};
}

namespace fs = std::filesystem;

Settings MakingSettings::without_table() {
  return {{"proof", &proof, "What a task must show before it is kept: docs/reference/generate.md",
           Also{.choices = {kProofNames.begin(), kProofNames.end()}}},
          {"distractors", &distractors, "Each task gets one to N distractors; 0: none", "N",
           Also{.least = 0, .most = 20}},
          {"prove-again", &prove_again,
           "Proves every task by playing, also those of which a certificate comes with the program",
           Also{.aside = true}}};
}

Settings MakingSettings::settings() { return joined({without_table(), {novelties_setting(novelties)}}); }

Setting novelties_setting(std::string& folder) {
  return {"novelties", &folder, "Folder of the table of novelties", "DIR"};
}

std::vector<Novelty> novelty_table(const std::string& folder, const JobContext& context,
                                   const Catalogue& catalogue) {
  return read_novelties(folder.empty() ? context.folder("novelties") : fs::path(folder), catalogue);
}

std::vector<Pair> shipped_pairs(const JobContext& context, const Catalogue& catalogue) {
  return pairs_in({context.folder("levels/templates").string()}, catalogue);
}

VariationOptions MakingSettings::variation(const JobContext& context, const Catalogue& catalogue,
                                           const Seed& seed) const {
  return {
      .novelties = without_checks_of(inject, novelty_table(novelties, context, catalogue)),
      .seed = seed,
      .proof =
          static_cast<Proof>(std::find(kProofNames.begin(), kProofNames.end(), proof) - kProofNames.begin()),
      .most_distractors = distractors,
      .certificate = prove_again ? fs::path() : certificate_below(context.folder("levels").parent_path())};
}

Setting secret_setting(std::string& file) {
  return {"secret", &file,
          "A file of 16 bytes or more that enters every draw; only its SHA-256 is written: keep the file to "
          "make everything again",
          "FILE"};
}

Setting inject_setting(std::vector<ChosenNovelty>& chosen) {
  return {"inject", [&chosen](const std::string& text) { chosen.push_back(chosen_novelty(text)); },
          "Makes pairs of normal tasks and the same tasks with this novelty: docs/reference/novelties.md",
          kInjectionType, Also{.one_each = true}};
}

namespace {

/// Whether the path stays below the folder in which it is looked up.
bool stays_below(const fs::path& path) {
  return path.is_relative() && std::find(path.begin(), path.end(), "..") == path.end();
}

/// "rolling/agents.json" for "rolling/fan": pairs are filed by the level of their novelty.
fs::path by_level(const fs::path& path, const JobContext& context) {
  const auto levels = levels_by_novelty(context);
  const auto level = levels.find(path.filename().string());
  return level == levels.end() ? path : path.parent_path() / (level->second + ".json");
}

}  // namespace

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

std::map<std::string, std::string> levels_by_novelty(const JobContext& context) {
  std::map<std::string, std::string> levels;
  for (const auto& entry : fs::directory_iterator(context.folder("novelties"))) {
    if (entry.path().extension() != ".json") continue;
    JsonDocument document(read_file(entry.path()), entry.path().string());
    const Node novelty = document.root();
    const Node representative = novelty.get("representative");
    if (representative && representative.boolean())
      levels[novelty.at("novelty").text()] = novelty.at("hierarchy").text();
    document.check();
  }
  return levels;
}

std::string shipped(const std::string& path, const JobContext& context) {
  if (path.empty() || is_there(path) || !stays_below(path)) return path;
  const fs::path pairs = context.folder("levels/templates");
  const fs::path root = context.folder("levels").parent_path();
  for (const fs::path& file :
       {pairs / (path + ".json"), pairs / path, root / path, pairs / by_level(path, context)})
    if (is_there(file)) return file.string();
  if (const fs::path scenario = fs::path(path).parent_path(); !scenario.empty() && is_there(pairs / scenario))
    throw InputError(
        path, "is neither a file nor a pair that comes with novphy: novphy list pairs has their names");
  return path;
}

TaskPlace task_place(const std::string& text, const JobContext& context) {
  for (const std::string side : {"normal", "novel"}) {
    if (is_there(text) || !(text.ends_with(":" + side) || text.ends_with("/" + side))) continue;
    const std::string file = shipped(text.substr(0, text.size() - side.size() - 1), context);
    if (text.ends_with(":" + side) || fs::is_regular_file(file)) return {.file = file, .side = side};
  }
  return {.file = shipped(text, context)};
}

bool is_side_of_pair(const TaskPlace& place, const std::string& text) {
  const bool pair = is_pair(read_file(place.file, kTaskBounds));
  if (pair != place.side.empty()) return pair;
  throw InputError(text, pair ? fmt::format("is a pair of two tasks, expected {0}:normal or {0}:novel", text)
                              : "is one task and has no side");
}

}  // namespace novphy
