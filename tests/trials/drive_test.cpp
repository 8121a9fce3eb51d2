#include <catch2/catch.hpp>
#include <cstdlib>
#include <iostream>
#include <limits>

#include "agents/external/external.h"
#include "base/file.h"
#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "sim/world.h"
#include "tests/trials/fixtures.h"
#include "trials/replay.h"
#include "trials/session.h"

using namespace novphy;
using namespace novphy::test;

namespace {

/// An agent that writes down its calls, one letter for each call.
class Diary : public TestAgent {
 public:
  explicit Diary(std::string& calls) : calls_(calls) {}
  void begin_trial(std::uint64_t seed) override {
    calls_ += "T";
    TestAgent::begin_trial(seed);
  }
  int training_tasks() const override { return 2; }
  void told_novel() override { calls_ += "!"; }
  void begin_task() override { calls_ += "b"; }
  void end_task(const TaskResult& result) override {
    REQUIRE_FALSE(result.last.objects.empty());
    calls_ += "e";
  }
  NoveltyReport novelty() override {
    calls_ += "n";
    return {.probability = 0.25, .threshold = 0.2, .level = 3, .objects = {1, 2}, .text = "odd"};
  }

 private:
  std::string& calls_;
};

class Watcher : public TestAgent {
 public:
  explicit Watcher(std::vector<std::size_t>& frames) : frames_(frames) {}
  int watch_every_ms() const override { return 100; }
  void watch(const Observation& seen) override { frames_.push_back(seen.trajectory.size()); }

 private:
  std::vector<std::size_t>& frames_;
};

/// An agent that keeps its observations, before shots and in flight. Its observations have pictures and
/// noise.
class Onlooker : public TestAgent {
 public:
  explicit Onlooker(std::vector<Observation>& seen) : seen_(seen) {}
  Senses senses() const override { return {.screenshot = true, .noise_px = 5}; }
  int watch_every_ms() const override { return 1000; }
  Shot choose(const Observation& seen) override {
    seen_.push_back(seen);
    return TestAgent::choose(seen);
  }
  void watch(const Observation& seen) override { seen_.push_back(seen); }
  void end_task(const TaskResult& result) override { seen_.push_back(result.last); }

 private:
  std::vector<Observation>& seen_;
};

class TooNoisy : public TestAgent {
 public:
  explicit TooNoisy(double noise_px) : noise_px_(noise_px) {}
  Senses senses() const override { return {.noise_px = noise_px_}; }

 private:
  double noise_px_;
};

/// An agent that throws AgentError in one of the calls of its n-th task.
class Failing : public TestAgent {
 public:
  enum class In { kBegin, kChoose, kEnd, kNovelty };
  Failing(int task, In in) : task_(task), in_(in) {}
  void begin_task() override {
    ++now_;
    fail(In::kBegin);
  }
  Shot choose(const Observation& seen) override {
    fail(In::kChoose);
    return TestAgent::choose(seen);
  }
  void end_task(const TaskResult&) override { fail(In::kEnd); }
  NoveltyReport novelty() override {
    fail(In::kNovelty);
    return {};
  }

 private:
  void fail(In in) const {
    if (now_ == task_ && in == in_) throw AgentError("gone");
  }
  int task_;
  In in_;
  int now_ = -1;
};

class NoNumber : public TestAgent {
 public:
  Shot choose(const Observation&) override {
    return {.drag_m = {std::numeric_limits<double>::quiet_NaN(), 0}};
  }
};

class NeverShoots : public TestAgent {
 public:
  Shot choose(const Observation&) override { throw GivesUp(); }
};

class TooSure : public TestAgent {
 public:
  NoveltyReport novelty() override { return {.probability = 1.5, .level = {}, .objects = {}, .text = {}}; }
};

class Reporter : public TestAgent {
 public:
  explicit Reporter(NoveltyReport report) : report_(std::move(report)) {}
  NoveltyReport novelty() override { return report_; }

