#include "evaluator/tables/tables.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <iterator>
#include <sstream>
#include <stdexcept>

#include "base/lists.h"
#include "evaluator/tables/text_table.h"

namespace novphy {
namespace {

void add_questions(std::vector<Table>& tables, const Evaluation& evaluation) {
  if (Table table = question_table(evaluation); !table.rows.empty()) tables.push_back(std::move(table));
}

/// Everything but comparisons.
std::vector<Table> data_tables(const Evaluation& evaluation, const std::vector<DetectorScores>& scores) {
  std::vector<Table> tables = convention_tables(evaluation);
  tables.push_back(warning_table(evaluation));
  for (std::size_t i = 0; i < evaluation.agents.size(); ++i) {
    const Selection shown = all_measures(evaluation.agents[i].measures);
    tables.push_back(agent_table(evaluation, i, true));
    tables.push_back(cell_table(evaluation, i, shown));
    for (const MeansOver* over : {&kOverNps, &kOverSpn, &kOverall})
      tables.push_back(mean_table(evaluation, i, *over, shown));
    add_all(tables, run_tables(evaluation, i, shown));
    add_all(tables, curve_tables(evaluation, i));
    tables.push_back(noticing_table(evaluation, i));
  }
  add_all(tables, paper_tables_of(evaluation));
  if (!evaluation.efficiency.empty()) tables.push_back(efficiency_table(evaluation.efficiency));
  add_questions(tables, evaluation);
  add_all(tables, detector_tables(scores));
  return tables;
}

/// What is known at each change of trials, with what qualifies it.
std::vector<Table> tables_of(const std::vector<ChangeMeasures>& changes, bool intervals) {
  std::vector<Table> tables;
  const Evaluation& first = changes.front().all;
  for (std::size_t i = 0; i < first.agents.size(); ++i) {
    tables.push_back(agent_table(first, i, intervals));
    tables.push_back(change_table(changes, i, intervals));
  }
  add_questions(tables, first);
  tables.push_back(warning_table(first));
  return tables;
}

std::string formula_of(const Measure& measure, Definitions definitions) {
  if (!is_redefined(measure, definitions)) return std::string(measure.formula);
  return fmt::format("as {} defines it", program_of(definitions).name);
}

constexpr const char* kMeasureColumns =
    "agent,table,novelty,scenario,measure,mean,plus_minus,low,high,of_trials,undefined_trials,cells,"
    "defined_cells,trials,informed,with_results,incomplete,agent_errors,novel_tasks,m,class,at,p,"
    "p_exact,setting";

}  // namespace

std::string text_table(const std::vector<ChangeMeasures>& changes, bool intervals) {
  return text_of(tables_of(changes, intervals));
}

std::string csv_table(const std::vector<ChangeMeasures>& changes) {
  std::vector<Table> tables = convention_tables(changes.front().all);
  add_all(tables, tables_of(changes, true));
  return csv_of(tables, kMeasureColumns);
}

std::string json_table(const std::vector<ChangeMeasures>& changes) {
  std::vector<Table> tables = convention_tables(changes.front().all);
  add_all(tables, tables_of(changes, true));
  return json_of(tables);
}

std::string text_tables(const AgentMeasures& agent, const Evaluation& evaluation, const Selection& chosen) {
  const Selection shown = shown_of(chosen, evaluation);
  const auto number = static_cast<std::size_t>(&agent - evaluation.agents.data());
  std::vector<Table> tables{agent_table(evaluation, number, shown.intervals),
                            cell_table(evaluation, number, shown)};
  for (const MeansOver* over : {&kOverNps, &kOverSpn, &kOverall})
    tables.push_back(mean_table(evaluation, number, *over, shown));
  if (has_runs(agent.trials)) tables.push_back(joined_tables(run_tables(evaluation, number, shown)));
  return text_of(tables);
}

std::string column_words(const Evaluation& evaluation, const Selection& chosen) {
  TextTable words({"column", "what it is"}, 2);
  for (const std::size_t i : shown_of(chosen, evaluation).measures)
    words.add(
        {std::string(measures()[i].title), formula_of(measures()[i], evaluation.conventions.definitions)});
  return "The columns\n" + words.text() +
         "FP, TP: normal and novel tasks with an alarm. P_i: share of trials that pass novel task i of n.\n"
         "(2/8, n=6): defined in 2 of 8 novelty-scenarios, with 6 trials behind it. -: undefined.\n";
}

std::string warnings_text(const Evaluation& evaluation) {
  return evaluation.warnings.empty() ? "" : text_of(std::vector{warning_table(evaluation)});
}

std::string text_table(const std::vector<Comparison>& comparisons) {
  return text_of(std::vector{joined_tables(comparison_tables(comparisons))});
}

std::string text_table(const std::vector<Efficiency>& efficiencies) {
  return text_of(std::vector{efficiency_table(efficiencies)});
}

std::string question_text(const Evaluation& evaluation) {
  std::vector<Table> tables;
  add_questions(tables, evaluation);
  return text_of(tables);
}

std::string text_table(const std::vector<DetectorScores>& scores) {
  return text_of(std::vector{joined_tables(detector_tables(scores))});
}

std::string text_table(const LevelTable& levels) { return text_of(std::vector{levels_for_people(levels)}); }

std::string csv_table(const Evaluation& evaluation, const std::vector<DetectorScores>& scores) {
  return csv_of(data_tables(evaluation, scores), kMeasureColumns);
}

std::string csv_table(const Evaluation& evaluation, const std::vector<Comparison>& comparisons) {
  std::vector<Table> tables{warning_table(evaluation)};
  for (std::size_t i = 0; i < evaluation.agents.size(); ++i)
    tables.push_back(agent_table(evaluation, i, true));
  add_all(tables, comparison_tables(comparisons));
  return csv_of(tables, "agent,less,measure,novelty,scenario,trials,difference,low,high,p,p_holm,p_cells");
}

std::string csv_table(const LevelTable& levels) { return csv_of(level_tables(levels), "agent,group,level"); }

std::string json_table(const Evaluation& evaluation, const std::vector<Comparison>& comparisons,
                       const std::vector<DetectorScores>& scores) {
  std::vector<Table> tables = data_tables(evaluation, scores);
  add_all(tables, comparison_tables(comparisons));
  return json_of(tables);
}

std::string json_table(const LevelTable& levels) { return json_of(level_tables(levels)); }

std::string latex_tables(const Evaluation& evaluation, const Selection& chosen) {
  const Selection selection = shown_of(chosen, evaluation);
  std::vector<std::string> notes = warning_table(evaluation).notes;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const std::string& note : agent_notes(agent, evaluation, selection.intervals))
      notes.push_back(agent.agent + ": " + note);
  std::vector<Table> tables;
  for (const MeansOver* over : {&kOverNps, &kOverSpn}) {
    tables.push_back(beside_table(evaluation, *over, selection));
    tables.back().notes = notes;
  }
  return latex_of(tables);
}

