#include "app/shipped.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "app/common.h"
#include "jobs/making.h"

namespace novphy::app {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

}  // namespace

std::string shipped(const std::string& path) { return novphy::shipped(path, context_of()); }

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
  for (const auto& [novelty, level] : levels_by_novelty(context_of())) novelties[level] = novelty;
  std::vector<PairName> names;
  const fs::path pairs = data_folder("levels/templates");
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
