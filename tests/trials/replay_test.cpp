#include "trials/replay.h"

#include <catch2/catch.hpp>

#include "tests/trials/fixtures.h"

using namespace novphy;
using namespace novphy::test;

namespace {

Record played_record() {
  Session session({{.phase = Phase::kNormal, .task = task_with_two_birds()}}, setup());
  while (session.state() != SessionState::kReport) {
    session.shoot(aimed(0.9, 0.8));
    if (session.state() == SessionState::kFlying) session.advance_until_still();
  }
  Record record;
  fill(record, session.played());
  return record;
}

Replay again(const Record& record, const Task& task = task_with_two_birds()) {
  return replay(record, task, assets().catalogue, physics());
}

}  // namespace

TEST_CASE("a record is the play it was made from") {
  const Record record = played_record();
  REQUIRE(record.shots.size() == 2);
  REQUIRE(again(record).differences.empty());
}

TEST_CASE("what a replay finds different is named with both values") {
  Record record = played_record();
  record.score += 10;
  record.digest = "0000000000000000";
  const Replay found = again(record);
  REQUIRE(found.differences.size() == 2);
  REQUIRE(found.differences[0].find("digest: 0000000000000000 recorded, ") == 0);
  REQUIRE(found.differences[1] == "score: 10 recorded, 0 now");
}

TEST_CASE("another shot or another task is another play") {
  Record record = played_record();
  record.shots[1].drag_m[0] += 1e-3;
  REQUIRE_FALSE(again(record).differences.empty());
  Task task = task_with_two_birds();
  task.objects[0].at_m.x += 1e-4;
  REQUIRE_FALSE(again(played_record(), task).differences.empty());
}

TEST_CASE("a record with more shots than the task has birds is another play") {
  Record record = played_record();
  record.shots.push_back(record.shots.back());
  REQUIRE(again(record).differences == std::vector<std::string>{"shots: 3 recorded, the task has 2 birds"});
}

TEST_CASE("a replay logs events where they are asked for") {
  const Record record = played_record();
  REQUIRE(again(record).outcome.events.empty());
  REQUIRE_FALSE(
      replay(record, task_with_two_birds(), assets().catalogue, physics(), true).outcome.events.empty());
}
