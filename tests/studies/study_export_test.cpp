#include <catch2/catch.hpp>

#include "evaluator/cell_measures.h"
#include "evaluator/record_io.h"
#include "tests/studies/study_desk.h"
#include "trials/replay.h"
#include "trials/studies/study_journal.h"

using namespace novphy;
using namespace novphy::test;
using StepKind = StudyStep::Kind;

namespace {

int first_step(const StudyJournal& journal, StepKind kind) {
  int step = 0;
  while (journal.steps()[static_cast<std::size_t>(step)].kind != kind) ++step;
  return step;
}

std::vector<Record> records_in(const std::filesystem::path& file) {
  RecordReader reader(file.string());
  std::vector<Record> records;
  while (const auto record = reader.next()) records.push_back(*record);
  return records;
}

}  // namespace

TEST_CASE("practice is recorded apart from the trials") {
  const Desk desk;
  StudyJournal journal = desk.open("p1");
  go_to(journal, desk.file, kPracticeStep + 1);
  export_records(journal, desk.file);
  const auto practice = records_in(desk.of("p1", "practice.jsonl"));
  REQUIRE(practice.size() == 1);
  CHECK(practice[0].phase == Phase::kTraining);
  CHECK(practice[0].shots == journal.results().at(kPracticeStep).played.shots);
  CHECK(records_in(desk.of("p1", "records.jsonl")).empty());
}

TEST_CASE("a session at another speed does not count, from its first act on") {
  const Desk desk;
  {
    StudyJournal journal = desk.open("p1");
    journal.add_session(desk.file.study, 40);
    CHECK(journal.progress().standing().counts());
    journal.add_read();
    CHECK(journal.progress().standing().left_out() == "was tried out with --speed 40");
    export_records(journal, desk.file);
    CHECK(RecordReader(desk.of("p1", "records.jsonl").string()).fingerprint().left_out ==
          "was tried out with --speed 40");
  }
  CHECK(desk.open("p2").head().assignment == Assignment{0, 1});
  StudyJournal journal = desk.open("p1");
  journal.add_session(desk.file.study, 1);
  journal.add_consent(true);
  CHECK_FALSE(journal.progress().standing().counts());
}

TEST_CASE("what is exported is measured alike from both files, and every task can be replayed") {
  const Desk desk;
  StudyJournal journal = desk.open("p1");
  go_to_end(journal, desk.file);
  export_records(journal, desk.file);
  RecordReader reader(desk.of("p1", "records.jsonl").string());
  CHECK(reader.fingerprint().agent == "human:p1");
  CHECK(reader.fingerprint().plan_hash == desk.file.plan_hash);
  CHECK(reader.fingerprint().plan == desk.file.study.plan.string());
  CHECK(reader.fingerprint().version == "1");

  const auto records = records_in(desk.of("p1", "records.jsonl"));
  std::size_t tasks = 0;
  for (const StudyStep& step : journal.steps()) tasks += step.kind == StepKind::kTask ? 1 : 0;
  REQUIRE(records.size() == tasks);
  for (const Record& record : records) {
    const auto ref = find_task(desk.file.plan, record.task_template, record.variation);
    REQUIRE(ref);
    const Task task = task_of(desk.file.plan, *ref, assets().catalogue);
    CHECK(replay(record, task, assets().catalogue, physics()).differences.empty());
    CHECK(record.shots.size() == 1);
    CHECK_FALSE(record.informed);
    CHECK(record.novelty_probability == record.task % 2);
  }

  const auto rows = read_playdata(desk.of("p1", "playdata.csv").string());
  REQUIRE(rows.size() == records.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i].phase == records[i].phase);
    CHECK(rows[i].task == records[i].task);
    CHECK(rows[i].passed == records[i].passed);
    CHECK(rows[i].score == records[i].score);
    CHECK(rows[i].alarm == (records[i].novelty_probability > 0.5));
  }
  const Measures ours = measure(records, {});
  const Measures theirs = measure(rows, {});
  REQUIRE(ours.cells.size() == 2);
  REQUIRE(theirs.cells.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(ours.cells[i].trials == 1);
    CHECK(ours.cells[i].incomplete == 0);
    CHECK(ours.cells[i].novel_tasks == 2);
    CHECK(ours.cells[i].novelty == theirs.cells[i].novelty);
    CHECK(ours.cells[i].pass_rate == theirs.cells[i].pass_rate);
    for (const char* key : {"cdt", "dd", "wdt", "ap", "aus", "aus_trapz", "normal"})
      CHECK(ours.cells[i].value(key).mean == theirs.cells[i].value(key).mean);
  }
}

TEST_CASE("a trial that is not over stays in the journal alone") {
  const Desk desk;
  StudyJournal journal = desk.open("p1");
  export_records(journal, desk.file);
  CHECK(records_in(desk.of("p1", "records.jsonl")).empty());
  CHECK(read_playdata(desk.of("p1", "playdata.csv").string()).empty());
  const int trial = journal.steps()[static_cast<std::size_t>(first_step(journal, StepKind::kTask))].trial;
  const PlannedTrial& planned = desk.file.plan.trials[static_cast<std::size_t>(trial)];
  const std::size_t tasks = planned.normal.size() + planned.novel.size();
  while (journal.answers().size() < tasks) {
    CHECK(finished_tasks(journal.progress(), desk.file.plan).empty());
    finish(journal, desk.file);
  }
  CHECK(finished_tasks(journal.progress(), desk.file.plan).size() == tasks);
  go_to(journal, desk.file, journal.step() + 3);
  REQUIRE(journal.answers().size() == tasks);
  CHECK(finished_tasks(journal.progress(), desk.file.plan).size() == tasks);
}

TEST_CASE("play data say how many birds and pigs there were and are") {
  const Desk desk;
  StudyJournal journal = desk.open("p1");
  go_to_end(journal, desk.file);
  for (const auto& [step, result] : journal.results()) {
    const Task task = task_of(desk.file.study, desk.file.plan,
                              journal.steps()[static_cast<std::size_t>(step)], assets().catalogue);
    CHECK(result.birds_at_start == static_cast<int>(task.birds.size()));
    CHECK(result.birds_left == result.birds_at_start - 1);
    CHECK(result.pigs_at_start == 1);
    CHECK(result.pigs_left == (result.played.passed ? 0 : 1));
  }
}

TEST_CASE("a novelty of one's own is in the records, and play data leave it out") {
  Plan plan = study_plan();
  for (PlannedTrial& trial : plan.trials)
    if (trial.novelty == "events") trial.novelty = "my_own";
  Desk desk{
      .folder = StudyFolder(
          replaced(replaced(kStudyText, "\"events\"", "\"my_own\""), "\"events\"", "\"my_own\""), plan)};
  StudyJournal journal = desk.open("p1");
  go_to_end(journal, desk.file);
  export_records(journal, desk.file);
  const auto records = records_in(desk.of("p1", "records.jsonl"));
  const auto rows = read_playdata(desk.of("p1", "playdata.csv").string());
  CHECK(measure(records, {}).cells.size() == 2);
  CHECK(measure(rows, {}).cells.size() == 1);
}
