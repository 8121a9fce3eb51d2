#include "evaluator/report/notes.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <vector>

namespace novphy {
namespace {

/// The agents by the numbers of novel tasks of their cells.
std::map<int, std::vector<std::string>> agents_by_length(const Evaluation& evaluation) {
  std::map<int, std::vector<std::string>> agents;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const CellMeasures& cell : agent.measures.cells) {
      std::vector<std::string>& names = agents[cell.novel_tasks];
      if (names.empty() || names.back() != agent.agent) names.push_back(agent.agent);
    }
  agents.erase(0);
  return agents;
}

}  // namespace

std::string lengths_note(const Evaluation& evaluation) {
  const auto agents = agents_by_length(evaluation);
  if (agents.size() < 2) return {};
  std::string text = "trials have different numbers of novel tasks, so delays do not compare. ";
  for (const auto& [tasks, names] : agents)
    text += fmt::format("{} novel tasks ({}): a trial without correct detection counts {} in DD n+1. ", tasks,
                        fmt::join(names, ", "), tasks + 1);
  text.pop_back();
  text.pop_back();
  return text;
}

bool is_delay(std::string_view key) { return key == "dd" || key == "restricted_dd"; }

std::string note_of(const Evaluation& evaluation) {
  const std::string note = lengths_note(evaluation);
  return note.empty() ? "" : "Note: " + note + ".";
}

}  // namespace novphy
