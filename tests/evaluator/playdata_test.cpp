#include "evaluator/input/playdata.h"

#include <catch2/catch.hpp>
#include <string>

#include "evaluator/record_io.h"
#include "evaluator/trial_log.h"
#include "tests/evaluator/scratch_file.h"

using namespace novphy;
using Catch::Matchers::Contains;

namespace {

const std::string kPlaydataHeader =
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

std::vector<Record> played(const std::string& content, int trial = 0) {
  const ScratchFile file(content);
  return read_playdata(file.path(), trial);
}

PlaydataRow row_of(Phase phase, int task, bool passed, bool alarm) {
  PlaydataRow row{
      .record = {}, .trial = 3, .birds_at_start = 4, .pigs_at_start = 2, .birds_left = 1, .pigs_left = 1};
  row.record.novelty = "agents";
  row.record.scenario = "rolling";
  row.record.phase = phase;
  row.record.task = task;
  row.record.variation = 230;
  row.record.passed = passed;
  row.record.score = 5430;
  row.record.novelty_probability = alarm ? 1 : 0;
  return row;
}

std::string playdata_error(const std::string& content) {
  try {
    played(content);
  } catch (const InputError& error) {
    const std::string message = error.what();
    return message.substr(message.find(':'));
  }
  return "no error";
}

std::string playdata_row_error(const std::string& text) {
  return playdata_error(kPlaydataHeader + "\r\n" + text + "\r\n");
}

}  // namespace

TEST_CASE("a row of play data is a record") {
  const auto records =
      played(kPlaydataHeader + "\r\n" + row("5430", "Pass", level("2", "010203"), "yes") + "\r\n", 7);
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
  const auto records = played("\xEF\xBB\xBF" + kPlaydataHeader + "\n\n" + row("0", "Fail", name, "no"));
  REQUIRE(records.size() == 1);
  CHECK(records[0].novelty == "events");
  CHECK(records[0].scenario == "sliding");
  CHECK(records[0].phase == Phase::kNormal);
  CHECK_FALSE(records[0].passed);
  CHECK(records[0].alarm == false);
}

TEST_CASE("tasks are numbered within their type, normal ones first") {
  const auto records = played(kPlaydataHeader + "\n" + row("1", "Pass", level("1", "010101"), "no") + "\n" +
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

TEST_CASE("the shots of a person are the birds at the start less those that remain") {
  const auto tasks = [](const std::vector<std::string>& birds, std::vector<std::string>* warnings = nullptr) {
    std::string text = kPlaydataHeader + "\n";
    for (const std::string& each : birds) {
      const auto comma = each.find(',');
      text += "1,1,5,Pass," + each.substr(comma + 1) + ",0," + each.substr(0, comma) + ",1,," +
              level("1", "010101") + ",training,informed,basic,no\n";
    }
    const ScratchFile file(text);
    std::vector<std::optional<int>> shots;
    for (const PersonTask& task : read_person_tasks(LineReader(file.path()), 0, warnings))
      shots.push_back(task.shots);
    return shots;
  };
  using Shots = std::vector<std::optional<int>>;
  CHECK(tasks({"3,1", "1,0", "2,2"}) == Shots{2, 1, 0});
  CHECK(tasks({",", "3,", ",1", "0,0"}) == Shots(4));
  std::vector<std::string> warnings;
  CHECK(tasks({"1,2", "x,1", "2,-1", "2,1"}, &warnings) == Shots{{}, {}, {}, 1});
  std::erase_if(warnings,
                [](const std::string& text) { return text.find("EvaluationIndex") != std::string::npos; });
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0],
             Contains(":2: birdsAtStart 1 and birdsRemaining 2: the number of shots is not known"));
  const ScratchFile without("Score,LevelStatus,levelName,noveltyDetected\n5,Pass," + level("1", "010101") +
                            ",no\n");
  CHECK(read_person_tasks(LineReader(without.path())).at(0).shots == std::nullopt);
}

TEST_CASE("a blank result is no result") {
  const auto records = played(kPlaydataHeader + "\n" + row("", "", level("1", "010101"), "yes") + "\n");
  CHECK(records.at(0).no_result);
  CHECK(records.at(0).alarm == true);
}

