#include "trials/studies/study_journal.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <map>
#include <utility>

#include "tests/studies/study_desk.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

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

/// Counts how often a file is read from now on.
class ReadingCount {
 public:
  explicit ReadingCount(const std::filesystem::path& file) : fd_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    REQUIRE(::inotify_add_watch(fd_, file.c_str(), IN_OPEN | IN_CLOSE_NOWRITE) >= 0);
  }
  ~ReadingCount() { ::close(fd_); }
  ReadingCount(const ReadingCount&) = delete;
  ReadingCount& operator=(const ReadingCount&) = delete;

  /// The readings since the last call. The system merges equal events that follow each other; the events of
  /// opening keep those of closing apart.
  int count() const {
    int readings = 0;
    inotify_event event{};
    while (::read(fd_, &event, sizeof event) > 0) readings += (event.mask & IN_CLOSE_NOWRITE) != 0 ? 1 : 0;
    return readings;
  }

 private:
  int fd_;
};

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
            .ends_with("{\"step\":3,\"at_ms\":1790000000000,\"view\":{\"width_px\":1000,\"height_px\":480,"
                       "\"centre_m\":[0,-1],"
                       "\"px_per_m\":18.285714285714285}}\n"));
  const Shot first = aimed(0.3, 0.7);
  CHECK(resumes([&](StudyJournal& journal) { journal.add_launch(first); }).shots == std::vector{first});
  CHECK(resumes([](StudyJournal& journal) { journal.add_tap(0, 431); }).shots ==
        std::vector{aimed(0.3, 0.7, 431)});
  const Shot early{.drag_m = {-0.1, 0.2}, .launch_ms = 1234};
  CHECK(resumes([&](StudyJournal& journal) { journal.add_launch(early); }).shots.back() == early);
  Shot timed = early;
  timed.thought_ms = 987;
  CHECK(resumes([&](StudyJournal& journal) { journal.add_launch(timed); }).shots.back() == timed);
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
    CHECK_THAT(content(desk.of("p1", "journal.jsonl")), Contains("\"participant\":\"p1\""));
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
  CHECK_THAT(desk.refusal("p1"), Contains("cannot go on: of another study"));
  CHECK_THAT(desk.refusal("p2"), Contains("nobody can begin beside this journal: of another study"));
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

