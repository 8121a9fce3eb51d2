#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "tests/evaluator/loaded_tables.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

/// Two tables of one agent.
Inputs tables(const std::string& head, const std::string& r, const std::string& s) {
  Inputs inputs;
  inputs.add("r.csv", head + "\n" + r);
  inputs.add("s.csv", head + "\n" + s);
  return inputs;
}

}  // namespace

TEST_CASE("a trial that two tables of an agent hold is one trial") {
  // Such trials counted twice, without a word if a single row differed, and the head of a trial counted
  // whole.
  struct Tables {
    const char* what;
    const char* head;
    const char* first;
    const char* second;
    int trials;
    double aus;
    std::vector<std::string> warnings;
  };
  const std::string numbered = kTableHead + ",task";
  const char* whole = "a,ice,x,0,normal,1,0\na,ice,x,0,novel,1,1\na,ice,x,0,novel,0,2\na,ice,x,0,novel,0,3\n";
  const std::vector<Tables> cases{
      {"equal rows",
       kTableHead.c_str(),
       "a,ice,x,0,normal,1\na,ice,x,0,novel,1\n",
       "a,ice,x,0,normal,1\na,ice,x,0,novel,1\na,ice,x,1,normal,1\na,ice,x,1,novel,0\n",
       2,
       0.5,
       {"s.csv: agent a: 2 rows are in r.csv, too, and count once"}},
      {"other trials",
       kTableHead.c_str(),
       "a,ice,x,0,normal,1\na,ice,x,0,novel,1\n",
       "a,ice,x,1,normal,1\na,ice,x,1,novel,0\n",
       2,
       0.5,
       {}},
      {"its head again",
       numbered.c_str(),
       whole,
       "a,ice,x,0,normal,1,0\na,ice,x,0,novel,1,1\n",
       1,
       1 / 3.0,
       {"s.csv: agent a: 2 rows are in r.csv, too, and count once"}},
      {"head and tail",
       numbered.c_str(),
       "a,ice,x,0,normal,1,0\na,ice,x,0,novel,1,1\n",
       "a,ice,x,0,novel,0,2\na,ice,x,0,novel,0,3\n",
       1,
       1 / 3.0,
       {}},
      {"head and tail from task 1 on",
       numbered.c_str(),
       "a,ice,x,0,normal,1,1\na,ice,x,0,novel,1,2\n",
       "a,ice,x,0,novel,0,3\na,ice,x,0,novel,0,4\n",
       1,
       1 / 3.0,
       {}},
  };
  for (const Tables& each : cases) {
    CAPTURE(each.what);
    const Loaded loaded = tables(each.head, each.first, each.second).load();
    CHECK(cell_of(loaded).trials == each.trials);
    CHECK(cell_of(loaded).incomplete == 0);
    CHECK(cell_of(loaded).value("aus").mean == Approx(each.aus));
    CHECK(loaded.warnings == each.warnings);
  }
}

