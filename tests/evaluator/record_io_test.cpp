#include "evaluator/record_io.h"

#include <rapidcheck/catch.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <limits>
#include <vector>

#include "tests/evaluator/scratch_file.h"

using namespace novphy;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const std::string kHead = "{\"format\":1,\"agent\":\"random\"}\n";
const std::string kTask =
    R"({"novelty":"objects","scenario":"rolling","trial":0,"phase":"novel","task":0,"passed":true})";

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream stream(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// kTask with `part` replaced by `replacement`.
std::string task_with(const std::string& part, const std::string& replacement) {
  std::string line = kTask;
  return line.replace(line.find(part), part.size(), replacement);
}

std::string error_in(const std::string& content) {
  const ScratchFile file(content);
  try {
    RecordReader reader(file.path());
    while (reader.next()) continue;
  } catch (const InputError& error) {
    const std::string message = error.what();
    REQUIRE_THAT(message, StartsWith(file.path() + ":"));
    return message.substr(file.path().size());
  }
  return "no error";
}

std::string error_of_task(const std::string& line) { return error_in(kHead + line + "\n"); }

double number() {
  return *rc::gen::element(0.0, -0.0, 0.1, 1.0 / 3.0, -1e-300, 1e300, 12.000000000000002, 5.0);
}

Record any_record() {
  Record record;
  record.novelty = *rc::gen::container<std::string>(rc::gen::inRange<char>(0, 127));
  record.scenario = *rc::gen::element<std::string>("rolling", "", "größer \"\\\n\t\x01");
  record.trial = *rc::gen::inRange(0, 1000);
  record.control = *rc::gen::arbitrary<bool>();
  record.phase = *rc::gen::element(Phase::kTraining, Phase::kCalibration, Phase::kNormal, Phase::kNovel);
  record.score = *rc::gen::arbitrary<int>();
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i)
    record.shots.push_back({{number(), number()}, *rc::gen::arbitrary<int>(), *rc::gen::inRange(-1, 9)});
  record.time_s = std::abs(number());
  if (*rc::gen::arbitrary<bool>()) record.alarm = *rc::gen::arbitrary<bool>();
  if (*rc::gen::arbitrary<bool>()) record.novelty_threshold = *rc::gen::element(0.0, 0.1, 1.0 / 3.0, 1.0);
  if (*rc::gen::arbitrary<bool>()) record.reported_level = *rc::gen::inRange(-1, 9);
  record.reported_objects = *rc::gen::arbitrary<std::vector<int>>();
  record.attempts = *rc::gen::inRange(1, kMostIndex + 1);
  if (*rc::gen::arbitrary<bool>()) record.usage.calls = *rc::gen::inRange(0, kMostCalls + 1);
  if (*rc::gen::arbitrary<bool>())
    record.usage.tokens_in = *rc::gen::inRange(std::int64_t{0}, kMostTokens + 1);
  if (*rc::gen::arbitrary<bool>()) record.usage.cost = *rc::gen::element(0.0, 1e-9, 1.0 / 3.0, 1e9);
  if (*rc::gen::arbitrary<bool>()) record.usage.wall_s = *rc::gen::element(0.0, 0.1, 1e9);
  return record;
}

}  // namespace

TEST_CASE("the example file is read and written back byte by byte") {
  const std::string path = NOVPHY_SOURCE_DIR "/tests/evaluator/records.jsonl";
  std::vector<std::string> written;
  RecordReader reader(path);
  written.push_back(to_line(reader.fingerprint()));
  while (const auto record = reader.next()) written.push_back(to_line(*record));
  CHECK(written == lines_of(path));
}

TEST_CASE("a record is read back as it was written") {
  rc::prop("round trip", [] {
    const Record record = any_record();
    RC_ASSERT(record_from_line(to_line(record), "file", 2) == record);
  });
}

TEST_CASE("what has its default is left out of a line") {
  Record record;
  record.novelty = "a";
  record.scenario = "b";
  CHECK(to_line(record) ==
        R"({"novelty":"a","scenario":"b","trial":0,"phase":"normal","task":0,"passed":false})");
}

TEST_CASE("the time of a decision stands in a line where the time was measured") {
  Record record;
  record.shots = {{.drag_m = {-1, 0}, .thought_ms = 0}, {.drag_m = {-1, 0}}};
  const std::string line = to_line(record);
  CHECK(line.find("\"thought_ms\":0") != std::string::npos);
  CHECK(line.find("\"thought_ms\":-1") == std::string::npos);
  CHECK(record_from_line(line, "r", 1).shots == record.shots);
}

TEST_CASE("a negative zero keeps its sign") {
  Record record;
  record.shots.push_back({{-0.0, 0.0}});
  const Record back = record_from_line(to_line(record), "file", 2);
  CHECK(std::signbit(back.shots.at(0).drag_m[0]));
  CHECK_FALSE(std::signbit(back.shots.at(0).drag_m[1]));
}

TEST_CASE("a number that is not finite is not written") {
  Record record;
  record.novelty_probability = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(to_line(record), std::invalid_argument);
}

TEST_CASE("bytes that are not UTF-8 are written as replacement characters") {
  Record record;
  record.error = "babble \xff";
  CHECK(record_from_line(to_line(record), "file", 2).error == "babble \xEF\xBF\xBD");
}

TEST_CASE("lines are counted and the end is the end") {
  const ScratchFile file(kHead + kTask + "\n" + task_with("\"task\":0", "\"task\":1") + "\n");
  RecordReader reader(file.path());
  CHECK(reader.fingerprint().agent == "random");
  CHECK(reader.next()->task == 0);
  CHECK(reader.line() == 2);
  CHECK(reader.next()->task == 1);
  CHECK(reader.line() == 3);
  CHECK_FALSE(reader.next());
  CHECK(reader.cut_lines() == 0);
}

