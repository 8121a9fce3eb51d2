#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/rounded.h"
#include "evaluator/input/csv.h"
#include "evaluator/tables/tables.h"
#include "evaluator/tables/text_table.h"

namespace novphy {
namespace {

constexpr std::size_t kMostNamed = 20;

using LevelJson = nlohmann::ordered_json;

std::string group_text(const LevelMeans& means) { return means.group.empty() ? "all" : means.group; }

LevelJson json_of(const LevelMean& mean) {
  LevelJson json{{"mean", mean.mean}, {"interval", nullptr}};
  if (mean.interval) json["interval"] = {mean.interval->low, mean.interval->high};
  return json;
}

LevelJson json_of(const LevelMeans& means) {
  LevelJson json{{"group", means.group.empty() ? LevelJson() : LevelJson(means.group)}};
  if (!means.level.empty()) json["level"] = means.level;
  json["levels"] = means.levels;
  json["plays"] = means.plays;
  json["passed"] = json_of(means.passed);
  json["score"] = json_of(means.score);
  json["shots"] = json_of(means.shots);
  return json;
}

std::string csv_of(const LevelMean& mean) {
  const std::string low = mean.interval ? fmt::format("{}", mean.interval->low) : "";
  const std::string high = mean.interval ? fmt::format("{}", mean.interval->high) : "";
  return fmt::format("{},{},{}", mean.mean, low, high);
}

std::string csv_line(const std::string& agent, const LevelMeans& means) {
  return fmt::format("{},{},{},{},{},{},{},{}\n", csv_cell(agent), csv_cell(means.group),
                     csv_cell(means.level), means.levels, means.plays, csv_of(means.passed),
                     csv_of(means.score), csv_of(means.shots));
}

}  // namespace

std::string text_of(const LevelMean& mean) {
  const std::string text = rounded(mean.mean);
  if (!mean.interval) return text;
  return fmt::format("{} [{}, {}]", text, rounded(mean.interval->low), rounded(mean.interval->high));
}

std::string notes(const LevelTable& table) {
  std::string text = fmt::format(
      "{} levels without a novelty: there is nothing to detect or to adapt to, so AP, CDT and the other "
      "measures have no value. Means are over levels, each with its mean over plays. Intervals at {} % take "
      "levels as drawn from more of their kind: Student's.\n",
      table.levels, table.confidence * 100);
  for (const AgentLevels& agent : table.agents) {
    if (agent.runs > 1)
      text += fmt::format(
          "{}: {} runs: means are over runs of means over levels, and intervals are Student's "
          "over the runs.\n",
          agent.agent, agent.runs);
    if (agent.agent_errors > 0)
      text += fmt::format("{}: in {} plays the agent could not go on; they count as failed.\n", agent.agent,
                          agent.agent_errors);
  }
  return text;
}

std::string never_passed_text(const LevelTable& table) {
  if (table.never_passed.empty()) return "Every level was passed at least once.";
  const auto& names = table.never_passed;
  const std::size_t shown = std::min(names.size(), kMostNamed);
  const std::string rest = shown < names.size() ? fmt::format(" and {} more", names.size() - shown) : "";
  return fmt::format("Never passed, {} of {} levels: {}{}.", names.size(), table.levels,
                     fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                     rest);
}

std::string text_table(const LevelTable& table) {
  TextTable text({"agent", "group", "levels", "plays", "pass rate", "score", "shots"}, 2);
  for (const AgentLevels& agent : table.agents)
    for (const LevelMeans& means : agent.groups)
      text.add({agent.agent, group_text(means), fmt::format("{}", means.levels),
                fmt::format("{}", means.plays), text_of(means.passed), text_of(means.score),
                text_of(means.shots)});
  return fmt::format("Levels\n{}\n{}\n{}\n", notes(table), text.text(), never_passed_text(table));
}

std::string csv_table(const LevelTable& table) {
  std::string text =
      "agent,group,level,levels,plays,passed,passed_low,passed_high,score,score_low,score_high,shots,shots_"
      "low,"
      "shots_high\n";
  for (const AgentLevels& agent : table.agents)
    for (const auto* rows : {&agent.groups, &agent.levels})
      for (const LevelMeans& means : *rows) text += csv_line(agent.agent, means);
  return text;
}

std::string json_table(const LevelTable& table) {
  LevelJson agents = LevelJson::array();
  for (const AgentLevels& agent : table.agents) {
    LevelJson groups = LevelJson::array(), levels = LevelJson::array();
    for (const LevelMeans& means : agent.groups) groups.push_back(json_of(means));
    for (const LevelMeans& means : agent.levels) levels.push_back(json_of(means));
    LevelJson& json = agents.emplace_back(LevelJson{{"agent", agent.agent}});
    if (agent.runs > 1) json["runs"] = agent.runs;
    json["agent_errors"] = agent.agent_errors;
    json["groups"] = groups;
    json["levels"] = levels;
  }
  const LevelJson out{{"levels",
                       {{"confidence", table.confidence},
                        {"number", table.levels},
                        {"never_passed", table.never_passed},
                        {"agents", agents}}}};
  return out.dump(1, ' ', false, LevelJson::error_handler_t::replace) + '\n';
}

}  // namespace novphy
