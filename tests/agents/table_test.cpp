#include "agents/table.h"

#include <catch2/catch.hpp>
#include <limits>
#include <stdexcept>

#include "tests/agents/sample.h"

using namespace novphy;

TEST_CASE("every agent of the table that needs no command can be made and chooses a shot") {
  int made = 0;
  for (const AgentEntry& entry : agent_table()) {
    CHECK(!entry.doc.empty());
    if (entry.name.ends_with("COMMAND")) continue;
    const auto agent = make_agent(entry.name);
    agent->begin_trial(1);
    CHECK(length(agent->choose(sample_observation()).drag_m) > 0);
    CHECK(agent_entry(entry.name).name == entry.name);
    ++made;
  }
  CHECK(made == 3);
}

TEST_CASE("the entry of an agent says whether it sees labels") {
  CHECK_FALSE(agent_entry("random").needs_labels);
  CHECK(agent_entry("pig_shooter").needs_labels);
  CHECK_FALSE(agent_entry("exec:python3 a.py").needs_labels);
  CHECK(agent_entry("exec+labels:python3 a.py").needs_labels);
}

TEST_CASE("an unknown agent is refused with the names of those there are") {
  using Catch::Matchers::Contains;
  for (const auto* spec : {"", "rnadom", "random:", "random:fair", "exec", "exec:", "pig_shooter:x"}) {
    CHECK_THROWS_AS(agent_entry(spec), std::invalid_argument);
    CHECK_THROWS_WITH(make_agent(spec),
                      Contains("random") && Contains("pig_shooter") && Contains("exec:COMMAND"));
  }
}

TEST_CASE("a time-out must be a number of seconds, not negative") {
  for (const double timeout_s : {-1.0, 1e300, std::numeric_limits<double>::quiet_NaN()})
    CHECK_THROWS_AS(make_agent("random", {.timeout_s = timeout_s}), std::invalid_argument);
}
