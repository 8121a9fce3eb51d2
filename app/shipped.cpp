#include "app/shipped.h"

#include <algorithm>
#include <filesystem>

#include "app/common.h"

namespace novphy::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPairs = "levels/templates";

/// Whether the path stays below the folder that it is looked for in.
bool stays_below(const fs::path& path) {
  return path.is_relative() && std::find(path.begin(), path.end(), "..") == path.end();
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

}  // namespace

std::string shipped(const std::string& path) {
  if (path.empty() || is_there(path) || !stays_below(path)) return path;
  const fs::path pairs = data_folder(kPairs);
  const fs::path root = data_folder("levels").parent_path();
  for (const fs::path& file : {pairs / (path + ".json"), pairs / path, root / path})
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

std::vector<std::string> shipped_pairs() {
  std::vector<std::string> names;
  const fs::path pairs = data_folder(kPairs);
  for (const auto& entry : fs::recursive_directory_iterator(pairs))
    if (entry.path().extension() == ".json")
      names.push_back(entry.path().lexically_relative(pairs).replace_extension().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace novphy::app
