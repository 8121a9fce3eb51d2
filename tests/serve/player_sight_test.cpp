#include <algorithm>
#include <catch2/catch.hpp>
#include <utility>

#include "serve/player.h"
#include "tests/serve/table.h"

using namespace novphy;
using namespace novphy::test;

TEST_CASE("hints tell the level of the hierarchy where they are allowed and the novelty is told") {
  const auto hints = [](bool informed, bool allowed) {
    Table table(one_trial(1, 1, informed));
    Client client(table.player({.ask_every = 0, .hints = allowed}));
    client.begin();
    std::string all;
    while (client.next() > 0) all += client.ask(u8(72) + i32(2)).substr(4) + "\n";
    return all;
  };
  const std::string none = R"([{"hint_level":2,"novelty_type":"NOT_AVAILABLE"}])"
                           "\n";
  CHECK(hints(true, true) == none + R"([{"hint_level":2,"novelty_type":"AGENT"}])"
                                    "\n");
  CHECK(hints(false, true) == none + none);
  CHECK(hints(true, false) == none + none);
}

TEST_CASE("the noisy state differs from the exact one and repeats with the trial") {
  const auto states = [](double noise_px, int exact) {
    Table table(one_trial(1, 1));
    Client client(table.player({.noise_px = noise_px}));
    client.begin();
    client.next();
    std::string exact_state;
    for (int i = 0; i < exact; ++i) exact_state = client.ask(u8(62));
    return std::pair(exact_state, client.ask(u8(64)) + client.ask(u8(64)));
  };
  const auto [exact, noisy] = states(2, 1);
  CHECK(noisy != exact + exact);
  CHECK(states(2, 3) == std::pair(exact, noisy));  // exact states draw nothing
  CHECK(states(0, 1).second == exact + exact);
}

TEST_CASE("a recorded shot holds a state for every Nth frame") {
  Table table(one_trial(4, 1));
  Client client(table.player(kNeverAsks));
  client.begin();
  client.next();
  CHECK(client.number(recorded(0)) == 0);
  const std::string flight = client.ask(recorded(5));
  CHECK(client.state() == GameState::kLost);
  const int count = number_at(flight, 0);
  std::size_t at = 4;
  std::size_t points = 0;
  for (int i = 0; i < count; ++i) {
    const auto features = features_in(flight, at);
    at += 4 + static_cast<std::size_t>(number_at(flight, at));
    if (features[2]["properties"]["label"] == "Trajectory")
      points = std::max(points, features[2]["geometry"]["coordinates"].size());
  }
  CHECK(at == flight.size());
  CHECK(points > 10);
  client.next();
  CHECK(client.number(recorded(1)) > 4 * count);
  client.next();
  const int until_contact = client.number(recorded(5, i32(1)));
  CHECK(until_contact > 0);
  CHECK(until_contact < count);
  client.next();
  CHECK(client.number(recorded(5, i32(0))) == count);
}

TEST_CASE("a recorded shot plays as a shot without frames") {
  Table table(one_trial(2, 1));
  Client client(table.player(kNeverAsks));
  client.begin();
  client.next();
  client.ask(recorded(3, i32(1)));
  client.next();
  client.shoot();
  while (client.next() > 0) {
  }
  const auto records = records_of(table);
  CHECK(records[0].time_s > 0);
  CHECK(records[0].shots == records[1].shots);
}

TEST_CASE("a record between shots is one state") {
  Table table(one_trial(1, 1));
  Client client(table.player());
  CHECK(client.number(u8(70) + i32(5)) == 0);
  client.begin();
  client.next();
  const std::string reply = client.ask(u8(70) + i32(5) + i32(10));
  CHECK(number_at(reply, 0) == 1);
  CHECK(reply.size() == 8 + static_cast<std::size_t>(number_at(reply, 4)));
}