namespace {

/// Indices in measures() of the measures that a word stands for.
std::vector<std::size_t> measures_of(const std::string& word) {
  std::vector<std::size_t> found;
  for (const MeasureFamily family : kMeasureFamilies)
    for (std::size_t i = 0; i < measures().size(); ++i)
      if (measures()[i].family == family &&
          (word == "all" || word == key(family) || word == measures()[i].key))
        found.push_back(i);
  if (found.empty())
    throw std::invalid_argument(fmt::format(
        "\"{}\" is not a measure: expected novphy, pinto, sailon, ours, all or keys such as cdt,aus_trapz",
        word));
  return found;
}

}  // namespace

Selection parse_selection(const std::string& words) {
  Selection selection;
  std::set<std::size_t> named;
  std::istringstream stream(words);
  for (std::string word; std::getline(stream, word, ',');) {
    const auto found = measures_of(word);
    add_all(selection.measures, found);
    for (const std::size_t i : found) {
      if (word == measures()[i].key) named.insert(i);
      if (measures()[i].needs == Needs::kTold) selection.if_known.insert(i);
    }
  }
  for (const std::size_t i : named) selection.if_known.erase(i);
  if (selection.measures.empty()) (void)measures_of("");
  return selection;
}

std::string needing_baseline(const Selection& selection) {
  std::vector<std::string_view> keys;
  for (const std::size_t i : selection.measures)
    if (needs_baseline(measures()[i])) keys.push_back(measures()[i].key);
  return fmt::format("{}", fmt::join(keys, ", "));
}

Selection default_selection() {
  Selection selection = parse_selection("novphy,wdt,missed,normal");
  for (const std::string_view key : kUsageMeasures) {
    selection.measures.push_back(index_of(key));
    selection.if_known.insert(index_of(key));
  }
  return selection;
}

Selection shown_of(Selection selection, const Evaluation& evaluation) {
  std::erase_if(selection.measures,
                [&](std::size_t i) { return selection.if_known.contains(i) && !any_has(evaluation, i); });
  return selection;
}

}  // namespace novphy
