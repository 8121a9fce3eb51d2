#include "serve/player.h"

#include <fmt/core.h>

#include <catch2/catch.hpp>

#include "sim/world.h"
#include "tests/serve/table.h"

using namespace novphy;
using namespace novphy::test;

namespace {

/// Plays the rest of the client's set with throws that meet nothing.
void play_set(Client& client) {
  while (client.next() > 0) {
    while (client.state() == GameState::kPlaying) client.shoot();
    if (client.state() == GameState::kLikelihood) client.report(0.25F);
  }
}

}  // namespace

TEST_CASE("a trial is one set of levels, and then all is over") {
  Table table(one_trial(1, 2));
  Client client(table.player());
  CHECK(client.ask(u8(1) + i32(1) + u8(0)) == std::string(3, '\0'));
  CHECK(client.byte(u8(2) + i32(50)) == 1);
  CHECK(client.state() == GameState::kNewTrial);
  CHECK(client.ready().size() == 19);
  CHECK(client.state() == GameState::kTrainingSet);
  client.ready();
  CHECK(client.state() == GameState::kMainMenu);
  for (const int level : {1, 2, 3}) {
    CHECK(client.next() == level);
    CHECK(client.state() == GameState::kPlaying);
    CHECK(client.shoot() == 1);
    CHECK(client.state() == GameState::kLikelihood);
    CHECK(client.report(0.5F) == 1);
    CHECK(client.state() == GameState::kLost);
  }
  CHECK(client.next() == 0);
  CHECK_FALSE(client.player().told_over());
  CHECK(client.state() == GameState::kOver);
  CHECK(client.player().told_over());
  CHECK(table.queue.all_finished());
}

TEST_CASE("a server's records are those of a run with the same shots") {
  Table table(one_trial(2, 2));
  Client client(table.player());
  client.begin();
  play_set(client);
  const std::vector<Record> records = records_of(table);
  REQUIRE(records.size() == 4);
  CHECK(records[3].phase == Phase::kNovel);
  for (const Record& record : records) {
    CHECK(record.novelty_probability == 0.25);
    const TaskRef ref{.task_template = table.plan.templates[0].base.name == record.task_template ? 0 : 1,
                      .variation = record.variation};
    const Shot shot{.drag_m = {record.shots.at(0).drag_m[0], record.shots.at(0).drag_m[1]},
                    .tap_ms = record.shots[0].tap_ms,
                    .launch_ms = record.shots[0].launch_ms};
    const Task task = task_of(table.plan, ref, assets().catalogue);
    CHECK(fmt::format("{:016x}", play(task, {&shot, 1}, assets().catalogue, physics()).digest) ==
          record.digest);
  }
}

TEST_CASE("each level is tried once") {
  Table table(one_trial(2, 1));
  Client client(table.player(kNeverAsks));
  client.begin();
  CHECK(client.load(2) == 0);
  CHECK(client.load(1) == 1);
  CHECK(client.load(1) == 1);
  CHECK(client.byte(u8(52)) == 0);
  CHECK(client.load(3) == 0);
  client.shoot();
  CHECK(client.state() == GameState::kLost);
  CHECK(client.load(1) == 0);
  CHECK(client.load(3) == 0);
  CHECK(client.byte(u8(52)) == 0);
  CHECK(client.state() == GameState::kLost);
  CHECK(client.load(2) == 1);
  CHECK(client.state() == GameState::kPlaying);
}

TEST_CASE("level 0 is the current level, or the next one") {
  Table table(one_trial(2, 1));
  Client client(table.player(kNeverAsks));
  client.begin();
  CHECK(client.load(0) == 1);
  CHECK(client.load(0) == 1);
  client.shoot();
  CHECK(client.load(0) == 1);
  CHECK(client.state() == GameState::kPlaying);
  CHECK(client.next() == 3);
}

TEST_CASE("a client that asks for the next level gives the current one up") {
  Table table(one_trial(2, 1));
  Client client(table.player(kNeverAsks));
  client.begin();
  client.next();
  CHECK(client.next() == 2);
  CHECK(client.load(3) == 1);
  CHECK(client.load(4) == 0);
  CHECK(client.next() == 0);
  const auto records = records_of(table);
  CHECK(records[0].end == "no_shot");
  CHECK(records[1].end == "no_shot");
  CHECK(records[2].end == "no_shot");
}