TEST_CASE(
    "different rows of a trial in two tables of an agent are refused, or the first or last ones count") {
  const Inputs inputs = tables(kTableHead, "a,ice,x,0,normal,1\na,ice,x,0,novel,1\n",
                               "a,ice,x,0,normal,1\na,ice,x,0,novel,0\n");
  CHECK_THAT(inputs.error(), Catch::StartsWith("s.csv:3: agent a: ice x, trial 0, task 1 has another row in "
                                               "r.csv:3: expected each trial of an agent once"));
  CHECK_THAT(inputs.error(), Contains("--repeats first or last"));
  for (const auto& [repeats, word, aus] :
       {std::tuple(Repeats::kFirst, "first", 1.0), std::tuple(Repeats::kLast, "last", 0.0)}) {
    const Loaded loaded = inputs.load(with(Performance::kPass, repeats));
    CHECK(cell_of(loaded).trials == 1);
    CHECK(cell_of(loaded).value("aus").mean == aus);
    CHECK(loaded.warnings.back() == "s.csv: agent a: 1 row repeats tasks of r.csv; of each task the " +
                                        std::string(word) + " row counts");
  }
  Inputs third =
      tables(kTableHead + ",task", "a,ice,x,0,normal,1,0\na,ice,x,0,normal,1,1\n", "a,ice,x,0,novel,1,2\n");
  third.add("t.csv", kTableHead + ",task\na,ice,x,0,novel,0,2\n");
  CHECK_THAT(third.error(),
             Catch::StartsWith("t.csv:2: agent a: ice x, trial 0, task 2 has another row in s.csv:2"));
  const Inputs tail = tables(kTableHead, "a,ice,x,0,normal,1\na,ice,x,0,novel,1\n", "a,ice,x,0,novel,1\n");
  for (const Repeats repeats : {Repeats::kRefuse, Repeats::kFirst, Repeats::kLast})
    CHECK_THAT(tail.error(with(Performance::kPass, repeats)), Contains("task 0 has another row in r.csv:2"));
  const Inputs mixed =
      tables(kTableHead + ",task", "a,ice,x,0,normal,1,0\na,ice,x,0,novel,1,1\n", "a,ice,x,0,normal,1,2\n");
  CHECK_THAT(mixed.error(),
             Contains("task 2 is normal (s.csv:2) and comes after the novel task 1 (r.csv:3)"));
}

TEST_CASE("where tasks repeat since a column is missing, the error says so first") {
  // It advised --repeats alone, which then left out most of the rows.
  const std::string rows = "a,ice,x,0,normal,1,0\na,ice,x,0,novel,1,1\na,ice,y,0,normal,1,0\n";
  Inputs no_scenario, no_numbers, neither;
  no_scenario.add("r.csv", "agent,novelty,scenari,trial,phase,passed,task\n" + rows);
  no_numbers.add("r.csv", "agent,novelty,scenari,trial,phase,passed,number\n" + rows);
  neither.add("r.csv", "who,novelty,scenari,trial,phase,passed,task\n" + rows);
  for (const Inputs* inputs : {&no_scenario, &no_numbers})
    CHECK_THAT(inputs->error(),
               Catch::StartsWith("r.csv:4: the table has no column \"scenario\" (--columns "
                                 "scenario=NAME names it), so all its rows are of one scenario: a "));
  CHECK_THAT(neither.error(),
             Contains("no column \"agent\" (--columns agent=NAME names it) and no column "
                      "\"scenario\" (--columns scenario=NAME names it), so all its rows are of "
                      "one agent and scenario: a second record"));
  CHECK_THAT(table("task", rows + rows).error(), Catch::StartsWith("r.csv:5: a second record"));
}

TEST_CASE("a table without a column of detection is warned of") {
  // Every trial was missed, without a word.
  const std::string rows = "\na,ice,x,0,normal,1,0.5\na,ice,x,0,novel,1,0.5\n";
  for (const auto& [column, warned] :
       {std::pair("Novelty_Prob", true), std::pair("novelty_probability", false)}) {
    Inputs inputs;
    inputs.add("r.csv", kTableHead + "," + column + rows);
    const auto warnings = inputs.without_detection();
    REQUIRE(warnings.size() == (warned ? 1 : 0));
    if (warned) CHECK_THAT(warnings[0], Catch::StartsWith("r.csv: the table has no column"));
  }
}

TEST_CASE("scores so great that their squares are no numbers are refused") {
  // They ended in an internal error of Student's distribution, or in "inf".
  const std::string row = "a,ice,x,0,novel,1,";
  for (const char* score : {"1e78", "-1e308", "1000000000000001"})
    CHECK(table("score", row + score + "\n").error() ==
          "r.csv:2: score: found \"" + std::string(score) + "\", expected a number from -1e15 to 1e15");
  CHECK(table("score", row + "1e15\n").error() == "no error");
}

