#include <atomic>
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "sim/rng.h"
#include "tests/trials/fixtures.h"
#include "trials/plan.h"
#include "trials/plan_file.h"
#include "trials/runner.h"
#include "trials/store/blocks.h"
#include "trials/store/merge.h"

using namespace novphy;
using namespace novphy::test;

namespace {

const Plan& sharded_plan() {
  static const Plan plan = shifted_plan(pairs(), small_options());
  return plan;
}

Fingerprint shard_print(const std::string& agent = "test_agent") {
  Fingerprint print;
  print.version = "test";
  print.agent = agent;
  return print;
}

RunOptions shard_options(const std::filesystem::path& out, std::optional<Shard> shard) {
  RunOptions options;
  options.out = out;
  options.shard = shard;
  return options;
}

RunSummary play(const RunOptions& options, const Fingerprint& print = shard_print()) {
  return run(sharded_plan(), print, factory<TestAgent>(), setup(), options);
}

/// Plays a shard that is not there yet.
std::string play_shard(const std::filesystem::path& out, Shard shard) {
  play(shard_options(out, shard));
  return shard_path(out, shard).string();
}

const std::string& whole_run() {
  static const std::string bytes = [] {
    const TemporaryFolder folder;
    play(shard_options(folder / "r", std::nullopt));
    return content(folder / "r");
  }();
  return bytes;
}

std::vector<std::string> all_shards(const std::filesystem::path& out, int of) {
  std::vector<std::string> files;
  for (int number = 1; number <= of; ++number) files.push_back(play_shard(out, {number, of}));
  return files;
}

/// The bytes that the files are merged to.
std::string merged(const TemporaryFolder& folder, const std::vector<std::string>& files) {
  const Merge merge(files);
  REQUIRE(merge.is_whole());
  merge.write(folder / "merged", {});
  return content(folder / "merged");
}

std::string with_changed_byte(std::string bytes, std::size_t place) {
  bytes[place] = static_cast<char>(bytes[place] ^ 1);
  return bytes;
}

struct NoMore : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Plays a shard until one of its trials is finished. Returns the try.
std::filesystem::path stopped_try(const std::filesystem::path& out, Shard shard) {
  RunOptions options = shard_options(out, shard);
  options.progress = [](const Progress&) { throw NoMore("enough"); };
  REQUIRE_THROWS_AS(play(options), NoMore);
  const auto tries = tries_of(shard_path(out, shard));
  REQUIRE(tries.size() == 1);
  return tries.front();
}

}  // namespace

TEST_CASE("shards of any number merge to the bytes of one run") {
  const TemporaryFolder folder;
  for (const int of : {1, 3, 7, 40}) {
    CAPTURE(of);
    auto files = all_shards(folder / "r", of);
    REQUIRE(Merge(files).shards() == of);
    REQUIRE(merged(folder, files) == whole_run());
    std::reverse(files.begin(), files.end());
    REQUIRE(merged(folder, files) == whole_run());
  }
  auto overlapping = all_shards(folder / "s", 2);
  overlapping.push_back(play_shard(folder / "s", {2, 3}));
  REQUIRE_FALSE(Merge(overlapping).shards());
  REQUIRE(merged(folder, overlapping) == whole_run());
}

TEST_CASE("a finished shard is left alone") {
  const TemporaryFolder folder;
  const auto file = play_shard(folder / "r", {1, 3});
  const auto before = content(file);
  const auto nobody = [](const std::string&) -> std::unique_ptr<Agent> { throw NoMore("played again"); };
  for (const bool resume : {false, true}) {
    RunOptions options = shard_options(folder / "r", Shard{1, 3});
    options.resume = resume;
    const RunSummary summary = run(sharded_plan(), shard_print(), nobody, setup(), options);
    REQUIRE(summary.trials == summary.resumed_trials);
    REQUIRE(content(file) == before);
  }
  RunOptions options = shard_options(folder / "r", Shard{1, 3});
  REQUIRE_THROWS_WITH(play(options, shard_print("another")),
                      Catch::Contains("agent was test_agent, is another now"));
  options.trials = 1;
  REQUIRE_THROWS_WITH(play(options), Catch::Contains("is of a run of 10 trials, this run has 6"));
  options.force = true;
  play(options);
  REQUIRE(content(file) != before);
}

TEST_CASE("a try goes on with what tries before have finished, wherever they were cut") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  const std::string whole = content(play_shard(out, {1, 2}));
  const auto other = play_shard(out, {2, 2});
  const auto file = shard_path(out, {1, 2});
  Rng rng(1, 1);
  for (int i = 0; i < 30; ++i) {
    const auto cut = static_cast<std::size_t>(rng.integer(0, static_cast<int>(whole.size())));
    CAPTURE(cut);
    std::filesystem::remove(file);
    write(file.string() + ".try-a-1", whole.substr(0, cut));
    write(file.string() + ".try-b-1", with_changed_byte(whole, cut / 2));
    RunOptions options = shard_options(out, Shard{1, 2});
    REQUIRE_THROWS_WITH(play(options), Catch::Contains("use --resume"));
    // A changed first line is another run's, which no try goes on with.
    if (cut / 2 <= whole.find('\n')) std::filesystem::remove(file.string() + ".try-b-1");
    options.resume = true;
    play(options);
    REQUIRE(tries_of(file).empty());
    REQUIRE(merged(folder, {file.string(), other}) == whole_run());
  }
}