 private:
  NoveltyReport report_;
};

class TooStrict : public TestAgent {
 public:
  NoveltyReport novelty() override { return {.threshold = std::numeric_limits<double>::quiet_NaN()}; }
};

Plan plan_with_training(bool informed) {
  PlanOptions options = small_options();
  options.training = 3;
  options.informed = informed;
  options.min_normal = options.max_normal = 2;
  return shifted_plan(pairs(), options);
}

const PlannedTrial& first_trial(const Plan& plan) {
  for (const PlannedTrial& trial : plan.trials)
    if (!is_calibration(trial)) return trial;
  throw std::logic_error("a plan without trials");
}

}  // namespace

TEST_CASE("training comes first, then normal tasks, then word of the novelty, then novel tasks") {
  const Plan plan = plan_with_training(true);
  std::string calls;
  const auto records = play_trial(
      plan, first_trial(plan), [&](const std::string&) { return std::make_unique<Diary>(calls); }, setup());
  REQUIRE(calls == "Tbenbenbenben!benben");
  std::vector<Phase> phases;
  std::vector<int> tasks;
  for (const Record& record : records) {
    phases.push_back(record.phase);
    tasks.push_back(record.task);
    REQUIRE(record.informed);
  }
  using enum Phase;
  REQUIRE(phases == std::vector{kTraining, kTraining, kNormal, kNormal, kNovel, kNovel});
  REQUIRE(tasks == std::vector{0, 1, 0, 1, 2, 3});
}

TEST_CASE("agents of uninformed trials are told nothing") {
  const Plan plan = plan_with_training(false);
  std::string calls;
  play_trial(
      plan, first_trial(plan), [&](const std::string&) { return std::make_unique<Diary>(calls); },
      setup(true));
  REQUIRE(calls.find('!') == std::string::npos);
}

TEST_CASE("an agent gets no more training than it wants") {
  const Plan plan = plan_with_training(false);
  REQUIRE(play_trial(plan, first_trial(plan), factory<TestAgent>(), setup()).size() == 4);
}

TEST_CASE("a record holds what the agent said and did") {
  const Plan plan = plan_with_training(false);
  std::string calls;
  const PlannedTrial& trial = first_trial(plan);
  const auto records = play_trial(
      plan, trial, [&](const std::string&) { return std::make_unique<Diary>(calls); }, setup());
  const Record& record = records.back();
  REQUIRE(record.novelty == trial.novelty);
  REQUIRE(record.scenario == trial.scenario);
  REQUIRE(record.task_template == "rolling/agents/novel");
  REQUIRE(record.variation == trial.novel.back().variation);
  REQUIRE(record.novelty_probability == 0.25);
  REQUIRE(record.novelty_threshold == 0.2);
  REQUIRE(record.reported_level == 3);
  REQUIRE(record.reported_objects == std::vector{1, 2});
  REQUIRE(record.reported_text == "odd");
  REQUIRE(record.shots.size() == 1);
  REQUIRE(record.digest.size() == 16);
  REQUIRE(record.error.empty());
  REQUIRE(record.passed == (record.end == "pigs_gone"));
}

TEST_CASE("a trial depends on its seed, not on what was played before") {
  const Plan plan = plan_with_training(false);
  const auto once = play_trial(plan, first_trial(plan), factory<TestAgent>(), setup());
  play_trial(plan, plan.trials.back(), factory<TestAgent>(), setup());
  REQUIRE(play_trial(plan, first_trial(plan), factory<TestAgent>(), setup()) == once);
  PlannedTrial other = first_trial(plan);
  other.seed += 1;
  REQUIRE(play_trial(plan, other, factory<TestAgent>(), setup()) != once);
}

TEST_CASE("watching changes nothing but what the agent sees") {
  const Plan plan = plan_with_training(false);
  std::vector<std::size_t> frames;
  const auto watched = play_trial(
      plan, first_trial(plan), [&](const std::string&) { return std::make_unique<Watcher>(frames); },
      setup());
  REQUIRE(watched == play_trial(plan, first_trial(plan), factory<TestAgent>(), setup()));
  REQUIRE(frames.size() > 10);
  REQUIRE(frames[5] > frames[0]);
}

