#include "agents/external/external.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "agents/table/agent_table.h"
#include "tests/agents/python3.h"
#include "tests/agents/sample.h"

using namespace novphy;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

/// A shell program that answers each message by the patterns in `cases`, and all other messages with {}.
std::string program(const std::string& cases) {
  return "while read -r line; do case $line in " + cases + " *) echo '{}';; esac; done";
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TaskResult lost() { return {.passed = false, .score = 0, .last = sample_observation()}; }

/// The launch angle of the shot that the agent chooses, in degrees.
double angle_deg(Agent& agent, const Observation& seen = sample_observation()) {
  return degrees(launch_angle_rad(agent.choose(seen)));
}

}  // namespace

TEST_CASE("a program is told everything a player is told, in this order") {
  const fs::path log = fs::temp_directory_path() / ("novphy_log_" + std::to_string(::getpid()));
  const Observation seen = sample_observation();
  {
    ExternalAgent agent("tee '" + log.string() + "' | " + program("*choose*) echo '{\"angle_deg\":45}';;"));
    agent.begin_trial(7);
    agent.begin_task();
    agent.choose(seen);
    agent.watch(seen);
    agent.end_task({.passed = true, .score = 10, .last = seen});
    agent.told_novel();
  }
  const std::vector<std::string> expected{
      line_protocol::hello(),      line_protocol::begin_trial(7),
      line_protocol::begin_task(), line_protocol::choose(seen),
      line_protocol::watch(seen),  line_protocol::end_task({.passed = true, .score = 10, .last = seen}),
      line_protocol::told_novel()};
  CHECK(lines_of(log) == expected);
  fs::remove(log);
}

TEST_CASE("what a program answers is what the agent says") {
  ExternalAgent agent(program("*hello*) echo '{\"training_tasks\":3,\"watch_every_ms\":40}';; "
                              "*choose*) echo '{\"drag_m\":[-0.5,0.25]}';; "
                              "*end_task*) echo '{\"novelty_probability\":0.75,\"novelty_level\":2}';;"),
                      ProgramOptions{});
  CHECK(agent.training_tasks() == 3);
  CHECK(agent.watch_every_ms() == 40);
  CHECK(agent.choose(sample_observation()).drag_m == Vec2{-0.5, 0.25});
  CHECK(agent.novelty().probability == 0);
  agent.end_task(lost());
  CHECK(agent.novelty().probability == 0.75);
  CHECK(agent.novelty().level == 2);
}

TEST_CASE("errors of a program say which message it was asked, in one line") {
  CHECK_THROWS_WITH(make_agent("exec:exit 9"),
                    "the agent's program, asked \"hello\": ended with exit code 9");
  CHECK_THROWS_WITH(make_agent("exec:read -r line; echo hi"),
                    "the agent's program, asked \"hello\": expected a JSON object, found hi");
  const auto agent = make_agent("exec:" + program("*choose*) echo '{\"angle_deg\":\"up\"}';;"));
  CHECK_THROWS_WITH(agent->choose(sample_observation()),
                    Contains("asked \"choose\": \"angle_deg\": expected a number from -1000000 to 1000000"));
}

TEST_CASE("the time-out of the options reaches the program") {
  CHECK_THROWS_WITH(make_agent("exec:sleep 600", {.timeout_s = 0.1}),
                    Contains("gave no answer within 0.1 s"));
}

TEST_CASE("a long observation reaches a program whole") {
  ExternalAgent agent(program("*end_task*) echo \"{\\\"novelty_text\\\":\\\"${#line}\\\"}\";;"));
  TaskResult result = lost();
  result.last.trajectory.assign(20000, {320, 240});
  agent.end_task(result);
  CHECK(agent.novelty().text == std::to_string(line_protocol::end_task(result).size()));
}

TEST_CASE("a program in Python reads the picture it asked for, and the GeoJSON") {
  if (!has_python()) return skip_python();
  TaskResult result = lost();
  result.last.screenshot = {.width_px = 2, .height_px = 1, .rgb = {1, 2, 3, 250, 251, 252}};
  const auto told = [&](const std::string& encoding) {
    const auto agent =
        make_agent("exec:python3 '" NOVPHY_SOURCE_DIR "/tests/agents/looking_agent.py' " + encoding);
    CHECK(agent->senses().screenshot);
    CHECK(agent->senses().noise_px == 2.5);
    agent->choose(result.last);
    agent->end_task(result);
    return agent->novelty().text;
  };
  CHECK(told("png") == "png 2x1 2x1 Ground 5");
  CHECK(told("rgb") == "rgb 2x1 010203fafbfc Ground 5");
}

