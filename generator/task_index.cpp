#include "generator/task_index.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/input_error.h"

namespace novphy {
namespace {

using OrderedJson = nlohmann::ordered_json;

TaskSetHead head_of(const OrderedJson& json) {
  if (json.at("novphy_tasks") != 2) throw std::invalid_argument("expected \"novphy_tasks\": 2");
  TaskSetHead head;
  head.seed = json.at("seed");
  head.count = json.at("count");
  head.proof = json.at("proof");
  head.format = json.at("format");
  head.paired = json.at("paired");
  head.most_distractors = json.at("most_distractors");
  head.least_window_deg = json.at("window_deg").at(0);
  head.most_window_deg = json.at("window_deg").at(1);
  head.pairs = json.at("pairs");
  head.checks = json.at("checks");
  head.physics = json.at("physics");
  head.catalogue_hash = json.at("catalogue_hash");
  head.physics_hash = json.at("physics_hash");
  return head;
}

TaskSetLine line_of(const OrderedJson& json) {
  TaskSetLine line;
  line.task_template = json.at("template");
  line.task = json.at("task");
  line.file = json.at("file");
  line.hash = json.at("hash");
  for (const auto& [name, value] : json.at("parameters").items())
    if (value.is_string())
      line.words[name] = value;
    else
      line.parameters[name] = value;
  line.shift_m = {json.at("shift").at(0), json.at("shift").at(1)};
  line.distractors = json.at("distractors").get<std::vector<std::string>>();
  if (json.contains("window_deg")) {
    line.window_deg = Vec2{json.at("window_deg").at(0), json.at("window_deg").at(1)};
    line.pull_m = json.at("pull_m");
    line.disturbed_wins = json.at("disturbed_wins");
    line.witness = json.at("witness").get<std::vector<std::string>>();
    line.digest = json.at("digest");
  }
  if (json.contains("winning_share")) line.winning_share = json.at("winning_share");
  line.draws = json.at("draws");
  line.rejected = json.at("rejected").get<std::map<std::string, int>>();
  return line;
}

/// A last line without an end was cut by whatever stopped the writer.
TaskSet read(const std::filesystem::path& file, bool finished) {
  const std::string text = read_file(file);
  TaskSet set;
  int number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos && !finished) break;
    const std::string line = text.substr(begin, end - begin);
    begin = end == std::string::npos ? text.size() : end + 1;
    ++number;
    try {
      const OrderedJson json = OrderedJson::parse(line);
      if (number == 1)
        set.head = head_of(json);
      else
        set.lines.push_back(line_of(json));
    } catch (const std::exception& error) {
      throw InputError(file.string() + ":" + std::to_string(number),
                       std::string("is no line of an index of tasks: ") + error.what());
    }
  }
  if (number == 0) throw InputError(file.string(), "is empty, expected an index of tasks");
  return set;
}

}  // namespace

std::string shot_text(const Shot& shot) {
  return fmt::format("{:.8g}@{:.8g}", degrees(launch_angle_rad(shot)), length(shot.drag_m));
}

std::vector<std::string> shot_texts(const std::vector<Shot>& shots) {
  std::vector<std::string> texts;
  for (const Shot& shot : shots) texts.push_back(shot_text(shot));
  return texts;
}

std::string to_json_line(const TaskSetHead& head) {
  const OrderedJson json{{"novphy_tasks", 2},
                         {"seed", head.seed},
                         {"count", head.count},
                         {"proof", head.proof},
                         {"format", head.format},
                         {"paired", head.paired},
                         {"most_distractors", head.most_distractors},
                         {"window_deg", {head.least_window_deg, head.most_window_deg}},
                         {"pairs", head.pairs},
                         {"checks", head.checks},
                         {"physics", head.physics},
                         {"catalogue_hash", head.catalogue_hash},
                         {"physics_hash", head.physics_hash}};
  return json.dump() + "\n";
}

std::string to_json_line(const TaskSetLine& line) {
  OrderedJson parameters = OrderedJson::object();
  for (const auto& [name, value] : line.parameters) parameters[name] = value;
  for (const auto& [name, word] : line.words) parameters[name] = word;
  OrderedJson json{{"template", line.task_template},
                   {"task", line.task},
                   {"file", line.file},
                   {"hash", line.hash},
                   {"parameters", parameters},
                   {"shift", {line.shift_m.x, line.shift_m.y}},
                   {"distractors", line.distractors}};
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

TaskSet read_task_set(const std::filesystem::path& folder) { return read_finished(folder / kIndexName); }

TaskSet read_finished(const std::filesystem::path& file) { return read(file, true); }

TaskSet read_unfinished(const std::filesystem::path& file) { return read(file, false); }

}  // namespace novphy
