#include "generator/sets/task_index.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/input_error.h"
#include "base/json_reader.h"
#include "base/line_reader.h"
#include "levels/json_vec2.h"
#include "levels/object_text.h"

namespace novphy {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int kFormat = 2;
constexpr int kMostTasks = 1'000'000;
constexpr double kMostDeg = 1e6;

TaskSetHead head_of(const Node& line) {
  const Node format = line.at("novphy_tasks");
  if (format && format.json() != std::to_string(kFormat))
    format.error(fmt::format("found {}, expected \"novphy_tasks\": {}", format.json(), kFormat));
  if (format.json() != std::to_string(kFormat)) return {};  // another version may have other keys
  line.only({"novphy_tasks", "seed", "count", "proof", "format", "paired", "most_distractors", "window_deg",
             "difficulty", "pairs", "checks", "physics", "catalogue_hash", "physics_hash"});
  const Vec2 window_deg = vec2_of(line.at("window_deg"), 0, kMostDeg);
  return {.seed = line.at("seed").unsigned64(),
          .count = line.at("count").integer(0, kMostTasks),
          .proof = line.at("proof").text(),
          .format = line.at("format").text(),
          .paired = line.at("paired").boolean(),
          .most_distractors = line.at("most_distractors").integer(0),
          .least_window_deg = window_deg.x,
          .most_window_deg = window_deg.y,
          .difficulty = line.get("difficulty").text(),
          .pairs = line.at("pairs").text(),
          .checks = line.at("checks").text(),
          .physics = line.at("physics").text(),
          .catalogue_hash = line.at("catalogue_hash").text(),
          .physics_hash = line.at("physics_hash").text()};
}

Object distractor_of(const Node& node, const Catalogue& catalogue) {
  const auto object = object_from_text(node.text(), catalogue);
  if (!object) node.expected("an object, such as \"wood circle at 1.5 -3.1\"");
  return object.value_or(Object{});
}

TaskRecipe recipe_of(const Node& line, const Catalogue& catalogue) {
  TaskRecipe recipe;
  for (const auto& [name, value] : line.at("parameters").members())
    recipe.member.values[name] =
        value.is_text() ? ParameterValue(value.text()) : ParameterValue(value.number());
  recipe.member.shift_m = vec2_of(line.at("shift"));
  for (const Node& text : line.at("distractors").array())
    recipe.distractors.push_back(distractor_of(text, catalogue));
  return recipe;
}

TaskSetLine line_of(const Node& node, const Catalogue& catalogue) {
  TaskSetLine line{.task_template = node.at("template").text(),
                   .task = node.at("task").integer(0, kMostTasks),
                   .file = node.at("file").text(),
                   .hash = node.at("hash").text(),
                   .recipe = recipe_of(node, catalogue),
                   .draws = node.at("draws").integer(0)};
  if (const Node window_deg = node.get("window_deg")) {
    line.window_deg = vec2_of(window_deg, -kMostDeg, kMostDeg);
    line.pull_m = node.at("pull_m").number();
    line.disturbed_wins = node.at("disturbed_wins").integer(0);
    for (const Node& shot : node.at("witness").array()) line.witness.push_back(shot.text());
    line.digest = node.at("digest").text();
  }
  if (const Node share = node.get("winning_share")) line.winning_share = share.number(0, 1);
  for (const auto& [check, count] : node.at("rejected").members()) line.rejected[check] = count.integer(0);
  return line;
}

/// Reads an index. A last line without a line break was cut off when the writer was stopped.
TaskSet read(const std::filesystem::path& file, bool finished, const Catalogue& catalogue) {
  LineReader reader(file.string());
  TaskSet set;
  bool any = false;
  while (reader.next() && (finished || !reader.unfinished())) {
    JsonDocument line(reader.text(), file.string(), kLineBounds, reader.line());
    if (reader.line() == 1)
      set.head = head_of(line.root().object());
    else
      set.lines.push_back(line_of(line.root().object(), catalogue));
    line.check();
    any = true;
  }
  if (!any) throw InputError(file.string(), "is empty, expected an index of tasks");
  return set;
}

std::vector<std::string> object_texts(const std::vector<Object>& objects) {
  std::vector<std::string> texts;
  for (const Object& object : objects) texts.push_back(object_text(object));
  return texts;
}

}  // namespace

