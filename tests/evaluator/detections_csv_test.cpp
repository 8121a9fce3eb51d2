#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "evaluator/cell_measures.h"
#include "evaluator/input/source.h"
#include "evaluator/record_io.h"
#include "tests/evaluator/scratch_file.h"

using namespace novphy;
using Catch::Matchers::Contains;

namespace {

constexpr int kNovelTasks = 40;

std::vector<Record> read(const std::string& content, int novel_tasks = kNovelTasks) {
  const ScratchFile file(content);
  std::vector<Record> records;
  read_detections_csv(LineReader(file.path()), novel_tasks,
                      [&](const Record& record, int) { records.push_back(record); });
  return records;
}

/// The single cell of a file whose rows "shift,detected" have the same type.
CellMeasures the_cell_of(const std::string& rows) {
  const Measures measures = measure(read("distribution_shift,detected_level,type\n" + rows), {});
  REQUIRE(measures.cells.size() == 1);
  return measures.cells.front();
}

std::optional<double> value_of(const std::string& shift_and_detected, std::string_view key) {
  return the_cell_of(shift_and_detected + ",010405\n").value(key).mean;
}

std::string error_of(const std::string& content) {
  const ScratchFile file(content);
  try {
    read_detections_csv(LineReader(file.path()), kNovelTasks, [](const Record&, int) {});
  } catch (const InputError& error) {
    const std::string message = error.what();
    REQUIRE_THAT(message, Catch::StartsWith(file.path() + ":"));
    return message.substr(file.path().size());
  }
  return "no error";
}

/// The error of a row with a shift of 10 tasks, in a file with all columns.
std::string error_of_row(const std::string& row) {
  return error_of("type,distribution_shift,detected_level,delay,cdt\n" + row + "\n");
}

/// The novelty and scenario that a type names, or the error where the type is wrong.
std::string cell_named(const std::string& type) {
  const std::string content = "type,distribution_shift,detected_level\n" + type + ",1,-1\n";
  const std::string error = error_of(content);
  if (error != "no error") return error;
  const Record record = read(content).front();
  return record.novelty + " " + record.scenario;
}

/// The novelty that the reader finds in a column with this name.
std::string novelty_by_column(const std::string& column) {
  return read(column + ",distribution_shift,detected_level\n010405,1,-1\n").front().novelty;
}

}  // namespace

TEST_CASE("a detection is correct from the task after the shift on, its delay counted from there") {
  CHECK(value_of("10,11", "cdt") == 1.0);
  CHECK(value_of("10,11", "dd") == 1.0);
  CHECK(value_of("10,50", "cdt") == 1.0);
  CHECK(value_of("10,50", "dd") == 40.0);
  CHECK(value_of("10,15", "wdt") == 0.0);
}

TEST_CASE("a detection at the shift or before is a false one") {
  for (const std::string row : {"10,10", "10,1"}) {
    CHECK(value_of(row, "cdt") == 0.0);
    CHECK(value_of(row, "wdt") == 1.0);
    CHECK(value_of(row, "dd") == std::nullopt);
  }
}

TEST_CASE("a detected level of -1 is a miss") {
  CHECK(value_of("10,-1", "cdt") == 0.0);
  CHECK(value_of("10,-1", "wdt") == 0.0);
  CHECK(value_of("10,-1", "missed") == 1.0);
}

TEST_CASE("rows of one type are trials of one cell, other types are other cells") {
  const auto measures = measure(read("distribution_shift,detected_level,type\n"
                                     "3,4,010405\n3,-1,010405\n3,9,010405\n3,3,010405\n5,6,010101\n"),
                                {});
  REQUIRE(measures.cells.size() == 2);
  CHECK(measures.cells[0].novelty == "objects");
  CHECK(measures.cells[1].trials == 4);
  CHECK(measures.cells[1].value("cdt").mean == 0.5);
  CHECK(measures.cells[1].value("dd").mean == 3.5);
  CHECK(measures.cells[1].value("wdt").mean == 0.25);
}

