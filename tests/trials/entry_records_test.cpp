#include "trials/entry_records.h"

#include <catch2/catch.hpp>
#include <functional>

#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "tests/trials/runs.h"
#include "trials/made_by.h"

using namespace novphy;
using namespace novphy::test;

namespace {

const PlanFile& plan_file() {
  static const PlanFile file{run_plan(), "0123456789abcdef"};
  return file;
}

BoardSetting setting() { return {plan_file(), assets()}; }

/// A whole run of the plan, as novphy run writes it.
const std::vector<std::string>& lines() {
  static const std::vector<std::string> made = [] {
    const TemporaryFolder folder;
    Fingerprint print = made_by(assets(), "standard");
    print.agent = "test_agent";
    print.plan_hash = plan_file().hash;
    run_into(into(folder / "r"), print);
    std::istringstream text(content(folder / "r"));
    std::vector<std::string> found;
    for (std::string line; std::getline(text, line);) found.push_back(line);
    return found;
  }();
  return made;
}

using Change = std::function<void(std::vector<std::string>&)>;

/// Changes the record in this line, from 2.
Change record(std::size_t line, const std::function<void(Record&)>& change) {
  return [=](std::vector<std::string>& all) {
    Record read = record_from_line(all.at(line - 1), "r", 0);
    change(read);
    all[line - 1] = to_line(read);
  };
}

Change first_line(const std::function<void(Fingerprint&)>& change) {
  return [=](std::vector<std::string>& all) {
    Fingerprint read = fingerprint_from_line(all.at(0), "r");
    change(read);
    all[0] = to_line(read);
  };
}

/// A file of the run with a change.
class ChangedFile {
 public:
  explicit ChangedFile(const Change& change) {
    std::vector<std::string> all = lines();
    change(all);
    std::string text;
    for (const std::string& line : all) text += line + "\n";
    write(path(), text);
  }
  std::string path() const { return (folder_ / "records.jsonl").string(); }

 private:
  TemporaryFolder folder_;
};

EntryFile file_with(const Change& change) { return read_entry_file(ChangedFile(change).path(), setting()); }

ReplayVerdict verdict_of(const EntryFile& file, unsigned threads = 1) {
  ReplayVerdict verdict;
  replay_entry_file(
      file, setting(), threads, [] {}, verdict);
  return verdict;
}

/// Why the file is refused, without its folder.
std::string refusal(const Change& change) {
  try {
    file_with(change);
  } catch (const InputError& error) {
    const std::string text = error.what();
    return text.substr(text.find("records.jsonl"));
  }
  return "";
}

/// The line of the first novel task, from 1.
std::size_t novel_line() {
  for (std::size_t i = 1; i < lines().size(); ++i)
    if (record_from_line(lines()[i], "r", 0).phase == Phase::kNovel) return i + 1;
  return 0;
}

/// A change to a record of a task that the agent could not play.
std::function<void(Record&)> unplayed(const std::function<void(Record&)>& further = [](Record&) {}) {
  return [=](Record& lost) {
    lost.digest = "";
    lost.end = "agent_error";
    lost.passed = false;
    lost.score = 0;
    lost.shots.clear();
    lost.time_s = 0;
    further(lost);
  };
}

const Change kNone = [](std::vector<std::string>&) {};

}  // namespace

TEST_CASE("the records of a run come out the same and are measured") {
  const EntryFile file = file_with(kNone);
  CHECK(file.records.size() == lines().size() - 1);
  const ReplayVerdict verdict = verdict_of(file);
  CHECK(verdict.played == static_cast<int>(file.records.size()));
  CHECK(verdict.different == 0);
  AgentLog log{"a", {}, TrialLogs()};
  add_entry_file(log, file);
  CHECK(log.trials.trials().size() == 6);
}

TEST_CASE("a forged record is found, whatever is forged in it") {
  const std::size_t line = novel_line();
  const auto different = [&](const std::function<void(Record&)>& change) {
    return verdict_of(file_with(record(line, change)));
  };
  const ReplayVerdict passed = different([](Record& forged) { forged.passed = !forged.passed; });
  CHECK(passed.different == 1);
  REQUIRE(passed.first.size() == 1);
  CHECK(passed.first[0].starts_with("records.jsonl:" + std::to_string(line) + ": "));
  CHECK(passed.first[0].find("passed: ") != std::string::npos);
  CHECK(different([](Record& forged) { forged.score += 1; }).different == 1);
  CHECK(different([](Record& forged) { forged.digest = "0000000000000000"; }).different == 1);
  CHECK(different([](Record& forged) { forged.shots[0].drag_m[0] += 0.1; }).different == 1);
}

TEST_CASE("nothing is won where nothing was played") {
  for (const auto& forge : {std::function([](Record& forged) { forged.passed = true; }),
                            std::function([](Record& forged) { forged.score = 10; }),
                            std::function([](Record& forged) { forged.end = "birds_used"; })})
    CHECK(verdict_of(file_with(record(lines().size(), unplayed(forge)))).different == 1);
}

