#include "jobs/making.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/file.h"
#include "base/input_error.h"
#include "base/json_reader.h"
#include "base/text.h"

namespace novphy {
namespace fs = std::filesystem;

Settings MakingSettings::without_table() {
  return {{.name = "proof",
           .value = &proof,
           .help = "What a task must show before it is kept: docs/generate.md",
           .choices = {kProofNames.begin(), kProofNames.end()}},
          {.name = "distractors",
           .value = &distractors,
           .help = "Each task gets one to N distractors; 0: none",
           .word = "N",
           .least = 0,
           .most = 20}};
}

Settings MakingSettings::settings() {
  Settings all = without_table();
  add(all, {{.name = "novelties",
             .value = &novelties,
             .help = "Folder of the table of novelties",
             .word = "DIR"}});
  return all;
}

std::vector<Novelty> MakingSettings::table(const JobContext& context, const Catalogue& catalogue) const {
  return read_novelties(novelties.empty() ? context.folder("novelties") : fs::path(novelties), catalogue);
}

VariationOptions MakingSettings::variation(const JobContext& context, const Catalogue& catalogue,
                                           const Seed& seed) const {
  return {.novelties = table(context, catalogue),
          .seed = seed,
          .proof = static_cast<Proof>(std::find(kProofNames.begin(), kProofNames.end(), proof) -
                                      kProofNames.begin()),
          .most_distractors = distractors};
}

Setting secret_setting(std::string& file) {
  return {.name = "secret",
          .value = &file,
          .help =
              "A file of 16 bytes or more that enters every draw; only its SHA-256 is written: keep the "
              "file to make everything again",
          .word = "FILE"};
}

Setting inject_setting(std::vector<ChosenNovelty>& chosen) {
  return {.name = "inject",
          .value = [&chosen](const std::string& text) { chosen.push_back(chosen_novelty(text)); },
          .help = "Makes pairs of normal tasks and the same tasks with this novelty: docs/novelties.md",
          .word = kInjectionType,
          .one_each = true};
}

namespace {

/// Whether the path stays below the folder in which it is looked up.
bool stays_below(const fs::path& path) {
  return path.is_relative() && std::find(path.begin(), path.end(), "..") == path.end();
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

/// "rolling/agents.json" for "rolling/fan": pairs are filed by the level of their novelty.
fs::path by_level(const fs::path& path, const JobContext& context) {
  const auto levels = levels_by_novelty(context);
  const auto level = levels.find(path.filename().string());
  return level == levels.end() ? path : path.parent_path() / (level->second + ".json");
}

}  // namespace

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
  return path;
}

}  // namespace novphy
