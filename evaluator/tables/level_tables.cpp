#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "evaluator/tables/builders.h"

namespace novphy {
namespace {

constexpr std::size_t kMostNamed = 20;

std::string never_passed_text(const LevelTable& table) {
  if (table.never_passed.empty()) return "Every level was passed at least once.";
  const auto& names = table.never_passed;
  const std::size_t shown = std::min(names.size(), kMostNamed);
  const std::string rest = shown < names.size() ? fmt::format(" and {} more", names.size() - shown) : "";
  return fmt::format("Never passed, {} of {} levels: {}{}.", names.size(), table.levels,
                     fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                     rest);
}

std::vector<std::string> level_notes(const LevelTable& table) {
  std::vector<std::string> notes{
      fmt::format("{} levels without a novelty: there is nothing to detect or to adapt to, so AP, CDT and "
                  "the other measures have no value. Means are over levels, each with its mean over plays. "
                  "Intervals at {} % take levels as drawn from more of their kind: Student's.",
                  table.levels, table.confidence * 100)};
  for (const AgentLevels& agent : table.agents) {
    if (agent.runs > 1)
      notes.push_back(fmt::format(
          "{}: {} runs: means are over runs of means over levels, and intervals are Student's over the runs.",
          agent.agent, agent.runs));
    if (agent.agent_errors > 0)
      notes.push_back(fmt::format("{}: in {} plays the agent could not go on; they count as failed.",
                                  agent.agent, agent.agent_errors));
  }
  notes.push_back(never_passed_text(table));
  return notes;
}

Table means_table(const AgentLevels& agent, const std::vector<LevelMeans>& means, const std::string& path,
                  bool each) {
  Table table{.key = each ? "level" : "group", .agent = agent.agent, .path = path, .intervals = true};
  table.columns =
      columns_of(name_column("agent", kPeople), name_column("group", kPeople), name_column("group", kData),
                 name_column("level", each ? kData : 0), number_column("levels"), number_column("plays"));
  for (const auto& [key, title] : {std::pair("passed", "pass rate"), {"score", "score"}, {"shots", "shots"}})
    table.columns.push_back({.key = key, .title = title, .value = "mean"});
  for (const LevelMeans& mean : means) {
    const Plain group = mean.group.empty() ? Plain() : Plain(mean.group);
    auto& row = table.rows.emplace_back(cells_of(agent.agent, mean.group.empty() ? "all" : mean.group, group,
                                                 mean.level, mean.levels, mean.plays));
    for (const LevelMean& value : {mean.passed, mean.score, mean.shots})
      row.push_back({.value = value.mean, .interval = value.interval});
  }
  return table;
}

}  // namespace

std::vector<Table> level_tables(const LevelTable& table) {
  const auto field = [](const char* key, Plain value) {
    return std::pair<Column, TableCell>{number_column(key, kJson), {.value = std::move(value)}};
  };
  Table about{.key = "levels",
              .title = "Levels",
              .path = "/levels",
              .json = JsonForm::kRow,
              .notes = level_notes(table)};
  about.fields = {field("confidence", table.confidence), field("number", table.levels),
                  field("never_passed", table.never_passed), field("agents", std::vector<std::string>{})};
  std::vector<Table> tables{std::move(about)};
  for (std::size_t i = 0; i < table.agents.size(); ++i) {
    const AgentLevels& agent = table.agents[i];
    const std::string path = fmt::format("/levels/agents/{}/", i);
    Table groups = means_table(agent, agent.groups, path + "groups", false);
    groups.fields = {field("agent", agent.agent), field("agent_errors", agent.agent_errors)};
    if (agent.runs > 1) groups.fields.push_back(field("runs", agent.runs));
    tables.push_back(std::move(groups));
    tables.push_back(means_table(agent, agent.levels, path + "levels", true));
  }
  return tables;
}

Table levels_for_people(const LevelTable& table) {
  std::vector<Table> tables = level_tables(table);
  Table all = tables.front();
  std::erase_if(tables, [](const Table& each) { return each.key != "group"; });
  Table groups = joined(std::move(tables));
  all.intervals = true;
  all.columns = std::move(groups.columns);
  all.rows = std::move(groups.rows);
  return all;
}

}  // namespace novphy
