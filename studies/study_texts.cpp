#include "studies/study_texts.h"

#include <set>

#include "base/file.h"
#include "base/json_reader.h"

namespace novphy {
namespace {

std::filesystem::path texts_file(const std::filesystem::path& results, const std::string& hash) {
  return results / ("texts-" + hash + ".json");
}

void note_difference(const std::string& place, const Node& was, const Node& is,
                     std::vector<std::string>& changed) {
  if (was.json() == is.json()) return;
  if (!was.is_object() || !is.is_object()) return changed.push_back(place);
  std::set<std::string> keys;
  for (const Node& node : {was, is})
    for (const auto& [key, value] : node.members()) keys.insert(key);
  for (const std::string& key : keys)
    note_difference(place + "/" + pointer_part(key), was.get(key), is.get(key), changed);
}

}  // namespace

void keep_texts(const std::filesystem::path& results, const Study& study) {
  const std::filesystem::path file = texts_file(results, study.texts_hash);
  if (!std::filesystem::exists(file)) write_atomically(file, study.texts + "\n");
}

std::vector<std::string> changed_texts(const std::filesystem::path& results, const std::string& before,
                                       const Study& study) {
  if (before.empty() || before == study.texts_hash) return {};
  const std::filesystem::path file = texts_file(results, before);
  if (!std::filesystem::exists(file)) return {""};
  const std::string text = read_file(file, kStudyBounds);
  JsonDocument was(text, file.string(), kStudyBounds);
  JsonDocument is(study.texts, study.file.string(), kStudyBounds);
  std::vector<std::string> changed;
  note_difference("", was.root(), is.root(), changed);
  return changed;
}

}  // namespace novphy
