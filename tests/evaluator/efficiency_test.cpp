#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "evaluator/evaluation.h"
#include "evaluator/report/parts.h"
#include "evaluator/report/report.h"
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

Efficiency only(const std::vector<Efficiency>& all) {
  REQUIRE(all.size() == 1);
  return all.front();
}

/// People who played trials of this plan.
AgentLog people_of_plan(const std::vector<std::vector<Record>>& persons, const std::string& plan = "plan") {
  AgentLog log{"human", {}, TrialLogs()};
  log.trials.set_of_people();
  for (const auto& records : persons) {
    log.trials.next_source({plan});
    log.files.push_back({"person.jsonl", {}, 0});
    for (const Record& record : records) log.trials.add(record);
  }
  return log;
}

/// Two people with 4 novel tasks. At the four places 1, 1, 2 and 1 of them pass, with 1, 1, 1.5 and 2 shots.
AgentLog two_people() { return people_log({shot(2, trial("P|FFPP", 0)), shot(1, trial("P|PPPF", 0))}); }

/// Trials in which the first 1, 2, ..., `most` novel tasks of `most` are passed, again and again.
std::vector<std::vector<Record>> spread_trials(int count, int most, std::size_t shots = 1) {
  std::vector<std::vector<Record>> trials;
  for (int i = 0; i < count; ++i) {
    const auto passed = static_cast<std::size_t>(i % most) + 1;
    trials.push_back(shot(shots, trial("P|" + std::string(passed, 'P') +
                                           std::string(static_cast<std::size_t>(most) - passed, 'F'),
                                       i)));
  }
  return trials;
}

}  // namespace

TEST_CASE("a task counts people's shots divided by the agent's, 0 if not passed and at most 1") {
  const AgentLog agent = agent_log("a", shot(3, trial("P|PFPPPP")));
  const Efficiency found = only(efficiencies({agent, two_people()}));
  CHECK((found.agent == "a" && found.people == "people"));
  CHECK(found.mean ==
        Approx((1.0 / 3 + 0 + 1.5 / 3 + 2.0 / 3) / 4));  // places that people did not play count not
  CHECK(found.passed == 0.75);
  CHECK((found.cells == 1 && found.places == 4 && found.trials == 1 && !found.interval));
  const AgentLog quick = agent_log("a", shot(1, trial("P|PPPPPP")));
  CHECK(only(efficiencies({quick, two_people()})).mean == 1);  // fewer shots than people make no more than 1
}

TEST_CASE("the score against people is the mean of squares of what the efficiency counts") {
  const AgentLog agent = agent_log("a", shot(3, trial("P|PFPPPP")));
  const Efficiency found = only(efficiencies({agent, two_people()}));
  CHECK(found.score == Approx((1.0 / 9 + 0 + 1.0 / 4 + 4.0 / 9) / 4));
  CHECK(only(efficiencies({agent_log("a", shot(1, trial("P|PPPPPP"))), two_people()})).score == 1);
  CHECK(only(efficiencies({agent_log("a", shot(1, trial("P|FFFF"))), two_people()})).score == 0);
}

TEST_CASE("a trial is compared with the people who played it, and with all of the cell where nobody did") {
  // Of trial 0 one person passed the first task with 1 shot, of trial 1 two both tasks with 2 and 4 shots.
  const std::vector<std::vector<Record>> persons{shot(1, trial("P|PF", 0)), shot(2, trial("P|PP", 1)),
                                                 shot(4, trial("P|PP", 1))};
  const auto of_trial = [&](int number, const std::string& plan = "plan") {
    const AgentLog agent = agent_log("a", shot(4, trial("P|PP", number)));
    return only(efficiencies({agent, people_of_plan(persons, plan)}));
  };
  CHECK((of_trial(0).mean == 0.25 && of_trial(0).score == 0.0625));  // the second task does not count
  CHECK((of_trial(0).places == 1 && of_trial(0).same_tasks == 1));
  CHECK((of_trial(1).mean == 0.75 && of_trial(1).score == 0.5625 && of_trial(1).places == 2));
  const double first = 7.0 / 3 / 4;  // nobody played trial 2: the means are 7/3 and 3 shots
  CHECK(of_trial(2).score == Approx((first * first + 0.5625) / 2));
  CHECK((of_trial(2).same_tasks == 0 && of_trial(0, "another").mean == of_trial(2).mean));
  CHECK(of_trial(0, "").same_tasks == 0);  // trials of no plan have numbers alone
  const AgentLog both = agent_log("a", joined({shot(4, trial("P|PP", 0)), shot(4, trial("P|PP", 1))}));
  const Efficiency found = only(efficiencies({both, people_of_plan(persons)}));
  CHECK((found.mean == 0.5 && found.trials == 2 && found.same_tasks == 2 && found.places == 3));
}