TEST_CASE("a damaged line is an error with file, line and place") {
  CHECK(error_of_task(kTask) == "no error");
  CHECK_THAT(error_of_task("{"), StartsWith(":2: broken JSON"));
  CHECK_THAT(error_of_task(""), StartsWith(":2: broken JSON"));
  CHECK_THAT(error_of_task("[]"), StartsWith(":2: expected an object, found an array"));
  CHECK(error_of_task(task_with("true", "1")) == ":2: /passed: expected true or false, found 1");
  CHECK(error_of_task(task_with("\"passed\":true", "\"score\":1")) ==
        ":2: expected a key \"passed\", found none");
  CHECK_THAT(error_of_task(task_with("true", "true,\"passd\":true")),
             StartsWith(":2: /passd: unknown key, expected novelty, scenario, trial"));
  CHECK_THAT(error_of_task(task_with("true", "true,\"passed\":true")),
             StartsWith(":2: /passed: the key stands twice"));
  CHECK(error_of_task(task_with("\"trial\":0", "\"trial\":-1")) ==
        ":2: /trial: expected a whole number from 0 to 999999, found -1");
  CHECK_THAT(error_of_task(task_with("\"task\":0", "\"task\":1e99")),
             Contains(":2: /task: expected a whole number from 0 to 999999, found 1e+99"));
  CHECK_THAT(error_of_task(task_with("\"task\":0", "\"task\":99999999999")),
             Contains("expected a whole number from 0 to 999999, found 99999999999"));
  CHECK_THAT(error_of_task(task_with("novel\"", "later\"")),
             Contains(":2: /phase: expected training, calibration, normal or novel, found \"later\""));
  CHECK_THAT(error_of_task(task_with("true", "true,\"shots\":[{\"drag_m\":[0,\"a\"]}]")),
             Contains(":2: /shots/0/drag_m/1: expected a number, found \"a\""));
  CHECK_THAT(error_of_task(task_with("true", "true,\"shots\":[{\"drag_m\":[0,0],\"x\":1}]")),
             Contains(":2: /shots/0/x: unknown key"));
  CHECK_THAT(error_of_task(task_with("true", "true,\"digest\":\"12\"")), Contains("16 hexadecimal digits"));
  CHECK_THAT(error_of_task(task_with("true", "true,\"novelty_probability\":1.5")),
             Contains("/novelty_probability: expected a number from 0 to 1, found 1.5"));
  CHECK(error_of_task("{}") == ":2: expected a key \"novelty\", found none");
}

TEST_CASE("the name of an agent fits into tables and is none of people's") {
  for (const char* good : {"a", "My agent 2", "\xc3\xa9t\xc3\xa9", "humane", "peopled:1"})
    CHECK(name_problem(good).empty());
  CHECK(name_problem("") == "empty");
  CHECK(name_problem(std::string(101, 'a')) == "longer than 100 bytes");
  for (const char* steering : {"a\nb", "\x1b[31m", "\x7f", "\xff", "a\u200bb", "a\ufeff"})
    CHECK(name_problem(steering) == "not UTF-8 without control or invisible characters");
  for (const char* framed : {" a", "a "})
    CHECK(name_problem(framed) == "with a blank at its beginning or end");
  for (const char* person : {"human", "human:P01", "people", "people:1"})
    CHECK(name_problem(person) == "kept for people");
}

TEST_CASE("a file that does not begin with a known fingerprint is an error") {
  CHECK_THAT(error_in("{\"format\":1,\"agent\":\"a\",\"name\":\"human:P1\"}\n"),
             StartsWith(":1: /name: found a name that is kept for people"));
  CHECK_THAT(error_in("{\"format\":1,\"agent\":\"a\",\"run\":\"\"}\n"),
             StartsWith(":1: /run: found a name that is empty"));
  CHECK(error_in("{\"format\":2,\"new_key\":1}\n") == ":1: /format: found 2, expected format 1");
  CHECK_THAT(error_in(kTask + "\n"), Contains(":1: /format: missing"));
  CHECK(error_in("") == ": empty, expected records");
  CHECK_THROWS_WITH(RecordReader("no/such/file.jsonl"),
                    "no/such/file.jsonl: cannot be read: No such file or directory");
  CHECK_THROWS_AS(RecordReader(std::filesystem::temp_directory_path().string()), InputError);
}

TEST_CASE("a last line cut off anywhere is skipped and counted where the caller allows it, else an error") {
  const std::string last = task_with("true", "true,\"shots\":[{\"drag_m\":[0,0]},{\"drag_m\":[1,1]}]");
  for (std::size_t bytes = 1; bytes < last.size(); ++bytes) {
    const std::string content = kHead + kTask + "\n" + last.substr(0, bytes);
    const ScratchFile file(content);
    RecordReader reader(file.path(), CutLine::kSkip);
    CHECK(reader.next());
    CHECK_FALSE(reader.next());
    CHECK(reader.cut_lines() == 1);
    CHECK_THAT(error_in(content), Contains(":3: the last line is cut off"));
  }
}

TEST_CASE("a whole last line without line break is read") {
  const ScratchFile file(kHead + kTask);
  RecordReader reader(file.path());
  CHECK(reader.next());
  CHECK_FALSE(reader.next());
}

TEST_CASE("damage that is not at the end is never skipped") {
  const ScratchFile file(kHead + kTask.substr(0, 20) + "\n" + kTask + "\n");
  RecordReader reader(file.path(), CutLine::kSkip);
  CHECK_THROWS_AS(reader.next(), InputError);
}
