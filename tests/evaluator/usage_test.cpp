#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "evaluator/evaluation.h"
#include "evaluator/measures/detection.h"
#include "evaluator/record_io.h"
#include "evaluator/tables/tables.h"
#include "tests/evaluator/logs.h"

/// What playing cost: in records, as measures of trials, and in tables.
using namespace novphy;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const std::string kNormalTask =
    R"({"novelty":"a","scenario":"b","trial":0,"phase":"normal","task":0,"passed":false)";

Record with_usage(const std::string& json) {
  return record_from_line(kNormalTask + ",\"usage\":" + json + "}", "r.jsonl", 7);
}

std::string usage_error(const std::string& json) {
  try {
    with_usage(json);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

/// The trial's records, of which the i-th has shots[i] shots.
std::vector<Record> with_shots(std::vector<Record> records, const std::vector<std::size_t>& shots) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].shots.resize(shots.at(i));
    records[i].end = "birds_used";
  }
  return records;
}

/// The trial's records, of which the i-th has usages[i].
std::vector<Record> with_usages(std::vector<Record> records, const std::vector<PlayerUsage>& usages) {
  for (std::size_t i = 0; i < records.size(); ++i) records[i].usage = usages.at(i);
  return records;
}

CellMeasures only_cell(const std::vector<Record>& records) { return measure(records, {}).cells.at(0); }

