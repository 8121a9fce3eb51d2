#include "evaluator/input/results_csv.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/evaluator/results_text.h"

using namespace novphy;
using namespace novphy::test;

namespace {

const std::string kTrueWords =
    "1, 1.0, true, yes, pass, passed, win, won, success, or one of 0, 0.0, false, no, fail, failed, loss, "
    "lost, "
    "failure, in capital or small letters";

/// The record of a file with one row and with these columns behind the required columns.
Record record_with(const std::string& columns, const std::string& cells) {
  return results(kTableHead + "," + columns + "\na,objects,rolling,0,novel,1," + cells + "\n").at(0).record;
}

std::string error_with(const std::string& column, const std::string& cell) {
  return results_error(kTableHead + "," + column + "\na,objects,rolling,0,novel,1," + cell + "\n");
}

std::vector<int> tasks(const std::vector<ResultRow>& rows) {
  std::vector<int> found;
  for (const ResultRow& row : rows) found.push_back(row.record.task);
  return found;
}

}  // namespace

TEST_CASE("results need six columns, everything else has its default") {
  const auto rows = results(kTableHead + "\nmy agent,ice,loops,3,normal,1\n");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].agent == "my agent");
  CHECK_FALSE(rows[0].score);
  Record expected;
  expected.novelty = "ice";
  expected.scenario = "loops";
  expected.trial = 3;
  expected.passed = true;
  CHECK(rows[0].record == expected);
}

TEST_CASE("every column of results says what it should, in any order, others are ignored") {
  const auto rows = results(
      "passed,note,control,informed,alarm,novelty_threshold,novelty_probability,score,task,phase,trial,"
      "scenario,novelty,agent\n"
      "0,hello,1,1,0,0.4,0.25,-12.5,7,novel,2,rolling,objects,a\n");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].score == -12.5);
  Record expected;
  expected.novelty = "objects";
  expected.scenario = "rolling";
  expected.trial = 2;
  expected.phase = Phase::kNovel;
  expected.task = 7;
  expected.novelty_probability = 0.25;
  expected.novelty_threshold = 0.4;
  expected.alarm = false;
  expected.informed = true;
  expected.control = true;
  CHECK(rows[0].record == expected);
}

