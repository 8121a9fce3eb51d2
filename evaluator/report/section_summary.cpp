#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "evaluator/report/parts.h"
#include "evaluator/tables/tables.h"

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
  const bool one = paths.size() == 1;
  return fmt::format("<p>{}: {}{} {} not say which program made {}, nor how.</p>\n", escaped(agent.agent),
                     one ? "the file " : fmt::format("{} files (the first: ", paths.size()),
                     breakable(paths.front()) + (one ? "" : ")"), one ? "does" : "do", one ? "it" : "them");
}

std::string note_list(const std::vector<std::string>& notes) {
  std::string items;
  for (const std::string& note : notes) items += fmt::format("<li>{}</li>\n", escaped(note));
  return items.empty() ? "" : "<ul class=\"note\">\n" + items + "</ul>\n";
}

/// P for each task that was passed and F for each that was not, the change as a bar, and ! behind the novel
/// task with the correct alarm.
std::string letters(const TrialRow& row) {
  std::string text;
  for (const double passed : row.normal_passes) text += passed > 0 ? 'P' : 'F';
  text += '|';
  for (std::size_t i = 0; i < row.passes.size(); ++i) {
    text += row.passes[i] > 0 ? 'P' : 'F';
    if (row.delay == static_cast<int>(i) + 1) text += '!';
  }
  return row.has_results ? text : "–";
}

std::string detection_of(const TrialRow& row) {
  if (row.informed) return "informed";
  if (row.detection == Detection::kCorrect) return fmt::format("novel task {}", row.delay);
  return row.detection == Detection::kWrong ? "false alarm" : "missed";
}

std::string film_command(const LogFile& file, const TrialRow& row) {
  const std::string cell = row.name.scenario + "/" + row.name.novelty;
  std::string film = fmt::format("{}_{}_{}.mp4", row.name.scenario, row.name.novelty, row.name.trial);
  std::ranges::replace(film, '/', '_');
  return fmt::format("novphy film {} --all --cell {} --trial {} --out {}", quoted_for_shell(file.path),
                     quoted_for_shell(cell), row.name.trial, quoted_for_shell(film));
}

/// A link to the picture of the cell's tasks, "" where the page has none.
std::string picture_link(const ReportInput& input, const CellRows& cell) {
  for (std::size_t i = 0; i < input.pictures.size(); ++i)
    if (input.pictures[i].novelty == cell.novelty && input.pictures[i].scenario == cell.scenario)
      return fmt::format("<a href=\"#{}\">picture</a>", picture_id(i));
  return {};
}

/// A link to the picture of the plays of the cell's first trial, "–" where there is none.
std::string play_link(const ReportInput& input, std::size_t agent, std::size_t cell) {
  for (const PlayLink& link : input.plays)
    if (link.agent == agent && link.cell == cell)
      return fmt::format("<a href=\"{}\">plays</a>", escaped(link.url));
  return "–";
}

/// The cell's row: its first trial.
std::vector<std::string> row_of(const ReportInput& input, std::size_t agent_index, std::size_t cell_index) {
  const AgentMeasures& agent = input.evaluation->agents[agent_index];
  const CellRows& cell = agent.trials.cells[cell_index];
  std::vector<std::string> cells{escaped(agent.agent), escaped(plot::with_blanks(cell.novelty)),
                                 escaped(plot::with_blanks(cell.scenario)),
                                 fmt::format("{}", cell.rows.size())};
  const TrialRow* first = cell.rows.empty() ? nullptr : &agent.trials.rows[cell.rows.front()];
  if (first == nullptr)
    cells.insert(cells.end(), 3, "–");
  else
    add_all(cells, std::array{fmt::format("{}", first->name.trial), letters(*first), detection_of(*first)});
  cells.push_back(picture_link(input, cell));
  if (!input.plays.empty()) cells.push_back(play_link(input, agent_index, cell_index));
  const LogFile* file = first == nullptr ? nullptr : records_of(agent, *first);
  cells.push_back(file == nullptr ? "–"
                                  : fmt::format("<code>{}</code>", escaped(film_command(*file, *first))));
  return cells;
}

}  // namespace

Section summary_section(const ReportInput& input) {
  const Evaluation& evaluation = *input.evaluation;
  Selection shown{.measures = {}, .intervals = true};
  for (const std::string_view key : kShown)
    if (any_has(evaluation, index_of(key))) shown.measures.push_back(index_of(key));
  std::string text =
      "<p>Each mean is the unweighted mean over all novelty-scenarios (cells), what playing cost over normal "
      "and novel tasks.</p>\n" +
      html_of(summary_table(evaluation, shown)) + lengths_paragraph(evaluation);
  text += note_list(mapped(input.warnings, [](const auto& warning) { return "Warning: " + warning; })) +
          note_list(notes_of_agents(evaluation));
  return {
      .id = "summary",
      .title = "Summary",
      .body = text + folding("<h3>Conventions</h3>", html_of(convention_tables(evaluation).front()), false)};
}

Section changes_section(const ReportInput& input) {
  std::string text =
      note_list(mapped(input.warnings, [](const auto& warning) { return "Warning: " + warning; })) +
      note_list(notes_of_agents(*input.evaluation));
  for (std::size_t i = 0; i < input.evaluation->agents.size(); ++i) {
    Table table = change_table(*input.changes, i, true);
    if (i > 0) table.notes.clear();
    text += fmt::format("<h3>{}</h3>\n", escaped(table.agent)) + html_of(table);
  }
  return {.id = "changes", .title = "At each change", .body = text};
}

Section runs_section(const ReportInput& input) {
  std::vector<LogFile> files;
  std::string others;
  for (const AgentMeasures& agent : input.evaluation->agents) {
    std::ranges::copy_if(agent.files, std::back_inserter(files),
                         [](const LogFile& file) { return file.fingerprint.has_value(); });
    others += without_fingerprint(agent);
  }
  return {.id = "runs", .title = "The runs", .body = html_of(files_table(files)) + others};
}

std::string play_id(std::size_t agent, std::size_t cell) { return fmt::format("play-{}-{}", agent, cell); }

Section plays_section(const ReportInput& input) {
  HtmlTable table(3);
  std::vector<std::string> heading{"agent", "novelty", "scenario", "n",
                                   "trial", "tasks",   "detected", "task pictures"};
  if (!input.plays.empty()) heading.emplace_back("plays");
  heading.emplace_back("film");
  table.add_heading(heading);
  const auto& agents = input.evaluation->agents;
  for (std::size_t agent = 0; agent < agents.size(); ++agent)
    for (std::size_t cell = 0; cell < agents[agent].trials.cells.size(); ++cell)
      table.add(row_of(input, agent, cell), play_id(agent, cell));
  if (table.empty()) return {};
  const std::string text =
      "<p>Each row shows the first of the n trials of a cell, task by task: P is a passed task, F a failed "
      "one, | the change, and ! the first alarm of a correct detection. The command films the plays of this "
      "trial. With another number behind --trial it films that trial, without --trial all of them. " +
      std::string(input.plays.empty() ? ""
                                      : "The link “plays” shows the last normal and the first novel task of "
                                        "the trial, with the paths of birds and of what they moved. ") +
      "NovPhy's play data and tables of results hold no shots, so their plays cannot be filmed.</p>\n"
      "<div class=\"left\">" +
      table.text() + "</div>\n";
  return {.id = "plays", .title = "The plays behind the numbers", .body = text, .folded = true};
}

}  // namespace novphy
