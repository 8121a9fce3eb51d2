#include "trials/runner.h"

#include <atomic>
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "sim/rng.h"
#include "tests/trials/fixtures.h"
#include "trials/store/partial.h"

using namespace novphy;
using namespace novphy::test;

namespace {

const Plan& run_plan() {
  static const Plan plan = shifted_plan(pairs(), small_options());
  return plan;
}

Fingerprint fingerprint() {
  Fingerprint print;
  print.version = "test";
  print.agent = "test_agent";
  print.seed = 1;
  return print;
}

/// The fingerprint that the records of a whole run have.
Fingerprint with_counts(Fingerprint print) {
  print.planned_trials = static_cast<int>(run_plan().trials.size());
  print.planned_novel = small_options().novel;
  return print;
}

RunOptions into(const std::filesystem::path& out, int jobs = 1) {
  RunOptions options;
  options.out = out;
  options.jobs = jobs;
  return options;
}

RunSummary run_into(const RunOptions& options, const Fingerprint& print = fingerprint()) {
  return run(run_plan(), print, factory<TestAgent>(), setup(), options);
}

/// The output of a run that was not interrupted.
const std::string& expected() {
  static const std::string bytes = [] {
    const TemporaryFolder folder;
    run_into(into(folder / "r"));
    return content(folder / "r");
  }();
  return bytes;
}

/// The content of the partial file of a run that is stopped after its last trial and before its end.
std::string partial_bytes(const TemporaryFolder& folder, int jobs) {
  const auto out = folder / "stopped";
  RunOptions options = into(out, jobs);
  std::string bytes;
  options.progress = [&](const Progress& progress) {
    if (progress.trials == progress.trials_of) bytes = content(Partial::path_for(out));
  };
  run_into(options);
  return bytes;
}

/// The places in the plan of the trials that come first in their novelty-scenario, calibration runs included.
std::vector<std::size_t> first_trials() {
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < run_plan().trials.size(); ++i)
    if (run_plan().trials[i].index == 0) first.push_back(i);
  return first;
}

struct Stop : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace

TEST_CASE("records are the same for any number of jobs") {
  const TemporaryFolder folder;
  for (const int jobs : {1, 2, 3, 16}) {
    const auto out = folder / std::to_string(jobs);
    const RunSummary summary = run_into(into(out, jobs));
    REQUIRE(content(out) == expected());
    REQUIRE(summary.trials == static_cast<int>(run_plan().trials.size()));
    REQUIRE_FALSE(std::filesystem::exists(Partial::path_for(out)));
  }
}

TEST_CASE("records stand in plan order behind their fingerprint") {
  const TemporaryFolder folder;
  run_into(into(folder / "r", 3));
  RecordReader reader((folder / "r").string());
  REQUIRE(reader.fingerprint() == with_counts(fingerprint()));
  for (const PlannedTrial& trial : run_plan().trials) {
    for (int i = 0; i < task_count(trial); ++i) {
      const auto record = reader.next();
      REQUIRE(record);
      REQUIRE(record->novelty == trial.novelty);
      REQUIRE(record->trial == trial.index);
      REQUIRE(record->task == i);
    }
  }
  REQUIRE_FALSE(reader.next());
}

TEST_CASE("cut at any block and anywhere in it, a run resumes to the same bytes") {
  const TemporaryFolder folder;
  const std::string bytes = partial_bytes(folder, 2);
  Rng rng(1, 1);
  const auto out = folder / "r";
  for (int i = 0; i < 40; ++i) {
    const auto cut = static_cast<std::size_t>(rng.integer(0, static_cast<int>(bytes.size())));
    CAPTURE(cut);
    write(Partial::path_for(out), bytes.substr(0, cut));
    RunOptions options = into(out, 1 + i % 2);
    options.resume = true;
    const RunSummary summary = run_into(options);
    REQUIRE(content(out) == expected());
    if (cut == bytes.size()) REQUIRE(summary.resumed_trials == summary.trials);
    std::filesystem::remove(out);
  }
}

