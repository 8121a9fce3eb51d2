#include "serve/tools/tool_trial.h"

#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "agents/external/line_protocol.h"
#include "evaluator/record_io.h"
#include "sim/world.h"
#include "tests/trials/fixtures.h"

using namespace novphy;
using namespace novphy::test;

namespace {

constexpr Track kText{.lookahead = 3};
constexpr Track kPictures{.pictures = true};

/// A plan of one trial of the pair agents/rolling.
Plan one_trial(int normal, int novel) {
  PlanOptions options = small_options();
  options.trials = 1;
  options.min_normal = options.max_normal = normal;
  options.novel = novel;
  options.calibration_runs = 0;
  return shifted_plan(std::span(pairs()).first(1), options);
}

ToolTrial trial_of(const Plan& plan, const Track& track = kText) {
  return {plan, plan.trials.front(), setup(), track};
}

/// Tasks of a trial, the same one so many times in each phase.
std::vector<SessionTask> tasks_of(const Task& task, int normal, int novel) {
  std::vector<SessionTask> tasks(static_cast<std::size_t>(normal), {Phase::kNormal, task});
  tasks.resize(tasks.size() + static_cast<std::size_t>(novel), {Phase::kNovel, task});
  return tasks;
}

ToolTrial trial_of(const std::vector<SessionTask>& tasks, const Track& track = kText,
                   const SessionSetup& with = setup()) {
  return {tasks, std::vector<Record>(tasks.size()), with, track};
}

std::vector<std::string> names_of(const ToolTrial& trial) {
  std::vector<std::string> names;
  for (const Tool& tool : trial.tools()) names.push_back(tool.name);
  return names;
}

/// Everything a player gets from these calls.
std::string replies(ToolTrial& trial, const std::vector<std::pair<std::string, std::string>>& calls) {
  std::string all;
  for (const auto& [tool, arguments] : calls) {
    const ToolReply reply = trial.call(tool, arguments);
    all += fmt::format("{} {}: {}{}{}{}\n", tool, arguments, reply.refused ? "refused " : "", reply.text,
                       reply.png, to_json(reply.facts));
  }
  return all;
}

const std::vector<std::pair<std::string, std::string>> kLooks{
    {"look", R"({"as":"text"})"},      {"look", R"({"as":"json"})"},
    {"aim", R"({"object":0})"},        {"aim", R"({"object":1,"arc":"high"})"},
    {"aim", R"({"x":9,"y":1})"},       {"simulate", R"({"angle":30})"},
    {"simulate", R"({"object":0})"},   {"report_novelty", R"({"probability":0.3})"},
    {"notes", R"({"text":"a note"})"}, {"notes", "{}"},
    {"shoot", R"({"angle":"far"})"},   {"fly", "{}"},
    {"aim", R"({"object":999})"},      {"simulate", R"({"angle":1,"pull":9})"},
    {"look", R"({"as":"smell"})"},     {"look", "["},
    {"shoot", R"({"angle":1,"as":1})"}};

/// The task without what players cannot see of its novelty.
Task without_hidden(Task task) {
  const Catalogue& catalogue = assets().catalogue;
  std::vector<Effect> seen;
  for (const Effect& effect : task.effects)
    if (const auto* field = std::get_if<ForceField>(&effect); field && !field->look.empty()) {
      ForceField usual = std::get<ForceField>(catalogue.effects.at("air_turbulence"));
      usual.region = field->region;
      seen.emplace_back(usual);
    }
  task.effects = seen;
  for (Object& object : task.objects) object.hidden = {};
  task.gravity_mps2 = catalogue.world.gravity_mps2;
  task.slingshot.speed_factor = 1;
  return task;
}

const std::vector<Pair>& shipped_pairs() {
  static const std::vector<Pair> read = read_pairs(NOVPHY_SOURCE_DIR "/levels/templates", assets().catalogue);
  return read;
}

Observation seen_of(const Task& task) {
  return observe(World(task, assets().catalogue, physics()), assets().colours, false);
}

}  // namespace

TEST_CASE("a track decides which tools there are") {
  const Plan plan = one_trial(1, 1);
  CHECK(names_of(trial_of(plan)) ==
        std::vector<std::string>{"look", "aim", "simulate", "shoot", "report_novelty", "notes", "give_up"});
  CHECK(names_of(trial_of(plan, kPictures)) ==
        std::vector<std::string>{"look", "aim", "shoot", "report_novelty", "notes", "give_up"});
  CHECK(words(kText) == "tools: text, 3 simulations a task");
  CHECK(words({.pictures = true, .disguise = 5}) == "tools: pictures, no simulations, disguised by 5");
}