TEST_CASE("tries of one shard at the same time do not disturb each other") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  const auto other = play_shard(out, {2, 2});
  RunOptions options = shard_options(out, Shard{1, 2});
  options.resume = true;
  bool is_first = true;
  options.progress = [&](const Progress&) {
    if (!std::exchange(is_first, false)) return;
    RunOptions second = shard_options(out, Shard{1, 2});
    second.resume = true;
    REQUIRE(play(second).resumed_trials == 1);  // read from the try that is under way
  };
  play(options);
  REQUIRE(tries_of(shard_path(out, {1, 2})).empty());
  REQUIRE(merged(folder, {shard_path(out, {1, 2}).string(), other}) == whole_run());
}

TEST_CASE("a shard whose file is damaged is taken up again") {
  const TemporaryFolder folder;
  const auto file = play_shard(folder / "r", {1, 2});
  const std::string whole = content(file);
  write(file, whole.substr(0, whole.size() - 10));
  RunOptions options = shard_options(folder / "r", Shard{1, 2});
  REQUIRE_THROWS_WITH(play(options), Catch::Contains("use --resume"));
  options.resume = true;
  play(options);
  REQUIRE(content(file).size() == whole.size());
}

TEST_CASE("a run that is paused ends after the trials in progress and loses none") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  std::atomic<bool> pause = false;
  RunOptions options = shard_options(out, Shard{1, 2});
  options.pause = &pause;
  options.progress = [&](const Progress& progress) { pause = progress.trials == 2; };
  try {
    play(options);
    FAIL("not paused");
  } catch (const StoppedRun& stopped) {
    REQUIRE(stopped.kept == 2);
    REQUIRE(stopped.file == shard_path(out, {1, 2}).string() + ".try-*");
  }
  // A try that finishes nothing leaves no file: the try before holds all that is kept.
  options.resume = true;
  REQUIRE_THROWS_AS(play(options), StoppedRun);
  REQUIRE(tries_of(shard_path(out, {1, 2})).size() == 1);
  options.pause = nullptr;
  REQUIRE(play(options).resumed_trials == 2);
}

TEST_CASE("a merge takes files that were cut short, and knows what is missing") {
  const TemporaryFolder folder;
  const auto out = folder / "r";
  const auto files = all_shards(out, 4);
  const std::string first = content(files[0]);
  write(files[0], first.substr(0, first.size() - 1));
  const Merge merge(files);
  REQUIRE_FALSE(merge.is_whole());
  const auto missing = missing_trials(merge, sharded_plan());
  REQUIRE(missing.size() == 1);
  REQUIRE(shards_of(missing, 4) == std::vector<int>{1});
  REQUIRE_THROWS_WITH(Merge({stopped_try(folder / "s", {2, 4}).string(), folder / "nowhere"}),
                      Catch::Contains("nowhere: cannot be read"));
}

TEST_CASE("missing trials of a run of few trials are those that the run plays") {
  const TemporaryFolder folder;
  RunOptions options = shard_options(folder / "r", Shard{1, 3});
  options.trials = 1;
  play(options);
  const Merge merge({shard_path(folder / "r", {1, 3}).string()});
  REQUIRE(merge.planned() == 6);
  auto all = merge.trials();
  const auto missing = missing_trials(merge, sharded_plan());
  all.insert(all.end(), missing.begin(), missing.end());
  std::sort(all.begin(), all.end());
  REQUIRE(all == selected_trials(sharded_plan(), 1));
  Plan other = sharded_plan();
  other.trials.resize(5);
  REQUIRE_THROWS_WITH(missing_trials(merge, other),
                      Catch::Contains("expected a plan of which 6 can be played"));
}