TEST_CASE("a table may tell shots and what playing cost, and an empty cell is not known") {
  const std::string columns = "shots,calls,tokens_in,tokens_out,cost,wall_s";
  const auto row = [&](const std::string& cells) {
    return results(kTableHead + "," + columns + "\na,objects,rolling,0,novel,1," + cells + "\n").at(0);
  };
  const ResultRow full = row("3,12,2e4,0,0.25,61.5");
  CHECK(full.shots == 3);
  CHECK(full.record.usage ==
        PlayerUsage{.calls = 12, .tokens_in = 20'000, .tokens_out = 0, .cost = 0.25, .wall_s = 61.5});
  CHECK(full.record.shots.empty());
  for (const char* cells : {",,,,,", "NA,NaN,,None,,"}) {
    const ResultRow none = row(cells);
    CHECK((!none.shots && none.record.usage == PlayerUsage{}));
  }
  CHECK(error_with("shots", "1.5") == ":2: shots: found \"1.5\", expected a whole number from 0 to 999999");
  CHECK(error_with("calls", "-1") == ":2: calls: found \"-1\", expected a whole number from 0 to 1000000");
  CHECK(error_with("tokens_in", "1e13") ==
        ":2: tokens_in: found \"1e13\", expected a whole number from 0 to 1000000000000");
  CHECK(error_with("cost", "-0.5") == ":2: cost: found \"-0.5\", expected 0 to 1000000000");
  CHECK(error_with("wall_s", "1e10") == ":2: wall_s: found \"1e10\", expected 0 to 1000000000");
}

TEST_CASE("without a column task the rows of a trial count, each agent's and each cell's for themselves") {
  const auto rows = results(kTableHead +
                            "\na,ice,x,0,normal,1\n"
                            "b,ice,x,0,normal,1\n"
                            "a,ice,x,1,normal,1\n"
                            "a,ice,x,0,novel,1\n"
                            "a,ice,y,0,normal,1\n"
                            "a,fan,x,0,normal,1\n"
                            "a,ice,x,0,novel,1\n");
  CHECK(tasks(rows) == std::vector{0, 0, 0, 1, 0, 0, 2});
}

TEST_CASE("control trials count their tasks apart") {
  const auto rows = results(kTableHead + ",control\na,ice,x,0,normal,1,0\na,ice,x,0,normal,1,1\n");
  CHECK(tasks(rows) == std::vector{0, 0});
}

TEST_CASE("a column task is taken as it stands") {
  const auto rows = results(kTableHead + ",task\na,ice,x,0,novel,1,5\na,ice,x,0,normal,1,0\n");
  CHECK(tasks(rows) == std::vector{5, 0});
}

TEST_CASE("a score is any number") {
  const auto rows = results(
      kTableHead + ",score\na,ice,x,0,normal,1,-0.125\na,ice,x,0,normal,1,1e6\na,ice,x,0,normal,1,\n");
  CHECK(rows.at(0).score == -0.125);
  CHECK(rows.at(1).score == 1'000'000);
  CHECK_FALSE(rows.at(2).score);
}

TEST_CASE("a blank pass is no result") {
  const auto rows = results(kTableHead + "\na,ice,x,0,normal,\na,ice,x,0,normal,0\n");
  CHECK(rows.at(0).record.no_result);
  CHECK_FALSE(rows.at(0).record.passed);
  CHECK_FALSE(rows.at(1).record.no_result);
  CHECK_FALSE(rows.at(1).record.passed);
}

TEST_CASE("a blank alarm leaves the verdict to the probability") {
  CHECK(record_with("alarm", "1").alarm == true);
  CHECK(record_with("alarm", "0").alarm == false);
  CHECK(record_with("alarm", "").alarm == std::nullopt);
  CHECK(record_with("novelty_probability", "1").novelty_probability == 1.0);
  CHECK(record_with("novelty_probability", "").novelty_probability == 0.0);
  CHECK(record_with("novelty_threshold", "0").novelty_threshold == 0.0);
  CHECK(record_with("novelty_threshold", "").novelty_threshold == std::nullopt);
}

TEST_CASE("yes and no, true and false are 1 and 0") {
  CHECK(record_with("informed", "yes").informed);
  CHECK(record_with("informed", "true").informed);
  CHECK_FALSE(record_with("informed", "no").informed);
  CHECK_FALSE(record_with("informed", "false").informed);
  CHECK_FALSE(record_with("informed", "").informed);
}

TEST_CASE("a name in quotes holds commas and quotes") {
  const auto rows = results(kTableHead + "\n\"planner, \"\"deep\"\"\",\"ice, thin\",\"x\",0,normal,1\n");
  CHECK(rows.at(0).agent == "planner, \"deep\"");
  CHECK(rows.at(0).record.novelty == "ice, thin");
  CHECK(rows.at(0).record.scenario == "x");
}

TEST_CASE("a byte order mark, CRLF, blanks in the header and empty lines do not matter to results") {
  const std::string content =
      "\xEF\xBB\xBF"
      "agent, novelty ,scenario,trial,phase, passed\r\n\r\na,ice,x,0,normal,1\r\na,ice,x,0,novel,0";
  const auto rows = results(content);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].record.passed);
  CHECK(rows[1].record.phase == Phase::kNovel);
  CHECK(is_results_csv(csv_header(ScratchFile(content).path())));
}

TEST_CASE("the visitor hears in which line a row stands") {
  const ScratchFile file(kTableHead + "\n\na,ice,x,0,normal,1\n");
  std::vector<int> lines;
  read_results_csv(LineReader(file.path()), [&](const ResultRow&, int line) { lines.push_back(line); });
  CHECK(lines == std::vector<int>{3});
}

TEST_CASE("damaged results are an error with line and column") {
  CHECK(results_row_error("a,ice,x,0,normal,1") == "no error");
  CHECK(results_row_error(",ice,x,0,normal,1") == ":2: agent: found \"\", expected a name");
  CHECK(results_row_error("a,,x,0,normal,1") == ":2: novelty: found \"\", expected a name");
  CHECK(results_row_error("a,ice,,0,normal,1") == ":2: scenario: found \"\", expected a name");
  CHECK(results_row_error("a,ice,x,one,normal,1") == ":2: trial: found \"one\", expected a number");
  CHECK(results_row_error("a,ice,x,,normal,1") == ":2: trial: found \"\", expected a number");
  CHECK(results_row_error("a,ice,x,1e999,normal,1") == ":2: trial: found \"1e999\", expected a number");
  CHECK(results_row_error("a,ice,x,0.5,normal,1") ==
        ":2: trial: found \"0.5\", expected a whole number from 0 to 999999");
  CHECK(results_row_error("a,ice,x,-1,normal,1") ==
        ":2: trial: found \"-1\", expected a whole number from 0 to 999999");
  CHECK(results_row_error("a,ice,x,1e300,normal,1") ==
        ":2: trial: found \"1e300\", expected a whole number from 0 to 999999");
  CHECK(results_row_error("a,ice,x,0,training,1") ==
        ":2: phase: found \"training\", expected one of novel, novelty, or one of normal, "
        "non-novelty-performance, in capital or small letters");
  CHECK(results_row_error("a,ice,x,0,normal,2") == ":2: passed: found \"2\", expected one of " + kTrueWords);
  CHECK(error_with("task", "") == ":2: task: found \"\", expected a number");
  CHECK(error_with("task", "1000000") ==
        ":2: task: found \"1000000\", expected a whole number from 0 to 999999");
  CHECK(error_with("score", "many") == ":2: score: found \"many\", expected a number");
  CHECK(error_with("score", "inf") == ":2: score: found \"inf\", expected a number");
  CHECK(error_with("novelty_probability", "1.01") ==
        ":2: novelty_probability: found \"1.01\", expected 0 to 1");
  CHECK(error_with("novelty_probability", "-0.1") ==
        ":2: novelty_probability: found \"-0.1\", expected 0 to 1");
  CHECK(error_with("novelty_threshold", "1.01") == ":2: novelty_threshold: found \"1.01\", expected 0 to 1");
  CHECK(error_with("alarm", "0.5") == ":2: alarm: found \"0.5\", expected one of " + kTrueWords);
  CHECK(error_with("informed", "2") ==
        ":2: informed: found \"2\", expected one of 1, 1.0, true, yes, informed, known, or one of 0, 0.0, "
        "false, no, uninformed, unknown, in capital or small letters");
  CHECK(error_with("control", "maybe") == ":2: control: found \"maybe\", expected one of " + kTrueWords);
}