TEST_CASE("an agent sees with the senses it asks for, the same again, and plays as without them") {
  const Plan plan = plan_with_training(false);
  const auto watched = [&](std::uint64_t seed, std::vector<Observation>& seen) {
    PlannedTrial trial = first_trial(plan);
    trial.seed = seed;
    return play_trial(
        plan, trial, [&](const std::string&) { return std::make_unique<Onlooker>(seen); }, setup());
  };
  const std::uint64_t seed = first_trial(plan).seed;
  std::vector<Observation> seen;
  std::vector<Observation> again;
  std::vector<Observation> other;
  const auto records = watched(seed, seen);
  watched(seed, again);
  watched(seed + 1, other);
  REQUIRE(records == play_trial(plan, first_trial(plan), factory<TestAgent>(), setup()));
  REQUIRE(seen.size() >= 10);
  REQUIRE(seen == again);
  REQUIRE(seen[0].objects != other[0].objects);
  for (const Observation& each : seen) REQUIRE(each.screenshot);
  REQUIRE(seen[0].screenshot == other[0].screenshot);
  REQUIRE(seen[0].screenshot != seen[1].screenshot);
}

TEST_CASE("a program gets its pictures through the pipe, in flight and at the end") {
  if (std::system("python3 -c '' > /dev/null 2>&1") != 0) {
    std::cout << "SKIPPED: no python3\n";
    return;
  }
  const Plan plan = plan_with_training(false);
  const auto records = play_trial(
      plan, first_trial(plan),
      [](const std::string&) {
        return std::make_unique<ExternalAgent>(
            "python3 '" NOVPHY_SOURCE_DIR "/tests/agents/looking_agent.py' png", ProgramOptions{});
      },
      setup());
  REQUIRE(records.size() == 4);
  for (const Record& record : records) {
    REQUIRE(record.error.empty());
    REQUIRE(record.reported_text.starts_with("png 640x480 640x480 Ground "));
  }
}

TEST_CASE("records say whether the agent was given text, and no agent plays without text and picture") {
  const Plan plan = plan_with_training(false);
  class Blind : public Agent {
   public:
    explicit Blind(Senses senses) : senses_(senses) {}
    Senses senses() const override { return senses_; }
    Shot choose(const Observation& /*seen*/) override { return aimed(0.8, 1); }

   private:
    Senses senses_;
  };
  const auto played = [&](const Senses& senses) {
    return play_trial(
        plan, first_trial(plan), [&](const std::string&) { return std::make_unique<Blind>(senses); },
        setup());
  };
  for (const bool text : {true, false})
    for (const Record& record : played({.screenshot = true, .text = text})) CHECK(record.saw_text == text);
  CHECK(played({.text = false}).front().error == "an agent without text must ask for screenshots");
}

TEST_CASE("an agent that cannot go on loses the task in progress and all after it") {
  const Plan plan = plan_with_training(false);
  using In = Failing::In;
  for (const In in : {In::kBegin, In::kChoose, In::kEnd, In::kNovelty}) {
    const auto records = play_trial(
        plan, first_trial(plan), [&](const std::string&) { return std::make_unique<Failing>(1, in); },
        setup());
    REQUIRE(records.size() == 4);
    REQUIRE(records[0].error.empty());
    REQUIRE_FALSE(records[0].digest.empty());
    for (std::size_t i = 1; i < records.size(); ++i) {
      REQUIRE(records[i].end == "agent_error");
      REQUIRE(records[i].error == "gone");
      REQUIRE_FALSE(records[i].passed);
      REQUIRE(records[i].digest.empty());
      REQUIRE(records[i].shots.empty());
    }
  }
}

TEST_CASE("an agent that does not even start loses its trial") {
  const Plan plan = plan_with_training(false);
  const auto records = play_trial(
      plan, first_trial(plan),
      [](const std::string&) -> std::unique_ptr<Agent> { throw AgentError("no such program"); }, setup());
  REQUIRE(records.size() == 4);
  for (const Record& record : records) REQUIRE(record.error == "no such program");
}