TEST_CASE("a merge refuses what does not belong together") {
  const TemporaryFolder folder;
  const auto files = all_shards(folder / "r", 2);
  const std::string bytes = content(files[0]);
  SECTION("a changed byte") {
    write(files[0], with_changed_byte(bytes, bytes.size() - 20));
    REQUIRE_THROWS_WITH(Merge(files),
                        Catch::Contains(files[0] + ": the trial at place ") && Catch::Contains("their hash"));
  }
  SECTION("a header with a trial or a length that no run has") {
    const std::string line = bytes.substr(0, bytes.find('\n') + 1);
    for (const char* header : {R"({"trial":2147483647,"bytes":0,"hash":"cbf29ce484222325"})",
                               R"({"trial":-1,"bytes":0,"hash":"cbf29ce484222325"})",
                               R"({"trial":99999999999,"bytes":0,"hash":"cbf29ce484222325"})"}) {
      CAPTURE(header);
      write(folder / "odd", line + header + "\n");
      REQUIRE_THROWS_WITH(Merge({folder / "odd"}),
                          Catch::Contains("expected the finished trials of a shard"));
    }
    write(folder / "long",
          line + R"({"trial":1,"bytes":18446744073709551615,"hash":"cbf29ce484222325"})" + "\n");
    REQUIRE(Merge({folder / "long"}).trials().empty());  // as a file that was cut short
  }
  SECTION("a file of records") {
    write(folder / "records", whole_run());
    REQUIRE_THROWS_WITH(Merge({folder / "records"}),
                        Catch::Contains("expected the finished trials of a shard"));
  }
  SECTION("another agent") {
    RunOptions options = shard_options(folder / "s", Shard{2, 2});
    play(options, shard_print("another"));
    const auto other = shard_path(folder / "s", {2, 2}).string();
    REQUIRE_THROWS_WITH(Merge({files[0], other}),
                        other + ": is of another run: agent is test_agent in " + files[0] + ", is another");
  }
  SECTION("another number of trials") {
    RunOptions options = shard_options(folder / "s", Shard{2, 2});
    options.trials = 1;
    play(options);
    REQUIRE_THROWS_WITH(Merge({files[0], shard_path(folder / "s", {2, 2}).string()}),
                        Catch::Contains("planned_trials is 10 in"));
  }
  SECTION("the same trial with other bytes") {
    const int trial = Merge({files[0]}).trials().front();
    const std::string line = bytes.substr(0, bytes.find('\n'));
    std::string block = BlockFile(files[0]).read(trial);
    const std::string passed = block.find("\"passed\":true") == std::string::npos ? "false" : "true";
    block.replace(block.find("\"passed\":" + passed) + 9, passed.size(), passed == "true" ? "false" : "true");
    write(folder / "other", line + "\n" + block_header(trial, block) + block);
    REQUIRE_THROWS_WITH(Merge({files[0], files[1], folder / "other"}),
                        Catch::Contains("other: calibration run 0 of rolling/agents (place 1 of the plan) "
                                        "has other records than in " +
                                        files[0]));
    write(folder / "twice", bytes + block_header(trial, block) + block);
    REQUIRE_THROWS_WITH(Merge({folder / "twice"}),
                        Catch::Contains("twice: holds the trial at place 1 of the plan twice"));
  }
  SECTION("nothing but broken first lines") {
    write(folder / "empty", "");
    REQUIRE_THROWS_WITH(Merge({folder / "empty"}), Catch::Contains("empty: holds no whole line"));
    write(folder / "empty", "{\"format\":1");
    REQUIRE(merged(folder, {folder / "empty", files[0], files[1]}) == whole_run());
  }
}

TEST_CASE("a summary counts what stands in records, not what stands in their texts") {
  const TemporaryFolder folder;
  Record record;
  record.novelty = "n";
  record.scenario = "s";
  record.phase = Phase::kTraining;
  record.passed = true;
  record.end = "pigs_gone";
  record.reported_text = R"("passed":true,"phase":"training","error":"none")";
  Record failed = record;
  failed.phase = Phase::kNovel;
  failed.passed = false;
  failed.error = R"("passed":true)";
  const std::vector<Record> records{record, failed, failed};
  const auto block = [&](int) { return block_of(records); };
  const std::vector<int> trials{0};
  for (const Mark& mark : {Mark(), Mark([](Record&) {})}) {
    const RunSummary summary = write_records(folder / "r", shard_print(), trials, block, mark);
    REQUIRE(summary.records == 3);
    REQUIRE(summary.training_records == 1);
    REQUIRE(summary.passed == 1);
    REQUIRE(summary.agent_errors == 1);
    REQUIRE(summary.first_error == failed.error);
    REQUIRE(content(folder / "r") == to_line(shard_print()) + "\n" + block_of(records));
  }
}

TEST_CASE("a part of a plan that has travelled as text gives the records of the whole plan") {
  const TemporaryFolder folder;
  const BlockFile whole(play_shard(folder / "r", {1, 1}));
  const std::vector<int> trials{7, 0, 4};
  PlanPart part = part_of(sharded_plan(), trials);
  REQUIRE(part.plan.trials.size() == 3);
  part.plan = parse_plan(plan_to_json(part.plan, assets().catalogue), "part", assets().catalogue);
  std::size_t tasks = 0;
  for (const PlanTemplate& family : part.plan.templates) tasks += family.tasks.size();
  std::size_t played = 0;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    auto records = play_trial(part.plan, part.plan.trials[i], factory<TestAgent>(), setup());
    played += records.size();
    restore_variations(records, part);
    REQUIRE(block_of(records) == whole.read(trials[i]));
  }
  REQUIRE(tasks == played);  // the part holds no task that is not played
  REQUIRE_THROWS_AS(part_of(sharded_plan(), std::vector<int>{99}), std::out_of_range);
}

TEST_CASE("numbers of shards are written as Slurm takes them") {
  REQUIRE(array_text({}).empty());
  REQUIRE(array_text({3}) == "3");
  REQUIRE(array_text({3, 17}) == "3,17");
  REQUIRE(array_text({1, 2, 4, 5, 6, 9}) == "1,2,4-6,9");
}
