#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "evaluator/tables.h"
#include "evaluator/text_table.h"

namespace novphy {
namespace {

std::vector<std::string> header(std::vector<std::string> names) {
  names.emplace_back("trials");
  for (const MeasureColumn& column : kMeasureColumns) names.emplace_back(column.title);
  return names;
}

std::string text_of(const std::optional<double>& value) { return value ? rounded(*value) : "-"; }

std::string text_of(const CellMean& mean) {
  if (!mean.mean) return "-";
  const std::string text = rounded(*mean.mean) + "±" + rounded(*mean.plus_minus);
  return mean.defined == mean.cells ? text : fmt::format("{} ({}/{})", text, mean.defined, mean.cells);
}

std::string cell_table(const Measures& measures) {
  TextTable table(header({"novelty", "scenario"}), 2);
  for (const CellMeasures& cell : measures.cells) {
    std::vector<std::string> row{cell.novelty, cell.scenario, fmt::format("{}", cell.trials)};
    for (const MeasureColumn& column : kMeasureColumns) row.push_back(text_of(cell.*column.value));
    table.add(std::move(row));
  }
  return table.text();
}

std::string mean_table(const std::string& dimension, std::span<const MeanRow> rows) {
  TextTable table(header({dimension}), 1);
  for (const MeanRow& mean_row : rows) {
    std::vector<std::string> row{mean_row.name, fmt::format("{}", mean_row.trials)};
    for (const CellMean& mean : mean_row.means) row.push_back(text_of(mean));
    table.add(std::move(row));
  }
  return table.text();
}

struct Counts {
  int trials = 0;
  int informed = 0;
  int without_results = 0;
  int incomplete = 0;
  int agent_errors = 0;
};

Counts count(const Measures& measures) {
  Counts counts;
  for (const CellMeasures& cell : measures.cells) {
    counts.trials += cell.trials;
    counts.informed += cell.informed;
    counts.without_results += cell.trials - cell.with_results;
    counts.incomplete += cell.incomplete;
    counts.agent_errors += cell.agent_errors;
  }
  return counts;
}

/// "m = 20", or "m = 2 to 20" where cells differ.
std::string ap_window(const Measures& measures) {
  std::optional<std::pair<int, int>> range;
  for (const CellMeasures& cell : measures.cells) {
    if (cell.m == 0) continue;
    if (!range) range = {cell.m, cell.m};
    range = {std::min(range->first, cell.m), std::max(range->second, cell.m)};
  }
  if (!range) return "no trial with results";
  if (range->first == range->second) return fmt::format("AP over the last m = {} novel tasks", range->first);
  return fmt::format("AP over the last m = {} to {} novel tasks", range->first, range->second);
}

/// One file by name, more by their number.
std::string source(const std::vector<std::string>& files) {
  return files.size() == 1 ? files.front() : fmt::format("{} files from {} on", files.size(), files.front());
}

std::string alarm_rule(const AlarmRule& rule) {
  const bool above = rule.comparator == Comparator::kAbove;
  return fmt::format("alarm where the record says so, else where the novelty probability is {} {}",
                     above ? "above" : "at least", rule.threshold);
}

std::string notes(const AgentMeasures& agent) {
  const Counts counts = count(agent.measures);
  std::string text = fmt::format("{} trials; {}; {}.\n", counts.trials, ap_window(agent.measures),
                                 alarm_rule(agent.measures.conventions.alarm));
  const auto note = [&](int number, std::string_view what) {
    if (number > 0) text += fmt::format("{} {}\n", number, what);
  };
  note(counts.informed, "informed trials: adaptation only, they have no CDT, DD, WDT, missed.");
  note(counts.without_results, "trials without results: detection only.");
  note(counts.incomplete, "incomplete trials left out.");
  note(counts.agent_errors, "trials in which the agent could not go on: its tasks count as failed.");
  note(agent.cut_lines, "unfinished last lines skipped: the run was killed.");
  if (const ControlMeasures& control = agent.measures.control; control.false_alarms)
    text += fmt::format("{} control trials without novelty: {} with an alarm, share {}.\n", control.trials,
                        control.alarmed, rounded(*control.false_alarms));
  return text;
}

}  // namespace

std::string text_tables(const AgentMeasures& agent) {
  const Measures& measures = agent.measures;
  return fmt::format("Agent {} ({})\n{}\nNovelty-scenarios\n{}\n", agent.agent, source(agent.files),
                     notes(agent), cell_table(measures)) +
         fmt::format("NPS: mean over the scenarios of each novelty, ± standard error between cells\n{}\n",
                     mean_table("novelty", measures.nps)) +
         fmt::format("SPN: mean over the novelties of each scenario, ± standard error between cells\n{}",
                     mean_table("scenario", measures.spn));
}

}  // namespace novphy
