#include <fmt/core.h>

#include <algorithm>

#include "base/names.h"
#include "base/rounded.h"
#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"
#include "evaluator/tables/paper_results.h"

namespace novphy {
namespace {

constexpr std::string_view kMeans[] = {"cdt", "dd", "ap", "aus", "aus_trapz"};

constexpr std::string_view kNpsText =
    "<p>Each number is the unweighted mean over the cells of its row. The number behind ± is the standard "
    "error between cells, as in the paper; it leaves out the sampling error of trials. For these runs, n is "
    "the number of trials behind the mean, and brackets hold an interval over trials (for people, over "
    "players; for several trainings, over these). “3/5 cells” says that the mean leaves undefined cells out. "
    "A dash is an undefined value, "
    "never 0.</p>\n"
    "<p class=\"note\">The paper's agents played tasks in Unity; this testbed has other templates, physics "
    "and baselines. The paper's AP of agents is over the last 20 of 40 novel tasks, that of people over the "
    "last 2 of 4. So compare rankings, and patterns over novelties, but not differences of numbers. "
    "NovPhy's own play data and detections can be compared where these runs hold all of them. Two errors in "
    "the paper's tables are misprints: that of people's AP for the novelty agents (computed: ±0.06) and "
    "that of Random's CDT for events (computed: ±0.08). The paper's AUS is AUS trapz here.</p>\n";
constexpr std::string_view kSpnText = "<p>Read these tables like those of NPS above.</p>\n";

std::string on_lines(std::string_view published) {
  const std::string_view plus_minus = "±";
  const auto at = published.find(plus_minus);
  if (at == std::string_view::npos) return "–";
  return fmt::format("{}<small>±{}</small>", published.substr(0, at),
                     published.substr(at + plus_minus.size()));
}

std::string cell_of(const AgentMeasures& agent, bool nps, const std::string& name, std::string_view key) {
  const auto& all = nps ? agent.measures.nps : agent.measures.spn;
  const auto row =
      std::find_if(all.begin(), all.end(), [&](const MeanRow& each) { return each.name == name; });
  return row == all.end()
             ? "–"
             : html_of(row->mean(key),
                       trials_behind(agent.measures, index_of(key),
                                     nps ? &CellMeasures::novelty : &CellMeasures::scenario, name));
}

/// The agents that have the measure in any cell.
std::vector<const AgentMeasures*> agents_with(const Evaluation& evaluation, std::string_view key) {
  std::vector<const AgentMeasures*> agents;
  for (const AgentMeasures& agent : evaluation.agents)
    if (agent.measures.overall.mean(key).mean) agents.push_back(&agent);
  return agents;
}

/// The paper's columns that hold a number in this table. The paper's learning agents were told of the
/// novelty, so they have no detection.
std::vector<std::size_t> filled_columns(PaperTable paper, const std::vector<std::string>& names,
                                        std::string_view key) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < paper_agents().size(); ++i)
    if (std::any_of(names.begin(), names.end(), [&](const std::string& name) {
          const auto values = paper_results(paper, name, key);
          return !values.empty() && values[i] != "-";
        }))
      columns.push_back(i);
  return columns;
}

HtmlTable headed(const std::vector<const AgentMeasures*>& agents, bool nps,
                 const std::vector<std::size_t>& columns) {
  HtmlTable table(1);
  std::vector<std::string> heading{nps ? "novelty" : "scenario"};
  for (const AgentMeasures* agent : agents) heading.push_back(breakable(agent->agent));
  for (const std::size_t column : columns) heading.push_back(escaped(paper_agents()[column]));
  if (!columns.empty())
    table.add_heading({"", "these runs", fmt::format("NovPhy paper, Table {}", nps ? 2 : 3)},
                      {1, static_cast<int>(agents.size()), static_cast<int>(columns.size())});
  table.add_heading(heading);
  return table;
}

std::string table_of(const Evaluation& evaluation, bool nps, std::string_view key) {
  const auto agents = agents_with(evaluation, key);
  if (agents.empty()) return {};
  const PaperTable paper = nps ? PaperTable::kNps : PaperTable::kSpn;
  const CellNames all = cell_names(evaluation);
  const std::vector<std::string>& names = nps ? all.novelties : all.scenarios;
  const std::vector<std::size_t> columns = filled_columns(paper, names, key);
  HtmlTable table = headed(agents, nps, columns);
  for (const std::string& name : names) {
    std::vector<std::string> cells{escaped(plot::with_blanks(name))};
    for (const AgentMeasures* agent : agents) cells.push_back(cell_of(*agent, nps, name, key));
    const auto theirs = paper_results(paper, name, key);
    for (const std::size_t column : columns) cells.push_back(theirs.empty() ? "" : on_lines(theirs[column]));
    table.add(cells);
  }
  return table.text();
}

/// The tables of the measures that any agent has.
std::string folding_tables(const Evaluation& evaluation, bool nps) {
  std::string text;
  for (const std::string_view key : kMeans) {
    const Measure& measure = measures()[index_of(key)];
    const std::string table = table_of(evaluation, nps, key);
    if (!table.empty())
      text += folding(fmt::format("<h3>{}</h3>", escaped(measure.title)),
                      fmt::format("<p>{}</p>\n{}", escaped(measure.formula), table), key != "aus_trapz");
  }
  return text;
}

}  // namespace

int trials_behind(const Measures& measured, std::size_t measure, std::string CellMeasures::*dimension,
                  const std::string& name) {
  int trials = 0;
  for (const CellMeasures& cell : measured.cells)
    if (dimension == nullptr || cell.*dimension == name) trials += cell.values[measure].trials;
  return trials;
}

std::string lengths_paragraph(const Evaluation& evaluation) {
  const std::string note = note_of(evaluation);
  return note.empty() ? "" : fmt::format("<p class=\"note\">{}</p>\n", escaped(note));
}

std::string html_of(const CellMean& mean, int trials, int decimals) {
  if (!mean.mean) return "–";
  const auto number = [&](double value) { return rounded(value, decimals); };
  std::string text =
      fmt::format("{}<small>±{}, n {}</small>", number(*mean.mean), number(*mean.plus_minus), trials);
  if (mean.interval)
    text += fmt::format("<small>[{}, {}]</small>", number(mean.interval->low), number(mean.interval->high));
  if (mean.defined < mean.cells) text += fmt::format("<small>{}/{} cells</small>", mean.defined, mean.cells);
  return text;
}

Section means_section(const Evaluation& evaluation, bool nps) {
  const std::string tables = folding_tables(evaluation, nps);
  if (tables.empty()) return {};
  if (!nps)
    return {.id = "spn", .title = "SPN: scenarios over novelties", .body = std::string(kSpnText) + tables};
  return {.id = "nps", .title = "NPS: novelties over scenarios", .body = std::string(kNpsText) + tables};
}

}  // namespace novphy