TEST_CASE("loading the level behind the last one ends the set") {
  Table table(one_trial(1, 1));
  Client client(table.player(kNeverAsks));
  client.begin();
  client.next();
  client.next();
  client.shoot();
  CHECK(client.load(3) == 0);
  CHECK(client.state() == GameState::kOver);
  CHECK(table.queue.all_finished());
}

TEST_CASE("the training tasks are a set of their own") {
  Table table(one_trial(1, 1, false, 3));
  Client client(table.player({.ask_every = 0, .training_tasks = 2}));
  CHECK(client.ready()[16] == 0);
  CHECK(client.state() == GameState::kTrainingSet);
  client.ready();
  CHECK(client.next() == 1);
  CHECK(client.next() == 2);
  CHECK(client.next() == 0);
  CHECK(client.state() == GameState::kTestSet);
  CHECK(client.next() == 0);
  CHECK(client.ready()[16] == 1);
  CHECK(client.state() == GameState::kMainMenu);
  CHECK(client.next() == 1);
  CHECK(client.next() == 2);
  CHECK(client.next() == 0);
  const auto records = records_of(table);
  REQUIRE(records.size() == 4);
  CHECK(records[1].phase == Phase::kTraining);
  CHECK(records[2].phase == Phase::kNormal);
}

TEST_CASE("a request for a new set changes nothing while a level is going on") {
  Table table(one_trial(1, 1));
  Client client(table.player());
  client.begin();
  client.next();
  CHECK(client.ready().size() == 19);
  CHECK(client.state() == GameState::kPlaying);
  CHECK(client.next() == 2);
}

TEST_CASE("nothing tells how long a trial is") {
  Table table(one_trial(3, 2));
  Client client(table.player());
  CHECK(number_at(client.ready(), 8) == 0);
  CHECK(client.number(u8(15)) == 0);
  client.ready();
  client.next();
  client.next();
  CHECK(client.number(u8(14)) == 1);
  CHECK(client.number(u8(23)) == 0);
  CHECK(client.number(u8(13)) == 0);
}

TEST_CASE("the number of levels is told where the server counts them, even before a trial") {
  Table table(one_trial(3, 2, false, 4));
  const PlayerOptions counts{.ask_every = 0, .training_tasks = 2, .count_levels = true};
  Client client(table.player(counts));
  CHECK(client.ask(u8(1) + i32(7) + u8(0)) == std::string("\0\0\2", 3));
  CHECK(client.number(u8(15)) == 2);
  CHECK(number_at(client.ready(), 8) == 2);
  client.ready();
  CHECK(client.number(u8(15)) == 2);
  while (client.next() > 0) {
  }
  CHECK(client.number(u8(15)) == 5);
  CHECK(number_at(client.ready(), 8) == 5);
  while (client.next() > 0) {
  }
  CHECK(client.number(u8(15)) == 0);  // no trial is left
}

// Agents of version 0.3 begin with a level. They got zeros, and states that end them.
TEST_CASE("a client that asks for a level before any set is of an older version") {
  Table table(one_trial(1, 1));
  Client client(table.player());
  client.ask(u8(1) + i32(7) + u8(1));
  CHECK_THROWS_WITH(client.load(1),
                    "\"load level\" (51) came before \"ready for set\" (68), as from agents of "
                    "version 0.3, which know no trials and sets; expected an agent of a later version");
  CHECK_THROWS_AS(client.ask(u8(52)), ProtocolError);
  CHECK(client.next() == 0);  // agents of later versions ask so
  CHECK_FALSE(client.player().shuns_trials());
  client.state();
  CHECK(client.player().shuns_trials());
  CHECK(table.queue.any_left());
  client.ready();
  CHECK_FALSE(client.player().shuns_trials());
  CHECK(client.load(1) == 0);
}

TEST_CASE("the likelihood is asked for after every N tasks") {
  const auto asked = [](int every) {
    Table table(one_trial(2, 2));
    Client client(table.player({.ask_every = every}));
    client.begin();
    std::string states;
    while (client.next() > 0) {
      client.shoot();
      states += client.state() == GameState::kLikelihood ? 'a' : '-';
    }
    return states;
  };
  CHECK(asked(0) == "----");
  CHECK(asked(1) == "aaaa");
  CHECK(asked(2) == "-a-a");
  CHECK(asked(5) == "----");
}

