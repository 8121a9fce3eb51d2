#include <fmt/core.h>

#include <algorithm>

#include "base/rounded.h"
#include "evaluator/tables/tables.h"

namespace novphy {
namespace {

/// LaTeX source that prints the text unchanged.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\textbackslash{}";
        break;
      case '~':
        out += "\\textasciitilde{}";
        break;
      case '^':
        out += "\\textasciicircum{}";
        break;
      case '_':
      case '&':
      case '%':
      case '$':
      case '#':
      case '{':
      case '}':
        out += '\\';
        [[fallthrough]];
      default:
        out += c;
    }
  }
  return out;
}

/// "single_force" as a paper prints it.
std::string name_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return escaped(name);
}

std::string text_of(const CellMean* mean, bool intervals, int decimals) {
  if (mean == nullptr || !mean->mean) return "--";
  const auto number = [&](double value) { return rounded(value, decimals); };
  std::string text = fmt::format("${} \\pm {}$", number(*mean->mean), number(*mean->plus_minus));
  if (intervals && mean->interval)
    text += fmt::format(" $[{}, {}]$", number(mean->interval->low), number(mean->interval->high));
  return text;
}

using Rows = std::vector<MeanRow> Measures::*;

const MeanRow* row_of(const Measures& measured, Rows rows, const std::string& name) {
  const auto& all = measured.*rows;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const MeanRow& row) { return row.name == name; });
  return found == all.end() ? nullptr : &*found;
}

/// One of the two tables: NPS or SPN.
struct Part {
  Rows rows = nullptr;
  std::vector<std::string> names;  ///< names of the rows
  std::string dimension;
  std::string caption;
  std::string label;
};

std::string body(const Evaluation& evaluation, const Part& part, const Selection& selection) {
  std::string text;
  for (const std::string& name : part.names) {
    text += "\\midrule\n";
    for (const std::size_t i : selection.measures) {
      text += fmt::format("{} & {}", i == selection.measures.front() ? name_of(name) : "",
                          escaped(measures()[i].title));
      for (const AgentMeasures& agent : evaluation.agents) {
        const MeanRow* row = row_of(agent.measures, part.rows, name);
        text += " & " + text_of(row == nullptr ? nullptr : &row->means[i], selection.intervals,
                                decimals_of(measures()[i]));
      }
      text += " \\\\\n";
    }
  }
  return text;
}

std::string table(const Evaluation& evaluation, const Part& part, const Selection& selection) {
  std::string agents;
  for (const AgentMeasures& agent : evaluation.agents) agents += " & " + escaped(agent.agent);
  const std::string columns(evaluation.agents.size(), 'r');
  return fmt::format("\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\label{{{}}}\n", part.caption,
                     part.label) +
         fmt::format("\\begin{{tabular}}{{ll{}}}\n\\toprule\n{} & Measure{} \\\\\n", columns, part.dimension,
                     agents) +
         body(evaluation, part, selection) + "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
}

}  // namespace

std::string latex_tables(const Evaluation& evaluation, const Selection& chosen) {
  const Selection selection = shown_of(chosen, evaluation);
  const std::string error = "; $\\pm$ is the standard error between novelty-scenarios.";
  const CellNames names = cell_names(evaluation);
  const Part nps{&Measures::nps, names.novelties, "Novelty",
                 "NPS: mean over the scenarios of each novelty" + error, "tab:nps"};
  const Part spn{&Measures::spn, names.scenarios, "Scenario",
                 "SPN: mean over the novelties of each scenario" + error, "tab:spn"};
  return table(evaluation, nps, selection) + "\n" + table(evaluation, spn, selection);
}

}  // namespace novphy
