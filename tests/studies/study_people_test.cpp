#include <catch2/catch.hpp>
#include <sstream>

#include "evaluator/input/csv.h"
#include "evaluator/record_io.h"
#include "tests/studies/study_desk.h"
#include "trials/studies/study_progress.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

/// Plays until the participant's trials are over, with a second between all acts.
void play_all(const Desk& desk, const std::string& id) {
  std::int64_t now_ms = kNowMs;
  StudyJournal journal = StudyJournal::open(desk.results(), id, desk.file, made_by(),
                                            {.now_ms = [&] { return now_ms += 1000; }});
  journal.add_session(desk.file.study, 1);
  go_to_end(journal, desk.file);
  export_records(journal, desk.file);
}

PersonStatus status_of(const Desk& desk, const std::string& id) {
  for (const StudyProgress& person : read_people(desk.results(), desk.file))
    if (person.head().participant == id) return status_of(person, desk.file.plan);
  return {};
}

void exclude(const Desk& desk, const std::string& id, const std::string& reason) {
  exclude(desk.results(), id, desk.file, {.excluded = true, .reason = reason}, kNowMs);
}

void include(const Desk& desk, const std::string& id) {
  exclude(desk.results(), id, desk.file, {.excluded = false, .reason = "by mistake"}, kNowMs);
}

std::string left_out_of_records(const Desk& desk, const std::string& id) {
  return RecordReader(desk.of(id, "records.jsonl").string()).fingerprint().left_out;
}

/// The text of the line that begins with these words.
std::string line_with(const std::string& text, const std::string& begin) {
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with(begin)) return line;
  return "";
}

}  // namespace

TEST_CASE("the status tells where each participant is") {
  const Desk desk;
  play_all(desk, "p1");
  {
    StudyJournal journal = desk.open("p2");
    go_to(journal, desk.file, kConsentStep);
    journal.add_consent(false);
  }
  {
    StudyJournal journal = desk.open("p3");
    go_to(journal, desk.file, kPracticeStep);
  }
  const PersonStatus done = status_of(desk, "p1");
  CHECK(done.place == "finished");
  CHECK(done.assignment == Assignment{0, 0});
  CHECK(done.tasks == done.all_tasks);
  CHECK(done.task_s == Approx(1));  // from one act to the next
  CHECK(done.last_at_ms > kNowMs);
  CHECK(status_of(desk, "p2").place == "declined");
  CHECK(status_of(desk, "p3").place.starts_with("step 4 of "));
  CHECK(status_of(desk, "p3").tasks == 0);
  CHECK(status_of(desk, "p3").task_s == -1);
}

TEST_CASE("the status counts the answers before and after the change") {
  const Desk desk;
  play_all(desk, "p1");
  YesCount before;
  YesCount after;
  for (const PlaydataRow& row : finished_tasks(read_people(desk.results(), desk.file)[0], desk.file.plan)) {
    YesCount& count = row.record.phase == Phase::kNormal ? before : after;
    ++count.answers;
    count.yes += row.record.novelty_probability > 0.5 ? 1 : 0;
  }
  const PersonStatus status = status_of(desk, "p1");
  CHECK(status.before == before);
  CHECK(status.after == after);
  CHECK(before.answers > 0);
  CHECK(after.yes > 0);
  CHECK(after.yes < after.answers);
}

TEST_CASE("the table of the status sums over the people who count") {
  const Desk desk;
  play_all(desk, "p1");
  play_all(desk, "p2");
  exclude(desk, "p2", "slept");
  const std::string text = status_text(read_people(desk.results(), desk.file), desk.file);
  const PersonStatus one = status_of(desk, "p1");
  CHECK_THAT(line_with(text, "p1 "), Contains("finished") && Contains("2026-09-21 14:13"));
  CHECK_THAT(line_with(text, "1 who count"), Contains(std::to_string(one.tasks) + "/"));
  CHECK(line_with(text, "level set 0") == "level set 0: 1 began, 1 finished");
  CHECK(line_with(text, "level set 1") == "level set 1: 0 began, 0 finished");
  CHECK(line_with(text, "left out: ") == "left out: p2: slept");
}

