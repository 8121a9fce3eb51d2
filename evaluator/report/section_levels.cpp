#include <fmt/core.h>

#include "evaluator/report/sections.h"
#include "evaluator/tables/tables.h"

namespace novphy {

Section levels_section(const ReportInput& input) {
  Section section{.id = "levels", .title = "Levels", .body = {}};
  if (input.levels == nullptr || input.levels->agents.empty()) return section;
  HtmlTable table(2);
  table.add_heading({"agent", "group", "levels", "plays", "pass rate", "score", "shots"});
  for (const AgentLevels& agent : input.levels->agents)
    for (const LevelMeans& means : agent.groups)
      table.add({escaped(agent.agent), means.group.empty() ? "all" : breakable(means.group),
                 fmt::format("{}", means.levels), fmt::format("{}", means.plays), text_of(means.passed),
                 text_of(means.score), text_of(means.shots)});
  section.body = fmt::format("<p>{}</p>\n{}<p>{}</p>\n", escaped(notes(*input.levels)), table.text(),
                             escaped(never_passed_text(*input.levels)));
  return section;
}

}  // namespace novphy
