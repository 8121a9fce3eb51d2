#pragma once

#include <string>

#include "base/input_error.h"
#include "levels/task_file.h"
#include "tests/levels/shipped_catalogue.h"

/// Tasks as JSON, for tests of their reader.
namespace novphy {

/// All messages from reading this task, one per line.
inline std::string problems_of(const std::string& text) {
  try {
    parse_task_json(text, "t.json", shipped_catalogue());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline Task parsed(const std::string& text) { return parse_task_json(text, "t.json", shipped_catalogue()); }

/// The JSON of a task with a pig, more objects, and more keys.
inline std::string task_with(const std::string& objects, const std::string& more = "") {
  return "{\"novphy_task\": 1,\n\"birds\": [\"red\"],\n\"objects\": [\n{\"type\": \"pig_small\", \"at\": [0, "
         "0]}" +
         std::string(objects.empty() ? "" : ",\n") + objects + "\n]" + (more.empty() ? "" : ",\n") + more +
         "}";
}

}  // namespace novphy
