#include <atomic>
#include <catch2/catch.hpp>

#include "evaluator/record_io.h"
#include "tests/trials/runs.h"
#include "trials/runner.h"

using namespace novphy;
using namespace novphy::test;

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