TEST_CASE("a program that does not ask sees no picture and no noise") {
  const auto agent = make_agent("exec:" + program(""));
  CHECK_FALSE(agent->senses().screenshot);
  CHECK(agent->senses().noise_px == 0);
}

TEST_CASE("the Python agent of the documentation keeps to an angle while it wins and learns from losing") {
  if (!has_python()) return skip_python();
  const auto agent = make_agent("exec:python3 '" NOVPHY_SOURCE_DIR "/docs/examples/line_agent.py'");
  agent->begin_trial(1);
  agent->begin_task();
  CHECK(angle_deg(*agent) == Approx(45));
  agent->end_task({.passed = true, .score = 1, .last = sample_observation()});
  CHECK(angle_deg(*agent) == Approx(45));
  agent->end_task(lost());
  CHECK(angle_deg(*agent) == Approx(30));
  CHECK(agent->novelty().probability == 0.2);

  Observation mirrored = sample_observation();
  mirrored.bird_rest.x = 540;
  CHECK(angle_deg(*agent, mirrored) == Approx(150));
  agent->begin_trial(2);
  CHECK(angle_deg(*agent) == Approx(45));
}

TEST_CASE("a program may ask a planner before it chooses") {
  ExternalAgent agent(
      program("*choose*) echo '{\"plan_px\":[300,281]}';; *plan*low*high*) echo '{\"angle_deg\":33}';;"));
  CHECK(angle_deg(agent) == Approx(33));
  CHECK(angle_deg(agent) == Approx(33));
}

TEST_CASE("a program that asks without end is refused") {
  // The point is out of reach, so that each answer is quick.
  ExternalAgent agent(program("*choose*|*plan*) echo '{\"plan_px\":[639,0]}';;"));
  CHECK_THROWS_WITH(agent.choose(sample_observation()),
                    "the agent's program asked for more than 1000 plans for one shot");
}

TEST_CASE("an error after a question names the message") {
  ExternalAgent agent(program("*choose*) echo '{\"plan_px\":[300,281]}';; *plan*) echo 5;;"));
  CHECK_THROWS_WITH(agent.choose(sample_observation()), Contains("asked \"plan\": expected a JSON object"));
}

TEST_CASE("the example that asks the planner throws low where the way is free, and high over a wall") {
  if (!has_python()) return skip_python();
  const auto agent = make_agent("exec:python3 '" NOVPHY_SOURCE_DIR "/python/examples/planning_agent.py'");
  agent->begin_trial(1);
  agent->begin_task();
  CHECK(angle_deg(*agent) < 20);
  Observation walled = sample_observation();
  walled.objects.push_back({.id = 2,
                            .label = "wood_rect_big_1",
                            .rings = {{{270, 230}, {280, 230}, {280, 286}, {270, 286}}},
                            .colours = {}});
  CHECK(angle_deg(*agent, walled) > 65);
  walled.objects.erase(walled.objects.begin());
  CHECK(angle_deg(*agent, walled) == Approx(60));
}

TEST_CASE("a question that has no answer yet can be told") {
  OpenQuestions questions;
  CHECK(questions.waits(0).empty());
  {
    const OpenQuestions::Asked first(&questions, "python3 a.py", "begin_trial");
    const OpenQuestions::Asked second(&questions, "python3 b.py", "choose");
    CHECK(questions.waits(0) == "waits for the answer of \"python3 a.py\" to begin_trial (0 s)");
    CHECK(questions.waits(10).empty());
  }
  CHECK(questions.waits(0).empty());
  const fs::path go = fs::temp_directory_path() / ("novphy_go_" + std::to_string(::getpid()));
  const std::string waiting =
      program("*begin_trial*) until [ -e '" + go.string() + "' ]; do sleep 0.01; done; echo '{}';;");
  ExternalAgent agent(waiting, {.questions = &questions});
  CHECK(questions.waits(0).empty());
  std::thread trial([&] { agent.begin_trial(1); });
  std::string told;
  while (told.empty()) told = questions.waits(0);  // until the thread has asked
  std::ofstream(go).put('1');
  trial.join();
  fs::remove(go);
  CHECK_THAT(told, Contains("waits for the answer of \"" + waiting + "\" to begin_trial"));
  CHECK(questions.waits(0).empty());
  const OpenQuestions::Asked untold(nullptr, "python3 a.py", "choose");
}