TEST_CASE("resuming plays only what is missing") {
  const TemporaryFolder folder;
  const std::string bytes = partial_bytes(folder, 1);
  const auto out = folder / "r";
  write(Partial::path_for(out), bytes);
  RunOptions options = into(out);
  options.resume = true;
  const auto nobody = [](const std::string&) -> std::unique_ptr<Agent> { throw Stop("played again"); };
  REQUIRE(run(run_plan(), fingerprint(), nobody, setup(), options).resumed_trials ==
          static_cast<int>(run_plan().trials.size()));
  REQUIRE(content(out) == expected());
}

TEST_CASE("a run that is stopped keeps its finished trials and writes no output") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  RunOptions options = into(out, 2);
  options.progress = [](const Progress& progress) {
    if (progress.trials == 4) throw Stop("enough");
  };
  REQUIRE_THROWS_AS(run_into(options), Stop);
  REQUIRE_FALSE(std::filesystem::exists(out));
  const int finished = Partial::open(Partial::path_for(out)).size();
  REQUIRE(finished >= 4);
  REQUIRE(finished <= 5);  // the other thread plays its trial to the end
  RunOptions again = into(out);
  again.resume = true;
  REQUIRE(run_into(again).resumed_trials == finished);
  REQUIRE(content(out) == expected());
}

TEST_CASE("an output that is there is kept unless it is to be replaced") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  write(out, "precious");
  REQUIRE_THROWS_WITH(run_into(into(out)), Catch::Contains("is there already"));
  REQUIRE(content(out) == "precious");
  RunOptions options = into(out);
  options.force = true;
  run_into(options);
  REQUIRE(content(out) == expected());
}

TEST_CASE("a partial file that is there is kept unless it is resumed or replaced") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  write(Partial::path_for(out), "precious\n");
  REQUIRE_THROWS_WITH(run_into(into(out)), Catch::Contains("use --resume"));
  REQUIRE(content(Partial::path_for(out)) == "precious\n");
  RunOptions options = into(out);
  options.force = true;
  run_into(options);
  REQUIRE(content(out) == expected());
}

TEST_CASE("another run is not resumed, and what differs is named") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  const std::string bytes = partial_bytes(folder, 1);
  write(Partial::path_for(out), bytes);
  RunOptions options = into(out);
  options.resume = true;
  Fingerprint other = fingerprint();
  other.seed = 2;
  REQUIRE_THROWS_WITH(run_into(options, other), Catch::Contains("seed was 1, is 2 now"));
  other = fingerprint();
  other.overrides = {"physics:/x=1"};
  REQUIRE_THROWS_WITH(run_into(options, other), Catch::Contains("overrides was none, is physics:/x=1 now"));
  REQUIRE(content(Partial::path_for(out)) == bytes);
}

TEST_CASE("a run whose agent's files have changed is not resumed") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  Fingerprint print = fingerprint();
  print.agent_files = {"my agent.py 0000000000000001", "model.bin 0000000000000002"};
  RunOptions options = into(out);
  options.progress = [](const Progress&) { throw Stop("enough"); };
  REQUIRE_THROWS_AS(run_into(options, print), Stop);
  options = into(out);
  options.resume = true;
  Fingerprint other = print;
  other.agent_files[0] = "my agent.py 0000000000000003";
  REQUIRE_THROWS_WITH(
      run_into(options, other),
      Catch::Contains(
          "the agent's file my agent.py had the hash 0000000000000001, and has 0000000000000003 now"));
  other = print;
  other.agent_files.pop_back();
  REQUIRE_THROWS_WITH(run_into(options, other),
                      Catch::Contains("model.bin had the hash 0000000000000002, and cannot be read now"));
  other = print;
  other.agent_files.push_back("log.txt 0000000000000004");  // the agent has written this file since
  run_into(options, other);
  REQUIRE(RecordReader(out.string()).fingerprint() == with_counts(print));
}

