#include <catch2/catch.hpp>
#include <fstream>

#include "base/input_error.h"
#include "serve/served_trials.h"
#include "tests/serve/table.h"

using namespace novphy;
using namespace novphy::test;

namespace {

constexpr int kTraining = 2;

PlayerOptions with(const PracticeTable& practice) { return {.ask_every = 1, .practice = &practice.set}; }

Plan plan_with_training() { return one_trial(1, 1, false, kTraining); }

/// The level and the number of shots of each attempt that the file holds.
std::vector<std::pair<int, std::size_t>> attempts(const Table& table, const PracticeTable& practice) {
  std::vector<std::pair<int, std::size_t>> all;
  for (const Record& record : records_in(PracticeFile::path_for(table.files.out))) {
    CHECK(record.phase == Phase::kTraining);
    CHECK(record.task == static_cast<int>(all.size()));
    const bool first = record.variation == practice.set.tasks[0].ref.variation;
    all.emplace_back(first ? 1 : 2, record.shots.size());
  }
  return all;
}

}  // namespace

// Agents that learn load one level again and again. A reload was answered 0, and the next shot was none.
TEST_CASE("before its first trial a client practises levels in any order, as often as it likes") {
  Table table(plan_with_training());
  PracticeTable practice(table);
  Client client(table.player(with(practice)));
  const std::string facts = client.ready();
  CHECK(number_at(facts, 8) == kTraining);
  CHECK(number_at(facts, 12) == 1'000'000);
  CHECK(facts[16] == 0);
  CHECK(client.state() == GameState::kTrainingSet);
  CHECK(client.load(1) == 0);
  client.ready();
  CHECK(client.state() == GameState::kMainMenu);
  CHECK(client.byte(u8(52)) == 0);
  for (const int level : {2, 2, 1, 2}) {
    CHECK(client.load(level) == 1);
    CHECK(client.state() == GameState::kPlaying);
    CHECK(client.shoot() == 1);
    CHECK(client.state() == GameState::kLost);
  }
  CHECK(client.load(3) == 0);
  CHECK(client.load(-1) == 0);
  CHECK(client.byte(u8(52)) == 1);
  CHECK(client.state() == GameState::kPlaying);
  CHECK(client.player().place() == "practice, level 2");
  CHECK(client.load(0) == 1);
  CHECK(client.shoot() == 1);
  CHECK(client.number(u8(15)) == kTraining);
  CHECK(client.number(u8(69)) == -1);
  CHECK(client.report(0.5F) == 1);
  CHECK(client.next() == 0);  // behind the last level
  CHECK(client.state() == GameState::kNewTrial);
  using Attempts = std::vector<std::pair<int, std::size_t>>;
  CHECK(attempts(table, practice) == Attempts{{2, 1}, {2, 1}, {1, 1}, {2, 1}, {2, 1}});
}

TEST_CASE("after practice a client plays its trials, as without it") {
  const auto records = [](bool practises) {
    Table table(plan_with_training());
    PracticeTable practice(table);
    Client client(table.player({.ask_every = 0, .practice = practises ? &practice.set : nullptr}));
    client.begin();
    while (practises && client.next() > 0) client.shoot();
    if (practises) client.begin();
    while (client.next() > 0) client.shoot();
    CHECK(client.state() == GameState::kOver);
    return records_of(table);
  };
  CHECK(records(true) == records(false));
  CHECK(records(true).size() == 2);
}

TEST_CASE("a client that leaves its practice takes no trial") {
  Table table(plan_with_training());
  PracticeTable practice(table);
  {
    Client client(table.player(with(practice)));
    client.begin();
    client.next();
    client.shoot();
    client.next();
    client.player().leave("the client closed the connection");
  }
  CHECK(table.queue.any_left());
  CHECK(attempts(table, practice).size() == 1);  // the second was without a shot
}

TEST_CASE("tasks for practice are training tasks of all novelty-scenarios in turn, none of them twice") {
  PlanOptions options = small_options();
  options.training = 3;
  options.pool = 12;  // trials share tasks
  const Plan plan = shifted_plan(pairs(), options);
  const auto tasks = practice_tasks(plan, 6);
  REQUIRE(tasks.size() == 6);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    CHECK(tasks[i].trial->novelty == pairs()[i % 2].novelty);
    for (std::size_t k = 0; k < i; ++k) CHECK_FALSE(tasks[i].ref == tasks[k].ref);
  }
  CHECK(practice_tasks(one_trial(1, 1), 5).empty());
  CHECK(practice_tasks(plan, 1'000'000).size() <= 24);
}

TEST_CASE("a file of practice goes on after a kill, with new numbers for its clients") {
  const TemporaryFolder folder;
  const auto file = PracticeFile::path_for(folder / "r.jsonl");
  CHECK(file.filename() == "r.practice.jsonl");
  Fingerprint print = Table::fingerprint();
  Record record;
  record.phase = Phase::kTraining;
  record.end = "no_shot";
  {
    PracticeFile first(file, print, false, false);
    CHECK(first.next_client() == 0);
    CHECK(first.next_client() == 1);
    record.trial = 1;
    first.add(record);
  }
  std::ofstream(file, std::ios::app) << R"({"novelty":"age)";
  PracticeFile second(file, print, true, false);
  CHECK(second.next_client() == 2);
  record.trial = 2;
  second.add(record);
  CHECK(records_in(file).size() == 2);
  CHECK(RecordReader(file.string()).fingerprint().left_out == "practice before the first trial");
  CHECK_THROWS_WITH(PracticeFile(file, print, false, false),
                    Catch::Contains("is there already: expected another name, --force or --resume"));
  print.seed = 7;
  CHECK_THROWS_WITH(PracticeFile(file, print, true, false),
                    Catch::Contains("cannot go on with a different run"));
  PracticeFile(file, print, false, true);
  CHECK_FALSE(std::filesystem::exists(file));
}

// An interrupted server left a file without attempts, which stood in the next one's way.
TEST_CASE("a file of practice begins with the first attempt") {
  const TemporaryFolder folder;
  PracticeFile file(folder / "r.practice.jsonl", Table::fingerprint(), false, false);
  file.next_client();
  CHECK(file.attempts() == 0);
  CHECK_FALSE(std::filesystem::exists(file.path()));
  Record record;
  record.phase = Phase::kTraining;
  record.end = "no_shot";
  file.add(record);
  CHECK(file.attempts() == 1);
  CHECK(records_in(file.path()).size() == 1);
}