const PlayerUsage kFirst{.calls = 4, .tokens_in = 3'000, .tokens_out = 100, .cost = 0.25, .wall_s = 10};
const PlayerUsage kSecond{.calls = 1, .tokens_in = 1'000, .tokens_out = 0, .cost = 0.125, .wall_s = 2};
const PlayerUsage kThird{.calls = 1, .tokens_in = 2'000, .tokens_out = 50, .cost = 0, .wall_s = 0};

}  // namespace

TEST_CASE("a record holds what its player spent, and only what is known of it") {
  Record record;
  record.novelty = "a";
  record.scenario = "b";
  CHECK(to_line(record) == kNormalTask + "}");
  record.usage = {.calls = 0, .tokens_in = 1'000'000'000'000, .cost = 0.1, .wall_s = 0};
  const std::string line = to_line(record);
  CHECK(line == kNormalTask + R"(,"usage":{"calls":0,"tokens_in":1000000000000,"cost":0.1,"wall_s":0}})");
  CHECK(record_from_line(line, "r", 1) == record);
  record.usage = {.tokens_out = 7};
  CHECK(to_line(record) == kNormalTask + R"(,"usage":{"tokens_out":7}})");
  CHECK(record_from_line(to_line(record), "r", 1).usage.tokens_in == std::nullopt);
  CHECK(with_usage("{}").usage == PlayerUsage{});
  record.usage = {.cost = std::numeric_limits<double>::infinity()};
  CHECK_THROWS_AS(to_line(record), std::invalid_argument);
}

TEST_CASE("a damaged number of usage is an error with file, line and place") {
  CHECK(usage_error(R"({"calls":-1})") ==
        "r.jsonl:7: /usage/calls: expected a whole number from 0 to 1e+06, found -1");
  CHECK_THAT(usage_error(R"({"calls":1.5})"), StartsWith("r.jsonl:7: /usage/calls: expected a whole number"));
  CHECK_THAT(usage_error(R"({"calls":1000001})"), StartsWith("r.jsonl:7: /usage/calls: expected"));
  for (const std::string number : {"-1", "0.5", "1000000000001", "1e300"})
    CHECK_THAT(usage_error("{\"tokens_in\":" + number + "}"),
               StartsWith("r.jsonl:7: /usage/tokens_in: expected a whole number from 0 to 1000000000000, "));
  CHECK_THAT(usage_error(R"({"tokens_out":"7"})"),
             StartsWith("r.jsonl:7: /usage/tokens_out: expected a number, found \"7\""));
  for (const std::string key : {"cost", "wall_s"})
    for (const std::string number : {"-0.1", "1e10", "null"})
      CHECK_THAT(usage_error("{\"" + key + "\":" + number + "}"),
                 StartsWith("r.jsonl:7: /usage/" + key + ": expected a number from 0 to 1e+09, found "));
  CHECK_THAT(usage_error(R"({"tokens":7})"), StartsWith("r.jsonl:7: /usage/tokens: unknown key"));
  CHECK_THAT(usage_error("7"), StartsWith("r.jsonl:7: /usage: expected an object"));
}

TEST_CASE("the first line names the model and its version where they are known") {
  Fingerprint print;
  print.agent = "x";
  CHECK(to_line(print) == R"({"format":1,"agent":"x"})");
  print.model = "m";
  print.model_version = "2";
  CHECK(to_line(print) == R"({"format":1,"agent":"x","model":"m","model_version":"2"})");
  CHECK(fingerprint_from_line(to_line(print), "r") == print);
}

TEST_CASE("a trial has adapted at the first of two consecutive passes, or n + 1 without such a pair") {
  const auto adapted = [](const std::vector<double>& passes) { return tasks_until_adapted(passes); };
  CHECK(adapted({1, 1, 0}) == 1);
  CHECK(adapted({0, 1, 0, 1, 1, 1}) == 4);
  CHECK(adapted({0, 0, 1}) == 4);
  CHECK(adapted({1, 0, 1, 0}) == 5);
  CHECK(adapted({0, 1, 1}) == 2);
  CHECK(adapted({1}) == 2);
  CHECK(adapted({}) == std::nullopt);
  const CellMeasures cell = only_cell(joined({trial("PP|FPPF", 0), trial("PP|FFFF", 1), trial("F|PPPP", 2)}));
  CHECK(*cell.value("adapted").mean == Approx((2 + 5 + 1) / 3.0));
  CHECK(only_cell(trial("P?|P?P?")).value("adapted").mean == std::nullopt);
  CHECK(only_cell(trial("P?|P?P?")).value("adapted").undefined == 0);
}

TEST_CASE("shots are those of novel tasks, in trials of which all are known") {
  const auto records = with_shots(trial("PP|FPF"), {9, 9, 3, 0, 2});
  CHECK(*only_cell(records).value("shots").mean == Approx(5.0 / 3));
  const auto other = with_shots(trial("P|PP", 1), {9, 1, 1});
  const CellValue both = only_cell(joined({with_shots(trial("P|PP"), {9, 2, 3}), other})).value("shots");
  CHECK((both.mean == (2.5 + 1) / 2 && both.trials == 2));
}

TEST_CASE("where a record does not tell how its task ended, its shots are not known, and never 0") {
  const CellValue none = only_cell(trial("P|PP")).value("shots");
  CHECK((!none.mean && none.trials == 0 && none.undefined == 0));
  auto stopped = with_shots(trial("P|PP"), {1, 1, 0});
  stopped[2].end = "agent_error";
  CHECK(only_cell(stopped).value("shots").mean == std::nullopt);
  auto gave_up = with_shots(trial("P|PF"), {1, 1, 0});
  gave_up[2].end = "no_shot";
  CHECK(only_cell(gave_up).value("shots").mean == 0.5);
  auto blank = with_shots(trial("P|PP?"), {1, 1, 1});
  CHECK(only_cell(blank).value("shots").mean == std::nullopt);
  const auto known = with_shots(trial("P|PP", 1), {1, 4, 4});
  const CellValue one = only_cell(joined({trial("P|PP"), known})).value("shots");
  CHECK((one.mean == 4.0 && one.trials == 1 && one.undefined == 0));
}

TEST_CASE("what a trial cost is the mean over its normal and novel tasks") {
  const CellMeasures cell = only_cell(with_usages(trial("P|PF"), {kFirst, kSecond, kThird}));
  CHECK(cell.value("calls").mean == 2.0);
  CHECK(cell.value("tokens_in").mean == 2'000.0);
  CHECK(cell.value("tokens_out").mean == 50.0);
  CHECK(cell.value("cost").mean == 0.125);
  CHECK(cell.value("wall_s").mean == 4.0);
}

TEST_CASE("a trial one of whose tasks does not tell a number has no mean of it, and no 0") {
  auto records = with_usages(trial("P|PF"), {kFirst, kSecond, kThird});
  records[1].usage.cost = std::nullopt;
  records[2].usage.wall_s = std::nullopt;
  const CellMeasures cell = only_cell(records);
  CHECK(cell.value("calls").mean == 2.0);
  for (const char* key : {"cost", "wall_s"}) {
    INFO(key);
    CHECK((!cell.value(key).mean && cell.value(key).undefined == 0 && cell.value(key).trials == 0));
  }
  records[2].usage = {};
  for (const std::string_view key : kUsageMeasures) CHECK_FALSE(only_cell(records).value(key).mean);
  for (const std::string_view key : kUsageMeasures) CHECK_FALSE(only_cell(trial("P|PF")).value(key).mean);
  const auto other = with_usages(trial("P|P", 1), {kFirst, kFirst});
  const CellValue one = only_cell(joined({trial("P|P"), other})).value("calls");
  CHECK((one.mean == 4.0 && one.trials == 1 && one.undefined == 0));
}

TEST_CASE("the order of records does not matter for what they cost") {
  std::vector<PlayerUsage> usages;
  for (int i = 0; i < 5; ++i) usages.push_back({.cost = 0.1 * i, .wall_s = 1.0 / (i + 3)});
  auto records = with_usages(trial("PP|FPF"), usages);
  const CellMeasures cell = only_cell(records);
  std::rotate(records.begin(), records.begin() + 3, records.end());
  for (const char* key : {"cost", "wall_s"})
    CHECK(only_cell(records).value(key).mean == cell.value(key).mean);
}

TEST_CASE("of a repeated task, the usage and the shots are those of the record that counts") {
  for (const Repeats repeats : {Repeats::kFirst, Repeats::kLast}) {
    Conventions conventions;
    conventions.repeats = repeats;
    TrialLogs logs(conventions);
    for (const Record& record :
         with_usages(with_shots(trial("P|PF"), {1, 1, 1}), {kSecond, kSecond, kSecond}))
      logs.add(record);
    Record again = with_usages(with_shots(trial("P|PF"), {1, 1, 3}), {{}, {}, {.calls = 7}})[2];
    logs.add(again);
    const CellMeasures cell = measure(logs, conventions).cells.at(0);
    const bool first = repeats == Repeats::kFirst;
    CHECK(cell.value("calls").mean == (first ? 1.0 : 3.0));
    CHECK(cell.value("cost").mean == (first ? std::optional(0.125) : std::nullopt));
    CHECK(cell.value("shots").mean == (first ? 1.0 : 2.0));
  }
}

TEST_CASE("tasks stay small, and their usage takes place only where it is told") {
  CHECK(sizeof(TaskMark) == 24);
  TrialLogs logs;
  for (const Record& record : trial("P|PPP")) logs.add(record);
  CHECK(logs.trials().begin()->second.usage.empty());
}

TEST_CASE(
    "the default table shows what playing cost where an agent tells it, and no other table a column of "
    "dashes") {
  const auto text_of = [](const std::vector<Record>& records, const Selection& selection) {
    const Evaluation evaluation = evaluate(std::vector{agent_log("a", records)}, {});
    return text_tables(evaluation.agents.front(), evaluation, selection);
  };
  const auto unknown = with_shots(trial("P|PF"), {1, 1, 1});
  auto known = with_usages(unknown, {kFirst, kSecond, kThird});
  known[0].usage.wall_s = std::nullopt;
  CHECK_THAT(text_of(unknown, default_selection()),
             !Contains("calls") && !Contains("tokens") && !Contains("cost") && !Contains("wall time"));
  CHECK_THAT(text_of(known, default_selection()),
             Contains("normal  calls  tokens in  tokens out  cost, $\n") &&
                 Contains("  2.00    2000.00       50.00   0.1250\n"));
  CHECK_THAT(text_of(unknown, parse_selection("ours")), Contains("shots") && !Contains("calls"));
  CHECK_THAT(text_of(trial("P|PF"), parse_selection("ours")), !Contains("shots") && Contains("adapted"));
  CHECK_THAT(text_of(unknown, parse_selection("ours,calls")), Contains("calls") && !Contains("cost"));
  const Evaluation evaluation = evaluate(std::vector{agent_log("a", unknown)}, {});
  CHECK_THAT(latex_tables(evaluation, default_selection()), !Contains("calls"));
}

TEST_CASE("CSV and JSON hold the measures of costs of every agent, empty and null where they are not known") {
  const Evaluation evaluation =
      evaluate(std::vector{agent_log("a", with_usages(trial("P|PF"), {kFirst, kSecond, kThird})),
                           agent_log("b", trial("P|PF"))},
               {});
  const std::string csv = csv_table(evaluation);
  CHECK_THAT(csv, Contains("\na,overall,,,cost,0.125,") && Contains("\nb,overall,,,cost,,"));
  const auto table = nlohmann::json::parse(json_table(evaluation));
  CHECK(table["agents"][0]["overall"]["measures"]["tokens_in"]["mean"] == 2'000.0);
  CHECK(table["agents"][1]["overall"]["measures"]["tokens_in"]["mean"].is_null());
}

TEST_CASE("tables name the model that played, without what controls a terminal") {
  AgentLog log = agent_log("a", trial("P|PF"));
  Fingerprint print;
  print.agent = "a";
  print.model = "m\x1b[31m";
  print.model_version = "2";
  log.files[0].fingerprint = print;
  const Evaluation evaluation = evaluate(std::vector{log}, {});
  CHECK(model_of(evaluation.agents[0]) == "m\x1b[31m 2");
  CHECK_THAT(text_tables(evaluation.agents[0], evaluation, default_selection()),
             Contains("Model: m\\x1b[31m 2.\n"));
  const auto run = nlohmann::json::parse(json_table(evaluation))["agents"][0]["runs"][0];
  CHECK((run["model"] == print.model && run["model_version"] == "2"));
}
