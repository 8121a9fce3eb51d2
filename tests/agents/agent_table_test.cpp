#include "agents/table/agent_table.h"

#include <catch2/catch.hpp>
#include <limits>
#include <optional>
#include <stdexcept>

#include "base/input_error.h"
#include "tests/agents/sample.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

/// A net as drawn.
Trained untrained(NetKind kind) {
  Rng rng = Rng::stream(1, "tests/agents");
  const Net net(shape_of(kind, ActionSet::kGrid), [&] { return rng.uniform(); });
  return trained_net({}, net, ActionSet::kGrid);
}

}  // namespace

TEST_CASE("every agent of the table that needs no command can be made and chooses a shot") {
  int made = 0;
  for (const AgentEntry& entry : agent_table()) {
    CHECK(!entry.doc.empty());
    if (entry.name.ends_with("COMMAND") || entry.name.ends_with("OPTIONS")) continue;
    const AgentOptions options{.solve = [](const Task&) { return std::vector<Shot>(); },
                               .colours = worlds::assets().colours,
                               .catalogue = worlds::assets().catalogue,
                               .search = worlds::assets().physics.at("fast")};
    std::optional<Trained> trained;
    if (entry.needs.net) trained = untrained(*entry.needs.net);
    const auto agent = make_agent(entry.name, options, trained ? &*trained : nullptr);
    agent->begin_trial(1);
    CHECK(length(agent->choose(sample_observation()).drag_m) > 0);
    CHECK(agent_entry(entry.name).name == entry.name);
    ++made;
  }
  CHECK(made == 17);
}

TEST_CASE("the entry of an agent says whether it sees labels") {
  CHECK_FALSE(agent_entry("random").needs.labels);
  CHECK(agent_entry("pig_shooter").needs.labels);
  CHECK(agent_entry("naive_adapt").needs.labels);
  CHECK(agent_entry("naive_adapt").needs.told);
  CHECK_FALSE(agent_entry("pig_shooter").needs.told);
  CHECK_FALSE(agent_entry("datalab").needs.labels);
  CHECK_FALSE(agent_entry("eagles_wing").needs.labels);
  CHECK_FALSE(agent_entry("eagles_wing:circles").needs.labels);
  CHECK_FALSE(agent_entry("exec:python3 a.py").needs.labels);
  CHECK(agent_entry("exec+labels:python3 a.py").needs.labels);
}

TEST_CASE("the entry of an agent says which nets it plays, and without them it is not made") {
  CHECK_FALSE(agent_entry("random").needs.net);
  for (const auto* name : {"dqn", "dqn:online", "dqn:adapt", "dqn:adapt:untold"}) {
    CHECK(agent_entry(name).needs.net == NetKind::kDqn);
    CHECK_THROWS_WITH(make_agent(name), Catch::Matchers::Contains("needs a trained net"));
  }
  for (const auto* name : {"relational", "relational:online", "relational:adapt", "relational:adapt:untold"})
    CHECK(agent_entry(name).needs.net == NetKind::kRelational);
}

TEST_CASE("nets play informed trials, but those that adapt untold play any") {
  for (const auto* name : {"dqn", "dqn:online", "dqn:adapt", "relational:adapt"})
    CHECK(agent_entry(name).needs.told);
  for (const auto* name : {"dqn:adapt:untold", "relational:adapt:untold"})
    CHECK_FALSE(agent_entry(name).needs.told);
}

TEST_CASE("an unknown agent is refused with the names of those there are") {
  using Catch::Matchers::Contains;
  for (const auto* spec : {"", "rnadom", "random:", "random:fair", "exec",
                           "exec:", "physicist:", "pig_shooter:x", "dqn:later"}) {
    CHECK_THROWS_AS(agent_entry(spec), InputError);
    CHECK_THROWS_WITH(make_agent(spec), Contains("random") && Contains("pig_shooter") &&
                                            Contains("exec:COMMAND") && Contains("relational:adapt"));
  }
}

TEST_CASE("agents that see by colours are not made without the table of colours") {
  for (const auto* name : {"datalab", "eagles_wing", "eagles_wing:circles", "physicist"})
    CHECK_THROWS_WITH(make_agent(name),
                      Catch::Matchers::Contains(name) && Catch::Matchers::Contains("colours"));
}

TEST_CASE("options follow the name of the agent that takes some") {
  CHECK(agent_entry("physicist:plays=5").name == "physicist:OPTIONS");
  CHECK(agent_entry("physicist:plays=5").needs.threads);
  CHECK(agent_command("physicist:plays=5").empty());
  const AgentOptions options{.colours = worlds::assets().colours, .catalogue = worlds::assets().catalogue};
  CHECK(make_agent("physicist:noise=2,plays=5", options)->senses().noise_px == 2);
  CHECK(make_agent("physicist", options)->senses().noise_px == 0);
}

TEST_CASE("wrong options of an agent are refused, and so is an agent that takes none") {
  using Catch::Matchers::Contains;
  CHECK_THROWS_WITH(agent_entry("physicist:plays=0"),
                    Contains("the agent \"physicist:plays=0\": plays: found 0, expected 1 to 1000000"));
  CHECK_THROWS_WITH(agent_command("physicist:speed=1"), Contains("found \"speed=1\", expected such as"));
  CHECK_THROWS_WITH(make_agent("physicist", {.colours = worlds::assets().colours}),
                    Contains("needs the catalogue"));
  CHECK_THROWS_WITH(agent_entry("random:plays=5"), Contains("expected one of"));
  CHECK_FALSE(agent_entry("random").needs.threads);
}

TEST_CASE("an oracle throws what the solver says for the task it is told, and knows of novelties") {
  Task task = worlds::task({"red", "red"});
  task.slingshot.faces_left = true;
  task.novelties = {{.name = "fan", .undo = {}}};
  const std::vector<Shot> known{aimed(1, 0.5), aimed(2, 0.75)};
  const auto agent = make_agent("oracle", {.solve = [&](const Task& asked) {
                                  CHECK(asked == task);
                                  return known;
                                }});
  CHECK(agent->senses().task);
  agent->told_task(task);
  for (const Shot& shot : known) CHECK(agent->choose({}).drag_m == shot.drag_m);
  CHECK(degrees(launch_angle_rad(agent->choose({}))) == Approx(135));
  CHECK(agent->novelty().probability == 1);
  CHECK_THROWS_WITH(make_agent("oracle"), Catch::Matchers::Contains("needs a solver"));
}

TEST_CASE("a time-out must be a number of seconds, not negative") {
  for (const double timeout_s : {-1.0, 1e300, std::numeric_limits<double>::quiet_NaN()})
    CHECK_THROWS_AS(make_agent("random", {.timeout_s = timeout_s}), std::invalid_argument);
}
