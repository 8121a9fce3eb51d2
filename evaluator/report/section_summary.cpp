#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/rounded.h"
#include "evaluator/definitions.h"
#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"

namespace novphy {
namespace {

constexpr std::string_view kShown[] = {"cdt", "dd",     "ap",     "aus",           "aus_trapz",
                                       "wdt", "missed", "normal", "restricted_dd", "gain"};

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

/// A sentence about the agents that reported thresholds of their own. "" where none did.
std::string own_thresholds_text(const Evaluation& evaluation) {
  std::vector<std::string> agents;
  for (const AgentMeasures& agent : evaluation.agents)
    if (agent.own_thresholds.tasks > 0)
      agents.push_back(fmt::format("{} (in {} tasks: {})", escaped(agent.agent), agent.own_thresholds.tasks,
                                   range_text(agent.own_thresholds)));
  return agents.empty()
             ? ""
             : fmt::format("Thresholds that agents reported go before: {}. ", fmt::join(agents, "; "));
}

std::string conventions_text(const Evaluation& evaluation) {
  const Conventions& conventions = evaluation.conventions;
  const bool above = conventions.alarm.comparator == Comparator::kAbove;
  std::string text = fmt::format(
      "<p>Alarm: what the record says, else a novelty probability {} {}. {}Intervals: {:g} %, {} resamples, "
      "seed {}. ",
      above ? "above" : "of at least", conventions.alarm.threshold, own_thresholds_text(evaluation),
      conventions.confidence * 100, conventions.resamples, conventions.seed);
  const auto window = [](const std::optional<int>& m, std::string_view otherwise) {
    return m ? fmt::format("{}", *m) : std::string(otherwise);
  };
  text += fmt::format("Windows: AP {}, Pinto's m1 {} and m2 {}, SAIL-ON's m {}; running pass rate {} tasks. ",
                      window(conventions.m, "half the novel tasks"), window(conventions.m1, "a tenth"),
                      window(conventions.m2, "a tenth"), sailon_window_text(conventions),
                      conventions.regain_window);
  text += escaped(definitions_note(conventions.definitions)) + " ";
  text += fmt::format("Undefined accuracy, precision, recall, F1: {}. ",
                      conventions.undefined == Undefined::kPropagate ? "propagated" : "skipped and counted");
  if (evaluation.baseline.empty()) return text + "No baseline: measures that need one are left out.</p>\n";
  return text + fmt::format("Baseline: {}{}; performance is the {} of a task.</p>\n",
                            evaluation.baseline.size() > 1 ? "the mean of " : "",
                            escaped(fmt::format("{}", fmt::join(evaluation.baseline, ", "))),
                            conventions.performance == Performance::kPass ? "pass" : "score");
}

std::string agent_text(const Fingerprint& print) {
  return print.name.empty() ? print.agent : fmt::format("{}: {}", print.name, print.agent);
}

void add_row(HtmlTable& table, const LogFile& file) {
  const Fingerprint& print = *file.fingerprint;
  table.add({breakable(file.path), breakable(agent_text(print)), escaped(print.detector),
             escaped(print.plan_hash), fmt::format("{}", print.seed), escaped(print.version),
             escaped(print.physics), escaped(print.catalogue_hash), escaped(print.physics_hash),
             escaped(fmt::format("{} {}, Box2D {}", print.compiler, print.architecture, print.box2d)),
             print.labels ? "yes" : "", escaped(fmt::format("{}", fmt::join(print.overrides, " "))),
             file.cut_lines > 0 ? "last line cut off, skipped" : ""});
}

/// A paragraph about the files without a fingerprint, whose maker is not known. "" where all files have one.
std::string without_fingerprint(const AgentMeasures& agent) {
  std::vector<std::string> paths;
  for (const LogFile& file : agent.files)
    if (!file.fingerprint) paths.push_back(file.path);
  if (paths.empty()) return {};
  return fmt::format("<p>{}, {} {}: no word of what made them.</p>\n", escaped(agent.agent),
                     paths.size() == 1 ? "" : fmt::format("{} files from", paths.size()),
                     breakable(paths.front()));
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
    std::vector<std::string> row{escaped(agent.agent), fmt::format("{}", measured.overall.trials),
                                 fmt::format("{}", measured.cells.size())};
    for (const std::size_t measure : shown)
      row.push_back(html_of(measured.overall.means[measure], trials_behind(measured, measure)));
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
  std::string text =
      "<p>Means over all novelty-scenarios, each alike.</p>\n" + table.text() + lengths_paragraph(evaluation);
  for (const std::string& warning : input.warnings)
    text += fmt::format("<p class=\"note\">Warning: {}</p>\n", escaped(warning));
  return {.id = "summary", .title = "Summary", .body = text + conventions_text(evaluation)};
}

Section runs_section(const ReportInput& input) {
  HtmlTable table(2);
  table.add_heading({"file", "agent", "detector", "plan", "seed", "novphy", "physics", "catalogue",
                     "physics hash", "built with", "labels", "changed numbers", ""});
  std::string others;
  bool any = false;
  for (const AgentMeasures& agent : input.evaluation->agents) {
    for (const LogFile& file : agent.files) {
      if (file.fingerprint) add_row(table, file);
      any = any || file.fingerprint.has_value();
    }
    others += without_fingerprint(agent);
  }
  return {.id = "runs", .title = "The runs", .body = (any ? table.text() : "") + others};
}

}  // namespace novphy