TEST_CASE("a plan in another place is the same plan") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  Fingerprint print = fingerprint();
  print.plan = "old/plan.json";
  print.plan_hash = "0123456789abcdef";
  RunOptions options = into(out);
  options.progress = [](const Progress&) { throw Stop("enough"); };
  REQUIRE_THROWS_AS(run_into(options, print), Stop);
  options = into(out);
  options.resume = true;
  print.plan_hash = "0123456789abcdee";
  REQUIRE_THROWS_WITH(run_into(options, print), Catch::Contains("plan_hash was 0123456789abcdef"));
  print.plan = "new/plan.json";
  print.plan_hash = "0123456789abcdef";
  REQUIRE(run_into(options, print).resumed_trials > 0);
  REQUIRE(RecordReader(out.string()).fingerprint() == with_counts(print));
}

TEST_CASE("resuming a run that is over changes nothing") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  const RunSummary first = run_into(into(out));
  RunOptions options = into(out);
  options.resume = true;
  const RunSummary second = run_into(options);
  REQUIRE(second.records == first.records);
  REQUIRE(second.passed == first.passed);
  REQUIRE(second.resumed_trials == first.trials);
  options.trials = 1;
  REQUIRE_THROWS_WITH(run_into(options), Catch::Contains("use --force"));
}

TEST_CASE("a few trials of each novelty-scenario are the first ones, with every calibration run") {
  const std::vector<int> selected = selected_trials(run_plan(), 2);
  REQUIRE(selected.size() == 2 * (2 + 2));
  for (const int i : selected) REQUIRE(run_plan().trials[static_cast<std::size_t>(i)].index < 2);
  const TemporaryFolder folder;
  RunOptions options = into(folder / "few");
  options.trials = 2;
  run_into(options);
  // Every line of the shorter run also stands in the whole run.
  const std::string few = content(folder / "few");
  std::size_t begin = few.find('\n') + 1;  // the first line tells the counts of each run
  for (std::size_t end = few.find('\n', begin); end != std::string::npos; end = few.find('\n', begin)) {
    REQUIRE(expected().find(few.substr(begin, end + 1 - begin)) != std::string::npos);
    begin = end + 1;
  }
}

TEST_CASE("a failing agent ends its own trials, not the run") {
  const TemporaryFolder folder;
  std::atomic<int> agents{0};
  const auto make = [&](const std::string&) -> std::unique_ptr<Agent> {
    if (agents++ == 1) throw AgentError("out of order");
    return std::make_unique<TestAgent>();
  };
  const RunSummary summary = run(run_plan(), fingerprint(), make, setup(), into(folder / "r"));
  REQUIRE(summary.agent_errors == 1);
  REQUIRE(summary.first_error == "out of order");
  REQUIRE(summary.trials == static_cast<int>(run_plan().trials.size()));
  RecordReader reader((folder / "r").string());
  int errors = 0;
  while (const auto record = reader.next()) errors += record->end == "agent_error" ? 1 : 0;
  REQUIRE(errors == task_count(run_plan().trials[first_trials()[1]]));
}

TEST_CASE("a run that is stopped keeps its finished trials, and goes on to the same bytes") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  const int trials = static_cast<int>(run_plan().trials.size());
  for (const int kept : {0, 1, 3}) {
    CAPTURE(kept);
    std::atomic<bool> stop = kept == 0;
    RunOptions options = into(out);
    options.stop = &stop;
    options.progress = [&](const Progress& progress) { stop = progress.trials == kept; };
    try {
      run_into(options);
      FAIL("not stopped");
    } catch (const StoppedRun& stopped) {
      REQUIRE(stopped.kept == kept);
      REQUIRE(stopped.of == trials);
    }
    REQUIRE(std::filesystem::exists(Partial::path_for(out)) == (kept > 0));
    options = into(out);
    options.resume = true;
    REQUIRE(run_into(options).resumed_trials == kept);
    REQUIRE(content(out) == expected());
    std::filesystem::remove(out);
  }
}

TEST_CASE("a stopped run has the first trials of all novelty-scenarios, and can end with these") {
  const TemporaryFolder folder;
  RunOptions few = into(folder / "few");
  few.trials = 1;
  run_into(few);
  std::atomic<bool> stop = false;
  RunOptions options = into(folder / "r");
  options.stop = &stop;
  const int first = static_cast<int>(first_trials().size());
  options.progress = [&](const Progress& progress) { stop = progress.trials == first; };
  REQUIRE_THROWS_AS(run_into(options), StoppedRun);
  options = into(folder / "r");
  options.resume = true;
  options.trials = 1;
  REQUIRE(run_into(options).resumed_trials == first);
  REQUIRE(content(folder / "r") == content(folder / "few"));
}

