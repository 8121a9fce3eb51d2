#include "evaluator/load_notes.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <string_view>

namespace novphy {

void note_columns(const std::string& file, const ResultsColumns& columns,
                  std::vector<std::string>& warnings) {
  std::string text = columns.renamed();
  const auto add = [&](bool any, std::string_view what) {
    if (any) text += (text.empty() ? "" : "; ") + std::string(what);
  };
  add(!columns.has("agent"), "the agent is called like the file (no column \"agent\")");
  add(!columns.has("scenario"), "the scenario is \"all\" (no column \"scenario\")");
  if (!text.empty()) warnings.push_back(fmt::format("{}: reads {}", file, text));
  if (!columns.left_out().empty())
    warnings.push_back(fmt::format("{}: does not read {}", file, fmt::join(columns.left_out(), "; ")));
}

namespace {

/// Warns of rows that do not say whether the agent noticed the novelty.
void note_silent(const std::string& file, const ResultsTable& table, const RowsOfAgents& agents,
                 std::vector<std::string>& warnings) {
  constexpr std::string_view kMissed =
      "each trial counts as missed, as if the agent never said that the world has changed";
  if (!table.columns.has("novelty_probability") && !table.columns.has("alarm")) {
    warnings.push_back(
        fmt::format("{}: the table has no column \"novelty_probability\" or \"alarm\": {}", file, kMissed));
    return;
  }
  for (const auto& [agent, counts] : agents) {
    if (counts.silent == counts.rows)
      warnings.push_back(fmt::format("{}: agent {}: no row has a novelty probability or an alarm: {}", file,
                                     agent, kMissed));
    else if (counts.silent > 0)
      warnings.push_back(
          fmt::format("{}: agent {}: {} of {} rows have no novelty probability and no alarm, and "
                      "count as if the agent had said that nothing has changed",
                      file, agent, counts.silent, counts.rows));
  }
}

}  // namespace

void note_results(const std::string& file, const ResultsTable& table, const RowsOfAgents& agents,
                  const Conventions& conventions, std::vector<std::string>& warnings) {
  const bool by_pass = conventions.performance == Performance::kPass;
  if (by_pass && table.any_score && !table.any_pass)
    warnings.push_back(fmt::format(
        "{}: the table has scores and no passes, so adaptation is not measured without --performance score",
        file));
  if (!by_pass && table.any_pass && !table.any_score)
    warnings.push_back(fmt::format(
        "{}: the table has passes and no scores, so measures of scores stay empty with --performance score",
        file));
  if (!table.any_pass && !table.any_score)
    warnings.push_back(fmt::format(
        "{}: no row says whether its task was passed, or has a score, so adaptation is not measured", file));
  note_silent(file, table, agents, warnings);
}

void note_repeated(const AgentLog& log, std::vector<std::string>& warnings) {
  const RepeatedTasks& repeated = log.trials.repeated();
  if (repeated.records == 0) return;
  const bool first = log.trials.conventions().repeats == Repeats::kFirst;
  warnings.push_back(
      fmt::format("{}: agent {}: repeated tasks: {}, the first in line {} after line {}; of each task the {} "
                  "record counts",
                  log.files.back().path, log.agent, repeated.records, repeated.line, repeated.repeated,
                  first ? "first" : "last"));
}

}  // namespace novphy
