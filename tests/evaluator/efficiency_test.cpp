#include "evaluator/efficiency.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "evaluator/evaluation.h"
#include "evaluator/report/report.h"
#include "evaluator/report/sections.h"
#include "evaluator/tables/tables.h"
#include "tests/evaluator/logs.h"

using namespace novphy;
using Catch::Matchers::Contains;

namespace {

/// A trial with this many shots in each task; 0: not known.
std::vector<Record> shot(std::size_t shots, std::vector<Record> records) {
  for (Record& record : records) {
    record.shots.resize(shots);
    record.end = shots > 0 ? "birds_used" : "";
  }
  return records;
}

/// The log of people, each with their trials.
AgentLog people_log(const std::vector<std::vector<Record>>& persons, const std::string& name = "people") {
  AgentLog log{name, {}, TrialLogs()};
  log.trials.set_of_people();
  for (const auto& records : persons) {
    log.trials.next_source();
    log.files.push_back({"person.csv", {}, 0});
    for (const Record& record : records) log.trials.add(record);
  }
  return log;
}

std::vector<Efficiency> efficiencies(const std::vector<AgentLog>& logs, int resamples = 0,
                                     std::uint64_t seed = 1) {
  Conventions conventions;
  conventions.resamples = resamples;
  conventions.seed = seed;
  return evaluate(logs, conventions).efficiency;
}

/// Two people with 4 novel tasks, who adapt after 3 tasks and after 1, with 2 shots and with 1.
AgentLog two_people() { return people_log({shot(2, trial("P|FFPP")), shot(1, trial("P|PPFF"))}); }

/// An agent with 6 novel tasks. Within the first 4, one trial never adapts (5) and the other after 2.
AgentLog an_agent() {
  return agent_log("a", joined({shot(3, trial("P|FFFFFP", 0)), shot(1, trial("P|FPPFFF", 1))}));
}

/// Trials that adapt after 1, 2, ..., `most` of `most` + 1 tasks, again and again.
std::vector<std::vector<Record>> spread_trials(int count, int most) {
  std::vector<std::vector<Record>> trials;
  for (int i = 0; i < count; ++i) {
    const auto failed = static_cast<std::size_t>(i % most);
    const auto passed = static_cast<std::size_t>(most) + 1 - failed;
    trials.push_back(trial("P|" + std::string(failed, 'F') + std::string(passed, 'P'), i));
  }
  return trials;
}

const Efficiency& tasks_of(const std::vector<Efficiency>& all) {
  REQUIRE_FALSE(all.empty());
  REQUIRE(all.back().key == "efficiency_tasks");
  return all.back();
}

}  // namespace

TEST_CASE(
    "efficiency is what people need divided by what the agent needs, within as many tasks as both played") {
  const auto found = efficiencies({an_agent(), two_people()});
  REQUIRE(found.size() == 2);
  CHECK((found[0].key == "efficiency_shots" && found[0].agent == "a" && found[0].people == "people"));
  CHECK((found[0].of_people == 1.5 && found[0].of_agent == 2 && found[0].ratio == 0.75));
  CHECK((found[1].key == "efficiency_tasks" && found[1].of_people == 2 && found[1].of_agent == 3.5));
  CHECK(found[1].ratio == Approx(2 / 3.5));
  for (const Efficiency& each : found) CHECK((each.cells == 1 && !each.interval));
  const Evaluation evaluation = evaluate(std::vector{an_agent(), two_people()}, {});
  CHECK(evaluation.agents[0].measures.overall.mean("adapted").mean == (7 + 2) / 2.0);  // within all 6 tasks
}

TEST_CASE("an agent that never adapts counts as one more than the tasks, whichever side played fewer") {
  const AgentLog never = agent_log("a", trial("P|FFFFFF"));
  CHECK(tasks_of(efficiencies({never, two_people()})).ratio == 2 / 5.0);
  const AgentLog people = people_log({trial("P|FFFFFFF")});
  CHECK(tasks_of(efficiencies({agent_log("a", trial("P|PPFF")), people})).ratio == 5);
}

TEST_CASE("cells weigh equally, and those that one side lacks do not count") {
  const AgentLog people = people_log(
      {joined({trial("P|FFPP"), trial("P|PPPP", 0, "ice"), trial("P|FFFF", 0, "goals")}), trial("P|PPFF")});
  const AgentLog agent =
      agent_log("a", joined({trial("P|FFPP", 0), trial("P|FFPP", 0, "ice"), trial("P|FFPP", 1, "ice"),
                             trial("P|FFPP", 2, "ice"), trial("P|FFFF", 0, "events")}));
  const auto found = efficiencies({agent, people});
  REQUIRE(found.size() == 1);  // no shots are known
  CHECK((found[0].cells == 2 && found[0].of_people == (2 + 1) / 2.0 && found[0].of_agent == 3));
  CHECK(found[0].ratio == 0.5);
}