TEST_CASE("a journal is read once when its participant goes on") {
  const Desk desk;
  {
    StudyJournal journal = desk.open("p1");
    go_to(journal, desk.file, kPracticeStep);
  }
  const ReadingCount readings(desk.of("p1", "journal.jsonl"));
  CHECK(desk.open("p1").step() == kPracticeStep);
  CHECK(readings.count() == 1);
  const std::filesystem::path results = desk.results();
  const std::string participant = "p1";
  LookedAtJournal looked_at{.results = results, .participant = participant};
  const StudyJournal journal = StudyJournal::open(std::move(looked_at), desk.file, made_by());
  CHECK(journal.step() == kPracticeStep);
  CHECK(readings.count() == 1);
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
  CHECK_THAT(refusal("{\"step\":0,\"at_ms\":1790000000000,\"read\":true}", "{\"step\":0,"),
             Contains("journal.jsonl:2: "));
  CHECK_THAT(refusal("\"agreed\"", "\"Agreed\""), Contains("journal.jsonl:3: "));
  CHECK_THAT(refusal("{\"step\":1,\"at_ms\":1790000000000,\"agreed\":true}\n", ""),
             Contains("journal.jsonl:3: found step 2, expected 1"));
  CHECK_THAT(refusal("\"agreed\"", "\"read\""), Contains("does not belong to step 1"));
  CHECK_THAT(refusal("\"shot\":0", "\"shot\":1"), Contains("journal.jsonl:5: found shot 1, expected 0"));
  CHECK_THAT(refusal("\"shot\":0,\"tap_ms\"", "\"shot\":1,\"tap_ms\""),
             Contains("journal.jsonl:6: found a tap of shot 1"));
  CHECK_THAT(refusal("\"width_px\":640", "\"width_px\":0"), Contains("journal.jsonl:7: /view/width_px"));
  CHECK_THAT(refusal("\"step\":3,\"at_ms\":1790000000000,\"view\"", "\"step\":4,\"view\""),
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

TEST_CASE("a new participant with another plan or other numbers cannot begin beside the others") {
  Desk desk;
  desk.open("p1");
  Fingerprint other = made_by();
  other.overrides = {"physics:/rules/settle_s=1"};
  CHECK_THAT(desk.refusal("p2", other), Contains("nobody can begin beside this journal: overrides was none"));
  desk.file.plan_hash = "other";
  CHECK_THAT(desk.refusal("p2"), Contains("nobody can begin beside this journal: plan_hash was"));
  CHECK_FALSE(std::filesystem::exists(desk.results() / "p2"));
}

TEST_CASE("texts may change while participants take part, and what changed is in the journal") {
  Desk desk;
  desk.open("p1").add_session(desk.file.study, 1);
  const std::string before = desk.file.study.texts_hash;
  write(desk.folder / "study.json", replaced(replaced(kStudyText, "\"Hello.\"", "\"Hi.\""),
                                             "\"Yes\", \"no\": \"No\"", "\"Yes!\", \"no\": \"No\""));
  desk.file = desk.folder.read();
  desk.open("p1").add_session(desk.file.study, 1);
  const auto sessions = read_study_lines(desk.of("p1", "journal.jsonl")).entries;
  REQUIRE(sessions.size() == 2);
  CHECK(sessions[0].session.texts == before);
  CHECK(sessions[0].session.changed.empty());
  CHECK(sessions[1].session.texts == desk.file.study.texts_hash);
  CHECK(sessions[1].session.changed == std::vector<std::string>{"/pages/welcome/text", "/question/yes"});
  CHECK_THAT(content(desk.results() / ("texts-" + before + ".json")), Contains("Hello."));
  CHECK_THAT(content(desk.results() / ("texts-" + desk.file.study.texts_hash + ".json")), Contains("Hi."));
  std::filesystem::remove(desk.results() / ("texts-" + desk.file.study.texts_hash + ".json"));
  desk.file.study.texts_hash = "x";
  desk.open("p1").add_session(desk.file.study, 1);
  CHECK(read_study_lines(desk.of("p1", "journal.jsonl")).entries.back().session.changed ==
        std::vector<std::string>{""});
}

TEST_CASE("a journal of the oldest format goes on with its study file, and with no other texts") {
  Desk desk;
  {
    StudyJournal journal = desk.open("p1");
    go_to(journal, desk.file, kPracticeStep + 1);
  }
  std::string old = content(desk.of("p1", "journal.jsonl"));
  old = replaced(old, "\"novphy_study_journal\":2", "\"novphy_study_journal\":1");
  old = replaced(old, "\"study\":" + in_quotes(desk.file.study.file.string()) + ",", "");
  old = replaced(old, desk.file.study.hash, desk.file.study.file_hash);
  const std::string moment = "\"at_ms\":" + std::to_string(kNowMs) + ",";
  while (old.find(moment) != std::string::npos) old = replaced(old, moment, "");
  write(desk.of("p1", "journal.jsonl"), old);
  std::filesystem::remove(desk.results() / "assignments.jsonl");
  {
    StudyJournal journal = desk.open("p1");
    CHECK(journal.step() == kPracticeStep + 1);
    CHECK(journal.progress().times().empty());
    journal.add_session(desk.file.study, 1);
    go_to_end(journal, desk.file);
  }
  CHECK(desk.open("p1").finished());
  CHECK(desk.open("p2").head().assignment == Assignment{1, 0});
  desk.file.study.file_hash = "other";
  CHECK_THAT(desk.refusal("p1"), Contains("cannot go on: of another study"));
}

TEST_CASE("the journal says the moments, and time between sessions does not count") {
  const Desk desk;
  std::int64_t now_ms = kNowMs;
  const auto open = [&] {
    return StudyJournal::open(desk.results(), "p1", desk.file, made_by(), {.now_ms = [&] { return now_ms; }});
  };
  {
    StudyJournal journal = open();
    journal.add_session(desk.file.study, 1);
    now_ms += 1000;
    go_to(journal, desk.file, kPracticeStep);
    now_ms += 2500;
    journal.add_launch(aimed(0.3, 0.7));
    now_ms += 500;
    journal.add_launch(aimed(0.3, 0.7));
  }
  now_ms += 3'600'000;
  StudyJournal journal = open();
  journal.add_session(desk.file.study, 1);
  now_ms += 4000;
  play(journal, desk.file);
  const auto& times = journal.progress().times();
  CHECK(times.at(0) == StepTime{.begun_at_ms = kNowMs, .spent_ms = 1000, .first_shot_ms = -1});
  CHECK(times.at(kPracticeStep) ==
        StepTime{.begun_at_ms = kNowMs + 1000, .spent_ms = 7000, .first_shot_ms = 2500});
  CHECK(journal.progress().last_at_ms() == now_ms);
}
