#include "studies/study_journal.h"

#include <catch2/catch.hpp>
#include <map>

#include "evaluator/measures.h"
#include "evaluator/record_io.h"
#include "tests/studies/study_fixtures.h"
#include "trials/replay.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;
using StepKind = StudyStep::Kind;

namespace {

constexpr int kConsentStep = 1;
constexpr int kPracticeStep = 3;

const Fingerprint& made_by() {
  static const Fingerprint print = [] {
    Fingerprint made;
    made.version = "1";
    made.catalogue_hash = "abc";
    made.physics = "standard";
    return made;
  }();
  return print;
}

/// A study, and its results folder.
struct Desk {
  StudyFolder folder{};
  StudyFile file = folder.read();

  std::filesystem::path results() const { return folder / "results"; }
  std::filesystem::path of(const std::string& id, const std::string& name) const {
    return results() / id / name;
  }
  StudyJournal open(const std::string& id) const {
    return StudyJournal::open(results(), id, file, made_by());
  }
  std::string refusal(const std::string& id, const Fingerprint& made = made_by()) const {
    try {
      StudyJournal::open(results(), id, file, made);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
};

const StudyStep& current(const StudyJournal& journal) {
  return journal.steps()[static_cast<std::size_t>(journal.step())];
}

/// Plays the task of the current step with one shot and gives up. The direction of the shot depends on the
/// step.
void play(StudyJournal& journal, const StudyFile& file) {
  Session session({{.task = task_of(file.study, file.plan, current(journal), assets().catalogue)}}, setup());
  session.shoot(aimed(0.1 * (journal.step() % 7), 1, 600));
  session.advance_until_still();
  if (session.state() == SessionState::kChoose) session.give_up();
  journal.add_done(session);
}

/// Finishes the current step. The answer to a question is yes for every other task.
void finish(StudyJournal& journal, const StudyFile& file) {
  const StudyStep& step = current(journal);
  if (step.kind == StepKind::kQuestion) return journal.add_answer(step.task % 2 == 1);
  if (step.kind != StepKind::kPage) return play(journal, file);
  if (step.page.decline.empty()) return journal.add_read();
  journal.add_consent(true);
}

void go_to(StudyJournal& journal, const StudyFile& file, int step) {
  while (journal.step() < step) finish(journal, file);
}

void go_to_end(StudyJournal& journal, const StudyFile& file) {
  while (!journal.finished()) finish(journal, file);
}

int first_step(const StudyJournal& journal, StepKind kind) {
  int step = 0;
  while (journal.steps()[static_cast<std::size_t>(step)].kind != kind) ++step;
  return step;
}

/// The progress of a participant.
struct Place {
  int step = 0;
  bool declined = false;
  std::vector<Shot> shots{};
  std::map<int, StudyResult> results{};
  std::map<int, bool> answers{};
  friend bool operator==(const Place&, const Place&) = default;
};

Place place_of(const StudyJournal& journal) {
  return {.step = journal.step(),
          .declined = journal.declined(),
          .shots = journal.shots(),
          .results = journal.results(),
          .answers = journal.answers()};
}

/// The error message for a journal in which the text `from` is replaced by `to`.
std::string refusal_with(const Desk& desk, const std::string& from, const std::string& to) {
  const auto file = desk.of("p1", "journal.jsonl");
  write(file, replaced(content(file), from, to));
  return desk.refusal("p1");
}

std::vector<Record> records_in(const std::filesystem::path& file) {
  RecordReader reader(file.string());
  std::vector<Record> records;
  while (const auto record = reader.next()) records.push_back(*record);
  return records;
}

}  // namespace

TEST_CASE("a participant goes on where they were, after every kind of line") {
  const Desk desk;
  const auto resumes = [&](const auto& act) {
    Place place;
    {
      StudyJournal journal = desk.open("p1");
      act(journal);
      place = place_of(journal);
    }
    CHECK(place_of(desk.open("p1")) == place);
    return place;
  };
  CHECK(resumes([](StudyJournal&) {}).step == 0);
  CHECK(resumes([](StudyJournal& journal) { journal.add_read(); }).step == kConsentStep);
  const Place declined = resumes([](StudyJournal& journal) { journal.add_consent(false); });
  CHECK(declined.declined);
  CHECK(declined.step == kConsentStep);
  const Place agreed = resumes([](StudyJournal& journal) { journal.add_consent(true); });
  CHECK_FALSE(agreed.declined);
  CHECK(agreed.step == kConsentStep + 1);
  CHECK(resumes([](StudyJournal& journal) { journal.add_read(); }).step == kPracticeStep);
  const Place seen = resumes([](StudyJournal& journal) { journal.add_view({.width_px = 1000}); });
  CHECK(seen.step == kPracticeStep);
  CHECK(content(desk.of("p1", "journal.jsonl"))
            .ends_with("{\"step\":3,\"view\":{\"width_px\":1000,\"height_px\":480,\"centre_m\":[0,-1],"
                       "\"px_per_m\":18.285714285714285}}\n"));
  const Shot first = aimed(0.3, 0.7);
  CHECK(resumes([&](StudyJournal& journal) { journal.add_launch(first); }).shots == std::vector{first});
  CHECK(resumes([](StudyJournal& journal) { journal.add_tap(0, 431); }).shots ==
        std::vector{aimed(0.3, 0.7, 431)});
  const Shot early{.drag_m = {-0.1, 0.2}, .launch_ms = 1234};
  CHECK(resumes([&](StudyJournal& journal) { journal.add_launch(early); }).shots.back() == early);
  const Place practised = resumes([&](StudyJournal& journal) { play(journal, desk.file); });
  CHECK(practised.step == kPracticeStep + 1);
  CHECK(practised.shots.empty());
  CHECK(practised.results.count(kPracticeStep) == 1);
  resumes([](StudyJournal& journal) { journal.add_read(); });
  resumes([](StudyJournal& journal) { journal.add_read(); });
  resumes([&](StudyJournal& journal) { play(journal, desk.file); });
  CHECK(resumes([](StudyJournal& journal) { journal.add_answer(true); }).answers.begin()->second);
  resumes([&](StudyJournal& journal) { go_to_end(journal, desk.file); });
  CHECK(desk.open("p1").finished());
}

TEST_CASE("a last line that was cut anywhere is dropped and written again") {
  const Desk desk;
  const auto file = desk.of("p1", "journal.jsonl");
  {
    StudyJournal journal = desk.open("p1");
    go_to(journal, desk.file, kPracticeStep);
    journal.add_launch(aimed(0.3, 0.7));
  }
  const std::string whole = content(file);
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t length = last; length < whole.size(); ++length) {
    write(file, whole.substr(0, length));
    StudyJournal journal = desk.open("p1");
    CHECK(journal.shots().empty());
    CHECK(content(file) == whole.substr(0, last));
    journal.add_launch(aimed(0.3, 0.7));
    CHECK(content(file) == whole);
  }
}

TEST_CASE("a journal whose first line was cut begins anew") {
  const Desk desk;
  const std::string head = (desk.open("p1"), content(desk.of("p1", "journal.jsonl")));
  for (const std::size_t length : {std::size_t{0}, std::size_t{20}, head.size() - 1}) {
    write(desk.of("p1", "journal.jsonl"), head.substr(0, length));
    CHECK(desk.open("p1").step() == 0);
    CHECK(content(desk.of("p1", "journal.jsonl")) == head);
  }
}

TEST_CASE("a journal of another study, plan or program is refused and stays as it is") {
  Desk desk;
  desk.open("p1");
  const std::string before = content(desk.of("p1", "journal.jsonl"));
  Fingerprint other = made_by();
  other.catalogue_hash = "def";
  CHECK_THAT(desk.refusal("p1", other),
             Contains("journal.jsonl: cannot go on: catalogue_hash was abc, is def now"));
  const StudyFile file = desk.file;
  desk.file.plan_hash = "other";
  CHECK_THAT(desk.refusal("p1"),
             Contains("cannot go on: plan_hash was " + file.plan_hash + ", is other now"));
  desk.file = file;
  desk.file.study.hash = "other";
  CHECK_THAT(desk.refusal("p1"), Contains("belongs to another study"));
  CHECK_THAT(desk.refusal("p2"), Contains("belongs to another study"));
  desk.file = file;
  desk.file.study.plan = "elsewhere/plan.json";
  CHECK(desk.refusal("p1").empty());
  CHECK(content(desk.of("p1", "journal.jsonl")) == before);
}

TEST_CASE("an ID has letters, digits, _ and - only") {
  const Desk desk;
  for (const std::string id : {"", ".", "..", "a b", "a/b", "../x", "\xC3\xA4", "a.b"})
    CHECK_THAT(desk.refusal(id), Contains("participant: found \"" + id + "\", expected 1 to 64 letters"));
  CHECK_FALSE(desk.refusal(std::string(65, 'a')).empty());
  CHECK(desk.refusal("P-01_b").empty());
}

TEST_CASE("a participant's journal is open once") {
  const Desk desk;
  const StudyJournal journal = desk.open("p1");
  CHECK_THAT(desk.refusal("p1"), Contains("is open already"));
}

TEST_CASE("a damaged journal is an error with its line") {
  const Desk desk;
  {
    StudyJournal journal = desk.open("p1");
    go_to(journal, desk.file, kPracticeStep);
    journal.add_launch(aimed(0.3, 0.7));
    journal.add_tap(0, 431);
    journal.add_view({});
  }
  const std::string whole = content(desk.of("p1", "journal.jsonl"));
  const auto refusal = [&](const std::string& from, const std::string& to) {
    write(desk.of("p1", "journal.jsonl"), whole);
    return refusal_with(desk, from, to);
  };
  CHECK_THAT(refusal("{\"step\":0,\"read\":true}", "{\"step\":0,"), Contains("journal.jsonl:2: "));
  CHECK_THAT(refusal("\"agreed\"", "\"Agreed\""), Contains("journal.jsonl:3: "));
  CHECK_THAT(refusal("{\"step\":1,\"agreed\":true}\n", ""),
             Contains("journal.jsonl:3: found step 2, expected 1"));
  CHECK_THAT(refusal("\"agreed\"", "\"read\""), Contains("does not belong to step 1"));
  CHECK_THAT(refusal("\"shot\":0", "\"shot\":1"), Contains("journal.jsonl:5: found shot 1, expected 0"));
  CHECK_THAT(refusal("\"shot\":0,\"tap_ms\"", "\"shot\":1,\"tap_ms\""),
             Contains("journal.jsonl:6: found a tap of shot 1"));
  CHECK_THAT(refusal("\"width_px\":640", "\"width_px\":0"), Contains("journal.jsonl:7: /view/width_px"));
  CHECK_THAT(refusal("\"step\":3,\"view\"", "\"step\":4,\"view\""),
             Contains("journal.jsonl:7: found step 4"));
  CHECK_THAT(refusal("\"level_set\":0", "\"level_set\":\"a\""), Contains("journal.jsonl:1: /level_set"));
  CHECK_THAT(refusal("\"level_set\":0", "\"level_set\":9"), Contains("level set 9"));
  CHECK_THAT(refusal("\"agent\"", "\"Agent\""), Contains("journal.jsonl:1: /fingerprint"));
}

TEST_CASE("what does not fit the step is the window's mistake and changes nothing") {
  const Desk desk;
  StudyJournal journal = desk.open("p1");
  CHECK_THROWS_AS(journal.add_consent(true), std::logic_error);
  CHECK_THROWS_AS(journal.add_answer(true), std::logic_error);
  CHECK_THROWS_AS(journal.add_launch({}), std::logic_error);
  CHECK_THROWS_AS(journal.add_view({}), std::logic_error);
  go_to(journal, desk.file, kPracticeStep);
  CHECK_THROWS_AS(journal.add_tap(0, 100), std::logic_error);
  CHECK_THROWS_AS(journal.add_read(), std::logic_error);
  CHECK(journal.step() == kPracticeStep);
  go_to_end(journal, desk.file);
  CHECK_THROWS_AS(journal.add_read(), std::logic_error);
}

TEST_CASE("every level set gets as many people, and those who decline do not count") {
  const Desk desk;
  std::vector<std::pair<int, int>> given;
  for (const std::string id : {"a", "b", "c", "d", "e"}) {
    const StudyHead head = desk.open(id).head();
    given.emplace_back(head.level_set, head.number);
  }
  CHECK(given == std::vector<std::pair<int, int>>{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}});
  CHECK(assign(desk.results(), desk.file.study).level_set == 2);
  {
    StudyJournal journal = desk.open("a");
    journal.add_read();
    journal.add_consent(false);
  }
  const Assignment next = assign(desk.results(), desk.file.study);
  CHECK(next.level_set == 0);
  CHECK(next.number == 1);
  CHECK(desk.open("d").head().number == 1);
}

