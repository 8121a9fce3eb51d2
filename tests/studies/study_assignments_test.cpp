#include <algorithm>
#include <catch2/catch.hpp>
#include <thread>

#include "tests/studies/study_desk.h"
#include "trials/studies/study.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

TEST_CASE("every level set gets as many people, and those who decline do not count") {
  const Desk desk;
  std::vector<Assignment> given;
  for (const std::string id : {"a", "b", "c", "d", "e"}) given.push_back(desk.open(id).head().assignment);
  CHECK(given == std::vector<Assignment>{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}});
  CHECK(StudyAssignments(desk.results(), desk.file, made_by()).choose().level_set == 2);
  {
    StudyJournal journal = desk.open("a");
    journal.add_read();
    journal.add_consent(false);
  }
  CHECK(StudyAssignments(desk.results(), desk.file, made_by()).choose() == Assignment{0, 2});
  CHECK(desk.open("d").head().assignment == Assignment{0, 1});
}

TEST_CASE("participants who start in the same moment have different numbers") {
  const Desk desk;
  constexpr int kPeople = 8;
  std::vector<Assignment> given(kPeople);
  std::vector<std::thread> starts;
  for (int i = 0; i < kPeople; ++i)
    starts.emplace_back([&, i] {
      given[static_cast<std::size_t>(i)] = desk.open("p" + std::to_string(i)).head().assignment;
    });
  for (std::thread& start : starts) start.join();
  std::sort(given.begin(), given.end());
  CHECK(given == std::vector<Assignment>{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}});
}

TEST_CASE("a number is not given again after its folder was removed, nor where the list of numbers is lost") {
  const Desk desk;
  for (const std::string id : {"a", "b", "c", "d"}) desk.open(id);
  std::filesystem::remove_all(desk.results() / "a");
  CHECK(desk.open("e").head().assignment == Assignment{0, 2});
  CHECK(desk.open("a").head().assignment == Assignment{1, 1});
  std::filesystem::remove(desk.results() / "assignments.jsonl");
  CHECK(desk.open("f").head().assignment == Assignment{2, 1});
  CHECK(desk.open("g").head().assignment == Assignment{0, 3});
}

TEST_CASE("a list of numbers whose last line was cut goes on, and a damaged one is an error with its line") {
  const Desk desk;
  desk.open("a");
  desk.open("b");
  const auto list = desk.results() / "assignments.jsonl";
  const std::string whole = content(list);
  write(list, whole.substr(0, whole.size() - 5));
  desk.open("c");
  CHECK(content(list) == whole + "{\"participant\":\"c\",\"level_set\":2,\"number\":0}\n");
  write(list, replaced(whole, "\"level_set\":1", "\"level_set\":\"x\""));
  CHECK_THAT(desk.refusal("d"), Contains("assignments.jsonl:2: /level_set"));
}

TEST_CASE("the researcher may choose level set and number of a new participant") {
  const Desk desk;
  CHECK(desk.open("a", {.level_set = 2, .number = 7}).head().assignment == Assignment{2, 7});
  CHECK(desk.open("b", {.level_set = 2}).head().assignment == Assignment{2, 8});
  CHECK(desk.open("c", {.number = 4}).head().assignment == Assignment{0, 4});
  CHECK(desk.open("a", {.level_set = 2, .number = 7}).head().assignment == Assignment{2, 7});
  const auto refused = [&](const std::string& id, const AssignmentWish& wish, const std::string& why) {
    CHECK_THROWS_WITH(desk.open(id, wish), Contains(why));
  };
  refused("d", {.level_set = 2, .number = 7}, "number: 7 of level set 2 is taken by a");
  refused("d", {.level_set = 3}, "level set: found 3, expected 0 to 2");
  refused("d", {.level_set = -1}, "level set: found -1, expected 0 to 2");
  refused("d", {.number = -1}, "number: found -1, expected 0 to 999999");
  refused("a", {.level_set = 1}, "has level set 2, not 1");
  refused("a", {.number = 1}, "has number 7, not 1");
  CHECK_FALSE(std::filesystem::exists(desk.results() / "d"));
}

TEST_CASE("a first participant with a wrong level set or number leaves no folder and no list of numbers") {
  const Desk desk;
  CHECK_THROWS_WITH(desk.open("a", {.level_set = 3}), Contains("level set: found 3, expected 0 to 2"));
  CHECK_THROWS_WITH(desk.open("a", {.number = -1}), Contains("number: found -1"));
  CHECK_FALSE(std::filesystem::exists(desk.results()));
}
