#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/rounded.h"
#include "base/utf8.h"
#include "evaluator/definitions.h"
#include "evaluator/tables/builders.h"

namespace novphy {
namespace {

constexpr int kFewTrials = 10;

/// "m = 20", or "m = 2 to 20" if trials differ.
std::string ap_window(const Measures& measured) {
  std::optional<std::pair<int, int>> range;
  for (const CellMeasures& cell : measured.cells) {
    if (cell.m == 0 || cell.with_results == 0) continue;
    if (!range) range = {cell.shortest_m, cell.m};
    range = {std::min(range->first, cell.shortest_m), std::max(range->second, cell.m)};
  }
  if (!range) return "no AP, as no trial has passes";
  if (range->first == range->second) return fmt::format("AP over the last m = {} novel tasks", range->first);
  return fmt::format("AP over the last m = {} to {} novel tasks", range->first, range->second);
}

std::string alarm_rule(const AlarmRule& rule, const OwnThresholds& own) {
  const char* reaches = rule.comparator == Comparator::kAbove ? "above" : "at least";
  const std::string text = fmt::format(
      "alarm where the record says so, else where the novelty probability is {} {}", reaches, rule.threshold);
  if (own.tasks == 0) return text;
  return text +
         fmt::format(", in {} tasks {} the agent's own threshold ({})", own.tasks, reaches, range_text(own));
}

std::string interval_note(const TrialTable& trials, const Conventions& conventions) {
  if (has_runs(trials))
    return fmt::format(
        "Intervals at {} %: Student's over the runs; for regained, the bootstrap's over the runs; for IQM, "
        "rliable's bootstrap over the runs of each novelty-scenario, {} resamples, seed {}.",
        conventions.confidence * 100, conventions.resamples, conventions.seed);
  const bool of_people = trials.strata.size() != trials.cells.size();
  return fmt::format(
      "Intervals at {} %: Wilson's for shares of a cell, Student's of stratified trials for other means; the "
      "bootstrap's over {} for {}, {} resamples, seed {}.",
      conventions.confidence * 100, of_people ? "the people of a level set" : "the trials of a cell",
      of_people ? "NPS, SPN, overall and regained" : "regained", conventions.resamples, conventions.seed);
}

std::string baseline_note(const Evaluation& evaluation) {
  return fmt::format("Baseline: {}{}; performance is the {} of a task.",
                     evaluation.baseline.size() > 1 ? "the mean of " : "",
                     fmt::join(evaluation.baseline, ", "),
                     evaluation.conventions.performance == Performance::kPass ? "pass" : "score");
}

}  // namespace

bool any_has(const Evaluation& evaluation, std::size_t measure) {
  return std::any_of(evaluation.agents.begin(), evaluation.agents.end(), [&](const AgentMeasures& agent) {
    return agent.measures.overall.means[measure].mean.has_value();
  });
}

int sum_of(const AgentMeasures& agent, int CellMeasures::*number) {
  int sum = 0;
  for (const CellMeasures& cell : agent.measures.cells) sum += cell.*number;
  return sum;
}

std::vector<std::string> agent_notes(const AgentMeasures& agent, const Evaluation& evaluation,
                                     bool intervals) {
  const Conventions& conventions = evaluation.conventions;
  const auto& cells = agent.measures.cells;
  std::vector<std::string> notes{fmt::format("{} trials; {}; {}.", sum_of(agent, &CellMeasures::trials),
                                             ap_window(agent.measures),
                                             alarm_rule(conventions.alarm, agent.own_thresholds))};
  const auto count = [&](std::ptrdiff_t number, std::string_view what) {
    if (number > 0) notes.push_back(fmt::format("{} {}", number, what));
  };
  if (const std::string model = model_of(agent); !model.empty())
    notes.push_back(fmt::format("Model: {}.", printable(model)));
  if (std::string runs = runs_note(agent.trials.runs); !runs.empty()) {
    runs.pop_back();
    notes.push_back(runs);
  }
  count(sum_of(agent, &CellMeasures::informed),
        "informed trials: adaptation only, they have no CDT, DD, WDT, missed.");
  count(sum_of(agent, &CellMeasures::trials) - sum_of(agent, &CellMeasures::with_results),
        conventions.performance == Performance::kPass
            ? "trials without results: detection only."
            : "trials without passes: no pass rates, such as AP and AUS.");
  count(sum_of(agent, &CellMeasures::incomplete),
        "incomplete trials left out: a task is missing, or novel tasks at the end.");
  count(std::count_if(cells.begin(), cells.end(),
                      [](const CellMeasures& cell) { return cell.trials > 0 && cell.trials < kFewTrials; }),
        "novelty-scenarios have fewer than 10 trials: their numbers say little.");
  count(sum_of(agent, &CellMeasures::agent_errors),
        "trials in which the agent could not go on: its tasks count as failed.");
  int cut_lines = 0;
  for (const LogFile& file : agent.files) cut_lines += file.cut_lines;
  count(cut_lines, "unfinished last lines skipped: the run was killed.");
  if (const ControlMeasures& control = agent.measures.control; control.false_alarms)
    notes.push_back(fmt::format("{} control trials without novelty: {} with an alarm, share {}.",
                                control.trials, control.alarmed, rounded(*control.false_alarms)));
  if (!evaluation.baseline.empty()) notes.push_back(baseline_note(evaluation));
  if (conventions.definitions != Definitions::kNovphy)
    notes.push_back(definitions_note(conventions.definitions));
  if (intervals) notes.push_back(interval_note(agent.trials, conventions));
  return notes;
}

}  // namespace novphy
