#include <catch2/catch.hpp>
#include <set>
#include <stdexcept>

#include "base/hash.h"
#include "tests/trials/fixtures.h"
#include "trials/plan_file.h"
#include "trials/plan_tasks.h"
#include "view/geojson.h"

using namespace novphy;
using namespace novphy::test;

namespace {

constexpr const char* kSecret = "sixteen bytes or more";

PlanOptions with_a_secret(const char* secret = kSecret) {
  PlanOptions options = small_options();
  options.seed = with_secret(options.seed.number, secret);
  options.pool = 8;
  return options;
}

std::vector<std::uint64_t> told(const Plan& plan) {
  std::vector<std::uint64_t> numbers;
  for (const PlannedTrial& trial : plan.trials) numbers.push_back(told_seed(plan, trial, assets().catalogue));
  return numbers;
}

/// The earlier derivation, which told seed, novelty, scenario and trial to anybody with a guess of the seed.
std::set<std::uint64_t> drawn_from_names(std::uint64_t seed) {
  std::set<std::uint64_t> numbers;
  for (const Pair& pair : pairs())
    for (const char* kind : {"calibration-seed", "trial-seed", "control-seed"})
      for (int index = 0; index < 10; ++index)
        numbers.insert(begun_trial(pair.novelty, pair.scenario, seed, kind, index).seed);
  return numbers;
}

}  // namespace

TEST_CASE("what is told of a trial is no function of the plan's seed and the trial's name") {
  const Plan plan = shifted_plan(pairs(), small_options());
  const std::set<std::uint64_t> guessed = drawn_from_names(plan.options.seed.number);
  REQUIRE(guessed.count(plan.trials.front().seed) == 1);  // the plan's own numbers still are
  for (const std::uint64_t number : told(plan)) {
    REQUIRE(guessed.count(number) == 0);
    REQUIRE(number < std::uint64_t{1} << 53);
  }
  Plan other = plan;  // the same seed and names, and another place of one task
  const TaskRef last = plan.trials.back().novel.back();
  other.templates[static_cast<std::size_t>(last.task_template)]
      .tasks[static_cast<std::size_t>(last.variation)]
      .member.shift_m.x += 0.01;
  REQUIRE(told(other).back() != told(plan).back());
  std::swap(other.trials.back().normal, other.trials.back().novel);
  REQUIRE(told(other).back() != told(plan).back());
}

TEST_CASE("each trial is told another number, the same in plan files, parts and informed trials") {
  Plan plan = shifted_plan(pairs(), small_options());
  const std::vector<std::uint64_t> numbers = told(plan);
  REQUIRE(std::set<std::uint64_t>(numbers.begin(), numbers.end()).size() == numbers.size());
  const Plan read = parse_plan(plan_to_json(plan, assets().catalogue), "plan", assets().catalogue);
  REQUIRE(told(read) == numbers);
  const int last = static_cast<int>(plan.trials.size()) - 1;
  const PlanPart part = part_of(plan, std::vector{last});
  REQUIRE(told(part.plan) == std::vector{numbers.back()});
  inform(plan);
  REQUIRE(told(plan) == numbers);
}

TEST_CASE("the told number does not give the noise") {
  const Plan plan = shifted_plan(pairs(), small_options());
  const PlannedTrial& trial = plan.trials.back();
  SessionSetup with = setup_of(plan, trial, setup());
  with.senses.noise_px = 2;
  Session session(script(plan, trial, 0, with.catalogue).tasks, with);
  const Observation seen = session.observe();
  const Observation exact = observe(session.world(), assets().colours, false);
  REQUIRE(seen.objects != exact.objects);
  // Earlier, noise was drawn from the told number: true places could be computed.
  for (const std::uint64_t guess : {told_seed(plan, trial, with.catalogue), trial.seed}) {
    Observation again = exact;
    Rng rng = Rng::stream(guess, "trials/noise", 0);
    add_noise(again, session.world(), 2, rng);
    REQUIRE(again.objects != seen.objects);
  }
}

TEST_CASE("a secret enters layouts, order and told numbers, and the plan holds its hash alone") {
  const Plan open = shifted_plan(pairs(), [] {
    PlanOptions options = with_a_secret();
    options.seed = Seed(options.seed.number);
    return options;
  }());
  const Plan plan = shifted_plan(pairs(), with_a_secret());
  const Plan other = shifted_plan(pairs(), with_a_secret("another secret text"));
  REQUIRE(shifted_plan(pairs(), with_a_secret()) == plan);
  for (const Plan* each : {&open, &other}) {
    REQUIRE(each->templates.front().tasks != plan.templates.front().tasks);
    REQUIRE(each->trials.back().novel != plan.trials.back().novel);
    REQUIRE(told(*each).back() != told(plan).back());
    REQUIRE(each->trials.back().seed != plan.trials.back().seed);
  }
  const std::string text = plan_to_json(plan, assets().catalogue);
  REQUIRE(text.find("\"secret_sha256\": \"" + sha256(kSecret) + "\"") != std::string::npos);
  REQUIRE(text.find(kSecret) == std::string::npos);
  REQUIRE(text.find(plan.options.seed.key) == std::string::npos);
  REQUIRE(plan_to_json(open, assets().catalogue).find("secret") == std::string::npos);
  const Plan read = parse_plan(text, "plan", assets().catalogue);
  REQUIRE(read == plan);
  REQUIRE_THROWS_AS(shifted_plan(pairs(), read.options), std::logic_error);
}

TEST_CASE("draws with a secret are of the number, the purpose, the index and the secret") {
  const Seed seed = with_secret(3, kSecret);
  const std::uint32_t drawn = stream_of(seed, "a", 1).next();
  REQUIRE(stream_of(seed, "a", 1).next() == drawn);
  REQUIRE(stream_of(seed, "a", 2).next() != drawn);
  REQUIRE(stream_of(seed, "b", 1).next() != drawn);
  REQUIRE(stream_of(with_secret(4, kSecret), "a", 1).next() != drawn);
  REQUIRE(stream_of(with_secret(3, "another secret text"), "a", 1).next() != drawn);
  REQUIRE(stream_of(Seed(3), "a", 1).next() == Rng::stream(3, "a", 1).next());
}