TEST_CASE("a trial through tools has the records of a run with the same shots") {
  const Plan plan = one_trial(2, 2);
  class Fixed : public Agent {
    Shot choose(const Observation&) override { return aimed(radians(40), 0.9); }
  };
  const std::vector<Record> expected = play_trial(plan, plan.trials[0], factory<Fixed>(), setup());
  ToolTrial trial = trial_of(plan);
  while (!trial.over()) REQUIRE_FALSE(trial.call("shoot", R"({"angle":40,"pull":0.9})").refused);
  const std::vector<Record> records = trial.finish("left");
  REQUIRE(records.size() == expected.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    CHECK(records[i].digest == expected[i].digest);
    CHECK(records[i].passed == expected[i].passed);
    CHECK(records[i].end == expected[i].end);
    CHECK(records[i].phase == expected[i].phase);
  }
}

TEST_CASE("a throw at an object is the throw that aim tells") {
  const Plan plan = one_trial(1, 1);
  ToolTrial by_object = trial_of(plan);
  ToolTrial by_angle = trial_of(plan);
  double angle = 0;
  REQUIRE(std::sscanf(by_angle.call("aim", R"({"object":1})").text.c_str(), "angle %lf", &angle) == 1);
  const std::string shot = by_object.call("shoot", R"({"object":1})").text;
  CHECK(shot.find("first touched 1 (") != std::string::npos);
  CHECK(by_angle.call("shoot", fmt::format(R"({{"angle":{}}})", angle)).text.find("first touched 1 (") !=
        std::string::npos);
}

TEST_CASE(
    "a report holds until another one, and counts for a task that is over until the next one is looked at") {
  const Plan plan = one_trial(1, 3);
  ToolTrial trial = trial_of(plan);
  trial.call("give_up", "");
  trial.call("report_novelty", R"({"probability":0.25,"sentence":"windy","kind":"environments"})");
  trial.call("look", "");
  trial.call("give_up", "");
  trial.call("look", "");
  trial.call("report_novelty", R"({"probability":0.75})");
  trial.call("give_up", "");
  trial.call("give_up", "");
  CHECK(trial.over());
  CHECK(trial.call("look", "").refused);
  CHECK_FALSE(trial.call("report_novelty", R"({"probability":1})").refused);
  const std::vector<Record> records = trial.finish("left");
  REQUIRE(records.size() == 4);
  CHECK(records[0].novelty_probability == 0.25);
  CHECK(records[0].reported_text == "windy");
  CHECK(records[0].reported_level == 6);
  CHECK(records[1].novelty_probability == 0.25);
  CHECK(records[2].novelty_probability == 0.75);
  CHECK(records[2].reported_text.empty());
  CHECK(records[3].novelty_probability == 1);
  CHECK(records[3].end == "no_shot");
}

TEST_CASE("a trial that is left keeps what was played, and says why the rest was not") {
  const Plan plan = one_trial(1, 2);
  ToolTrial trial = trial_of(plan);
  trial.call("give_up", "");
  const std::vector<Record> records = trial.finish("the client left");
  CHECK(records[0].end == "no_shot");
  CHECK(records[1].end == "agent_error");
  CHECK(records[1].error == "the client left");
}

