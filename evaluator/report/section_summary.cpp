#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/rounded.h"
#include "evaluator/definitions.h"
#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"

namespace novphy {
namespace {

constexpr std::string_view kShown[] = {"cdt",   "dd",        "ap",         "aus",           "aus_trapz",
                                       "wdt",   "missed",    "normal",     "restricted_dd", "gain",
                                       "calls", "tokens_in", "tokens_out", "cost",          "wall_s"};

/// The measures of the summary that any agent has.
std::vector<std::size_t> shown_measures(const Evaluation& evaluation) {
  std::vector<std::size_t> shown;
  for (const std::string_view key : kShown)
    if (std::any_of(evaluation.agents.begin(), evaluation.agents.end(),
                    [&](const auto& agent) { return agent.measures.overall.mean(key).mean.has_value(); }))
      shown.push_back(index_of(key));
  return shown;
}

bool has_control(const Evaluation& evaluation) {
  return std::any_of(evaluation.agents.begin(), evaluation.agents.end(),
                     [](const auto& agent) { return agent.measures.control.false_alarms.has_value(); });
}

constexpr std::string_view kUsageText =
    " Calls, tokens, cost and wall time are means over normal and novel tasks. Below an agent's name stands "
    "the language model that played.";

bool has_usage(const std::vector<std::size_t>& shown) {
  return std::any_of(shown.begin(), shown.end(), [](std::size_t measure) {
    return std::find(std::begin(kUsageMeasures), std::end(kUsageMeasures), measures()[measure].key) !=
           std::end(kUsageMeasures);
  });
}

/// A sentence about the agents that reported thresholds of their own. "" where none did.
std::string own_thresholds_text(const Evaluation& evaluation) {
  std::vector<std::string> agents;
  for (const AgentMeasures& agent : evaluation.agents)
    if (agent.own_thresholds.tasks > 0)
      agents.push_back(fmt::format("{} (in {} tasks: {})", escaped(agent.agent), agent.own_thresholds.tasks,
                                   range_text(agent.own_thresholds)));
  return agents.empty() ? ""
                        : fmt::format("A threshold that the agent reported takes the place of this one: {}. ",
                                      fmt::join(agents, "; "));
}

std::string alarm_text(const Evaluation& evaluation) {
  const AlarmRule& alarm = evaluation.conventions.alarm;
  return fmt::format(
      "A task has an alarm where its record says so. Where the record does not say, a novelty probability "
      "{} {} is an alarm. {}",
      alarm.comparator == Comparator::kAbove ? "above" : "of at least", alarm.threshold,
      own_thresholds_text(evaluation));
}

std::string windows_text(const Conventions& conventions) {
  const auto window = [](const std::optional<int>& m, std::string_view otherwise) {
    return m ? fmt::format("{}", *m) : std::string(otherwise);
  };
  constexpr std::string_view kTenth = "a tenth of the novel tasks";
  return fmt::format(
      "The windows are m = {} for AP, m1 = {} and m2 = {} for Pinto et al., m = {} for SAIL-ON, and {} "
      "tasks for the running pass rate. ",
      window(conventions.m, "half the novel tasks"), window(conventions.m1, kTenth),
      window(conventions.m2, kTenth), sailon_window_text(conventions), conventions.regain_window);
}

std::string undefined_text(Undefined undefined) {
  return fmt::format("A trial in which accuracy, BA, precision, recall or F1 is undefined {}. ",
                     undefined == Undefined::kPropagate ? "leaves that measure of its cell undefined"
                                                        : "is left out of the cell's mean, and counted");
}

std::string intervals_text(const Conventions& conventions) {
  return fmt::format(
      "Intervals have a confidence of {:g} %. The bootstrap draws {} resamples "
      "with seed {}. ",
      conventions.confidence * 100, conventions.resamples, conventions.seed);
}

std::string baseline_text(const Evaluation& evaluation) {
  if (evaluation.baseline.empty()) return "There is no baseline, so measures that need one are left out.";
  return fmt::format(
      "The baseline is {}{}. The performance of a task is {}.",
      evaluation.baseline.size() > 1 ? "the mean of " : "",
      escaped(fmt::format("{}", fmt::join(evaluation.baseline, ", "))),
      evaluation.conventions.performance == Performance::kPass ? "1 if passed, else 0" : "its score");
}

std::string conventions_text(const Evaluation& evaluation) {
  const Conventions& conventions = evaluation.conventions;
  return "<p>" + alarm_text(evaluation) + windows_text(conventions) +
         escaped(definitions_note(conventions.definitions)) + " " + undefined_text(conventions.undefined) +
         intervals_text(conventions) + baseline_text(evaluation) + "</p>\n";
}

std::string agent_text(const Fingerprint& print) {
  return print.name.empty() ? print.agent : fmt::format("{}: {}", print.name, print.agent);
}

void add_row(HtmlTable& table, const LogFile& file, bool with_model) {
  const Fingerprint& print = *file.fingerprint;
  std::vector<std::string> row{breakable(file.path), breakable(agent_text(print))};
  if (with_model) row.insert(row.end(), {breakable(print.model), breakable(print.model_version)});
  row.insert(row.end(),
             {escaped(print.detector), escaped(print.plan_hash), fmt::format("{}", print.seed),
              escaped(print.version), escaped(print.physics), escaped(print.catalogue_hash),
              escaped(print.physics_hash),
              escaped(fmt::format("{} {}, Box2D {}", print.compiler, print.architecture, print.box2d)),
              print.labels ? "yes" : "", escaped(fmt::format("{}", fmt::join(print.overrides, " "))),
              file.cut_lines > 0 ? "the last line is cut off and was skipped" : ""});
  table.add(row);
}

bool names_model(const Evaluation& evaluation) {
  return std::any_of(evaluation.agents.begin(), evaluation.agents.end(),
                     [](const AgentMeasures& agent) { return !model_of(agent).empty(); });
}

/// A paragraph about the files without a fingerprint, whose maker is not known. "" where all files have one.
std::string without_fingerprint(const AgentMeasures& agent) {
  std::vector<std::string> paths;
  for (const LogFile& file : agent.files)
    if (!file.fingerprint) paths.push_back(file.path);
  if (paths.empty()) return {};
  if (paths.size() == 1)
    return fmt::format("<p>{}: the file {} does not say which program made it, nor how.</p>\n",
                       escaped(agent.agent), breakable(paths.front()));
  return fmt::format("<p>{}: {} files (the first: {}) do not say which program made them, nor how.</p>\n",
                     escaped(agent.agent), paths.size(), breakable(paths.front()));
}

}  // namespace

Section summary_section(const ReportInput& input) {
  const Evaluation& evaluation = *input.evaluation;
  const std::vector<std::size_t> shown = shown_measures(evaluation);
  const bool control = has_control(evaluation);
  HtmlTable table(1);
  std::vector<std::string> heading{"agent", "trials", "cells"};
  for (const std::size_t measure : shown) heading.push_back(escaped(measures()[measure].title));
  heading.insert(heading.end(), {"incomplete", "agent errors"});
  if (control) heading.emplace_back("control: false alarms");
  table.add_heading(heading);
  for (const AgentMeasures& agent : evaluation.agents) {
    const Measures& measured = agent.measures;
    const std::string model = model_of(agent);
    std::vector<std::string> row{
        escaped(agent.agent) + (model.empty() ? "" : fmt::format("<small>{}</small>", escaped(model))),
        fmt::format("{}", measured.overall.trials), fmt::format("{}", measured.cells.size())};
    for (const std::size_t measure : shown)
      row.push_back(html_of(measured.overall.means[measure], trials_behind(measured, measure),
                            decimals_of(measures()[measure])));
    int incomplete = 0;
    int errors = 0;
    for (const CellMeasures& cell : measured.cells) {
      incomplete += cell.incomplete;
      errors += cell.agent_errors;
    }
    row.insert(row.end(), {fmt::format("{}", incomplete), fmt::format("{}", errors)});
    if (control)
      row.push_back(measured.control.false_alarms
                        ? fmt::format("{}<small>of {}</small>", rounded(*measured.control.false_alarms),
                                      measured.control.trials)
                        : "–");
    table.add(row);
  }
  std::string text = "<p>Each mean is the unweighted mean over all novelty-scenarios (cells)." +
                     std::string(has_usage(shown) ? kUsageText : "") + "</p>\n" + table.text() +
                     lengths_paragraph(evaluation);
  for (const std::string& warning : input.warnings)
    text += fmt::format("<p class=\"note\">Warning: {}</p>\n", escaped(warning));
  return {.id = "summary", .title = "Summary", .body = text + conventions_text(evaluation)};
}

Section runs_section(const ReportInput& input) {
  HtmlTable table(2);
  const bool with_model = names_model(*input.evaluation);
  std::vector<std::string> heading{"file", "agent"};
  if (with_model) heading.insert(heading.end(), {"model", "its version"});
  heading.insert(heading.end(), {"detector", "plan", "seed", "novphy", "physics", "catalogue", "physics hash",
                                 "built with", "labels", "changed numbers", ""});
  table.add_heading(heading);
  std::string others;
  bool any = false;
  for (const AgentMeasures& agent : input.evaluation->agents) {
    for (const LogFile& file : agent.files) {
      if (file.fingerprint) add_row(table, file, with_model);
      any = any || file.fingerprint.has_value();
    }
    others += without_fingerprint(agent);
  }
  return {.id = "runs", .title = "The runs", .body = (any ? table.text() : "") + others};
}

}  // namespace novphy
