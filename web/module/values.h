#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/outcome.h"
#include "sim/screen.h"
#include "sim/shot.h"
#include "sim/task.h"
#include "studies/study_lines.h"

/// The values that the page and the module exchange, as JSON. Their names are those of files: records.jsonl,
/// journal.jsonl.
namespace novphy::web {

using Json = nlohmann::json;

/// A member of a question. Throws InputError, which names the member, where it is missing or of another kind.
std::string text_in(const Json& question, const char* key);
std::string text_in(const Json& question, const char* key, const std::string& fallback);
double number_in(const Json& question, const char* key, double fallback);
bool flag_in(const Json& question, const char* key, bool fallback);

/// The member, an object or a list. Throws InputError where it is missing.
const Json& content_of(const Json& question, const char* key);

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