TEST_CASE("an unusually short trial shortens no other, and is left out") {
  const AgentLog people = people_log({trial("P|FFPP"), trial("P|PP"), trial("P|FFPP")});
  const Efficiency found = tasks_of(efficiencies({agent_log("a", trial("P|FPPF")), people}));
  CHECK((found.of_people == 3 && found.of_agent == 2));
  const AgentLog once = people_log({trial("P|P")});
  CHECK(efficiencies({agent_log("a", trial("P|PP")), once}).empty());  // no pair of passes is possible
}

TEST_CASE("without people, without a common cell or without values there is no efficiency") {
  CHECK(efficiencies({an_agent(), agent_log("b", trial("P|PPPP"))}).empty());
  CHECK(efficiencies({two_people()}).empty());
  CHECK(efficiencies({agent_log("a", trial("P|PP", 0, "ice")), two_people()}).empty());
  CHECK(efficiencies({agent_log("a", trial("P|P?P?")), two_people()}).empty());
  const auto detected_only = people_log({trial("P?|P?P?")});
  CHECK(efficiencies({an_agent(), detected_only}).empty());
  auto idle = trial("P|FF");
  for (Record& record : idle) record.end = "no_shot";
  const auto found = efficiencies({agent_log("a", idle), two_people()});
  REQUIRE(found.size() == 1);
  CHECK(found[0].key == "efficiency_tasks");
}

TEST_CASE("every agent is compared with people of play data and of records, people with nobody") {
  const auto found =
      efficiencies({agent_log("b", trial("P|PPPP")), people_log({trial("P|FPPF")}, "human"), two_people(),
                    agent_log("a", trial("P|FFFF")), people_log({trial("P|FPPF")}, "people:P1")});
  std::vector<std::string> pairs;
  for (const Efficiency& each : found) pairs.push_back(each.agent + " " + each.people);
  CHECK(pairs == std::vector<std::string>{"b human", "a human", "b people", "a people"});
  const AgentLog table =
      agent_log("people", trial("P|PPPP"));  // of a table of results, whose people have no names
  CHECK(efficiencies({an_agent(), table}).empty());
}

TEST_CASE("the interval of an efficiency is that of a ratio of two independent means") {
  const auto people = spread_trials(30, 5);
  const AgentLog agent = agent_log("a", joined(spread_trials(60, 5)));
  const Efficiency found = tasks_of(efficiencies({agent, people_log(people)}, 2000));
  CHECK(found.ratio == 1);
  // Of 1, ..., 5 the mean is 3 and the variance 2; by the delta method, the variance of the ratio's logarithm
  // is 2 / 9 (1 / 30 + 1 / 60).
  const double reach = 1.96 * std::sqrt(2.0 / 9 * (1.0 / 30 + 1.0 / 60));
  REQUIRE(found.interval);
  CHECK(std::log(found.interval->low) == Approx(-reach).epsilon(0.1));
  CHECK(std::log(found.interval->high) == Approx(reach).epsilon(0.1));
  const auto again = efficiencies({agent, people_log(people)}, 2000);
  CHECK(tasks_of(again).interval->low == found.interval->low);
  CHECK(tasks_of(efficiencies({agent, people_log(people)}, 2000, 2)).interval->low != found.interval->low);
}

TEST_CASE("people and agent are drawn independently, even where they played alike") {
  const auto trials = spread_trials(10, 4);
  const Efficiency found = tasks_of(efficiencies({agent_log("a", joined(trials)), people_log(trials)}, 500));
  REQUIRE(found.interval);
  CHECK((found.interval->low < 0.8 && found.interval->high > 1.25));
}

TEST_CASE("people are drawn with all that they played, and the interval of few is wide") {
  std::vector<std::vector<Record>> persons;
  for (const auto& records : spread_trials(4, 4)) {
    persons.push_back(records);
    for (Record record : records) {
      record.novelty = "ice";
      persons.back().push_back(record);
    }
  }
  std::vector<Record> agent;
  for (const auto& records : spread_trials(40, 4))
    for (Record record : records) {
      agent.push_back(record);
      record.novelty = "ice";
      agent.push_back(record);
    }
  const auto wide = tasks_of(efficiencies({agent_log("a", agent), people_log(persons)}, 1000));
  REQUIRE(wide.interval);
  // The people's mean varies as that of 4 people, not of 8 trials: 2.5, variance 1.25 * 4 / 3.
  const double reach = 1.96 * std::sqrt(1.25 * 4 / 3 / 4) / 2.5;
  CHECK(std::log(wide.interval->high / wide.interval->low) / 2 == Approx(reach).epsilon(0.2));
}

