#include "web/module/values.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <utility>

#include "base/input_error.h"
#include "levels/overlap.h"
#include "levels/task_file.h"
#include "trials/session.h"
#include "web/module/assets.h"

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

/// -1 where the moment is missing.
int milliseconds_in(const Json& from, const char* key) {
  return static_cast<int>(
      whole_in(from, key, -1, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

Shot shot_of(const Json& from) {
  const Json& drag = from.is_object() ? member(from, "drag_m") : from;
  if (!drag.is_array() || drag.size() != 2 || !drag[0].is_number() || !drag[1].is_number())
    expected("drag_m", "two numbers, the drag in metres", drag);
  return {.drag_m = {drag[0].get<double>(), drag[1].get<double>()},
          .tap_ms = milliseconds_in(from, "tap_ms"),
          .launch_ms = milliseconds_in(from, "launch_ms"),
          .thought_ms = milliseconds_in(from, "thought_ms")};
}

}  // namespace

bool has(const Json& question, const char* key) { return !member(question, key).is_null(); }

std::string text_of(const Json& value, const char* key) {
  if (!value.is_string()) expected(key, "a text", value);
  return value.get<std::string>();
}

std::string text_in(const Json& question, const char* key) { return text_of(member(question, key), key); }

std::string text_in(const Json& question, const char* key, const std::string& fallback) {
  return member(question, key).is_null() ? fallback : text_in(question, key);
}

double number_in(const Json& question, const char* key, double fallback) {
  const Json& found = member(question, key);
  if (found.is_null()) return fallback;
  if (!found.is_number()) expected(key, "a number", found);
  return found.get<double>();
}

double number_in(const Json& question, const char* key, double least, double most) {
  const double number = number_in(question, key, std::nan(""));
  if (number >= least && number <= most) return number;
  expected(key, fmt::format("a number from {:g} to {:g}", least, most), member(question, key));
}

std::int64_t whole_in(const Json& question, const char* key, std::int64_t fallback, std::int64_t least,
                      std::int64_t most) {
  const Json& found = member(question, key);
  if (found.is_null()) return fallback;
  const double number = found.is_number_integer() ? found.get<double>() : std::nan("");
  if (number >= static_cast<double>(least) && number <= static_cast<double>(most))
    return found.get<std::int64_t>();
  expected(key, fmt::format("a whole number from {} to {}", least, most), found);
}

bool second_in(const Json& question, const char* key, const std::string& first, const std::string& second) {
  const std::string found = text_in(question, key, first);
  if (found != first && found != second) expected(key, fmt::format("\"{}\" or \"{}\"", first, second), found);
  return found == second;
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

double speed_in(const Json& question, double fallback) {
  const double speed = number_in(question, "speed", fallback);
  if (speed < 0) expected("speed", "a number of at least 0", speed);
  return speed;
}

Physics physics_in(const Json& question) {
  return flag_in(question, "certain_ends", true) ? physics() : without_certain_ends(physics());
}

Task task_in(const Json& question) {
  const Json& found = member(question, "task");
  const std::string text = found.is_object() ? found.dump() : text_in(question, "task");
  const std::string file = text_in(question, "file", "task");
  Task task = parse_task(text, file, assets().catalogue);
  need_goal(task, assets().catalogue, file);
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
