#include "trials/runner.h"

#include <atomic>
#include <catch2/catch.hpp>

#include "evaluator/record_io.h"
#include "tests/trials/runs.h"

using namespace novphy;
using namespace novphy::test;

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
                      Catch::Contains("in the first trial:") && Catch::Contains("kept for --resume"));
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