TEST_CASE("a task that the agent could not play is no difference") {
  const ReplayVerdict verdict = verdict_of(file_with(record(lines().size(), unplayed())));
  CHECK(verdict.different == 0);
  CHECK(verdict.unplayed == 1);
}

TEST_CASE("nothing is played after an agent could not go on") {
  CHECK_THROWS_WITH(
      file_with(record(novel_line(), unplayed())),
      Catch::Matchers::Contains("was played after the agent could not go on in task 2 of the trial"));
}

TEST_CASE("a verdict holds the first differences, and does not depend on threads") {
  const Change all = [](std::vector<std::string>& changed) {
    for (std::size_t line = 2; line <= changed.size(); ++line)
      record(line, [](Record& forged) { forged.score += 7; })(changed);
  };
  const EntryFile file = file_with(all);
  const ReplayVerdict one = verdict_of(file);
  const ReplayVerdict four = verdict_of(file, 4);
  CHECK(one.different == static_cast<int>(file.records.size()));
  CHECK(one.first.size() == kShownDifferences);
  CHECK(one.first == four.first);
  CHECK(one.first[0].starts_with("records.jsonl:2: "));
}

TEST_CASE("a detector's alarms are computed again") {
  const Change detector = first_line([](Fingerprint& print) { print.detector = "sma:1:0.5"; });
  const ReplayVerdict missing = verdict_of(file_with(detector));
  REQUIRE(missing.different > 0);
  CHECK(missing.first[0].find("alarm: none recorded, ") != std::string::npos);
  CHECK_THROWS_AS(verdict_of(file_with(first_line([](Fingerprint& print) { print.detector = "ears"; }))),
                  InputError);
}

TEST_CASE("records of another plan or of other numbers are refused") {
  CHECK(refusal(first_line([](Fingerprint& print) { print.plan_hash = "00"; })) ==
        "records.jsonl:1: /plan_hash: found \"00\", expected \"0123456789abcdef\": the hash of the board's "
        "plan");
  CHECK(refusal(first_line([](Fingerprint& print) {
          print.catalogue_hash = "00";
        })).starts_with("records.jsonl:1: they were played with another catalogue or physics"));
  CHECK(refusal(first_line([](Fingerprint& print) {
          print.overrides = {"a=1"};
        })).starts_with("records.jsonl:1: they were played with changed numbers"));
  CHECK(refusal(record(novel_line(), [](Record& other) {
          other.variation += 1;
        })).find("expected variation ") != std::string::npos);
  CHECK(refusal(record(2, [](Record& other) { other.trial = 99; })).find("is not in the plan of the board") !=
        std::string::npos);
}

TEST_CASE("records that are cut off, incomplete or repeated are refused") {
  CHECK(refusal([](auto& all) { all.pop_back(); }).starts_with("records.jsonl: lacks task "));
  CHECK(
      refusal([](auto& all) { all.erase(all.begin() + 1); }).starts_with("records.jsonl: lacks task 0 of "));
  CHECK(refusal([](auto& all) { all.push_back(all[1]); }).find("is there already, in line 2") !=
        std::string::npos);
  CHECK(refusal([](auto& all) {
          all.back().resize(20);
        }).starts_with("records.jsonl:" + std::to_string(lines().size()) + ": "));
}

TEST_CASE("no record can leave itself out of the measures") {
  CHECK(refusal(record(2, [](Record& again) {
          again.attempts = 2;
        })).find("/attempts: found 2, expected 1") != std::string::npos);
  CHECK(refusal(record(novel_line(), [](Record& hidden) { hidden.no_result = true; })).find("/no_result: ") !=
        std::string::npos);
  CHECK(refusal(record(novel_line(), [](Record& told) {
          told.informed = true;
        })).find("/informed: found true") != std::string::npos);
  CHECK(refusal(first_line([](Fingerprint& print) { print.left_out = "tired"; })).find("/left_out: ") !=
        std::string::npos);
  // A plan that claims longer trials than it has would make them count as cut off.
  AgentLog log{"a", {}, TrialLogs()};
  add_entry_file(log, file_with(first_line([](Fingerprint& print) { print.planned_novel = 1000; })));
  const CompleteTrials complete(log.trials);
  for (const auto& [key, trial] : log.trials.trials()) CHECK(complete.has(key, trial));
}

TEST_CASE("the files of an entry are trainings of one agent") {
  const auto with = [](const std::string& run, const std::string& name = "") {
    return file_with(first_line([=](Fingerprint& print) {
      print.run = run;
      print.name = name;
    }));
  };
  CHECK_NOTHROW(check_entry_files(std::vector{with("")}));
  CHECK_NOTHROW(check_entry_files(std::vector{with("1"), with("2")}));
  CHECK_THROWS_AS(check_entry_files(std::vector{with("1"), with("1")}), InputError);
  CHECK_THROWS_AS(check_entry_files(std::vector{with(""), with("2")}), InputError);
  CHECK_THROWS_AS(check_entry_files(std::vector{with("1"), with("2", "other")}), InputError);
}