// Bug: a mistyped command of an agent "played" the whole plan, with an error in each record.
TEST_CASE("a run whose agent never begins ends after three trials and leaves nothing behind") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  for (const int jobs : {1, 3}) {
    std::atomic<int> agents{0};
    const auto make = [&](const std::string&) -> std::unique_ptr<Agent> {
      ++agents;
      throw AgentError("not found");
    };
    REQUIRE_THROWS_WITH(run(run_plan(), fingerprint(), make, setup(), into(out, jobs)),
                        "test_agent: the agent could not begin in any of the first 3 trials: not found");
    REQUIRE(agents >= 3);
    if (jobs == 1) REQUIRE(agents == 3);  // other threads begin trials until they see the end of the run
    REQUIRE(std::filesystem::is_empty(folder.path()));
  }
}

TEST_CASE("a run of one trial whose agent does not begin ends, too") {
  const TemporaryFolder folder;
  RunOptions options = into(folder / "r");
  write(Partial::path_for(options.out), partial_bytes(folder, 1));
  std::filesystem::remove(folder / "stopped");
  const auto broken = [](const std::string&) -> std::unique_ptr<Agent> { throw AgentError("not found"); };
  const std::string bytes = content(Partial::path_for(options.out));
  const std::string last = "{\"trial\":" + std::to_string(run_plan().trials.size() - 1) + ",";
  write(Partial::path_for(options.out), bytes.substr(0, bytes.find(last)));
  const std::string before = content(Partial::path_for(options.out));
  options.resume = true;
  REQUIRE_THROWS_WITH(run(run_plan(), fingerprint(), broken, setup(), options),
                      Catch::Contains("any of the first 1 trials") && Catch::Contains("kept for --resume"));
  REQUIRE(content(Partial::path_for(options.out)) == before);
}

TEST_CASE("an agent that does not begin at first costs its own trials alone") {
  const TemporaryFolder folder;
  std::atomic<int> agents{0};
  const auto make = [&](const std::string&) -> std::unique_ptr<Agent> {
    if (agents++ < 2) throw AgentError("out of order");
    return std::make_unique<TestAgent>();
  };
  const RunSummary summary = run(run_plan(), fingerprint(), make, setup(), into(folder / "r"));
  REQUIRE(summary.agent_errors == 2);
  REQUIRE(summary.trials == static_cast<int>(run_plan().trials.size()));
}

// Bug: --resume took the old output for the result of the interrupted run that was to replace the output.
TEST_CASE("a stopped run that replaces an output goes on, and then replaces the output") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  write(out, "old");
  std::atomic<bool> stop = false;
  RunOptions options = into(out);
  options.force = true;
  options.stop = &stop;
  options.progress = [&](const Progress&) { stop = true; };
  REQUIRE_THROWS_AS(run_into(options), StoppedRun);
  REQUIRE(content(out) == "old");
  options = into(out);
  options.resume = true;
  REQUIRE(run_into(options).resumed_trials == 1);
  REQUIRE(content(out) == expected());
}

TEST_CASE("progress counts up to what there is") {
  const TemporaryFolder folder;
  RunOptions options = into(folder / "r", 2);
  int calls = 0;
  Progress last;
  options.progress = [&](const Progress& progress) {
    REQUIRE(progress.trials == ++calls);
    last = progress;
  };
  const RunSummary summary = run_into(options);
  REQUIRE(last.trials == last.trials_of);
  REQUIRE(last.tasks == last.tasks_of);
  REQUIRE(last.tasks == summary.records);
}

TEST_CASE("a device or a folder is no place for records") {
  REQUIRE_THROWS_WITH(run_into(into("/dev/full")), Catch::Contains("expected a plain file"));
  const TemporaryFolder folder;
  REQUIRE_THROWS_WITH(run_into(into(folder.path())), Catch::Contains("expected a plain file"));
}
