#include "serve/tools/tool_trial.h"

#include <catch2/catch.hpp>
#include "tests/trials/fixtures.h"

using namespace novphy;
using namespace novphy::test;

TEST_CASE("PEEK") {
  PlanOptions options = small_options();
  options.trials = 1;
  options.min_normal = options.max_normal = 1;
  options.novel = 1;
  options.calibration_runs = 0;
  const Plan plan = shifted_plan(pairs(), options);
  ToolTrial trial(plan, plan.trials[0], setup(), {.lookahead = 2});
  for (const Tool& tool : trial.tools()) printf("%s: %s\n%s\n", tool.name.c_str(), tool.description.c_str(), tool.schema.c_str());
  const auto show = [&](const char* tool, const char* arguments) {
    const ToolReply reply = trial.call(tool, arguments);
    printf(">> %s %s%s\n%s\n", tool, arguments, reply.refused ? " REFUSED" : "", reply.text.c_str());
  };
  show("look", "");
  show("look", R"({"as": "json"})");
  show("aim", R"({"object": 1})");
  show("aim", R"({"object": 77})");
  show("aim", R"({"x": 2})");
  show("simulate", R"({"angle": 20, "foo": 2})");
  show("simulate", R"({"angle": 20})");
  show("shoot", R"({"object": 1, "arc": "high"})");
  show("report_novelty", R"({"probability": 2})");
  show("report_novelty", R"({"probability": 0.2, "kind": "goals"})");
  show("look", "");
  show("give_up", "");
  show("look", "");
  for (const Record& record : trial.finish("left")) printf("%d %s %s %g\n", record.passed, record.end.c_str(), record.digest.c_str(), record.novelty_probability);
}