TEST_CASE("pictures are those of the world, and of the level's beginning") {
  Table table(one_trial(2, 1));
  Client client(table.player());
  const std::string blank = client.ask(u8(11));
  CHECK(blank.size() == 8 + 3 * 640 * 480);
  client.begin();
  client.next();
  const std::string before = client.ask(u8(11));
  CHECK(before != blank);
  client.shoot();
  const std::string after = client.ask(u8(11));
  CHECK(client.ask(u8(71)) == before);
  CHECK(after != before);
  CHECK(client.ask(u8(61)) == client.ask(u8(62)) + after);
  const std::string noisy = client.ask(u8(63));
  CHECK(noisy.substr(noisy.size() - after.size()) == after);
}

TEST_CASE("records say in which tasks the client asked for states, which are text") {
  Table table(one_trial(5, 1));
  Client client(table.player(kNeverAsks));
  client.begin();
  client.ask(u8(62));  // no task is shown yet
  const std::vector<std::string> asked{u8(11) + u8(71), u8(61), u8(64), recorded(5), u8(70) + i32(1), u8(65)};
  for (const std::string& bytes : asked) {
    client.next();
    if (bytes.size() == 2)
      for (const char id : bytes) client.ask({id});
    else
      client.ask(bytes);
  }
  client.next();
  std::vector<bool> saw_text;
  for (const Record& record : records_of(table)) saw_text.push_back(record.saw_text);
  CHECK(saw_text == std::vector<bool>{false, true, true, true, true, false});
}

TEST_CASE(
    "an altered view reaches clients in states and pictures, and shots start where the client sees the "
    "bird") {
  const auto asked = [](ViewMode shown) {
    Plan plan = one_trial(1, 1);
    for (PlanTemplate& each : plan.templates) {
      each.pair.clear();  // tasks are then made of the base
      each.base.task.shown = shown;
    }
    Table table(std::move(plan));
    Client client(table.player());
    client.begin();
    client.next();
    const std::string state = client.ask(u8(62));
    const std::string picture = client.ask(u8(11));
    const int rest_x = shown == ViewMode::kMirrored ? 640 - 98 : 98;
    client.ask(u8(31) + i32(rest_x - 8) + i32(400) + i32(0) + i32(0));
    while (client.next() > 0) client.shoot();
    return std::tuple(state, picture, records_of(table).front().shots);
  };
  const auto [state, picture, shots] = asked(ViewMode::kPlain);
  const auto [mirrored_state, mirrored_picture, mirrored_shots] = asked(ViewMode::kMirrored);
  CHECK(mirrored_state != state);
  CHECK(mirrored_picture != picture);
  CHECK(mirrored_shots == shots);
}

TEST_CASE("the time limit of a task counts from the client's first state or picture to its shot") {
  const auto state_after = [](double seconds, int first_look) {
    Plan plan = one_trial(1, 1);
    for (PlanTemplate& each : plan.templates) {
      each.pair.clear();
      each.base.task.time_limit_s = 5;
    }
    Table table(std::move(plan));
    double now_s = 0;
    SessionSetup with = setup();
    with.clock = [&now_s] { return now_s; };
    Client client(Player(table.plan, table.queue, with, kNeverAsks));
    client.begin();
    client.next();
    now_s += 60;  // nothing was seen yet
    client.ask(u8(first_look));
    now_s += seconds;
    client.shoot();
    const GameState state = client.state();
    while (client.next() > 0) client.shoot();
    return std::pair(state, records_of(table).front().end);
  };
  for (const int look : {11, 62}) {
    CHECK(state_after(5.1, look) == std::pair(GameState::kLost, std::string("too_late")));
    CHECK(state_after(4.9, look).second == "birds_used");
  }
}

TEST_CASE("labels are told where they are asked for, in published words") {
  const auto labels = [](bool told) {
    Table table(one_trial(1, 1));
    Client client(table.player({}, told));
    client.begin();
    client.next();
    std::string all;
    for (const auto& feature : features_in(client.ask(u8(62))))
      all += feature["properties"]["label"].get<std::string>() + " ";
    return all;
  };
  CHECK(labels(false).find("pig") == std::string::npos);
  CHECK(labels(true).find("pig_basic_small") != std::string::npos);
  CHECK(labels(true).find("bird_red") != std::string::npos);
}
