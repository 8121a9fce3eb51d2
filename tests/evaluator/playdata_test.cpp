#include "evaluator/playdata.h"

#include <catch2/catch.hpp>
#include <string>

#include "evaluator/csv.h"
#include "evaluator/record_io.h"
#include "tests/evaluator/scratch_file.h"

using namespace novphy;
using Catch::Matchers::Contains;

namespace {

const std::string kHeader =
    "EvaluationIndex,LevelIndex,Score,LevelStatus,birdsRemaining,pigsRemaining,birdsAtStart,pigsAtStart, "
    "trial,"
    "levelName,playStatus,informed,novelty,noveltyDetected";

std::string row(const std::string& score, const std::string& status, const std::string& level,
                const std::string& detected) {
  return "1,1," + score + "," + status + ",0,0,1,1,," + level + ",training,informed,basic," + detected;
}

std::string level(const std::string& folder, const std::string& type) {
  return R"(E:\Human Evaluation\Levels\novelty_level_)" + folder + R"(\type)" + type + "/Levels/00230.xml";
}

std::vector<Record> read(const std::string& content, int trial = 0) {
  const ScratchFile file(content);
  return read_playdata(file.path(), trial);
}

std::string error_of(const std::string& content) {
  try {
    read(content);
  } catch (const RecordError& error) {
    const std::string message = error.what();
    return message.substr(message.find(':'));
  }
  return "no error";
}

std::string error_of_row(const std::string& text) { return error_of(kHeader + "\r\n" + text + "\r\n"); }

}  // namespace

TEST_CASE("a row of play data is a record") {
  const auto records = read(kHeader + "\r\n" + row("5430", "Pass", level("2", "010203"), "yes") + "\r\n", 7);
  REQUIRE(records.size() == 1);
  const Record& record = records.front();
  CHECK(record.novelty == "agents");
  CHECK(record.scenario == "rolling");
  CHECK(record.trial == 7);
  CHECK(record.phase == Phase::kNovel);
  CHECK(record.task_template == "00230.xml");
  CHECK(record.passed);
  CHECK(record.score == 5430);
  CHECK(record.alarm == true);
  CHECK_FALSE(record.informed);
}

TEST_CASE("a byte order mark, LF, forward slashes, blank lines and no last line break do not matter") {
  const std::string name = "/levels/novelty_level_0/type010805/00001.xml";
  const auto records = read("\xEF\xBB\xBF" + kHeader + "\n\n" + row("0", "Fail", name, "no"));
  REQUIRE(records.size() == 1);
  CHECK(records[0].novelty == "events");
  CHECK(records[0].scenario == "sliding");
  CHECK(records[0].phase == Phase::kNormal);
  CHECK_FALSE(records[0].passed);
  CHECK(records[0].alarm == false);
}

TEST_CASE("tasks are numbered within their type, normal ones first") {
  const auto records = read(kHeader + "\n" + row("1", "Pass", level("1", "010101"), "no") + "\n" +
                            row("2", "Pass", level("0", "010805"), "no") + "\n" +
                            row("3", "Pass", level("0", "010101"), "no") + "\n");
  REQUIRE(records.size() == 3);
  CHECK(records[0].score == 3);
  CHECK(records[0].task == 0);
  CHECK(records[1].score == 1);
  CHECK(records[1].task == 1);
  CHECK(records[2].score == 2);
  CHECK(records[2].task == 0);
}

TEST_CASE("a blank result is no result") {
  const auto records = read(kHeader + "\n" + row("", "", level("1", "010101"), "yes") + "\n");
  CHECK(records.at(0).no_result);
  CHECK(records.at(0).alarm == true);
}

TEST_CASE("damaged play data are an error with line and column") {
  const std::string good = level("1", "010101");
  CHECK(error_of_row(row("1", "Pass", good, "no")) == "no error");
  CHECK(error_of_row(row("x", "Pass", good, "no")) == ":2: Score: found \"x\", expected a whole number");
  CHECK(error_of_row(row("1", "Won", good, "no")) == ":2: LevelStatus: found \"Won\", expected Pass or Fail");
  CHECK(error_of_row(row("1", "Pass", good, "")) == ":2: noveltyDetected: found \"\", expected yes or no");
  CHECK_THAT(error_of_row(row("1", "Pass", "00230.xml", "no")), Contains(":2: levelName: found"));
  CHECK_THAT(error_of_row(row("1", "Pass", level("1", "010901"), "no")), Contains("a novelty from 01 to 08"));
  CHECK_THAT(error_of_row(row("1", "Pass", level("1", "010106"), "no")),
             Contains("a scenario from 01 to 05"));
  CHECK_THAT(error_of_row(row("1", "Pass", level("1", "0101"), "no")), Contains("a path such as"));
  CHECK_THAT(error_of_row(row("1", "Pass", level("3", "010101"), "no")),
             Contains("the novelty level of its"));
  CHECK_THAT(error_of_row("1,2,3"), Contains(":2: found 3 cells, expected 14"));
  CHECK_THAT(error_of_row(std::string(200'000, '\\')), Contains(":2: found 1 cells"));
  CHECK_THAT(error_of("Score,LevelStatus,levelName\n"), Contains("\"noveltyDetected\" is missing"));
  CHECK_THAT(error_of("Score,Score\n"), Contains("\"Score\" stands twice"));
  CHECK_THAT(error_of(""), Contains("empty"));
  CHECK_THROWS_AS(read_playdata("no/such/file.csv"), RecordError);
}

TEST_CASE("play data are told by their header") {
  CHECK(is_playdata(ScratchFile(kHeader + "\r\n").path()));
  CHECK_FALSE(is_playdata(ScratchFile("{\"format\":1,\"agent\":\"levelName\"}\n").path()));
  CHECK_FALSE(is_playdata("no/such/file"));
}

TEST_CASE("CSV cells are quoted where they must be, and read back") {
  for (const std::string text : {"plain", "a,b", "say \"so\"", "", "\"", ","})
    CHECK(split_csv("x," + csv_cell(text) + ",y") == std::vector<std::string>{"x", text, "y"});
  CHECK(csv_cell("plain") == "plain");
}