TEST_CASE("a trial whose people passed nothing has no value, and control trials count nowhere") {
  const AgentLog people = people_of_plan({shot(1, trial("P|FF", 0)), shot(1, trial("P|PP", 1))});
  CHECK(efficiencies({agent_log("a", shot(1, trial("P|PP", 0))), people}).empty());
  auto control = shot(1, trial("P|FF", 1));
  for (Record& record : control) record.control = true;
  const AgentLog agent = agent_log("a", joined({control, shot(2, trial("P|PP", 1))}));
  const Efficiency found = only(efficiencies({agent, people}));
  CHECK((found.mean == 0.5 && found.score == 0.25 && found.trials == 1));
}

TEST_CASE("an agent that never passes has no efficiency to show, however few its shots") {
  const Efficiency found = only(efficiencies({agent_log("a", shot(1, trial("P|FFFF"))), two_people()}));
  CHECK((found.mean == 0 && found.passed == 0));
}

TEST_CASE("no agent gains over people by passing less than another with the same shots") {
  double last = 2;
  for (const char* letters : {"P|PPPP", "P|PPPF", "P|PPFF", "P|PFFF", "P|FFFF"}) {
    const double now = only(efficiencies({agent_log("a", shot(1, trial(letters))), two_people()})).mean;
    CHECK(now < last);
    last = now;
  }
}

TEST_CASE("places at which no person passed do not count") {
  const AgentLog people = people_log({shot(2, trial("P|FPFF"))});
  const Efficiency found = only(efficiencies({agent_log("a", shot(4, trial("P|PPPP"))), people}));
  CHECK((found.places == 1 && found.mean == 0.5));
  CHECK(efficiencies({agent_log("a", shot(4, trial("P|PPPP"))), people_log({shot(2, trial("P|FFFF"))})})
            .empty());
}

TEST_CASE("cells weigh equally, and those that one side lacks do not count") {
  const AgentLog people =
      people_log({shot(1, joined({trial("P|PP"), trial("P|PP", 0, "ice"), trial("P|PP", 0, "goals")}))});
  const AgentLog agent =
      agent_log("a", joined({shot(1, trial("P|PP", 0)), shot(2, trial("P|PP", 0, "ice")),
                             shot(2, trial("P|PP", 1, "ice")), shot(1, trial("P|PP", 0, "events"))}));
  const Efficiency found = only(efficiencies({agent, people}));
  CHECK((found.cells == 2 && found.places == 4 && found.trials == 3 && found.mean == 0.75));
}

TEST_CASE("without people, a common cell, results or shots there is no efficiency") {
  const AgentLog agent = agent_log("a", shot(1, trial("P|PP")));
  CHECK(efficiencies({agent, agent_log("b", shot(1, trial("P|PPPP")))}).empty());
  CHECK(efficiencies({two_people()}).empty());
  CHECK(efficiencies({agent_log("a", shot(1, trial("P|PP", 0, "ice"))), two_people()}).empty());
  CHECK(efficiencies({agent_log("a", shot(1, trial("P|P?P?"))), two_people()}).empty());
  CHECK(efficiencies({agent, people_log({trial("P?|P?P?")})}).empty());
  CHECK(efficiencies({agent_log("a", trial("P|PP")), two_people()}).empty());
  CHECK(efficiencies({agent, people_log({trial("P|PP")})}).empty());
  auto partly = shot(1, trial("P|PP"));
  partly.back().end = "";  // one task does not tell its shots: the trial is left out
  partly.back().shots.clear();
  CHECK(efficiencies({agent_log("a", partly), two_people()}).empty());
}

TEST_CASE("every agent is compared with people of play data and of records, people with nobody") {
  const auto one = [](const char* letters) { return shot(1, trial(letters)); };
  const auto found =
      efficiencies({agent_log("b", one("P|PPPP")), people_log({one("P|FPPF")}, "human"), two_people(),
                    agent_log("a", one("P|FFFF")), people_log({one("P|FPPF")}, "people:P1")});
  std::vector<std::string> pairs;
  for (const Efficiency& each : found) pairs.push_back(each.agent + " " + each.people);
  CHECK(pairs == std::vector<std::string>{"b human", "a human", "b people", "a people"});
  const AgentLog table =
      agent_log("people", one("P|PPPP"));  // of a table of results, whose people have no names
  CHECK(efficiencies({agent_log("a", one("P|PP")), table}).empty());
}

TEST_CASE("the interval of an efficiency is that of the agent's mean where people vary not") {
  const auto people = people_log({shot(1, trial("P|PPPP", 0)), shot(1, trial("P|PPPP", 0))});
  const AgentLog agent = agent_log("a", joined(spread_trials(60, 4)));
  const Efficiency found = only(efficiencies({agent, people}, 2000));
  CHECK(found.mean == 0.625);
  // Of 1/4, 2/4, 3/4 and 1 the variance is 5/64; two people stretch it by the root of 2.
  const double reach = 1.96 * std::sqrt(5.0 / 64 / 60) * std::sqrt(2.0);
  REQUIRE(found.interval);
  CHECK(found.interval->low == Approx(0.625 - reach).epsilon(0.05));
  CHECK(found.interval->high == Approx(0.625 + reach).epsilon(0.05));
  CHECK(only(efficiencies({agent, people}, 2000)).interval->low == found.interval->low);
  REQUIRE(found.score_interval);  // with one shot, squares are what they are the squares of
  CHECK((found.score == found.mean && found.score_interval->low == found.interval->low));
  CHECK(only(efficiencies({agent, people}, 2000, 2)).interval->low != found.interval->low);
}

