#include <catch2/catch.hpp>
#include <limits>

#include "serve/player.h"
#include "tests/serve/table.h"

using namespace novphy;
using namespace novphy::test;

TEST_CASE("a shot is released at the pixel that the client names") {
  Table table(one_trial(1, 1));
  Client client(table.player(kNeverAsks));
  client.begin();
  client.next();
  const World world(task_of(table.plan, {0, table.plan.trials[0].normal[0].variation}, assets().catalogue),
                    assets().catalogue, physics());
  const Observation seen = observe(world, assets().colours, false);
  client.ask(u8(31) + i32(seen.bird_rest.x - 64) + i32(seen.bird_rest.y + 32) + i32(0) + i32(700));
  while (client.next() > 0) {
  }
  const Record record = records_of(table).front();
  CHECK(record.shots.at(0).drag_m[0] == Approx(-64 * 35.0 / 640));
  CHECK(record.shots.at(0).drag_m[1] == Approx(-32 * 35.0 / 640));
  CHECK(record.shots.at(0).tap_ms == 700);
}

TEST_CASE("a shot of six numbers is released at a focus and an offset") {
  Table table(one_trial(2, 1));
  Client client(table.player(kNeverAsks));
  client.begin();
  client.next();
  client.ask(u8(41) + i32(100) + i32(250) + i32(-30) + i32(40) + i32(0) + i32(500));
  client.next();
  client.ask(u8(41) + i32(70) + i32(290) + i32(0) + i32(500));
  while (client.next() > 0) {
  }
  const auto records = records_of(table);
  CHECK(records[0].shots == records[1].shots);
}

TEST_CASE("no shot is possible but on a level that is going on") {
  Table table(one_trial(1, 1));
  Client client(table.player());
  for (const int id : {31, 41}) CHECK(client.shoot(id) == 0);
  CHECK(client.number(recorded(5)) == 0);
  client.begin();
  CHECK(client.shoot() == 0);
  client.next();
  CHECK(client.shoot() == 1);
  CHECK(client.shoot() == 0);
  CHECK(client.number(recorded(5)) == 0);
}

TEST_CASE("a pull of absurd length is a pull in its direction") {
  Table table(one_trial(1, 1));
  Client client(table.player(kNeverAsks));
  client.begin();
  client.next();
  CHECK(client.byte(u8(31) + i32(std::numeric_limits<std::int32_t>::min()) +
                    i32(std::numeric_limits<std::int32_t>::max()) + i32(0) +
                    i32(std::numeric_limits<std::int32_t>::min())) == 1);
  while (client.next() > 0) {
  }
  const RecordedShot shot = records_of(table).front().shots.at(0);
  CHECK(shot.drag_m[0] == Approx(shot.drag_m[1]).epsilon(0.01));
  CHECK(shot.tap_ms == -1);
}

// Clients of version 0.3 send polar shots, too, with six numbers.
TEST_CASE("a polar shot of six numbers is released at a pull and an angle from a focus") {
  for (const int id : {32, 42}) {
    Table table(one_trial(2, 1));
    Client client(table.player(kNeverAsks));
    client.begin();
    client.next();
    CHECK(client.byte(u8(id) + i32(100) + i32(250) + i32(3000) + i32(200) + i32(0) + i32(500)) == 1);
    CHECK(client.state() != GameState::kPlaying);
    client.next();
    client.ask(u8(31) + i32(-73) + i32(350) + i32(0) + i32(500));  // 200 cos 30 deg to the left, 100 down
    while (client.next() > 0) {
    }
    const auto records = records_of(table);
    CHECK(records[0].shots[0].drag_m[0] == Approx(records[1].shots[0].drag_m[0]).margin(0.05));
    CHECK(records[0].shots[0].drag_m[1] == Approx(records[1].shots[0].drag_m[1]));
    CHECK(records[0].shots[0].tap_ms == 500);
  }
}

TEST_CASE("polar shots of four numbers and sequences are answered with zeros and play nothing") {
  Table table(one_trial(1, 1));
  Client client(table.player(kNeverAsks));
  client.begin();
  client.next();
  CHECK(client.shoot(32) == 0);
  CHECK(client.shoot(42) == 0);
  const std::string shot = u8(31) + i32(90) + i32(400) + i32(0) + i32(0);
  CHECK(client.ask(u8(33) + u8(2) + shot + shot) == std::string(2, '\0'));
  CHECK(client.ask(u8(43) + u8(0)).empty());
  CHECK(client.load(1) == 1);  // still before its first shot
}
