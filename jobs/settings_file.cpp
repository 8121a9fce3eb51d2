#include "jobs/settings_file.h"

#include <fmt/core.h>

#include "base/file.h"
#include "base/input_error.h"
#include "base/json_reader.h"

namespace novphy {

void read_settings(const std::filesystem::path& file, Settings& settings) {
  JsonDocument document(read_file(file, kTaskBounds), file.string());
  Problems problems(file.string());
  const Json* root = document.find("");
  const auto* members = std::get_if<Json::Object>(&root->value);
  if (members == nullptr) throw InputError(file.string(), root->line, "expected an object of settings");
  for (const JsonMember& member : *members) {
    Setting* setting = find(settings, member.key, Face::kFile);
    if (setting == nullptr) {
      problems.note(member.line, "/" + member.key, "found a name that no setting of this command has");
    } else if (!setting->given) {
      try {
        set(*setting, member.value, Face::kFile);
      } catch (const InputError& error) {
        problems.note(member.line, "/" + member.key, error.problems().front().text);
      }
    }
  }
  problems.check();
}

}  // namespace novphy
