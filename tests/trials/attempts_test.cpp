#include <atomic>
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "tests/trials/runs.h"
#include "trials/store/merge.h"

using namespace novphy;
using namespace novphy::test;

namespace {

std::map<int, int> attempts_in(const std::filesystem::path& file) {
  std::map<int, int> found;  // number of records by attempts
  RecordReader reader(file.string());
  while (const auto record = reader.next()) ++found[record->attempts];
  return found;
}

std::string without_attempts(const std::filesystem::path& file) {
  RecordReader reader(file.string());
  std::string text = to_line(reader.fingerprint()) + "\n";
  while (auto record = reader.next()) {
    record->attempts = 1;
    text += to_line(*record) + "\n";
  }
  return text;
}

int begun_lines(const std::string& text) {
  int count = 0;
  for (std::size_t at = 0; (at = text.find("{\"begun\":", at)) != std::string::npos; ++at) ++count;
  return count;
}

/// An agent that asks for the end of the run when it has seen the first task of its trial.
class Interrupting : public TestAgent {
 public:
  Interrupting(std::atomic<bool>& stop, bool now, std::filesystem::path notes)
      : stop_(stop), now_(now), notes_(std::move(notes)) {}
  Shot choose(const Observation& seen) override {
    CHECK(begun_lines(content(notes_)) > 0);  // the note is there before the agent sees anything
    stop_ = stop_ || now_;
    return TestAgent::choose(seen);
  }

 private:
  std::atomic<bool>& stop_;
  bool now_;
  std::filesystem::path notes_;
};

/// Plays two trials, sees a part of the third one, and is interrupted there.
StoppedRun interrupted_run(RunOptions options, const std::filesystem::path& notes) {
  std::atomic<bool> stop = false;
  int made = 0;
  options.stop = &stop;
  const auto make = [&](const std::string&) -> std::unique_ptr<Agent> {
    if (!options.outside) return std::make_unique<TestAgent>();
    return std::make_unique<Interrupting>(stop, ++made == 3, notes);
  };
  if (!options.outside) options.progress = [&](const Progress& progress) { stop = progress.trials == 2; };
  try {
    run(run_plan(), fingerprint(), make, setup(), options);
  } catch (const StoppedRun& stopped) {
    return stopped;
  }
  FAIL("not interrupted");
  return {};
}

}  // namespace

TEST_CASE("an agent outside the program that begins a trial again leaves a trace in its records") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  for (const bool outside : {true, false}) {
    CAPTURE(outside);
    RunOptions options = into(out);
    options.force = true;
    options.outside = outside;
    const StoppedRun stopped = interrupted_run(options, Partial::path_for(out));
    CHECK(stopped.kept == 2);
    CHECK(stopped.begun == (outside ? 1 : 0));
    CHECK((kept_text(stopped).find("which notes 1 more as begun") != std::string::npos) == outside);
    options.force = false;
    options.resume = true;
    const RunSummary summary = run_into(options);
    CHECK(summary.begun_again == (outside ? 1 : 0));
    CHECK(without_attempts(out) == expected());
    CHECK(attempts_in(out).contains(2) == outside);
    CHECK_FALSE(std::filesystem::exists(Partial::path_for(out)));
  }
}

TEST_CASE("an agent outside the program that is never interrupted gives the bytes of any other") {
  const TemporaryFolder folder;
  RunOptions options = into(folder / "r", 2);
  options.outside = true;
  CHECK(run_into(options).begun_again == 0);
  CHECK(content(folder / "r") == expected());
}

TEST_CASE("a run that was only begun stays, and counts every beginning") {
  const TemporaryFolder folder;
  RunFiles files;
  files.out = folder / "r";
  for (int beginnings = 1; beginnings <= 3; ++beginnings) {
    OpenRun open(run_plan(), fingerprint(), files);
    open.begin(0);
    const StoppedRun stopped = open.stop();
    CHECK(stopped.kept == 0);
    CHECK(stopped.begun == 1);
    files.resume = true;
  }
  RunOptions options = into(files.out);
  options.resume = true;
  options.outside = true;
  run_into(options);
  CHECK(attempts_in(files.out).contains(4));
  CHECK(without_attempts(files.out) == expected());
}

TEST_CASE("cut anywhere, whole notes of begun trials stay") {
  const TemporaryFolder folder;
  {
    Partial partial = Partial::create(folder / "whole", to_line(fingerprint()));
    for (int trial = 0; trial < 3; ++trial) {
      partial.note_begun(trial);
      partial.append(trial, "records\n");
      partial.note_begun(1);
    }
  }
  const std::string bytes = content(folder / "whole");
  REQUIRE(begun_lines(bytes) == 6);
  for (std::size_t cut = bytes.find('\n') + 1; cut <= bytes.size(); ++cut) {
    write(folder / "p", bytes.substr(0, cut));
    const Partial partial = Partial::open(folder / "p");
    int notes = 0;
    for (const auto& [trial, times] : partial.begun()) notes += static_cast<int>(times.size());
    const std::size_t end = bytes.rfind('\n', cut - 1) + 1;
    REQUIRE(notes >= begun_lines(bytes.substr(0, end)) - 1);
    REQUIRE(notes <= begun_lines(bytes.substr(0, end)));
    REQUIRE(std::filesystem::file_size(folder / "p") <= cut);
  }
  CHECK(attempts_of(Partial::open(folder / "whole").begun(), 1) == 4);
  write(folder / "p", bytes + "{\"begun\":1,\"time\":\"0123\"}\n");
  CHECK(BlockFile(folder / "p").blocks().end == BlocksEnd::kChanged);
  CHECK_THROWS_WITH(attempts_in(folder / "whole"), Catch::Contains("this is a part of a run"));
}

TEST_CASE("shards and their merge keep what tries have begun, each beginning once") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  RunOptions options = into(out);
  options.outside = true;
  options.shard = Shard{1, 2};
  const auto shard = shard_path(out, *options.shard);
  options.progress = [](const Progress&) { throw Stop("killed"); };
  CHECK_THROWS_AS(run_into(options), Stop);
  const auto killed = tries_of(shard).front();
  {
    Partial try_of_another = begin_try(shard, to_line(with_counts(fingerprint())));
    try_of_another.note_begun(2);
  }
  options.resume = true;
  bool is_first = true;
  options.progress = [&](const Progress&) {  // a try that begins a trial while another one plays the shard
    if (std::exchange(is_first, false)) Partial::open(tries_of(shard).front()).note_begun(4);
  };
  std::filesystem::copy(killed, folder / "copy");
  run_into(options);
  CHECK(tries_of(shard).empty());
  options.shard = Shard{2, 2};
  options.progress = {};
  run_into(options);
  const Merge merge({shard.string(), shard_path(out, *options.shard).string(), (folder / "copy").string()});
  CHECK(merge.write(out, {}).begun_again == 2);  // trials 2 and 4
  CHECK(without_attempts(out) == expected());
  CHECK(attempts_in(out).size() == 2);
}
