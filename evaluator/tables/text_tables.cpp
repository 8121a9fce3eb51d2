#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/rounded.h"
#include "base/utf8.h"
#include "evaluator/definitions.h"
#include "evaluator/tables/tables.h"
#include "evaluator/tables/text_table.h"

namespace novphy {
namespace {

std::vector<std::string> header(std::vector<std::string> names, const Selection& selection) {
  names.emplace_back("trials");
  for (const std::size_t i : selection.measures) names.emplace_back(measures()[i].title);
  return names;
}

std::string text_of(const std::optional<Interval>& interval, int decimals) {
  return interval
             ? fmt::format(" [{}, {}]", rounded(interval->low, decimals), rounded(interval->high, decimals))
             : "";
}

std::string text_of(const CellValue& value, bool intervals, int decimals) {
  if (!value.mean) return "-";
  const std::string mean = rounded(*value.mean, decimals);
  if (!intervals) return mean;
  const std::string n = value.runs > 0 ? fmt::format("{} runs", value.runs) : fmt::format("{}", value.trials);
  return fmt::format("{}{} n={}", mean, text_of(value.interval, decimals), n);
}

std::string text_of(const CellMean& mean, bool intervals, int decimals) {
  if (!mean.mean) return "-";
  std::string text = rounded(*mean.mean, decimals) + "±" + rounded(*mean.plus_minus, decimals);
  if (intervals) text += text_of(mean.interval, decimals);
  return mean.defined == mean.cells ? text : fmt::format("{} ({}/{})", text, mean.defined, mean.cells);
}

bool is_classified(const Measures& measures_of) {
  return std::any_of(measures_of.cells.begin(), measures_of.cells.end(),
                     [](const CellMeasures& cell) { return cell.kind.has_value(); });
}

std::string cell_table(const Measures& measured, const Selection& selection) {
  const bool classified = is_classified(measured);
  std::vector<std::string> names{"novelty", "scenario"};
  if (classified) names.emplace_back("class");
  const std::size_t columns = names.size();
  TextTable table(header(std::move(names), selection), columns);
  for (const CellMeasures& cell : measured.cells) {
    std::vector<std::string> row{cell.novelty, cell.scenario};
    if (classified) row.emplace_back(cell.kind ? name_of(*cell.kind) : "-");
    row.push_back(fmt::format("{}", cell.trials));
    for (const std::size_t i : selection.measures)
      row.push_back(text_of(cell.values[i], selection.intervals, decimals_of(measures()[i])));
    table.add(std::move(row));
  }
  return table.text();
}

std::string mean_table(const std::string& dimension, std::span<const MeanRow> rows,
                       const Selection& selection) {
  TextTable table(header({dimension}, selection), 1);
  for (const MeanRow& mean_row : rows) {
    std::vector<std::string> row{mean_row.name, fmt::format("{}", mean_row.trials)};
    for (const std::size_t i : selection.measures)
      row.push_back(text_of(mean_row.means[i], selection.intervals, decimals_of(measures()[i])));
    table.add(std::move(row));
  }
  return table.text();
}

std::string text_of(const std::optional<RunStatistic>& statistic, bool intervals, int decimals) {
  if (!statistic) return "-";
  return rounded(statistic->value, decimals) + (intervals ? text_of(statistic->interval, decimals) : "");
}

/// The mean with half the width of its interval.
std::string plus_minus(const std::optional<RunStatistic>& mean, int decimals) {
  if (!mean) return "-";
  if (!mean->interval) return rounded(mean->value, decimals);
  return fmt::format("{}±{}", rounded(mean->value, decimals),
                     rounded((mean->interval->high - mean->interval->low) / 2, decimals));
}

/// A row for each training, then their means and the interquartile means.
std::string run_table(const AgentMeasures& agent, const Selection& selection) {
  std::vector<std::string> names{"run"};
  for (const std::size_t i : selection.measures) names.emplace_back(measures()[i].title);
  TextTable table(names, 1);
  for (std::size_t run = 0; run < agent.trials.runs.size(); ++run) {
    std::vector<std::string> row{run_title(agent.trials.runs[run])};
    for (const std::size_t i : selection.measures) {
      const auto& mean = agent.runs.means[run][i];
      row.push_back(mean ? rounded(*mean, decimals_of(measures()[i])) : "-");
    }
    table.add(std::move(row));
  }
  std::vector<std::string> mean{"mean"};
  for (const std::size_t i : selection.measures)
    mean.push_back(plus_minus(agent.runs.mean[i], decimals_of(measures()[i])));
  table.add(std::move(mean));
  std::vector<std::string> last{"IQM"};
  for (const std::size_t i : selection.measures)
    last.push_back(text_of(agent.runs.iqm[i], selection.intervals, decimals_of(measures()[i])));
  table.add(std::move(last));
  return table.text();
}

std::string run_tables(const AgentMeasures& agent, const Selection& selection) {
  if (!has_runs(agent.trials)) return "";
  return fmt::format(
      "\n\nRuns: the mean of each over its novelty-scenarios; their mean ± half of Student's interval; IQM "
      "is "
      "the interquartile mean over runs and novelty-scenarios\n{}",
      run_table(agent, selection));
}

struct Counts {
  int trials = 0;
  int informed = 0;
  int without_results = 0;
  int incomplete = 0;
  int agent_errors = 0;
  int cut_lines = 0;
};

Counts count(const AgentMeasures& agent) {
  Counts counts;
  for (const CellMeasures& cell : agent.measures.cells) {
    counts.trials += cell.trials;
    counts.informed += cell.informed;
    counts.without_results += cell.trials - cell.with_results;
    counts.incomplete += cell.incomplete;
    counts.agent_errors += cell.agent_errors;
  }
  for (const LogFile& file : agent.files) counts.cut_lines += file.cut_lines;
  return counts;
}

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

/// The path of a single file, or the number of files and the first file's path.
std::string source(const std::vector<LogFile>& files) {
  return files.size() == 1 ? files.front().path
                           : fmt::format("{} files from {} on", files.size(), files.front().path);
}

std::string alarm_rule(const AlarmRule& rule, const OwnThresholds& own) {
  const char* reaches = rule.comparator == Comparator::kAbove ? "above" : "at least";
  const std::string text = fmt::format(
      "alarm where the record says so, else where the novelty probability is {} {}", reaches, rule.threshold);
  if (own.tasks == 0) return text;
  return text +
         fmt::format(", in {} tasks {} the agent's own threshold ({})", own.tasks, reaches, range_text(own));
}

constexpr int kFewTrials = 10;

int small_cells(const Measures& measured) {
  const auto is_small = [](const CellMeasures& cell) { return cell.trials > 0 && cell.trials < kFewTrials; };
  return static_cast<int>(std::count_if(measured.cells.begin(), measured.cells.end(), is_small));
}

std::string interval_note(const TrialTable& trials, const Conventions& conventions) {
  if (has_runs(trials))
    return fmt::format(
        "Intervals at {} %: Student's over the runs; for regained, the bootstrap's over the runs; for IQM, "
        "rliable's bootstrap over the runs of each novelty-scenario, {} resamples, seed {}.\n",
        conventions.confidence * 100, conventions.resamples, conventions.seed);
  const bool of_people = trials.strata.size() != trials.cells.size();
  return fmt::format(
      "Intervals at {} %: Wilson's for shares of a cell, Student's of stratified trials for other means; the "
      "bootstrap's over {} for {}, {} resamples, seed {}.\n",
      conventions.confidence * 100, of_people ? "the people of a level set" : "the trials of a cell",
      of_people ? "NPS, SPN, overall and regained" : "regained", conventions.resamples, conventions.seed);
}

std::string notes(const AgentMeasures& agent, const Evaluation& evaluation, bool intervals) {
  const Counts counts = count(agent);
  const Conventions& conventions = evaluation.conventions;
  std::string text = fmt::format("{} trials; {}; {}.\n", counts.trials, ap_window(agent.measures),
                                 alarm_rule(conventions.alarm, agent.own_thresholds));
  const auto note = [&](int number, std::string_view what) {
    if (number > 0) text += fmt::format("{} {}\n", number, what);
  };
  if (const std::string model = model_of(agent); !model.empty())
    text += fmt::format("Model: {}.\n", printable(model));
  text += runs_note(agent.trials.runs);
  note(counts.informed, "informed trials: adaptation only, they have no CDT, DD, WDT, missed.");
  const bool by_pass = conventions.performance == Performance::kPass;
  note(counts.without_results, by_pass ? "trials without results: detection only."
                                       : "trials without passes: no pass rates, such as AP and AUS.");
  note(counts.incomplete, "incomplete trials left out.");
  note(small_cells(agent.measures), "novelty-scenarios have fewer than 10 trials: their numbers say little.");
  note(counts.agent_errors, "trials in which the agent could not go on: its tasks count as failed.");
  note(counts.cut_lines, "unfinished last lines skipped: the run was killed.");
  if (const ControlMeasures& control = agent.measures.control; control.false_alarms)
    text += fmt::format("{} control trials without novelty: {} with an alarm, share {}.\n", control.trials,
                        control.alarmed, rounded(*control.false_alarms));
  if (!evaluation.baseline.empty())
    text += fmt::format("Baseline: {}{}; performance is the {} of a task.\n",
                        evaluation.baseline.size() > 1 ? "the mean of " : "",
                        fmt::join(evaluation.baseline, ", "),
                        conventions.performance == Performance::kPass ? "pass" : "score");
  if (conventions.definitions != Definitions::kNovphy)
    text += definitions_note(conventions.definitions) + "\n";
  if (intervals) text += interval_note(agent.trials, conventions);
  return text;
}

}  // namespace

std::string text_tables(const AgentMeasures& agent, const Evaluation& evaluation, const Selection& chosen) {
  const Selection selection = shown_of(chosen, evaluation);
  const Measures& measured = agent.measures;
  return fmt::format("Agent {} ({})\n{}\nNovelty-scenarios\n{}\n", agent.agent, source(agent.files),
                     notes(agent, evaluation, selection.intervals), cell_table(measured, selection)) +
         fmt::format("NPS: mean over the scenarios of each novelty, ± standard error between cells\n{}\n",
                     mean_table("novelty", measured.nps, selection)) +
         fmt::format("SPN: mean over the novelties of each scenario, ± standard error between cells\n{}\n",
                     mean_table("scenario", measured.spn, selection)) +
         fmt::format("Mean over all novelty-scenarios\n{}",
                     mean_table("", std::span(&measured.overall, 1), selection)) +
         run_tables(agent, selection);
}

std::string text_table(const std::vector<Comparison>& comparisons) {
  TextTable table({"agent", "minus", "measure", "trials", "difference", "interval", "p", "p Holm", "p cells",
                   "cells that differ"},
                  3);
  bool any_runs = false;
  for (const Comparison& pair : comparisons)
    for (const Difference& difference : pair.differences) {
      if (!difference.mean) continue;
      any_runs = any_runs || pair.runs_a > 0;
      const auto differs = [](const CellDifference& cell) { return cell.p_holm < 0.05; };
      table.add(
          {with_runs(pair.a, pair.runs_a), with_runs(pair.b, pair.runs_b),
           std::string(measures()[difference.measure].title), fmt::format("{}", difference.trials),
           rounded(*difference.mean, 3),
           difference.interval ? fmt::format("{} to {}", rounded(difference.interval->low, 3),
                                             rounded(difference.interval->high, 3))
                               : "-",
           difference.p ? rounded(*difference.p, 4) : "-",
           difference.p_holm ? rounded(*difference.p_holm, 4) : "-",
           difference.p_cells ? rounded(*difference.p_cells, 4) : "-",
           fmt::format("{} of {}", std::count_if(difference.cells.begin(), difference.cells.end(), differs),
                       difference.cells.size())});
    }
  return "Differences of agents on the same plan, trial by trial. The difference is the mean over "
         "novelty-scenarios; p is Student's, two-sided, of trials within novelty-scenarios, and the interval "
         "its inversion; p Holm is corrected over this table, and p cells is that of Wilcoxon's signed ranks "
         "over the novelty-scenarios' means. Novelty-scenarios "
         "differ at 0.05 after Holm's correction over them.\n" +
         std::string(any_runs ? "Where runs are given, they are compared instead of trials: p is that of "
                                "Welch's test of the runs' means, and of Student's test if one agent has 1 "
                                "run, whose luck is then left out.\n"
                              : "") +
         table.text();
}

std::string text_table(const std::vector<Efficiency>& efficiencies) {
  TextTable table({"agent", "against", "", "people need", "agent needs", "efficiency", "interval", "cells"},
                  3);
  for (const Efficiency& each : efficiencies)
    table.add({each.agent, each.people, std::string(each.title), rounded(each.of_people),
               rounded(each.of_agent), rounded(each.ratio),
               each.interval
                   ? fmt::format("{} to {}", rounded(each.interval->low), rounded(each.interval->high))
                   : "-",
               fmt::format("{}", each.cells)});
  return "Efficiency against people: what people need, divided by what the agent needs, over the "
         "novelty-scenarios (cells) that both played. Above 1, the agent needs fewer. Until adapted, only as "
         "many novel tasks count as both played. An agent that gives up needs few shots, too: see its AP.\n" +
         table.text();
}

std::string text_table(const std::vector<DetectorScores>& scores) {
  const auto number = [](const std::optional<double>& value) { return value ? rounded(*value, 3) : "-"; };
  TextTable table({"agent", "detector", "", "trials", "CDT", "pooled CDT", "WDT", "DD"}, 3);
  bool from_trials = false;
  for (const DetectorScores& agent : scores) {
    from_trials = from_trials || agent.from_trials;
    for (std::size_t i = 0; i < agent.rows.size(); ++i) {
      const DetectorScore& row = agent.rows[i];
      table.add({agent.agent, row.detector, agent.best == i ? "best" : "", fmt::format("{}", agent.trials),
                 number(row.cdt), number(row.pooled_cdt), number(row.wdt), number(row.dd)});
    }
  }
  return fmt::format(
      "Detectors: every setting of NovPhy's Appendix D. The best has the highest pooled CDT on these very "
      "trials, "
      "so its numbers are optimistic.{}\n{}",
      from_trials ? " Without calibration runs, pma is calibrated on the trials' own normal tasks, which is "
                    "optimistic too."
                  : "",
      table.text());
}

}  // namespace novphy
