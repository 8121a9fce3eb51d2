#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "evaluator/report/html_tables.h"
#include "evaluator/report/sections.h"
#include "evaluator/tables/builders.h"

namespace novphy {
namespace {

constexpr std::string_view kShown[] = {"cdt",   "dd",        "ap",         "aus",           "aus_trapz",
                                       "wdt",   "missed",    "normal",     "restricted_dd", "gain",
                                       "calls", "tokens_in", "tokens_out", "cost",          "wall_s"};

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

/// What the numbers rest on: "a, b: 120 trials; ...". Agents of which the same holds share a note.
std::vector<std::string> notes_of_agents(const Evaluation& evaluation) {
  std::vector<std::pair<std::string, std::string>> by_note;  // with the agents' names
  for (const AgentMeasures& agent : evaluation.agents) {
    const std::string note = fmt::format("{}", fmt::join(agent_notes(agent, evaluation, true), " "));
    const auto same =
        std::find_if(by_note.begin(), by_note.end(), [&](const auto& each) { return each.first == note; });
    if (same == by_note.end())
      by_note.emplace_back(note, agent.agent);
    else
      same->second += ", " + agent.agent;
  }
  std::vector<std::string> notes;
  for (const auto& [note, agents] : by_note) notes.push_back(agents + ": " + note);
  return notes;
}

std::string note_list(const std::vector<std::string>& notes) {
  std::string items;
  for (const std::string& note : notes) items += fmt::format("<li>{}</li>\n", escaped(note));
  return items.empty() ? "" : "<ul class=\"note\">\n" + items + "</ul>\n";
}

}  // namespace

Section summary_section(const ReportInput& input) {
  const Evaluation& evaluation = *input.evaluation;
  ShownMeasures shown{{}, true};
  for (const std::string_view key : kShown)
    if (any_has(evaluation, index_of(key))) shown.measures.push_back(index_of(key));
  std::string text =
      "<p>Each mean is the unweighted mean over all novelty-scenarios (cells), what playing cost over normal "
      "and novel tasks.</p>\n" +
      html_of(summary_table(evaluation, shown)) + lengths_paragraph(evaluation);
  std::vector<std::string> warnings;
  for (const std::string& warning : input.warnings) warnings.push_back("Warning: " + warning);
  text += note_list(warnings) + note_list(notes_of_agents(evaluation));
  return {
      .id = "summary",
      .title = "Summary",
      .body = text + folding("<h3>Conventions</h3>", html_of(convention_tables(evaluation).front()), false)};
}

Section runs_section(const ReportInput& input) {
  std::vector<LogFile> files;
  std::string others;
  for (const AgentMeasures& agent : input.evaluation->agents) {
    std::copy_if(agent.files.begin(), agent.files.end(), std::back_inserter(files),
                 [](const LogFile& file) { return file.fingerprint.has_value(); });
    others += without_fingerprint(agent);
  }
  return {.id = "runs", .title = "The runs", .body = html_of(files_table(files)) + others};
}

}  // namespace novphy
