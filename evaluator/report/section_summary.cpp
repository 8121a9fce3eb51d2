#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/rounded.h"
#include "evaluator/definitions.h"
#include "evaluator/report/html_tables.h"
#include "evaluator/report/sections.h"
#include "evaluator/tables/builders.h"

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

constexpr std::string_view kUsageText =
    " Calls, tokens, cost and wall time are means over normal and novel tasks.";

bool has_usage(const std::vector<std::size_t>& shown) {
  return std::any_of(shown.begin(), shown.end(), [](std::size_t measure) {
    return std::find(std::begin(kUsageMeasures), std::end(kUsageMeasures), measures()[measure].key) !=
           std::end(kUsageMeasures);
  });
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
  std::string text = "<p>Each mean is the unweighted mean over all novelty-scenarios (cells)." +
                     std::string(has_usage(shown) ? kUsageText : "") + "</p>\n" +
                     html_of(summary_table(evaluation, {shown, true})) + lengths_paragraph(evaluation);
  for (const std::string& warning : input.warnings)
    text += fmt::format("<p class=\"note\">Warning: {}</p>\n", escaped(warning));
  for (const AgentMeasures& agent : evaluation.agents)
    text += fmt::format("<p class=\"note\">{}: {}</p>\n", escaped(agent.agent),
                        escaped(fmt::format("{}", fmt::join(agent_notes(agent, evaluation, true), " "))));
  return {
      .id = "summary",
      .title = "Summary",
      .body = text + folding("<h3>Conventions</h3>", html_of(convention_tables(evaluation).front()), false)};
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