std::string to_json_line(const TaskSetHead& head) {
  OrderedJson json{{"novphy_tasks", kFormat},
                   {"seed", head.seed},
                   {"count", head.count},
                   {"proof", head.proof},
                   {"format", head.format},
                   {"paired", head.paired},
                   {"most_distractors", head.most_distractors},
                   {"window_deg", {head.least_window_deg, head.most_window_deg}},
                   {"pairs", head.pairs}};
  if (!head.difficulty.empty()) json["difficulty"] = head.difficulty;
  json["checks"] = head.checks;
  json["physics"] = head.physics;
  json["catalogue_hash"] = head.catalogue_hash;
  json["physics_hash"] = head.physics_hash;
  return json.dump() + "\n";
}

std::string to_json_line(const TaskSetLine& line) {
  OrderedJson parameters = OrderedJson::object();
  // Parameters with numbers come first, then parameters with words.
  for (const auto& [name, value] : line.recipe.member.values)
    if (const auto* number = std::get_if<double>(&value)) parameters[name] = *number;
  for (const auto& [name, value] : line.recipe.member.values)
    if (const auto* word = std::get_if<std::string>(&value)) parameters[name] = *word;
  const Vec2 shift_m = line.recipe.member.shift_m;
  OrderedJson json{{"template", line.task_template},
                   {"task", line.task},
                   {"file", line.file},
                   {"hash", line.hash},
                   {"parameters", parameters},
                   {"shift", {shift_m.x, shift_m.y}},
                   {"distractors", object_texts(line.recipe.distractors)}};
  if (line.window_deg) {
    json["window_deg"] = {line.window_deg->x, line.window_deg->y};
    json["pull_m"] = line.pull_m;
    json["disturbed_wins"] = line.disturbed_wins;
    json["witness"] = line.witness;
    json["digest"] = line.digest;
  }
  if (line.winning_share) json["winning_share"] = *line.winning_share;
  json["draws"] = line.draws;
  json["rejected"] = OrderedJson::object();
  for (const auto& [check, count] : line.rejected) json["rejected"][check] = count;
  return json.dump() + "\n";
}

TaskSet read_task_set(const std::filesystem::path& folder, const Catalogue& catalogue) {
  return read_finished(folder / kIndexName, catalogue);
}

TaskSet read_finished(const std::filesystem::path& file, const Catalogue& catalogue) {
  return read(file, true, catalogue);
}

TaskSet read_unfinished(const std::filesystem::path& file, const Catalogue& catalogue) {
  return read(file, false, catalogue);
}

namespace {

bool same_but_count(TaskSetHead a, const TaskSetHead& b) {
  a.count = b.count;
  return a == b;
}

}  // namespace

TaskJournal::TaskJournal(AppendFile file, const TaskSetHead& head, Lines lines)
    : file_(std::move(file)), lines_(std::move(lines)) {
  std::string text = to_json_line(head);
  for (const auto& [key, line] : lines_) text += to_json_line(line);
  file_.replace(text);
}

bool TaskJournal::holds(const std::string& task_template, int task) const {
  const std::lock_guard lock(mutex_);
  return lines_.contains({task_template, task});
}

TaskSetLine TaskJournal::line(const std::string& task_template, int task) const {
  const std::lock_guard lock(mutex_);
  return lines_.at({task_template, task});
}

void TaskJournal::add(TaskSetLine line) {
  const std::string text = to_json_line(line);
  const std::lock_guard lock(mutex_);
  file_.append(text);
  Key key{line.task_template, line.task};
  lines_[std::move(key)] = std::move(line);
}

void TaskJournal::remove() { file_.remove(); }

TaskJournal::Lines lines_to_resume(const std::filesystem::path& index, bool finished, const TaskSetHead& head,
                                   const Catalogue& catalogue) {
  const TaskSet before = finished ? read_finished(index, catalogue) : read_unfinished(index, catalogue);
  if (!same_but_count(before.head, head))
    throw InputError(index.string(), "was made with other options, numbers, templates or novelties");
  if (before.head.count > head.count)
    throw InputError(index.string(),
                     fmt::format("is of {} tasks of each template, more than the {} asked for",
                                 before.head.count, head.count));
  TaskJournal::Lines lines;
  for (const TaskSetLine& line : before.lines) lines[{line.task_template, line.task}] = line;
  return lines;
}

}  // namespace novphy