TEST_CASE("what is exported is measured alike from both files, and every task can be replayed") {
  const Desk desk;
  StudyJournal journal = desk.open("p1");
  go_to_end(journal, desk.file);
  export_records(journal, desk.file.plan);
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
  export_records(journal, desk.file.plan);
  CHECK(records_in(desk.of("p1", "records.jsonl")).empty());
  CHECK(read_playdata(desk.of("p1", "playdata.csv").string()).empty());
  const int trial = journal.steps()[static_cast<std::size_t>(first_step(journal, StepKind::kTask))].trial;
  const PlannedTrial& planned = desk.file.plan.trials[static_cast<std::size_t>(trial)];
  const std::size_t tasks = planned.normal.size() + planned.novel.size();
  while (journal.answers().size() < tasks) {
    CHECK(finished_tasks(journal, desk.file.plan).empty());
    finish(journal, desk.file);
  }
  CHECK(finished_tasks(journal, desk.file.plan).size() == tasks);
  go_to(journal, desk.file, journal.step() + 3);
  REQUIRE(journal.answers().size() == tasks);
  CHECK(finished_tasks(journal, desk.file.plan).size() == tasks);
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
  export_records(journal, plan);
  const auto records = records_in(desk.of("p1", "records.jsonl"));
  const auto rows = read_playdata(desk.of("p1", "playdata.csv").string());
  CHECK(measure(records, {}).cells.size() == 2);
  CHECK(measure(rows, {}).cells.size() == 1);
}
