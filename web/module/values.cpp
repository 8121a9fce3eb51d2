#include "web/module/values.h"

#include <fmt/core.h>

#include <utility>

#include "base/input_error.h"
#include "levels/start.h"
#include "levels/task_file.h"
#include "trials/drive.h"
#include "web/module/numbers.h"

namespace novphy::web {
namespace {

[[noreturn]] void expected(const char* key, const std::string& what, const Json& found) {
  throw InputError(key,
                   fmt::format("expected {}, found {}", what, found.is_null() ? "nothing" : found.dump()));
}

const Json& member(const Json& question, const char* key) {
  static const Json kNothing;
  const auto found = question.find(key);
  return found == question.end() ? kNothing : *found;
}

int whole_in(const Json& from, const char* key) {
  const Json& found = member(from, key);
  if (found.is_null()) return -1;
  if (!found.is_number_integer()) expected(key, "a whole number of milliseconds", found);
  return found.get<int>();
}

Shot shot_of(const Json& from) {
  const Json& drag = from.is_object() ? member(from, "drag_m") : from;
  if (!drag.is_array() || drag.size() != 2 || !drag[0].is_number() || !drag[1].is_number())
    expected("drag_m", "two numbers, the drag in metres", drag);
  return {.drag_m = {drag[0].get<double>(), drag[1].get<double>()},
          .tap_ms = whole_in(from, "tap_ms"),
          .launch_ms = whole_in(from, "launch_ms"),
          .thought_ms = whole_in(from, "thought_ms")};
}

}  // namespace

std::string text_in(const Json& question, const char* key) {
  const Json& found = member(question, key);
  if (!found.is_string()) expected(key, "a text", found);
  return found.get<std::string>();
}

std::string text_in(const Json& question, const char* key, const std::string& fallback) {
  return member(question, key).is_null() ? fallback : text_in(question, key);
}

double number_in(const Json& question, const char* key, double fallback) {
  const Json& found = member(question, key);
  if (found.is_null()) return fallback;
  if (!found.is_number()) expected(key, "a number", found);
  return found.get<double>();
}

bool flag_in(const Json& question, const char* key, bool fallback) {
  const Json& found = member(question, key);
  if (found.is_null()) return fallback;
  if (!found.is_boolean()) expected(key, "true or false", found);
  return found.get<bool>();
}

const Json& content_of(const Json& question, const char* key) {
  const Json& found = member(question, key);
  if (!found.is_structured()) expected(key, "an object or a list", found);
  return found;
}

Task task_in(const Json& question) {
  const Json& found = member(question, "task");
  const std::string text = found.is_object() ? found.dump() : text_in(question, "task");
  const std::string file = text_in(question, "file", "task");
  Task task = parse_task(text, file, numbers().catalogue);
  need_goal(task, numbers().catalogue, file);
  return task;
}

std::vector<Shot> shots_in(const Json& question, const char* key) {
  const Json& found = member(question, key);
  if (found.is_null()) return {};
  if (!found.is_array()) expected(key, "a list of shots", found);
  std::vector<Shot> shots;
  for (const Json& each : found) shots.push_back(shot_of(each));
  return shots;
}

Json json_of(const Shot& shot) {
  Json json{
      {"drag_m", {shot.drag_m.x, shot.drag_m.y}}, {"tap_ms", shot.tap_ms}, {"launch_ms", shot.launch_ms}};
  if (shot.thought_ms >= 0) json["thought_ms"] = shot.thought_ms;
  return json;
}

Json json_of(const std::vector<Shot>& shots) {
  Json json = Json::array();
  for (const Shot& shot : shots) json.push_back(json_of(shot));
  return json;
}

Json json_of(const Screen& view) {
  return {{"width_px", view.width_px},
          {"height_px", view.height_px},
          {"centre_m", {view.centre_m.x, view.centre_m.y}},
          {"px_per_m", view.px_per_m}};
}

Json json_of(const Outcome& outcome) {
  PlayedTask played;
  played.outcome = outcome;
  Record record;
  fill(record, played);
  return {{"passed", record.passed}, {"score", record.score},   {"end", record.end},
          {"digest", record.digest}, {"time_s", record.time_s}, {"birds_left", outcome.birds_left}};
}

Json json_of(const StudyResult& result) {
  const StudyEntry entry{.kind = StudyEntry::Kind::kDone, .result = result};
  return Json::parse(to_line(entry)).at("done");
}

}  // namespace novphy::web
