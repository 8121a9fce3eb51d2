#include <fmt/core.h>

#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/lists.h"
#include "base/names.h"
#include "base/text.h"
#include "evaluator/report/report.h"
#include "evaluator/tables/paper_results.h"

namespace novphy {
namespace {

constexpr std::string_view kPlusMinus = "±";

/// The columns of the paper whose data are published, by the names that files give their agents.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kColumns{
    {{"people", "Human"},
     {"human", "Human"},
     {"datalab", "Datalab"},
     {"eagles_wing", "Eagle's Wing"},
     {"pig_shooter", "Pig Shooter"},
     {"random", "Random"}}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kRows{
    {{"cdt", "CDT"}, {"dd", "DD"}, {"ap", "AP"}, {"aus_trapz", "AUS"}}};

/// What a printed mean is over: 48 players, or 40 trials in each of 40 cells (Random has 5 in one of them).
std::size_t whole_of(std::string_view column) {
  if (column == "Human") return 48;
  return column == "Random" ? 1565 : 1600;
}

/// How many of them the agent's files hold.
std::size_t count_of(const AgentMeasures& agent) {
  std::set<std::size_t> units;  // a person's trials are one unit
  for (const TrialRow& row : agent.trials.rows) units.insert(row.unit);
  return units.size();
}

/// The agents by the index of their column in paper_agents().
using Columns = std::map<std::size_t, const AgentMeasures*>;

Columns columns_of(const Evaluation& evaluation) {
  Columns columns;
  for (const AgentMeasures& agent : evaluation.agents) {
    const std::string name = agent.agent.substr(0, agent.agent.find(' '));
    const auto* column = find_in(kColumns, [&](const auto& each) { return each.first == name; });
    if (column == nullptr) continue;
    const auto [first, is_new] = columns.try_emplace(index_in(paper_agents(), column->second), &agent);
    if (!is_new)
      throw std::invalid_argument(
          fmt::format("\"{}\" and \"{}\" are both {} of the paper: expected one of them",
                      first->second->agent, agent.agent, column->second));
  }
  if (columns.empty())
    throw std::invalid_argument(
        "no agent is one of the paper's: expected files of people, datalab, eagles_wing, pig_shooter or "
        "random");
  return columns;
}

/// The mean of a row of NPS or SPN. Null where the agent has none.
const CellMean* mean_of(const AgentMeasures& agent, PaperTable table, std::string_view name,
                        std::string_view measure) {
  const auto& rows = table == PaperTable::kNps ? agent.measures.nps : agent.measures.spn;
  const MeanRow* row = find_in(rows, [&](const MeanRow& each) { return each.name == name; });
  return row == nullptr || !row->mean(measure).mean ? nullptr : &row->mean(measure);
}

/// As the paper prints a mean: with ±0.00 where one cell is defined, which has no standard error.
std::string text_of(const CellMean& mean, int decimals) {
  return fmt::format("{}{}{}", rounded(*mean.mean, decimals), kPlusMinus,
                     rounded(mean.plus_minus.value_or(0), decimals));
}

/// The numbers that two texts "mean±error" have in common: 0, 1 or 2.
int agreeing(std::string_view a, std::string_view b) {
  const auto parts = [](std::string_view text) {
    const auto at = text.find(kPlusMinus);
    return std::pair(text.substr(0, at), text.substr(at + kPlusMinus.size()));
  };
  return (parts(a).first == parts(b).first ? 1 : 0) + (parts(a).second == parts(b).second ? 1 : 0);
}

}  // namespace

std::string paper_tables(const Evaluation& evaluation) {
  const Columns columns = columns_of(evaluation);
  std::string text, differences, parts;  // parts: the columns that are not of the paper's whole data
  std::set<std::size_t> whole;
  int compared = 0, equal = 0;
  for (const auto& [column, agent] : columns) {
    const std::string_view name = paper_agents()[column];
    if (count_of(*agent) == whole_of(name))
      whole.insert(column);
    else
      parts += fmt::format("* {}: {} of {} {}\n", name, count_of(*agent), whole_of(name),
                           column == 0 ? "players" : "trials");
  }
  const auto add = [&](std::string_view title, PaperTable table, const auto& names,
                       std::string_view dimension) {
    std::string head = fmt::format("| {} | measure |", dimension);
    std::string rule = "|---|---|";
    for (const auto& [column, agent] : columns) {
      head += fmt::format(" {} | printed |", paper_agents()[column]);
      rule += "---|---|";
    }
    text += fmt::format("{}\n\n{}\n{}\n", title, head, rule);
    for (const std::string_view name : names)
      for (const auto& [measure, shown] : kRows) {
        text += fmt::format("| {} | {} |", name, shown);
        for (const auto& [column, agent] : columns) {
          const CellMean* computed = mean_of(*agent, table, name, measure);
          const std::string printed = paper_results(table, name, measure)[column];
          const std::string ours = computed == nullptr ? "-" : text_of(*computed, 2);
          const bool compares = computed != nullptr && printed != "-" && whole.contains(column);
          const bool differs = compares && ours != printed;
          text += differs ? fmt::format(" **{}** | **{}** ≠ |", ours, printed)
                          : fmt::format(" {} | {} |", ours, printed);
          if (compares) compared += 2;
          if (compares) equal += agreeing(ours, printed);
          if (differs)
            differences += fmt::format("* Table {}, {}, {} of {}: computed {}, printed {}\n",
                                       table == PaperTable::kNps ? 2 : 3, name, shown, paper_agents()[column],
                                       text_of(*computed, 4), printed);
        }
        text += '\n';
      }
    text += '\n';
  };
  add("Table 2: NPS, the mean over the scenarios of each novelty", PaperTable::kNps, kNovelties, "novelty");
  add("Table 3: SPN, the mean over the novelties of each scenario", PaperTable::kSpn, kScenarios, "scenario");
  if (!parts.empty())
    text += fmt::format("Not compared, as the paper's numbers are means over more:\n\n{}{}", parts,
                        compared > 0 ? "\n" : "");
  if (compared > 0) text += fmt::format("{} of {} numbers agree.", equal, compared);
  if (!differences.empty()) return text + " These do not:\n\n" + differences;
  return text + (compared > 0 ? "\n" : "");
}

}  // namespace novphy
