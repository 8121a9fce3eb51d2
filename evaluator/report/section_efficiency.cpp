#include <fmt/core.h>

#include "base/rounded.h"
#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"

namespace novphy {

Section efficiency_section(const Evaluation& evaluation) {
  HtmlTable table(3);
  table.add_heading({"agent", "against", "", "people need", "agent needs", "efficiency", "cells"});
  for (const Efficiency& each : evaluation.efficiency)
    table.add({breakable(each.agent), escaped(each.people), escaped(each.title), rounded(each.of_people),
               rounded(each.of_agent),
               rounded(each.ratio) +
                   (each.interval ? fmt::format("<small>[{}, {}]</small>", rounded(each.interval->low),
                                                rounded(each.interval->high))
                                  : ""),
               fmt::format("{}", each.cells)});
  if (table.empty()) return {};
  const std::string text =
      "<p>What people need, divided by what the agent needs, over the novelty-scenarios (cells) that both "
      "played. Above 1, the agent needs fewer. Until adapted means up to the first of two consecutive "
      "passes; "
      "only as many novel tasks count as both played, and a trial without such a pair counts as one more. An "
      "agent that gives up needs few shots, too: see its AP. Brackets hold the interval of a bootstrap that "
      "draws people and the agent's trials (of several trainings, these).</p>\n" +
      table.text();
  return {.id = "efficiency", .title = "Efficiency against people", .body = text};
}

}  // namespace novphy