TEST_CASE("an excluded participant stays in the data with the reason, and may count again") {
  const Desk desk;
  play_all(desk, "p1");
  const std::string records = content(desk.of("p1", "playdata.csv"));
  exclude(desk, "p1", "looked at a phone");
  CHECK(left_out_of_records(desk, "p1") == "looked at a phone");
  CHECK(status_of(desk, "p1").left_out == "looked at a phone");
  CHECK(content(desk.of("p1", "playdata.csv")) == records);
  CHECK_THAT(content(desk.of("p1", "journal.jsonl")), Contains("\"excluded\":\"looked at a phone\""));
  CHECK(desk.open("p2").head().assignment == Assignment{0, 1});  // the level set is free again
  include(desk, "p1");
  CHECK(left_out_of_records(desk, "p1").empty());
  CHECK(status_of(desk, "p1").left_out.empty());
  CHECK_THAT(content(desk.of("p1", "journal.jsonl")),
             Contains("looked at a phone") && Contains("by mistake"));
}

TEST_CASE("a participant who is excluded goes on where they were") {
  const Desk desk;
  int step = 0;
  {
    StudyJournal journal = desk.open("p1");
    go_to(journal, desk.file, kPracticeStep);
    step = journal.step();
  }
  exclude(desk, "p1", "slept");
  StudyJournal journal = desk.open("p1");
  CHECK(journal.step() == step);
  go_to(journal, desk.file, step + 1);
  export_records(journal, desk.file);
  CHECK(left_out_of_records(desk, "p1") == "slept");
}

TEST_CASE("an exclusion that cannot be is an error and changes nothing") {
  const Desk desk;
  CHECK_THROWS_WITH(exclude(desk, "p1", "slept"), Contains("p1: has no journal in "));
  {
    StudyJournal journal = desk.open("p1");
    journal.add_read();
    CHECK_THROWS_WITH(exclude(desk, "p1", "slept"), Contains("is open already"));
  }
  const std::string before = content(desk.of("p1", "journal.jsonl"));
  for (const char* reason : {"", "two\nlines", "\x1b[31mred"})
    CHECK_THROWS_WITH(exclude(desk, "p1", reason), Contains("reason: expected a line of text"));
  CHECK_THROWS_WITH(exclude(desk, "../p1", "slept"), Contains("expected 1 to 64 letters"));
  CHECK_THROWS_WITH(include(desk, "p1"), Contains("p1: is not excluded"));
  CHECK(content(desk.of("p1", "journal.jsonl")) == before);
  CHECK_FALSE(std::filesystem::exists(desk.of("p1", "records.jsonl")));
}

TEST_CASE("a journal of another plan is refused by everything that reads all people") {
  const Desk desk;
  desk.open("p1");
  StudyFile other = desk.file;
  other.plan_hash = "0";
  CHECK_THROWS_WITH(read_people(desk.results(), other), Contains("journal.jsonl") && Contains("plan"));
  CHECK_THROWS_WITH(exclude(desk.results(), "p1", other, {.excluded = true, .reason = "slept"}, kNowMs),
                    Contains("journal.jsonl"));
}

TEST_CASE("the table of answers has a row for each answer, with what came of the task") {
  const Desk desk;
  play_all(desk, "p1");
  {
    StudyJournal journal = desk.open("p2");
    go_to(journal, desk.file, kPracticeStep + 5);
  }
  exclude(desk, "p1", "said \"no\", twice");
  const auto people = read_people(desk.results(), desk.file);
  write(desk.results() / "answers.csv", answers_csv(people, desk.file.plan));
  CsvReader csv((desk.results() / "answers.csv").string(), {"participant", "answer", "answer_ms"});
  const auto tasks = finished_tasks(people[0], desk.file.plan);
  for (const PlaydataRow& task : tasks) {
    REQUIRE(csv.next());
    CHECK(csv.at("participant") == "p1");
    CHECK(csv.at("left_out") == "said \"no\", twice");
    CHECK(csv.at("novelty") == task.record.novelty);
    CHECK(csv.at("phase") == name(task.record.phase));
    CHECK(csv.at("template") == task.record.task_template);
    CHECK(csv.number("variation") == task.record.variation);
    CHECK(csv.number("place") == task.trial);
    CHECK(csv.number("task") == task.record.task);
    CHECK(csv.at("answer") == (task.record.novelty_probability > 0.5 ? "yes" : "no"));
    CHECK(csv.number("passed") == (task.record.passed ? 1 : 0));
    CHECK(csv.number("shots") == 1);
    CHECK(csv.number("task_ms") == 1000);
    CHECK(csv.number("answer_ms") == 1000);
  }
  std::size_t of_p2 = 0;
  while (csv.next()) of_p2 += csv.at("participant") == "p2" ? 1 : 0;
  CHECK(of_p2 == people[1].answers().size());
}
