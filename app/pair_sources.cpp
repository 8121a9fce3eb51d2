#include "app/pair_sources.h"

#include <algorithm>
#include <filesystem>

#include "levels/file.h"

namespace novphy::app {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const std::vector<std::string>& places) {
  std::vector<fs::path> files;
  for (const std::string& place : places) {
    if (!fs::is_directory(place)) {
      files.emplace_back(place);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(place))
      if (entry.is_regular_file() && entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// How the templates of a scenario are meant, as far as its name says: any object may do it.
std::optional<Intent> intent_of(const std::string& scenario) {
  if (scenario == "rolling") return Intent{.mode = Mode::kRoll};
  if (scenario == "falling") return Intent{.mode = Mode::kFall};
  if (scenario == "sliding") return Intent{.mode = Mode::kSlide};
  return Intent{.mode = Mode::kDirect};
}

}  // namespace

std::vector<PairSource> pair_sources(const std::vector<std::string>& places, const Catalogue& catalogue) {
  std::vector<PairSource> sources;
  for (const fs::path& path : files_of(places)) {
    const std::string file = path.string();
    const std::string text = read_file(path);
    sources.push_back({.file = file,
                       .text = text,
                       .base = parse_pair_json(text, file, catalogue),
                       .with = [text, file, &catalogue](const ParameterValues& values) {
                         return parse_pair_json(text, file, catalogue, values);
                       }});
  }
  return sources;
}

std::vector<PairSource> published_sources(const std::string& folder, const Catalogue& catalogue) {
  std::vector<PairSource> sources;
  for (Pair& pair : read_published(folder, catalogue)) {
    pair.normal.intent = pair.novel.intent = intent_of(pair.scenario);
    sources.push_back({.base = pair, .with = [pair](const ParameterValues&) { return pair; }});
  }
  return sources;
}

}  // namespace novphy::app