TEST_CASE("informed and uninformed versions of a trial have the baseline's version of their kind") {
  Inputs inputs;
  inputs.add("r.csv",
             "agent,novelty,trial,phase,score,informed\n"
             "a,ice,0,normal,1,0\na,ice,0,novel,1,0\na,ice,0,normal,1,1\na,ice,0,novel,1,1\n"
             "b,ice,0,normal,2,0\nb,ice,0,novel,2,0\nb,ice,0,normal,4,1\nb,ice,0,novel,4,1\n"
             "c,ice,0,normal,8,0\nc,ice,0,novel,8,0\n");
  const Conventions conventions = with(Performance::kScore);
  const Loaded loaded = inputs.load(conventions);
  const auto value = [&](const std::string& baseline, std::string_view key) {
    const std::vector<std::string> names{baseline};
    return evaluate(loaded.agents, conventions, names).agents.at(0).measures.cells.at(0).value(key).mean;
  };
  CHECK(value("b", "m3") == 0.5);
  CHECK(value("b", "m4") == 0.25);
  CHECK(value("c", "m3") == 0.125);
  CHECK(value("c", "m4") == 0.125);
}

TEST_CASE("records that two files of one run hold count once, in any order of the files") {
  const std::vector<Record> whole = joined({trial("P|PP", 0), trial("P|PF", 1)});
  const std::vector<Record> part(whole.begin(), whole.begin() + 5);
  for (const bool part_first : {true, false}) {
    Inputs inputs;
    if (part_first) inputs.add("part.jsonl", records(part));
    inputs.add("whole.jsonl", records(whole));
    if (!part_first) inputs.add("part.jsonl", records(part));
    const Loaded loaded = inputs.load();
    CHECK(cell_of(loaded).trials == 2);
    CHECK(cell_of(loaded).incomplete == 0);
    CHECK(cell_of(loaded).value("aus").mean == 0.75);
    CHECK(loaded.warnings ==
          std::vector<std::string>{part_first
                                       ? "whole.jsonl: 5 records are in part.jsonl, too, and count once"
                                       : "part.jsonl: 5 records are in whole.jsonl, too, and count once"});
  }
}

TEST_CASE(
    "other records of a trial of the same plan and agent are refused, those of another plan are pooled") {
  Inputs inputs;
  inputs.add("a.jsonl", records(trial("P|PP")));
  inputs.add("b.jsonl", records(trial("P|PF")));
  CHECK(inputs.error() ==
        "b.jsonl:4: objects rolling, trial 0, task 2 has another record in a.jsonl:4, of the same plan and "
        "agent: expected each trial of a plan once, or another name of the agent or of its training (novphy "
        "run --name, --run)");
  for (const auto& [plan, agent] : {std::pair("4567", "a"), std::pair("0123", "b")}) {
    Inputs other;
    other.add("a.jsonl", records(trial("P|PP")));
    other.add("b.jsonl", records(trial("P|PF"), plan, agent));
    CHECK(other.error() == "no error");
  }
  Inputs unknown_plan;
  unknown_plan.add("a.jsonl", records(trial("P|PP"), ""));
  unknown_plan.add("b.jsonl", records(trial("P|PF"), ""));
  CHECK(cell_of(unknown_plan.load()).trials == 2);
  Inputs people;
  people.add("a.jsonl", records(trial("P|PP"), "0123", "human:P1"));
  people.add("b.jsonl", records(trial("P|PF"), "0123", "human:P2"));
  CHECK(cell_of(people.load()).trials == 2);
}

TEST_CASE("a run's unfinished part is called that, and an agent needs a name") {
  Inputs part;
  part.add("r.jsonl.partial", records({}) + "{\"trial\":0,\"bytes\":12,\"hash\":\"0123456789abcdef\"}\n");
  CHECK_THAT(part.error(),
             Catch::StartsWith("r.jsonl.partial:2: this is a part of a run, whose output is not "
                               "there yet"));
  for (const std::string agent : {"", "  "}) {
    Inputs blank;
    blank.add("a.jsonl", records(trial("P|P"), "0123", agent));
    CHECK(blank.error() == "a.jsonl:1: /agent: found \"" + agent + "\", expected a name");
  }
}
