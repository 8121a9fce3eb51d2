#include "app/shipped.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "app/common.h"
#include "base/file.h"

namespace novphy::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPairs = "levels/templates";

/// Whether the path stays below the folder in which it is looked up.
bool stays_below(const fs::path& path) {
  return path.is_relative() && std::find(path.begin(), path.end(), "..") == path.end();
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

/// The entry of the table with which NovPhy represents a level: "fan" for "agents".
std::map<std::string, std::string> levels_by_novelty() {
  std::map<std::string, std::string> levels;
  for (const auto& entry : fs::directory_iterator(data_folder("novelties"))) {
    if (entry.path().extension() != ".json") continue;
    const auto novelty = nlohmann::json::parse(read_file(entry.path()));
    if (novelty.value("representative", false)) levels[novelty.at("novelty")] = novelty.at("hierarchy");
  }
  return levels;
}

/// "rolling/agents.json" for "rolling/fan": pairs are filed by the level of their novelty.
fs::path by_level(const fs::path& path) {
  const auto levels = levels_by_novelty();
  const auto level = levels.find(path.filename().string());
  return level == levels.end() ? path : path.parent_path() / (level->second + ".json");
}

}  // namespace

std::string shipped(const std::string& path) {
  if (path.empty() || is_there(path) || !stays_below(path)) return path;
  const fs::path pairs = data_folder(kPairs);
  const fs::path root = data_folder("levels").parent_path();
  for (const fs::path& file : {pairs / (path + ".json"), pairs / path, root / path, pairs / by_level(path)})
    if (is_there(file)) return file.string();
  return path;
}

std::vector<std::string> shipped(const std::vector<std::string>& paths) {
  std::vector<std::string> places;
  for (const std::string& path : paths) places.push_back(shipped(path));
  return places;
}

TaskPlace task_place(const std::string& text) {
  if (!is_there(text))
    for (const std::string side : {"normal", "novel"})
      if (text.ends_with(":" + side))
        return {.file = shipped(text.substr(0, text.size() - side.size() - 1)), .side = side};
  return {.file = shipped(text)};
}

std::vector<PairName> shipped_pairs() {
  std::map<std::string, std::string> novelties;
  for (const auto& [novelty, level] : levels_by_novelty()) novelties[level] = novelty;
  std::vector<PairName> names;
  const fs::path pairs = data_folder(kPairs);
  for (const auto& entry : fs::recursive_directory_iterator(pairs)) {
    if (entry.path().extension() != ".json") continue;
    const fs::path name = entry.path().lexically_relative(pairs).replace_extension();
    names.push_back({.by_level = name.string(),
                     .by_novelty = (name.parent_path() / novelties[name.filename().string()]).string()});
  }
  std::sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.by_level < b.by_level; });
  return names;
}

}  // namespace novphy::app
