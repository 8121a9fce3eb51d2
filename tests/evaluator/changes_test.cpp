#include "evaluator/changes.h"

#include <catch2/catch.hpp>

#include "evaluator/tables/tables.h"
#include "tests/evaluator/logs.h"

using namespace novphy;

namespace {

/// The records of a trial whose novelty begins at every odd bar and ends at every even one.
std::vector<Record> changing_trial(std::string_view letters, int number, bool numbered = true) {
  std::vector<Record> records = trial(letters, number);
  auto record = records.begin();
  int bars = 0;
  for (const char letter : letters) {
    if (letter == '|') ++bars;
    if (letter != 'P' && letter != 'F') continue;
    record->phase = bars % 2 == 1 ? Phase::kNovel : Phase::kNormal;
    if (record->phase == Phase::kNovel && numbered) record->change = (bars + 1) / 2;
    ++record;
  }
  return records;
}

AgentLog changing_log(bool numbered = true) {
  AgentLog log{"a", {{"a.jsonl", {}, 0}}, TrialLogs()};
  log.trials.next_source({.plan = "plan", .planned_novel = 5, .spans = true});
  for (const auto& records :
       {changing_trial("PF|FP!P!|P!P|FF!|P", 0, numbered), changing_trial("PP|PPP|PP!|PP|P", 1, numbered)})
    for (const Record& record : records) log.trials.add(record);
  return log;
}

std::optional<double> mean_of(const Evaluation& evaluation, const char* key) {
  return evaluation.agents.at(0).measures.cells.at(0).value(key).mean;
}

}  // namespace

TEST_CASE("measures at each change are those worked out by hand") {
  const AgentLog log = changing_log();
  const auto changes = at_each_change(std::span(&log, 1), {});
  REQUIRE(changes.size() == 2);
  const auto check = [&](std::size_t change, Evaluation ChangeMeasures::*of, const char* key, double value) {
    CAPTURE(change, key);
    const auto mean = mean_of(changes[change].*of, key);
    REQUIRE(mean);
    CHECK(*mean == Approx(value));
  };
  check(0, &ChangeMeasures::all, "cdt", 0.5);  // the first trial; the second has no alarm
  check(0, &ChangeMeasures::all, "dd", 2);
  check(0, &ChangeMeasures::all, "wdt", 0);
  check(0, &ChangeMeasures::all, "missed", 0.5);
  check(0, &ChangeMeasures::all, "normal", 0.75);  // (1/2 + 1) / 2
  check(0, &ChangeMeasures::first, "aus", 0.75);   // m = 2: (1/2 + 1) / 2
  check(0, &ChangeMeasures::all, "aus", 5.0 / 6);  // (2/3 + 1) / 2
  check(0, &ChangeMeasures::all, "ap", 1);
  check(0, &ChangeMeasures::end, "aus", 1);
  check(0, &ChangeMeasures::end, "recall", 0.5);  // an alarm that lasts, and one that begins
  check(1, &ChangeMeasures::all, "cdt", 0.5);     // the lasting alarm counts neither way
  check(1, &ChangeMeasures::all, "dd", 2);
  check(1, &ChangeMeasures::all, "wdt", 0.5);
  check(1, &ChangeMeasures::all, "missed", 0);
  check(1, &ChangeMeasures::all, "normal", 1);
  check(1, &ChangeMeasures::first, "aus", 0.5);
  check(1, &ChangeMeasures::all, "aus", 0.5);
  check(1, &ChangeMeasures::all, "ap", 0.5);
  check(1, &ChangeMeasures::end, "aus", 1);
  check(1, &ChangeMeasures::end, "recall", 0);
}

TEST_CASE("the table of changes has a row for each change and cell") {
  const AgentLog log = changing_log();
  const std::string text = text_table(at_each_change(std::span(&log, 1), {}), false);
  CHECK(text.find("At each change") != std::string::npos);
  CHECK(text.find("2       objects") != std::string::npos);
  CHECK(text.find("overall") != std::string::npos);
  const std::string csv = csv_table(at_each_change(std::span(&log, 1), {}));
  CHECK(csv.find("a,change,objects,rolling,first,0.75,") != std::string::npos);
}