TEST_CASE("detections say nothing of passes") {
  const CellMeasures cell = the_cell_of("10,11,010405\n");
  CHECK(cell.with_results == 0);
  CHECK(cell.value("aus").mean == std::nullopt);
  CHECK(cell.value("normal").mean == std::nullopt);
}

TEST_CASE("a trial of detections has the normal tasks its row says and the novel ones the caller says") {
  const std::string content = "distribution_shift,detected_level,type\n2,4,010405\n";
  const auto records = read(content, 3);
  REQUIRE(records.size() == 5);
  std::vector<bool> novel;
  std::vector<bool> alarm;
  for (std::size_t i = 0; i < records.size(); ++i) {
    CHECK(records[i].task == static_cast<int>(i));
    novel.push_back(records[i].phase == Phase::kNovel);
    alarm.push_back(records[i].alarm.value());
  }
  CHECK(novel == std::vector{false, false, true, true, true});
  CHECK(alarm == std::vector{false, false, false, true, true});
  CHECK(read(content).size() == 2 + kNovelTasks);
  CHECK_THROWS_WITH(read(content, 1), Contains("a whole number from -1 to 3"));
}

TEST_CASE("a trial may begin with the novelty") { CHECK(value_of("0,1", "dd") == 1.0); }

TEST_CASE("the type of a detection is found in all its forms") {
  CHECK(cell_named("type010405") == "interactions sliding");
  CHECK(cell_named("010405") == "interactions sliding");
  CHECK(cell_named("10405") == "interactions sliding");
  CHECK(cell_named("type010801.csv") == "events single_force");
  CHECK(cell_named("Levels/novelty_level_2/type010203/Levels/00230_0_1_010203_2_3.xml") == "agents rolling");
  CHECK(cell_named(R"(E:\Levels\novelty_level_7\type010704\Levels)") == "goals falling");
  CHECK(cell_named("rolling") == ":2: type: found \"rolling\", expected a type such as 010405");
  CHECK(cell_named("0104051") == ":2: type: found \"0104051\", expected a type such as 010405");
  CHECK(cell_named("020405") == ":2: type: found \"020405\", expected a type such as 010405");
  CHECK(cell_named("010905") == ":2: type: found \"010905\", expected a novelty from 01 to 08");
  CHECK(cell_named("010005") == ":2: type: found \"010005\", expected a novelty from 01 to 08");
  CHECK(cell_named("010406") == ":2: type: found \"010406\", expected a scenario from 01 to 05");
}

TEST_CASE("the column of the type may have several names") {
  for (const std::string column : {"type", "novelty_type", "template", "scenario", "level", "levelName"})
    CHECK(novelty_by_column(column) == "interactions");
  CHECK(error_of("distribution_shift,detected_level\n") ==
        ":1: no column names the novelty-scenario: expected one such as \"type\"");
}

TEST_CASE("cdt and delay of a detection must agree with its levels") {
  CHECK(error_of_row("010405,10,12,2,1") == "no error");
  CHECK(error_of_row("010405,10,10,0,0") == "no error");
  CHECK(error_of_row("010405,10,-1,-11,0") == "no error");
  CHECK(error_of_row("010405,10,12,,") == "no error");
  CHECK(error_of_row("010405,10,12,2,0") ==
        ":2: cdt: found \"0\", expected 1: detected_level is above distribution_shift");
  CHECK(error_of_row("010405,10,10,0,1") ==
        ":2: cdt: found \"1\", expected 0: detected_level is not above distribution_shift");
  CHECK(error_of_row("010405,10,-1,-1,1") ==
        ":2: cdt: found \"1\", expected 0: detected_level is not above distribution_shift");
  CHECK(error_of_row("010405,10,12,3,1") ==
        ":2: delay: found \"3\", expected 2: detected_level less distribution_shift");
}

