#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/catalogue.h"
#include "sim/observation.h"
#include "sim/task.h"
#include "trials/studies/study_lines.h"

/// The values that the page and the module exchange, as JSON. Their names are those of files: records.jsonl,
/// journal.jsonl.
namespace novphy::web {

using Json = nlohmann::json;

/// Whether the question has this member, and it is not null.
bool has(const Json& question, const char* key);

/// The value as text. Throws InputError, which names the member `key`, where it is none.
std::string text_of(const Json& value, const char* key);
/// A member of a question. Throws InputError, which names the member, where it is missing or of another kind.
std::string text_in(const Json& question, const char* key);
std::string text_in(const Json& question, const char* key, const std::string& fallback);
double number_in(const Json& question, const char* key, double fallback);
/// A number from `least` to `most`.
double number_in(const Json& question, const char* key, double least, double most);
/// A whole number from `least` to `most`.
std::int64_t whole_in(const Json& question, const char* key, std::int64_t fallback, std::int64_t least,
                      std::int64_t most);
/// One of two words, of which the first is the fallback. Returns whether it is the second.
bool second_in(const Json& question, const char* key, const std::string& first, const std::string& second);
bool flag_in(const Json& question, const char* key, bool fallback);

/// The member, an object or a list. Throws InputError where it is missing.
const Json& content_of(const Json& question, const char* key);

/// The member "speed", how fast a task goes on: at least 0; 1 is real time.
double speed_in(const Json& question, double fallback);
/// The physics of studies and records, without certain ends where the member "certain_ends" is false.
Physics physics_in(const Json& question);
/// The task in the member "task": our JSON as text or as an object, or Science Birds XML. Throws InputError.
Task task_in(const Json& question);
/// The shots in this member; none where it is missing. Throws InputError.
std::vector<Shot> shots_in(const Json& question, const char* key);

Json json_of(const Shot& shot);
Json json_of(const std::vector<Shot>& shots);
Json json_of(const Screen& view);
Json json_of(const Outcome& outcome);
Json json_of(const StudyResult& result);

}  // namespace novphy::web