TEST_CASE("without two people and two trials of the agent in each compared cell there is no interval") {
  const AgentLog many = agent_log("a", joined(spread_trials(10, 4)));
  const auto persons = spread_trials(10, 4);
  CHECK(tasks_of(efficiencies({many, people_log(persons)}, 100)).interval);
  CHECK_FALSE(tasks_of(efficiencies({many, people_log({persons[1]})}, 100)).interval);
  CHECK_FALSE(tasks_of(efficiencies({many, people_log({joined(persons)})}, 100)).interval);  // one person
  CHECK_FALSE(tasks_of(efficiencies({agent_log("a", persons[1]), people_log(persons)}, 100)).interval);
  CHECK_FALSE(tasks_of(efficiencies({many, people_log(persons)}, 0)).interval);
  const AgentLog same = agent_log("a", joined({trial("P|PPP", 0), trial("P|PPP", 1)}));
  CHECK_FALSE(tasks_of(efficiencies({same, people_log({trial("P|PPP"), trial("P|PPP")})}, 100)).interval);
}

TEST_CASE("several trainings of an agent count equally, and are the units of the interval") {
  AgentLog agent{"a", {}, TrialLogs()};
  const std::vector<std::vector<std::vector<Record>>> runs{
      {trial("P|PPPP", 0)},
      {trial("P|FFPP", 0), trial("P|FFPP", 1), trial("P|FFPP", 2)},
      {trial("P|FPPP", 0), trial("P|FPPP", 1)}};
  for (std::size_t run = 0; run < runs.size(); ++run) {
    agent.trials.next_source("plan");
    agent.files.push_back({"a.jsonl", {}, 0});
    agent.trials.set_run("seed " + std::to_string(run));
    for (const Record& record : joined(runs[run])) agent.trials.add(record);
  }
  const AgentLog people = people_log(spread_trials(30, 3));
  const Efficiency found = tasks_of(efficiencies({agent, people}, 1000));
  CHECK(found.of_agent == (1 + 3 + 2) / 3.0);
  REQUIRE(found.interval);
  const Efficiency trials =
      tasks_of(efficiencies({agent_log("a", joined(spread_trials(6, 3))), people}, 1000));
  CHECK(found.interval->high / found.interval->low > trials.interval->high / trials.interval->low);
}

TEST_CASE("text, CSV, JSON and report show efficiencies") {
  const auto persons = spread_trials(10, 4);
  std::vector<std::vector<Record>> shots;
  for (const auto& records : persons) shots.push_back(shot(1, records));
  Conventions conventions;
  conventions.resamples = 100;
  AgentLog agent = agent_log("a <b>", shot(4, joined(persons)));
  const Evaluation evaluation = evaluate(std::vector{agent, people_log(shots)}, conventions);
  const std::string text = text_table(evaluation.efficiency);
  CHECK_THAT(text, Contains("Efficiency against people"));
  CHECK_THAT(text,
             Contains("a <b>  people   shots per novel task              1.00         4.00        0.25"));
  CHECK_THAT(text,
             Contains("a <b>  people   novel tasks until adapted         2.30         2.30        1.00"));
  const std::string csv = csv_table(evaluation);
  CHECK_THAT(csv, Contains("\na <b>,efficiency,,,efficiency_shots,0.25,,,,,,1,1,,,,,,,,,,,,people\n"));
  const auto rows = nlohmann::json::parse(json_table(evaluation))["efficiency"];
  REQUIRE(rows.size() == 2);
  CHECK((rows[0]["measure"] == "efficiency_shots" && rows[0]["efficiency"] == 0.25 && rows[0]["cells"] == 1 &&
         rows[0]["people"] == "people" && rows[0]["interval"].is_null()));
  CHECK((rows[1]["mean_of_agent"] == Approx(2.3) && rows[1]["interval"].size() == 2));
  const Section section = efficiency_section(evaluation);
  CHECK_THAT(section.body,
             Contains("a &lt;b&gt;</th>") && Contains("shots per novel task") && Contains("0.25"));
  const Evaluation alone = evaluate(std::vector{agent}, conventions);
  CHECK(efficiency_section(alone).body.empty());
  CHECK_FALSE(nlohmann::json::parse(json_table(alone)).contains("efficiency"));
  CHECK_THAT(csv_table(alone), !Contains("efficiency"));
}