TEST_CASE("the error's line is the row's") {
  CHECK(results_error(kTableHead + "\na,ice,x,0,normal,1\n\na,ice,x,0,later,1\n") ==
        ":4: phase: found \"later\", expected one of novel, novelty, or one of normal, "
        "non-novelty-performance, in capital or small letters");
}

TEST_CASE("results with missing columns or cells are refused") {
  CHECK(results_error("agent,novelty,scenario,phase,passed\n") ==
        ":1: the column \"trial\" is missing: expected it, trial_num, trial_number, trial_index, or another "
        "column that --columns trial=NAME names");
  CHECK(results_error("agent,novelty,trial,phase,alarm\n") ==
        ":1: the column \"passed\" is missing: expected it, pass, success, or another column that --columns "
        "passed=NAME names; or the column \"score\"");
  CHECK(results_error("agent,novelty,scenario,trial,phase,passed,agent\n") ==
        ":1: the column \"agent\" stands twice");
  CHECK(results_row_error("a,ice,x,0,normal") == ":2: found 5 cells, expected 6");
  CHECK(results_row_error("a,ice,x,0,normal,1,1") == ":2: found 7 cells, expected 6");
  CHECK(results_error("") == ": empty, expected a table with a header");
  CHECK_THROWS_WITH(read_results_csv(LineReader("no/such.csv"), [](const ResultRow&, int) {}),
                    "no/such.csv: cannot be read: No such file or directory");
}

TEST_CASE("rows of one trial that say different things about the trial are an error that names both") {
  const std::string header = kTableHead + ",informed,trial_id,novelty_subtype\n";
  CHECK(results_error(header + "a,ice,x,0,normal,1,0,t0,0\na,ice,x,0,novel,1,0,t0,1\n"
                               "a,ice,x,0,normal,1,1,t1,0\nb,ice,x,0,normal,1,0,t2,0\n") == "no error");
  CHECK(results_error(header + "a,ice,x,0,normal,1,0,t0,0\na,ice,x,0,normal,1,0,t1,0\n") ==
        ":3: trial_id: found \"t1\", but \"t0\" in line 2 of the same trial (ice x, trial 0): expected one "
        "value in a trial; --columns novelty=trial_id or scenario=trial_id makes it a name");
}

TEST_CASE("a trial that begins again without a column task is an error, or one more try") {
  const std::string twice =
      kTableHead + "\na,ice,x,0,normal,1\na,ice,x,0,novel,1\na,ice,x,0,normal,0\na,ice,x,0,novel,0\n";
  CHECK(results_error(twice) ==
        ":4: a normal task of ice x, trial 0, after the novel task in line 3: expected all normal tasks of a "
        "trial before its novel tasks, or --repeats first or last where the trial was played again");
  const ScratchFile file(twice);
  std::vector<int> found;
  read_results_csv(LineReader(file.path()),
                   [&](const ResultRow& row, int) { found.push_back(row.record.task); },
                   {{}, Repeats::kFirst});
  CHECK(found == std::vector{0, 1, 0, 1});
}

TEST_CASE("results are told by their columns phase and passed") {
  CHECK(is_results_csv(csv_header(ScratchFile(kTableHead).path())));
  CHECK_FALSE(is_results_csv(csv_header(ScratchFile("agent,phase\n").path())));
  CHECK_FALSE(is_results_csv(csv_header(ScratchFile("{\"phase\":1,\"passed\":true}\n").path())));
  CHECK_FALSE(is_results_csv(csv_header("no/such.csv")));
}