TEST_CASE("people are drawn, too, and no interval leaves 0 to 1") {
  std::vector<std::vector<Record>> persons;
  for (std::size_t shots = 1; shots <= 6; ++shots) persons.push_back(shot(shots, trial("P|PP")));
  const AgentLog same = agent_log("a", joined({shot(4, trial("P|PP", 0)), shot(4, trial("P|PP", 1))}));
  const Efficiency found = only(efficiencies({same, people_log(persons)}, 1000));
  CHECK(found.mean == Approx(3.5 / 4));
  REQUIRE(found.interval);
  CHECK((found.interval->low > 0.3 && found.interval->low < 0.8 && found.interval->high == 1));
  REQUIRE(found.score_interval);
  CHECK((found.score == Approx(3.5 * 3.5 / 16) && found.score_interval->low < found.interval->low));
}

TEST_CASE("without two people and two trials of the agent in each compared cell there is no interval") {
  const AgentLog many = agent_log("a", joined(spread_trials(10, 4)));
  const auto persons = spread_trials(10, 4);
  CHECK(only(efficiencies({many, people_log(persons)}, 100)).interval);
  CHECK_FALSE(only(efficiencies({many, people_log({persons[1]})}, 100)).interval);
  CHECK_FALSE(only(efficiencies({many, people_log({joined(persons)})}, 100)).interval);  // one person
  CHECK_FALSE(only(efficiencies({agent_log("a", persons[1]), people_log(persons)}, 100)).interval);
  CHECK_FALSE(only(efficiencies({many, people_log(persons)}, 0)).interval);
}

TEST_CASE("several trainings of an agent count equally, and are the units of the interval") {
  AgentLog agent{"a", {}, TrialLogs()};
  const std::vector<std::vector<std::vector<Record>>> runs{
      {trial("P|PPPP", 0)},
      {trial("P|FFPP", 0), trial("P|FFPP", 1), trial("P|FFPP", 2)},
      {trial("P|FPPP", 0), trial("P|FPPP", 1)}};
  for (std::size_t run = 0; run < runs.size(); ++run) {
    agent.trials.next_source({"plan"});
    agent.files.push_back({"a.jsonl", {}, 0});
    agent.trials.set_run("seed " + std::to_string(run));
    for (const Record& record : shot(1, joined(runs[run]))) agent.trials.add(record);
  }
  const AgentLog people = people_log({shot(1, trial("P|PPPP", 0)), shot(1, trial("P|PPPP", 0))});
  const Efficiency found = only(efficiencies({agent, people}, 1000));
  CHECK(found.mean == (1 + 0.5 + 0.75) / 3);
  REQUIRE(found.interval);
  CHECK(found.interval->high - found.interval->low > 0.4);
}

TEST_CASE("text, CSV, JSON and report show efficiencies, and why one has no interval") {
  const AgentLog agent = agent_log("a <b>", shot(4, joined({trial("P|PPF", 0), trial("P|PFF", 1)})));
  const AgentLog people = people_log({shot(1, trial("P|PPP"))});
  const Evaluation evaluation = evaluate(std::vector{agent, people}, {});
  const std::string text = text_table(evaluation.efficiency);
  CHECK_THAT(text, Contains("Efficiency against people\nA novel task that the agent does not pass counts 0"));
  CHECK_THAT(text,
             Contains("a <b>  people   0.13 [–]*  0.03 [–]*    0.50 ") && Contains("\n* No interval: "));
  const std::string csv = csv_table(evaluation);
  CHECK_THAT(csv, Contains("\na <b>,efficiency,,,efficiency_shots,0.125,,,,,,1,,2,") &&
                      Contains(",score_shots,score_shots_low,score_shots_high,") && Contains(",0.03125,,,") &&
                      Contains("No interval"));
  const auto rows = nlohmann::json::parse(json_table(evaluation))["efficiency"];
  REQUIRE(rows.size() == 1);
  CHECK((rows[0]["measure"] == "efficiency_shots" && rows[0]["efficiency"] == 0.125 &&
         rows[0]["passed"] == 0.5 && rows[0]["people"] == "people" && rows[0]["interval"].is_null()));
  CHECK((rows[0]["score_shots"]["mean"] == 0.03125 && rows[0]["score_shots"]["interval"].is_null()));
  CHECK_THAT(rows[0]["note"], Contains("No interval"));
  const Section section = efficiency_section(evaluation);
  CHECK_THAT(section.body, Contains("a &lt;b&gt;</th>") && Contains("0.13*<small>[–]") &&
                               Contains("0.03*<small>[–]") && Contains("No interval"));
  const Evaluation alone = evaluate(std::vector{agent}, {});
  CHECK(efficiency_section(alone).body.empty());
  CHECK_FALSE(nlohmann::json::parse(json_table(alone)).contains("efficiency"));
  CHECK_THAT(csv_table(alone), !Contains("efficiency"));
}