TEST_CASE("shots and probabilities that are none are the agent's fault") {
  const Plan plan = plan_with_training(false);
  REQUIRE(play_trial(plan, first_trial(plan), factory<NoNumber>(), setup())[0].error ==
          "a shot's drag must be two finite numbers of at most 1e6 m");
  REQUIRE(play_trial(plan, first_trial(plan), factory<TooSure>(), setup())[0].error ==
          "a novelty probability must be from 0 to 1, found 1.5");
  REQUIRE(play_trial(plan, first_trial(plan), factory<TooStrict>(), setup())[0].error ==
          "a novelty threshold must be from 0 to 1, found nan");
}

TEST_CASE("an agent that gives a task up goes on with the next one") {
  const Plan plan = plan_with_training(false);
  for (const Record& record : play_trial(plan, first_trial(plan), factory<NeverShoots>(), setup())) {
    REQUIRE(record.end == "no_shot");
    REQUIRE(record.shots.empty());
    REQUIRE_FALSE(record.passed);
    REQUIRE(record.novelty_probability == TestAgent().novelty().probability);
  }
}

TEST_CASE("the longest reports, shots and errors make a record that can be read") {
  // An agent that reported 99,990 objects made a file of records that nothing could read again.
  constexpr std::size_t kBirds = 64;
  const NoveltyReport longest{.probability = 0.1234567890123456,
                              .threshold = 0.1234567890123456,
                              .level = 8,
                              .objects = std::vector<int>(kMostReportedIds, std::numeric_limits<int>::min()),
                              .text = std::string(kMostReportedBytes, '\x01')};
  Record record;
  record.novelty = record.scenario = record.task_template = std::string(1000, '"');
  fill(record, longest);
  record.shots.assign(kBirds, {.drag_m = {-1.2345678901234567e-300, -1.2345678901234567e-300},
                               .tap_ms = 1'000'000,
                               .launch_ms = 1'000'000,
                               .thought_ms = 1'000'000});
  std::vector<Record> records{record};
  end_with(records, std::string(10 * kMostReportedBytes, '\x02'));
  REQUIRE(records[0].error.size() == kMostReportedBytes);
  REQUIRE(record_from_line(to_line(records[0]), "file", 2) == records[0]);
  records[0].end = std::string(kLineBounds.bytes, 'x');
  REQUIRE_THROWS_AS(to_line(records[0]), InputError);
}

TEST_CASE("a report that is longer than records hold is the agent's fault") {
  const Plan plan = plan_with_training(false);
  const auto error_with = [&](NoveltyReport report) {
    return play_trial(
               plan, first_trial(plan),
               [&](const std::string&) { return std::make_unique<Reporter>(report); }, setup())[0]
        .error;
  };
  REQUIRE(error_with({.objects = std::vector<int>(99'990), .text = {}}) ==
          "a novelty report may hold at most 10000 objects, found 99990");
  REQUIRE(error_with({.objects = {}, .text = std::string(65'537, 'x')}) ==
          "a novelty report may hold at most 65536 bytes of text, found 65537");
}

TEST_CASE("noise that nobody can give is the agent's fault") {
  const Plan plan = plan_with_training(false);
  for (const double noise_px : {-1.0, 5.5, std::numeric_limits<double>::quiet_NaN()}) {
    const auto records = play_trial(
        plan, first_trial(plan), [&](const std::string&) { return std::make_unique<TooNoisy>(noise_px); },
        setup());
    REQUIRE(records[0].error.starts_with("noise must be 0 to 5 pixels, found "));
  }
}

TEST_CASE("a plan without certain ends is played until birds rest, and its records come out the same") {
  Plan plan = shifted_plan(pairs(), small_options());
  plan.certain_ends = false;
  const PlannedTrial& trial = plan.trials.back();
  const auto make = [](const std::string&) { return std::make_unique<TestAgent>(); };
  int longer = 0;
  for (const Record& record : play_trial(plan, trial, make, setup())) {
    const Task task =
        task_of(plan, *find_task(plan, record.task_template, record.variation), assets().catalogue);
    CHECK(replay(record, task, assets().catalogue, played_physics(plan, physics())).differences.empty());
    longer += play(task, shots_of(record), assets().catalogue, physics()).time_s < record.time_s;
  }
  CHECK(longer > 0);
}