TEST_CASE("detection_delay is a number where the detection is correct, and empty elsewhere") {
  const auto error = [](const std::string& row) {
    return error_of("type,distribution_shift,detected_level,detection_delay,cdt\n" + row + "\n");
  };
  CHECK(error("010405,10,12,2.0,1") == "no error");
  CHECK(error("010405,10,12,2.0,True") == "no error");
  CHECK(error("010405,10,10,,0") == "no error");
  CHECK(error("010405,10,-1,,False") == "no error");
  CHECK(error("010405,10,12,2.5,1") ==
        ":2: detection_delay: found \"2.5\", expected 2: detected_level less distribution_shift");
  CHECK(error("010405,10,12,,1") == ":2: detection_delay: found \"\", expected a number");
  CHECK(error("010405,10,10,0.0,0") ==
        ":2: detection_delay: found \"0.0\", expected an empty cell: detected_level is not above "
        "distribution_shift");
  CHECK(error("010405,10,12,2.0,False") ==
        ":2: cdt: found \"False\", expected 1: detected_level is above distribution_shift");
}

TEST_CASE("the number of a trial of detections is that of its column, which counts on over all cells") {
  std::vector<int> numbers;
  const auto records = read(
      "trial,distribution_shift,detected_level,type\n"
      "0,1,2,010101\n2,1,-1,010101\n40,1,2,010102\n1599,1,2,010805\n",
      1);
  for (const Record& record : records)
    if (record.task == 0) numbers.push_back(record.trial);
  CHECK(numbers == std::vector{0, 2, 40, 1599});
  const auto error = [](const std::string& rows) {
    return error_of("trial,distribution_shift,detected_level,type\n" + rows);
  };
  CHECK(error("7,1,2,010101\n7,1,2,010101\n") ==
        ":3: trial: found \"7\", expected each trial once: objects single_force has this one in line 2");
  CHECK(error("7,1,2,010101\n7,1,2,010102\n") == "no error");  // a count within each cell
  CHECK(error("1.5,1,2,010101\n") == ":2: trial: found \"1.5\", expected a whole number from 0 to 999999");
  CHECK(error("-1,1,2,010101\n") == ":2: trial: found \"-1\", expected a whole number from 0 to 999999");
}

TEST_CASE("damaged detections are an error with line and column") {
  CHECK(error_of_row("010405,ten,12,2,1") == ":2: distribution_shift: found \"ten\", expected a number");
  CHECK(error_of_row("010405,-1,12,2,1") ==
        ":2: distribution_shift: found \"-1\", expected a whole number from 0 to 9999");
  CHECK(error_of_row("010405,10000,12,2,1") ==
        ":2: distribution_shift: found \"10000\", expected a whole number from 0 to 9999");
  CHECK(error_of_row("010405,10,12.5,2,1") ==
        ":2: detected_level: found \"12.5\", expected a whole number from -1 to 50");
  CHECK(error_of_row("010405,10,51,41,1") ==
        ":2: detected_level: found \"51\", expected a whole number from -1 to 50");
  CHECK(error_of_row("010405,10,0,2,1") == ":2: detected_level: found \"0\", expected -1, or a task from 1");
  CHECK(error_of_row("010405,10,12,2,yes") == ":2: cdt: found \"yes\", expected a number");
  CHECK(error_of_row("010405,10,12,soon,1") == ":2: delay: found \"soon\", expected a number");
  CHECK(error_of_row("010405,10,12") == ":2: found 3 cells, expected 5");
  CHECK(error_of("type,detected_level\n") == ":1: the column \"distribution_shift\" is missing");
}

TEST_CASE("the agent of detections stands in the file's name") {
  CHECK(agent_of_detections("some/folder/datalab_ws-10_t-1.5.csv") == "datalab 10:1.5");
  CHECK(agent_of_detections("x/pre_assumed_moving_average/eagles_wing_ws-5_t-2.csv") ==
        "eagles_wing pma:5:2");
  CHECK(agent_of_detections("simple_moving_average/random_ws-5_t-0.2.csv") == "random sma:5:0.2");
  CHECK(agent_of_detections("eagle_wing.csv") == "eagle_wing");
}

TEST_CASE("detections are told by their columns") {
  CHECK(is_detections_csv(csv_header(ScratchFile("x,detected_level,distribution_shift\n").path())));
  CHECK_FALSE(is_detections_csv(csv_header(ScratchFile("detected_level,delay\n").path())));
  CHECK_FALSE(is_detections_csv(csv_header("no/such.csv")));
}