TEST_CASE("without numbers of changes, they are counted") {
  const AgentLog log = changing_log(false);
  CHECK(last_change(std::span(&log, 1)) == 2);
  CHECK(mean_of(at_each_change(std::span(&log, 1), {})[1].all, "wdt") == 0.5);
}

TEST_CASE("measures of one change refuse trials of several") {
  const AgentLog log = changing_log();
  CHECK_FALSE(have_one_change(std::span(&log, 1)));
  CHECK_THROWS_WITH(evaluate(std::span(&log, 1), {}),
                    "objects rolling, trial 0: its novelty ends or begins again, and measures are of one "
                    "change: expected --at-change K");
  const AgentLog first = at_change(log, 1);
  CHECK(have_one_change(std::span(&first, 1)));
  CHECK(*mean_of(evaluate(std::span(&first, 1), {}), "aus") == Approx(5.0 / 6));
}

TEST_CASE("a trial cut at its first change is the trial that ends there") {
  AgentLog log = agent_log("a", joined({trial("PFP|FP!P", 0), trial("PP|FFF", 1)}));
  const AgentLog cut = at_change(log, 1);
  CHECK(json_table(evaluate(std::span(&cut, 1), {})) == json_table(evaluate(std::span(&log, 1), {})));
}

TEST_CASE("two novelties without a normal task between are two changes") {
  std::vector<Record> records = changing_trial("P|FP!PF!", 0);
  records[3].change = records[4].change = 2;
  AgentLog log{"a", {{"a.jsonl", {}, 0}}, TrialLogs()};
  log.trials.next_source({.plan = "plan", .spans = true});
  for (const Record& record : records) log.trials.add(record);
  const auto changes = at_each_change(std::span(&log, 1), {});
  REQUIRE(changes.size() == 2);
  CHECK(mean_of(changes[0].all, "dd") == 2.0);
  CHECK(mean_of(changes[1].all, "dd") == 2.0);
  CHECK_FALSE(mean_of(changes[1].all, "normal"));
  CHECK(changes[0].end.agents[0].trials.rows.empty());
}

TEST_CASE("an incomplete trial is incomplete at each change that it has") {
  AgentLog log = changing_log();
  for (const Record& record : changing_trial("PP|PP", 2)) log.trials.add(record);
  const auto changes = at_each_change(std::span(&log, 1), {});
  CHECK(changes[0].all.agents[0].measures.cells[0].incomplete == 1);
  CHECK(changes[0].all.agents[0].measures.cells[0].trials == 2);
  CHECK(changes[1].all.agents[0].measures.cells[0].incomplete == 0);
}

TEST_CASE("records whose plan has no spans still refuse a normal task after a novel one") {
  AgentLog log{"a", {}, TrialLogs()};
  log.trials.next_source({.plan = "plan"});
  const std::vector<Record> records = changing_trial("P|P|P", 0);
  log.trials.add(records[0]);
  log.trials.add(records[1]);
  CHECK_THROWS_AS(log.trials.add(records[2]), std::invalid_argument);
}

TEST_CASE("a notice of the change stands in every table") {
  const AgentLog log = changing_log();
  const AgentLog second = at_change(log, 2);
  Conventions conventions;
  conventions.at_change = 2;
  const Evaluation evaluation = evaluate(std::span(&second, 1), conventions);
  const std::string notice = "Change 2 of each trial alone";
  Selection selection = default_selection();
  CHECK(text_tables(evaluation.agents[0], evaluation, selection).find(notice) != std::string::npos);
  CHECK(csv_table(evaluation).find(notice) != std::string::npos);
  CHECK(json_table(evaluation).find(notice) != std::string::npos);
  CHECK(latex_tables(evaluation, selection).find(notice) != std::string::npos);
}