TEST_CASE("damaged play data are an error with line and column") {
  const std::string good = level("1", "010101");
  CHECK(playdata_row_error(row("1", "Pass", good, "no")) == "no error");
  CHECK(playdata_row_error(row("x", "Pass", good, "no")) ==
        ":2: Score: found \"x\", expected a whole number");
  CHECK(playdata_row_error(row("1", "Won", good, "no")) ==
        ":2: LevelStatus: found \"Won\", expected Pass or Fail");
  CHECK(playdata_row_error(row("1", "Pass", good, "")) ==
        ":2: noveltyDetected: found \"\", expected yes or no");
  CHECK_THAT(playdata_row_error(row("1", "Pass", "00230.xml", "no")), Contains(":2: levelName: found"));
  CHECK_THAT(playdata_row_error(row("1", "Pass", level("1", "010901"), "no")),
             Contains("a novelty from 01 to 08"));
  CHECK_THAT(playdata_row_error(row("1", "Pass", level("1", "010106"), "no")),
             Contains("a scenario from 01 to 05"));
  CHECK_THAT(playdata_row_error(row("1", "Pass", level("1", "0101"), "no")), Contains("a path such as"));
  CHECK_THAT(playdata_row_error(row("1", "Pass", level("3", "010101"), "no")),
             Contains("the novelty level of its"));
  CHECK_THAT(playdata_row_error("1,2,3"), Contains(":2: found 3 cells, expected 14"));
  CHECK_THAT(playdata_row_error(std::string(200'000, '\\')), Contains(":2: found 1 cell"));
  CHECK_THAT(playdata_error("Score,LevelStatus,levelName\n"), Contains("\"noveltyDetected\" is missing"));
  CHECK_THAT(playdata_error("Score,Score\n"), Contains("\"Score\" stands twice"));
  CHECK_THAT(playdata_error(""), Contains("empty"));
  CHECK_THROWS_AS(read_playdata("no/such/file.csv"), InputError);
}

TEST_CASE("play data are told by their header") {
  CHECK(is_playdata(csv_header(ScratchFile(kPlaydataHeader + "\r\n").path())));
  CHECK_FALSE(is_playdata(csv_header(ScratchFile("{\"format\":1,\"agent\":\"levelName\"}\n").path())));
  CHECK_FALSE(is_playdata(csv_header("no/such/file")));
}

TEST_CASE("play data are written as the published files are") {
  const std::vector<PlaydataRow> rows{row_of(Phase::kNormal, 0, true, false),
                                      row_of(Phase::kNovel, 1, false, true)};
  CHECK(write_playdata(rows) ==
        kPlaydataHeader +
            "\r\n1,1,5430,Pass,1,1,4,2,3,novelty_level_0/type010203/Levels/00230_0_1_010203_0_3.xml,"
            "training,uninformed,basic,no"
            "\r\n2,2,5430,Fail,1,1,4,2,3,novelty_level_2/type010203/Levels/00230_0_1_010203_2_3.xml,"
            "training,uninformed,novel,yes\r\n");
}

TEST_CASE("play data that are written are read back") {
  std::vector<PlaydataRow> rows{row_of(Phase::kNormal, 0, true, true), row_of(Phase::kNovel, 1, false, false),
                                row_of(Phase::kNovel, 2, true, true)};
  rows[1].record.no_result = true;
  rows[2].record.alarm = false;
  const auto records = played(write_playdata(rows), 7);
  REQUIRE(records.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Record& written = rows[i].record;
    CHECK(records[i].novelty == written.novelty);
    CHECK(records[i].scenario == written.scenario);
    CHECK(records[i].trial == 7);
    CHECK(records[i].phase == written.phase);
    CHECK(records[i].task == written.task);
    CHECK(records[i].no_result == written.no_result);
    CHECK(records[i].alarm == is_alarm(written, AlarmRule{}));
    if (written.no_result) continue;
    CHECK(records[i].passed == written.passed);
    CHECK(records[i].score == written.score);
  }
}

TEST_CASE("play data without rows are play data") {
  const ScratchFile file(write_playdata({}));
  CHECK(is_playdata(csv_header(file.path())));
  CHECK(read_playdata(file.path()).empty());
}

TEST_CASE("play data have no name for other novelties, scenarios and phases") {
  PlaydataRow row = row_of(Phase::kNovel, 0, true, true);
  CHECK(has_playdata_name(row.record));
  row.record.phase = Phase::kCalibration;
  CHECK_THROWS_WITH(write_playdata({&row, 1}), Contains("normal and novel"));
  row.record.novelty = "my_own";
  CHECK_FALSE(has_playdata_name(row.record));
  CHECK_THROWS_WITH(write_playdata({&row, 1}), Contains("my_own rolling"));
}

TEST_CASE("a row of play data that stands twice and a normal task after a novel one are warned of") {
  const std::string normal = row("1", "Pass", level("0", "010203"), "no");
  const std::string novel = row("1", "Pass", level("2", "010203"), "yes");
  const auto warnings_of = [](const std::vector<std::string>& rows) {
    std::string text = kPlaydataHeader + "\r\n";
    int index = 0;
    for (const std::string& each : rows)
      text += (each.empty() ? rows.front() : std::to_string(++index) + each.substr(1)) + "\r\n";
    const ScratchFile file(text);
    std::vector<std::string> warnings;
    read_playdata(file.path(), 0, &warnings);
    for (std::string& warning : warnings) warning = warning.substr(file.path().size());
    return warnings;
  };
  CHECK(warnings_of({normal, novel, novel}).empty());
  CHECK(warnings_of({normal, novel, ""}) ==
        std::vector<std::string>{
            ":4: EvaluationIndex 1 stands in line 2, too: a row may be repeated, both count",
            ":4: a normal task of type010203 after novel ones, counted as if before them"});
  CHECK(warnings_of({normal, normal, ""}).size() == 1);
  CHECK(warnings_of({normal, novel, normal, normal}) ==
        std::vector<std::string>{
            ":4: a normal task of type010203 after novel ones, counted as if before them"});
}