TEST_CASE("wrong arguments are refused in words that tell what was expected, and change nothing") {
  const Plan plan = one_trial(1, 1);
  ToolTrial trial = trial_of(plan);
  const std::string before = trial.call("look", "").text;
  const auto refuses = [&](const char* tool, const char* arguments, const char* words) {
    const ToolReply reply = trial.call(tool, arguments);
    CAPTURE(tool, arguments, reply.text);
    CHECK(reply.refused);
    CHECK(reply.text.find(words) != std::string::npos);
    CHECK(reply.text.find('\n') == std::string::npos);
  };
  refuses("shoot", "{}", "expected either \"angle\"");
  refuses("shoot", R"({"angle":10,"object":1})", "expected either \"angle\"");
  refuses("shoot", R"({"angle":"high"})", "angle: expected a number from -180 to 360, found \"high\"");
  refuses("shoot", R"({"angle":1e999})", "shoot: expected its arguments as a JSON object");
  refuses("shoot", R"({"angle":30,"pull":2})", "pull: expected a number from 0 to 1, found 2");
  refuses("shoot", R"({"angle":30,"tap_ms":1.5})", "tap_ms");
  refuses("shoot", R"({"angle":30,"speed":3})", "speed: unknown key");
  refuses("shoot", R"([30])", "expected an object");
  refuses("shoot", "angle 30", "An example: {\"angle\": 45");
  refuses("shoot", R"({"object":50})", "no thing has the number 50");
  refuses("aim", R"({"x":90,"y":90})", "out of reach");
  refuses("aim", R"({"x":9})", "\"x\" and \"y\" together");
  refuses("report_novelty", R"({"sentence":"odd"})", "probability");
  refuses("report_novelty", R"({"probability":0.5,"kind":"weather"})", "kind");
  refuses("throw", "{}", "there is no tool \"throw\": expected look, aim, simulate,");
  const std::string giant = fmt::format(R"({{"text":"{}"}})", std::string(kMostNoteBytes + 1, 'x'));
  refuses("notes", giant.c_str(), "expected at most 8192 bytes");
  refuses("notes", fmt::format(R"({{"text":"{}"}})", std::string(100'000, 'x')).c_str(), "arguments");
  CHECK(trial.call("look", "").text == before);
  CHECK_FALSE(trial.call("shoot", R"({"angle":30})").refused);
}

TEST_CASE("a flood of calls is refused, and the task can still be played") {
  const Plan plan = one_trial(1, 1);
  ToolTrial trial = trial_of(plan);
  for (int i = 0; i < kMostCallsOfTask; ++i) REQUIRE_FALSE(trial.call("aim", R"({"x":5,"y":0})").refused);
  CHECK(trial.call("aim", R"({"x":5,"y":0})").refused);
  CHECK(trial.call("look", "").refused);
  CHECK_FALSE(trial.call("shoot", R"({"angle":30})").refused);
  CHECK_FALSE(trial.call("look", "").refused);
}

TEST_CASE("simulations are as many in each task as the track says, and tell of the usual world alone") {
  const Plan plan = one_trial(1, 1);
  ToolTrial trial = trial_of(plan);
  for (const char* left : {"task: 2.", "task: 1.", "task: 0."})
    CHECK(trial.call("simulate", R"({"object":1})").text.find(left) != std::string::npos);
  const ToolReply fourth = trial.call("simulate", R"({"object":1})");
  CHECK(fourth.refused);
  CHECK(fourth.text.find("all 3 simulations") != std::string::npos);
  trial.call("give_up", "");
  const ToolReply next = trial.call("simulate", R"({"angle":-90,"pull":0.1})");
  CHECK(next.text.find("In the simulator of the usual world, this throw does not pass the task.\n") == 0);
  CHECK(next.text.find("first touched the ground") != std::string::npos);
  CHECK(next.text.find("task: 2.") != std::string::npos);
}

TEST_CASE("a throw may wait, and shows the scene after it where that is asked for") {
  Task task = pairs()[0].normal.task;
  task.birds = {"red", "red"};
  ToolTrial trial = trial_of(tasks_of(task, 2, 0));
  trial.call("shoot", R"({"angle":170,"pull":0.2})");
  const std::string text =
      trial.call("shoot", R"({"angle":170,"pull":0.2,"launch_ms":60000,"as":"json"})").text;
  const std::size_t scene = text.find("{\"width_px\"");
  REQUIRE(scene != std::string::npos);
  const Observation after = observation_from_json(text.substr(scene));
  CHECK_FALSE(after.trajectory.empty());
  CHECK(trial.call("shoot", R"({"angle":170})").text.find("width_px") == std::string::npos);
  const std::vector<Record> records = trial.finish("left");
  REQUIRE(records[0].shots.size() == 2);
  CHECK(records[0].shots[0].launch_ms == -1);
  CHECK(records[0].shots[1].launch_ms > 10'000);

  ToolTrial pictured = trial_of(tasks_of(task, 1, 0), kPictures);
  CHECK(pictured.call("shoot", R"({"angle":170,"picture":true})").png.starts_with("\x89PNG"));
  CHECK(pictured.call("shoot", R"({"angle":170})").png.empty());
}

TEST_CASE("records tell the calls, the time and what the player spent on each task") {
  double now_s = 100;
  SessionSetup timed = setup();
  timed.clock = [&] { return now_s; };
  ToolTrial trial = trial_of(tasks_of(pairs()[0].normal.task, 2, 0), kText, timed);
  CHECK(trial.so_far().over == 0);
  now_s += 2;
  trial.call("look", "");
  trial.spend({.tokens_in = 10, .cost = 0.5});
  trial.call("fly", "");  // refused calls count, too
  now_s += 1.25;
  trial.call("give_up", "");
  CHECK(trial.so_far().over == 1);
  trial.call("report_novelty", R"({"probability":0.1})");
  trial.spend({.tokens_in = 5, .tokens_out = 7});
  now_s += 4;
  trial.call("give_up", "");
  CHECK(trial.so_far().over == 2);
  CHECK(trial.so_far().passed == 0);
  const std::vector<Record> records = trial.finish("left");
  CHECK(records[0].usage ==
        PlayerUsage{.calls = 4, .tokens_in = 15, .tokens_out = 7, .cost = 0.5, .wall_s = 3.25});
  CHECK(records[1].usage == PlayerUsage{.calls = 1, .wall_s = 4});
  ToolTrial untimed = trial_of(tasks_of(pairs()[0].normal.task, 1, 0));
  untimed.call("give_up", "");
  CHECK(untimed.finish("left")[0].usage == PlayerUsage{.calls = 1});
}

TEST_CASE("a task that is left tells what was spent on it, and sums stay within what records may hold") {
  ToolTrial trial = trial_of(tasks_of(pairs()[0].normal.task, 2, 0));
  trial.call("look", "");
  for (int i = 0; i < 3; ++i) trial.spend({.calls = kMostCalls, .tokens_in = kMostTokens, .cost = kMostCost});
  const std::vector<Record> records = trial.finish("left");
  CHECK(records[0].end == "agent_error");
  CHECK(records[0].usage == PlayerUsage{.calls = kMostCalls, .tokens_in = kMostTokens, .cost = kMostCost});
  CHECK(records[1].usage == PlayerUsage{});
  for (const Record& record : records) CHECK_NOTHROW(to_line(record));
}

TEST_CASE("a trial tells how many of its tasks were passed") {
  const Task task = pairs()[0].normal.task;
  ToolTrial trial = trial_of(tasks_of(task, 2, 0));
  for (int i = 0; i < 2; ++i) {
    bool passed = false;
    for (int angle = 0; angle < 90 && !passed; ++angle) {
      World world(task, assets().catalogue, physics());
      play_turn(world, aimed(radians(angle), 1));
      passed = world.outcome().won;
      if (passed) trial.call("shoot", fmt::format(R"({{"angle":{},"pull":1}})", angle));
    }
    CHECK(trial.so_far().passed == i + 1);
    CHECK(trial.so_far().over == i + 1);
  }
}

TEST_CASE("notes are kept through the trial and replaced") {
  const Plan plan = one_trial(1, 1);
  ToolTrial trial = trial_of(plan);
  CHECK(trial.call("notes", "").text == "The notes are empty.\n");
  trial.call("notes", R"({"text":"balls roll\nleft"})");
  trial.call("give_up", "");
  trial.call("look", "");
  CHECK(trial.call("notes", "{}").text == "balls roll\nleft");
  trial.call("notes", R"({"text":""})");
  CHECK(trial.call("notes", "{}").text == "The notes are empty.\n");
}

TEST_CASE("in an informed trial the first reply of the first novel task tells of the change, once") {
  const std::string told = "You are told: from now on";
  ToolTrial trial = trial_of(tasks_of(pairs()[0].normal.task, 1, 2), kText, setup(true));
  CHECK(trial.call("look", "").text.find(told) == std::string::npos);
  trial.call("give_up", "");
  CHECK(trial.call("aim", R"({"object":999})").refused);  // the news waits for a reply
  CHECK(trial.call("aim", R"({"x":5,"y":0})").text.find(told) == 0);
  CHECK(trial.call("look", "").text.find(told) == std::string::npos);
  trial.call("give_up", "");
  CHECK(trial.call("look", "").text.find(told) == std::string::npos);
}

TEST_CASE("the facts of a reply say what its text says") {
  ToolTrial trial = trial_of(tasks_of(pairs()[0].normal.task, 1, 1), kText, setup(true));
  const auto facts = [&](const char* tool, const char* arguments = "{}") {
    return to_json(trial.call(tool, arguments).facts);
  };
  CHECK_THAT(facts("look"), Catch::StartsWith(R"({"things":[{"number":0,"name":")") &&
                                Catch::Contains(R"("thrown_next":)") && Catch::Contains(R"("ground_y":-)"));
  CHECK(facts("look", R"({"as":"json"})") ==
        R"({"observation":)" + trial.call("look", R"({"as":"json"})").text + "}");
  CHECK_THAT(facts("aim", R"({"x":5,"y":0})"), Catch::StartsWith(R"({"angle":)"));
  CHECK_THAT(facts("simulate", R"({"angle":170})"),
             Catch::StartsWith(R"({"passes":false,"simulations_left":2,)") &&
                 Catch::Contains(R"("gone":[],"damaged":[],"moved":[])"));
  CHECK(facts("notes", R"({"text":"a \"note\""})") == R"({"notes":"a \"note\""})");
  CHECK(facts("shoot", R"({"angle":"far"})") == "{}");
  CHECK(facts("report_novelty", R"({"probability":0})") == R"({"trial_over":false})");
  CHECK(facts("give_up") == R"({"task_over":true,"passed":false,"trial_over":false})");
  CHECK_THAT(facts("look"), Catch::StartsWith(R"({"told_novel":true,"things":)"));
  CHECK(facts("give_up") == R"({"task_over":true,"passed":false,"trial_over":true})");
}

TEST_CASE("of all pairs, no reply tells the phase of a task or how many are left") {
  const std::vector<Pair>& all = shipped_pairs();
  REQUIRE(all.size() == 40);
  for (const Pair& pair : all) {
    CAPTURE(pair.novelty, pair.scenario);
    std::vector<std::pair<std::string, std::string>> calls = kLooks;
    calls.emplace_back("shoot", R"({"angle":35})");
    calls.emplace_back("look", "{}");
    ToolTrial normal = trial_of(tasks_of(pair.novel.task, 3, 9));
    ToolTrial novel = trial_of(tasks_of(pair.novel.task, 0, 3));
    CHECK(replies(normal, calls) == replies(novel, calls));
  }
}

TEST_CASE("of all pairs, no reply before a throw tells what cannot be seen of a novelty") {
  int compared = 0;
  for (const Pair& pair : shipped_pairs()) {
    const Task usual = without_hidden(pair.novel.task);
    if (usual == pair.novel.task || seen_of(usual) != seen_of(pair.novel.task)) continue;
    CAPTURE(pair.novelty, pair.scenario);
    ToolTrial normal = trial_of(tasks_of(usual, 2, 0));
    ToolTrial novel = trial_of(tasks_of(pair.novel.task, 0, 2));
    CHECK(replies(normal, kLooks) == replies(novel, kLooks));
    ++compared;
  }
  CHECK(compared >= 20);
}

TEST_CASE("a trial may begin with its novelty, and tell of it at once") {
  ToolTrial trial = trial_of(tasks_of(pairs()[0].normal.task, 0, 1), kText, setup(true));
  CHECK(trial.call("look", "").text.find("You are told: from now on") == 0);
}

TEST_CASE("in a grey view things have the names that they have in colour") {
  Task task = pairs()[0].normal.task;
  const std::string in_colour = trial_of(tasks_of(task, 1, 0)).call("look", "").text;
  task.shown = ViewMode::kGrey;
  CHECK(trial_of(tasks_of(task, 1, 0)).call("look", "").text == in_colour);
}

TEST_CASE("pictures are PNG files, the same each time, with numbers and a grid or without") {
  const std::vector<SessionTask> tasks = tasks_of(pairs()[0].normal.task, 2, 0);
  ToolTrial trial = trial_of(tasks, kPictures);
  const std::string marked = trial.call("look", "").png;
  CHECK(marked.starts_with("\x89PNG"));
  CHECK(to_json(trial.call("look", "").facts) == "{}");
  CHECK(trial.call("look", R"({"numbers":true,"grid":true})").png == marked);
  const std::string bare = trial.call("look", R"({"numbers":false,"grid":false})").png;
  CHECK(bare != marked);
  const std::string large = trial.call("look", R"({"scale":3})").png;
  CHECK(large.substr(16, 8) == std::string("\0\0\x07\x80\0\0\x05\xA0", 8));  // 1920 x 1440
  CHECK(trial.call("look", R"({"scale":3,"crop":true})").png.substr(16, 8) < large.substr(16, 8));
  CHECK(trial.call("look", R"({"scale":5})").refused);
  ToolTrial disguised = trial_of(tasks, {.pictures = true, .disguise = 3});
  CHECK(disguised.call("look", R"({"numbers":false,"grid":false})").png != bare);
  CHECK(trial.call("look", R"({"as":"text"})").refused);
}

TEST_CASE("disguised, no tool and no reply says what the original game calls things") {
  ToolTrial trial = trial_of(tasks_of(pairs()[0].normal.task, 1, 1), {.lookahead = 3, .disguise = 11});
  std::string all;
  for (const Tool& tool : trial.tools()) all += tool.description + schema_of(tool);
  all += replies(trial, kLooks) + replies(trial, {{"shoot", R"({"object":1})"}});
  CHECK(trial.call("look", R"({"as":"json"})").refused);
  for (const char* word : {"bird", "pig", "slingshot", "wood", "stone", "ice ", "red ", "platform"}) {
    CAPTURE(word);
    CHECK(all.find(word) == std::string::npos);
  }
}
