#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "evaluator/compare.h"
#include "evaluator/curves.h"
#include "evaluator/evaluation.h"
#include "tests/evaluator/logs.h"

using namespace novphy;
using Catch::Matchers::Contains;

namespace {

/// Trials of which the i-th plays `plays[i]`, a letter. Equal letters are equal plays.
std::vector<Record> records_of_plays(const std::string& plays) {
  std::vector<Record> records;
  for (std::size_t i = 0; i < plays.size(); ++i)
    for (Record& record : trial(plays[i] < 'm' ? "P|PP" : "F|FP", static_cast<int>(i))) {
      record.digest = std::string(16, plays[i]);
      record.shots = {{.drag_m = {-1, 0.5}}};
      records.push_back(record);
    }
  return records;
}

/// An agent's runs, each a text of plays.
AgentLog player(const std::string& name, const std::vector<std::string>& runs, bool people = false) {
  AgentLog log{name, {}, TrialLogs()};
  if (people) log.trials.set_of_people();
  for (const std::string& plays : runs) {
    log.trials.next_source({"plan"});
    const std::string number = std::to_string(log.files.size());
    log.files.push_back({name + number + ".jsonl", {}, 0});
    if (!people) log.trials.set_run("s" + number);
    for (const Record& record : records_of_plays(plays)) log.trials.add(record);
  }
  return log;
}

Evaluation measured_players(const std::vector<AgentLog>& logs) {
  Conventions conventions;
  conventions.resamples = 50;
  return evaluate(logs, conventions);
}

const std::vector<std::string> kDifferent{"abxy", "bbay", "yxxb"};
const std::vector<std::string> kCopied{"abxy", "bbay", "abxy"};

}  // namespace

TEST_CASE("runs that hold the same plays are named, and there are no intervals over runs") {
  const Evaluation different = measured_players({player("x", kDifferent)});
  CHECK(different.warnings.empty());
  CHECK(different.agents[0].measures.overall.mean("aus").interval);
  CHECK(different.agents[0].runs.mean[index_of("aus")]->interval);
  const Evaluation copied = measured_players({player("x", kCopied)});
  CHECK(copied.warnings ==
        std::vector<std::string>{"agent x: 2 of the runs hold the same plays, so there are no intervals and "
                                 "tests over them: run s0 (x0.jsonl), run s2 (x2.jsonl)"});
  const AgentMeasures& found = copied.agents[0];
  CHECK(found.measures.overall.mean("aus").mean);
  CHECK_FALSE(found.measures.overall.mean("aus").interval);
  CHECK_FALSE(found.measures.cells[0].value("cdt").interval);
  CHECK_FALSE(found.runs.mean[index_of("aus")]->interval);
  CHECK_FALSE(found.runs.iqm[index_of("aus")]->interval);
  CHECK(pass_rates(found.trials, 0.95).points.front().interval.high == 1);
}

TEST_CASE("a shot, a result or a final state that differs makes another run") {
  AgentLog same = player("x", {"abx", "abx"});
  CHECK(has_equal_units(same.trials));
  CHECK_FALSE(has_equal_units(player("x", {"abx", "aby"}).trials));
  CHECK_FALSE(has_equal_units(agent_log("x", trial("P|PP")).trials));
  std::vector<Record> other = records_of_plays("abx");
  other[4].shots[0].tap_ms = 300;
  same = player("x", {"abx"});
  same.trials.next_source({"plan"});
  same.trials.set_run("other");
  for (const Record& record : other) same.trials.add(record);
  CHECK_FALSE(has_equal_units(same.trials));
}

TEST_CASE("a copy that lacks a trial is a copy") {
  const Evaluation cut = measured_players({player("x", {"abxy", "abx"})});
  CHECK_FALSE(cut.agents[0].measures.overall.mean("aus").interval);
  REQUIRE(cut.warnings.size() == 1);
  CHECK_THAT(cut.warnings[0], Contains("2 of the runs hold the same plays"));
  CHECK(measured_players({player("x", {"abxyabxy", "abx"})}).warnings.size() == 1);
}

TEST_CASE("copied runs have no test against other agents") {
  const Evaluation evaluation =
      measured_players({player("x", kCopied), player("y", {"bbxy", "bbay", "ybbx"})});
  const Difference copied = compare_all(evaluation, kComparedMeasures)[0].differences[3];
  CHECK(copied.mean);
  CHECK_FALSE(copied.interval);
  CHECK_FALSE(copied.p);
  CHECK(copied.cells[0].p_holm == 1);
  const Evaluation fine = measured_players({player("x", kDifferent), player("y", {"bbxy", "bbay", "ybbx"})});
  CHECK(compare_all(fine, kComparedMeasures)[0].differences[3].p);
}

TEST_CASE("agents and people that hold the same plays are named") {
  const Evaluation agents =
      measured_players({player("x", {"abxy"}), player("y", {"ba", "abxy"}), player("z", {"yxba"})});
  CHECK(agents.warnings ==
        std::vector<std::string>{
            "2 agents hold the same plays, so they differ at most in what they say of novelty: "
            "x, run s0 (x0.jsonl); y, run s1 (y1.jsonl)"});
  const Evaluation people = measured_players({player("human", {"abx", "bax", "abx"}, true)});
  CHECK_THAT(people.warnings.at(0), Contains("agent human: 2 of the people hold the same plays") &&
                                        Contains(": human0.jsonl, human2.jsonl"));
  CHECK_FALSE(people.agents[0].measures.overall.mean("aus").interval);
  CHECK(measured_players({player("human", {"abx", "bax", "xab"}, true)}).warnings.empty());
}
