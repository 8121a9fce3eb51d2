#include "trials/plan_file.h"

#include <array>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "levels/task_file.h"
#include "tests/trials/fixtures.h"

using namespace novphy;
using namespace novphy::test;

namespace {

Plan small_plan() {
  PlanOptions options = small_options();
  options.training = 1;
  options.control_trials = 1;
  return shifted_plan(pairs(), options);
}

std::string small_text() { return plan_to_json(small_plan(), assets().catalogue); }

std::string with_change(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// The error messages for a plan that is rejected.
std::vector<std::string> problems(const std::string& text) {
  try {
    parse_plan(text, "plan.json", assets().catalogue);
  } catch (const InputError& error) {
    std::vector<std::string> messages;
    for (const Problem& problem : error.problems()) messages.push_back(problem.message());
    return messages;
  }
  return {};
}

void require_problem(const std::string& text, const std::string& part) {
  const auto found = problems(text);
  CAPTURE(found, part);
  REQUIRE(found.size() == 1);
  REQUIRE(found[0].find("plan.json:") == 0);
  REQUIRE(found[0].find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("a plan that is read is the plan that was written") {
  const Plan plan = small_plan();
  REQUIRE(parse_plan(plan_to_json(plan, assets().catalogue), "plan.json", assets().catalogue) == plan);
}

TEST_CASE("a plan without certain ends says so, and its parts do") {
  Plan plan = small_plan();
  plan.certain_ends = false;
  const std::string text = plan_to_json(plan, assets().catalogue);
  CHECK(text.find("\"certain_ends\": false") != std::string::npos);
  CHECK(small_text().find("certain_ends") == std::string::npos);
  CHECK(parse_plan(text, "plan.json", assets().catalogue) == plan);
  CHECK_FALSE(part_of(plan, std::array{0}).plan.certain_ends);
  require_problem(with_change(text, "\"certain_ends\": false", "\"certain_ends\": 0"), "/certain_ends");
}

TEST_CASE("a plan with changed numbers of the assets names them, and its parts do") {
  Plan plan = small_plan();
  plan.overrides = {"catalogue:/blocks/linear_drag_per_s=0.5", "physics:/rules/settle_s=1"};
  const std::string text = plan_to_json(plan, assets().catalogue);
  CHECK(small_text().find("overrides") == std::string::npos);
  CHECK(parse_plan(text, "plan.json", assets().catalogue) == plan);
  CHECK(part_of(plan, std::array{0}).plan.overrides == plan.overrides);
  require_problem(with_change(text, "\"overrides\": [", "\"overrides\": [1, "), "/overrides/0");
}

TEST_CASE("an empty plan is a plan") {
  const Plan plan;
  REQUIRE(parse_plan(plan_to_json(plan, assets().catalogue), "plan.json", assets().catalogue) == plan);
}

TEST_CASE("a plan file has a line for each trial") {
  const std::string text = small_text();
  std::size_t lines = 0;
  for (std::size_t at = text.find("\"seed\": "); at != std::string::npos;
       at = text.find("\"seed\": ", at + 1))
    ++lines;
  REQUIRE(lines == small_plan().trials.size() + 1);
}

TEST_CASE("the hash of a plan is of what it says, not of how") {
  const std::string text = small_text();
  const std::string minified = nlohmann::json::parse(text).dump();
  REQUIRE(minified != text);
  REQUIRE(content_hash(minified) == content_hash(text));
  REQUIRE(content_hash(text).size() == 16);
  REQUIRE(content_hash(with_change(text, "\"novel\": 2", "\"novel\": 3")) != content_hash(text));
}

TEST_CASE("the hash of a plan stays what it is") {
  REQUIRE(content_hash("{\"b\": [1, 2.5], \"a\": \"x\"}") == "8ffac2b4de122aa6");
}

TEST_CASE("damaged plans are refused with line and place") {
  const std::string text = small_text();
  const std::string family = "rolling/agents/normal";
  require_problem(with_change(text, "\"novphy_plan\": 1", "\"novphy_plan\": 2"), "plan.json:1: /novphy_plan");
  require_problem(with_change(text, "\"novel\": 2", "\"novell\": 2, \"novel\": 2"), "/options/novell");
  require_problem(with_change(text, "\"novel\": 2", "\"novel\": 2, \"novel\": 2"), "novel");
  require_problem(with_change(text, "\"normal\": [1, 3]", "\"normal\": [4, 3]"), "/options/normal");
  require_problem(with_change(text, "\"seed\": 1", "\"seed\": 9007199254740992"), "/options/seed");
  require_problem(with_change(text, "[[\"" + family + "\", 0", "[[\"" + family + "\", 999"),
                  "/trials/0/calibration/0/1");
  require_problem(with_change(text, "[[\"" + family + "\", 2", "[[\"other\", 2"), "/trials/0/training/0/0");
  require_problem(with_change(text, "\"calibration_run\": 1", "\"calibration_run\": 0"),
                  "/trials/1/calibration_run");
  require_problem(with_change(text, "\"trial\": 1", "\"trial\": 0"), "/trials/3/trial");
  const auto bad_pair = problems(with_change(text, "\"type\":\"pig_small\"", "\"type\":\"pig_tiny\""));
  REQUIRE_FALSE(bad_pair.empty());
  REQUIRE(bad_pair[0].find("/pairs/0: is not a pair: /pairs/0:1: /common/objects/2") != std::string::npos);
  require_problem(with_change(text, "\"calibration_run\": 0", "\"trial\": 7"), "/trials/0/calibration");
}

TEST_CASE("two templates of one name are refused") {
  const auto found = problems(with_change(small_text(), "rolling/agents/novel", "rolling/agents/normal"));
  REQUIRE_FALSE(found.empty());
  REQUIRE(found[0] == "plan.json:29: /templates/1/name: the name \"rolling/agents/normal\" is used twice");
}

TEST_CASE("one reading finds every problem") {
  std::string text = with_change(small_text(), "\"novel\": 2", "\"novel\": -2");
  text = with_change(text, "\"calibration_run\": 1", "\"calibration_run\": 0");
  REQUIRE(problems(text).size() == 2);
}

TEST_CASE("a plan that is cut off anywhere is refused") {
  const std::string text = small_text();
  const std::size_t end = text.find_last_not_of("\n") + 1;
  for (std::size_t bytes = 0; bytes < end; bytes += 97)
    REQUIRE_FALSE(problems(text.substr(0, bytes)).empty());
  REQUIRE_FALSE(problems(text.substr(0, end - 1)).empty());
}

TEST_CASE("templates that overlap at their start may be planned, as published ones do") {
  Plan plan = small_plan();
  plan.templates[0].pair = "";
  plan.templates[0].base.task.objects[1].at_m.y -= 0.2;
  REQUIRE(parse_plan(plan_to_json(plan, assets().catalogue), "plan.json", assets().catalogue) == plan);
}

TEST_CASE("tasks with parameters and distractors are read as they were written") {
  Plan plan = make_plan(pairs(), small_options());
  plan.proof = "witness";
  std::string& text = plan.templates[0].pair;
  text = with_change(text, "\"common\"",
                     R"("parameters":{"push":{"base":1,"range":[0,2]},)"
                     R"("kind":{"base":"wood","of":["wood","ice"]}},"common")");
  plan.templates[1].pair = text;
  TaskRecipe& task = plan.templates[0].tasks[0];
  task.member = {.values = {{"push", 1.25}, {"kind", "ice"}}, .shift_m = {0.5, -0.25}};
  task.distractors = {{.type = "circle", .material = "wood", .at_m = {6.1234, -3}},
                      {.type = "platform", .at_m = {1, 5}, .size_m = Vec2{1.5, 0.25}}};
  const std::string json = plan_to_json(plan, assets().catalogue);
  REQUIRE(parse_plan(json, "plan.json", assets().catalogue) == plan);
  REQUIRE(json.find(R"([0.5, -0.25, {"push": 1.25, "kind": "ice"}, )"
                    R"(["wood circle at 6.1234 -3", "platform 1.5 x 0.25 at 1 5"]])") != std::string::npos);
  require_problem(with_change(json, "\"push\": 1.25", "\"push\": 2.25"), "/templates/0/tasks/0/2/push");
  require_problem(with_change(json, "\"push\": 1.25", "\"pull\": 1.25"), "is not a parameter of the pair");
  require_problem(with_change(json, "\"kind\": \"ice\"", "\"kind\": \"iron\""), "expected wood or ice");
  require_problem(with_change(json, "wood circle at", "iron circle at"), "expected an object");
  require_problem(with_change(json, "platform 1.5 x 0.25", "platform"), "expected an object");
  require_problem(with_change(json, "\"novphy_pair\":1", "\"novphy_pair\":9"), "is not a pair");
}