TEST_CASE("a report belongs to its task, whenever it comes") {
  Table table(one_trial(3, 1));
  Client client(table.player());
  CHECK(client.report(0.5F) == 0);  // no trial
  client.begin();
  client.next();
  CHECK(client.report(0.125F) == 1);  // while the level is going on
  client.shoot();
  client.next();
  client.shoot();
  CHECK(client.byte(likelihood_bytes(0.25F, i32(7) + i32(-2), 2, 3, "more")) == 1);
  CHECK(client.report(2) == 0);
  client.next();
  CHECK(client.byte(likelihood_bytes(0.5F, "", 0, 9, "")) == 1);
  CHECK(client.byte(u8(67) + i32(5) + "a fan") == 1);
  client.next();
  client.next();
  const auto records = records_of(table);
  CHECK(records[0].novelty_probability == 0.125);
  CHECK(records[1].novelty_probability == 0.25);
  CHECK(records[1].reported_level == 3);
  CHECK(records[1].reported_objects == std::vector<int>{7, -2});
  CHECK(records[1].reported_text == "more");
  CHECK_FALSE(records[2].reported_level);
  CHECK(records[2].reported_text == "a fan");
  CHECK(records[3].novelty_probability == 0);
}

TEST_CASE("the novelty is told in informed trials alone") {
  const auto told = [](bool informed, const std::vector<int>& then = {}) {
    Plan plan = one_trial(1, 2, informed);
    if (!then.empty()) {
      PlanOptions options = plan.options;
      options.then = then;
      plan = shifted_plan(std::span(pairs()).first(1), options);
    }
    Table table(std::move(plan));
    Client client(table.player(kNeverAsks));
    std::vector<int> answers{client.number(u8(69))};
    CHECK(client.ready()[18] == (informed ? 1 : 0));
    client.ready();
    while (client.next() > 0) answers.push_back(client.number(u8(69)));
    return answers;
  };
  CHECK(told(false) == std::vector<int>{-1, -1, -1, -1});
  CHECK(told(true) == std::vector<int>{-1, 0, 1, 1});
  CHECK(told(true, {1, 1}) == std::vector<int>{-1, 0, 1, 1, 1, 1});  // nor is the novelty's end told
}

TEST_CASE("a client that leaves ends its trial as a program that fails") {
  Table table(one_trial(2, 1));
  {
    Client client(table.player());
    client.begin();
    client.next();
    client.shoot();
    client.next();
    client.player().leave("the client closed the connection");
    client.player().leave("twice");
  }
  const auto records = records_of(table);
  CHECK(records[0].end == "birds_used");
  CHECK(records[1].end == "agent_error");
  CHECK(records[1].error == "the client closed the connection in level 2");
  CHECK(records[2].end == "agent_error");
}

TEST_CASE("a trial whose last task is over is whole when the client leaves") {
  Table table(one_trial(1, 1));
  Client client(table.player());
  client.begin();
  while (client.next() < 2) {
  }
  client.shoot();
  client.player().leave("the client closed the connection");
  const auto records = records_of(table);
  CHECK(records[1].end == "birds_used");
  CHECK(records[1].error.empty());
}

TEST_CASE("a client that only looks takes no trial") {
  Table table(one_trial(1, 1));
  Client looker(table.player());
  for (int i = 0; i < 3; ++i) CHECK(looker.state() == GameState::kNewTrial);
  looker.ask(u8(1) + i32(1) + u8(0));
  CHECK(features_in(looker.ask(u8(62))).empty());
  CHECK(looker.number(u8(65)) == 0);
  CHECK(looker.next() == 0);
  CHECK(looker.number(u8(14)) == 1);
  looker.player().leave("the client closed the connection");
  CHECK(table.queue.any_left());
}

TEST_CASE("the score is that of the current level, at any time") {
  Table table(one_trial(1, 1));
  Client client(table.player(kNeverAsks));
  client.begin();
  client.next();
  CHECK(client.number(u8(65)) == 0);
  client.shoot();
  const int score = client.number(u8(65));
  while (client.next() > 0) {
  }
  CHECK(records_of(table)[0].score == score);
}
