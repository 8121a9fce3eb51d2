#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "tests/evaluator/loaded_tables.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

TEST_CASE("a trial played informed and uninformed under one number is two trials") {
  // Two trials became one of six tasks, with an AUS of .5 for .75.
  const Loaded loaded =
      table("informed",
            "a,ice,x,0,normal,1,0\na,ice,x,0,novel,0,0\na,ice,x,0,normal,1,1\na,ice,x,0,novel,1,1\n"
            "a,ice,x,0,novel,1,1\na,ice,x,0,novel,1,0\na,ice,x,0,novel,1,1\na,ice,x,0,novel,1,1\n")
          .load();
  const CellMeasures cell = cell_of(loaded);
  CHECK(cell.trials == 2);
  CHECK(cell.informed == 1);
  CHECK(cell.value("aus").mean == 0.75);
  const Loaded novel_only = table("informed", "a,ice,x,0,novel,1,0\na,ice,x,0,novel,1,1\n").load();
  CHECK(cell_of(novel_only).trials == 2);
}

TEST_CASE("an agent that is told when the novelty comes plays one informed trial, with and without numbers") {
  const std::vector<Inputs> both = [] {
    std::vector<Inputs> found;
    found.push_back(table("informed", "a,ice,x,0,normal,1,0\na,ice,x,0,novel,0,1\na,ice,x,0,novel,1,1\n"));
    found.push_back(
        table("informed,task", "a,ice,x,0,novel,0,1,1\na,ice,x,0,normal,1,0,0\na,ice,x,0,novel,1,1,2\n"));
    return found;
  }();
  for (const Inputs& inputs : both) {
    const CellMeasures cell = cell_of(inputs.load());
    CHECK(cell.trials == 1);
    CHECK(cell.informed == 1);
    CHECK(cell.value("aus").mean == 0.5);
    CHECK(cell.value("normal").mean == 1);
  }
}

TEST_CASE("rows that tear a trial apart are an error that names a row of each part") {
  struct Torn {
    const char* column;
    const char* rows;
    const char* error;
  };
  for (const Torn& torn : {
           Torn{"informed", "a,ice,x,0,normal,1,0\na,ice,x,0,novel,0,0\na,ice,x,0,novel,1,1\n",
                "r.csv:4: informed is 1 here and 0 in line 3 of the same trial (ice x, trial 0): "},
           Torn{"informed,task", "a,ice,x,0,normal,1,0,0\na,ice,x,0,novel,0,1,0\n",
                "r.csv:3: informed is 1 here and 0 in line 2 of the same trial"},
           Torn{"informed", "a,ice,x,0,normal,1,1\na,ice,x,0,novel,0,0\n",
                "r.csv:2: informed is 1 here and 0 in line 3 of the same trial"},
           Torn{"informed,task",
                "a,ice,x,0,normal,1,1,0\na,ice,x,0,normal,1,0,1\na,ice,x,0,novel,0,1,2\na,ice,x,0,novel,0,0,"
                "3\n",
                "r.csv:2: informed is 1 here and 0 in line 5 of the same trial"},
           Torn{"control", "a,ice,x,0,normal,1,0\na,ice,x,0,novel,0,1\n",
                "r.csv:3: trial 0 has its novel tasks under control 1 here and control 0 for its normal "
                "tasks, "
                "in line 2: "},
           Torn{
               "note", "a,none,x,0,normal,1,\na,ice,x,0,novel,0,\n",
               "r.csv:3: trial 0 has its novel tasks under novelty \"ice\" here and novelty \"none\" for its "
               "normal tasks, in line 2: "},
           Torn{"note", "a,ice,y,0,novel,0,\na,ice,x,0,normal,1,\n",
                "r.csv:2: trial 0 has its novel tasks under scenario \"y\" here and scenario \"x\" for its "
                "normal tasks, in line 3: "},
           Torn{"run", "a,ice,x,0,normal,1,1\na,ice,x,0,novel,0,2\n",
                "r.csv:3: trial 0 has its novel tasks under run \"2\" here and run \"1\" for its normal "
                "tasks, in "
                "line 2: "},
           Torn{"run", "a,ice,x,0,novel,0,2\na,ice,x,0,normal,1,NA\n",
                "r.csv:2: ice x, trial 0 has the run \"2\" here and none in line 3: expected a run in all "
                "rows"},
           Torn{"run,task", "a,ice,x,0,normal,1,s,0\na,ice,x,0,novel,1,s,1\na,ice,x,0,novel,1,,2\n",
                "r.csv:2: ice x, trial 0 has the run \"s\" here and none in line 4: "},
           Torn{
               "note", "a,ice,x,0,normal,1,\nb,ice,x,0,novel,0,\n",
               "r.csv:3: trial 0 has its novel tasks under agent \"b\" here and agent \"a\" for its normal "},
       }) {
    CAPTURE(torn.column, torn.rows);
    CHECK_THAT(table(torn.column, torn.rows).error(), Catch::StartsWith(torn.error));
  }
  CHECK(table("control",
              "a,ice,x,0,normal,1,0\na,ice,x,0,novel,0,0\na,ice,x,0,normal,1,1\na,ice,x,0,novel,1,1\n")
            .error() == "no error");
  CHECK(table("note", "a,ice,x,0,normal,1,\na,fan,x,1,novel,1,\n").error() == "no error");
  CHECK(table("run", "a,ice,x,0,novel,1,1\na,ice,x,0,novel,1,2\na,ice,x,1,novel,1,\n").error() == "no error");
  CHECK(table("note", "a,ice,x,0,normal,1,\nb,ice,x,0,normal,1,\nb,ice,x,0,novel,1,\n").error() ==
        "no error");
}

TEST_CASE("a trial that two tables tear apart is an error, too") {
  Inputs inputs = table("run", "a,ice,x,0,normal,1,1\n");
  inputs.add("s.csv", kTableHead + "\na,ice,x,0,novel,1\n");
  CHECK_THAT(inputs.error(),
             Catch::StartsWith("s.csv:2: trial 0 has its novel tasks under run none here and run "
                               "\"1\" for its normal tasks, in r.csv:2: "));
}

TEST_CASE("trials of one phase alone are warned of where no trial of the novelty-scenario has both") {
  const auto warnings = [](const std::string& more) {
    return table("task", "a,ice,x,0,normal,1,0\na,ice,x,1,novel,1,0\n" + more).load().warnings;
  };
  REQUIRE(warnings("").size() == 1);
  CHECK_THAT(warnings("").front(), Contains("agent a: ice x: only normal tasks in 1 trial, "
                                            "not measured, and only novel tasks in 1,"));
  CHECK(warnings("a,ice,x,2,normal,1,0\na,ice,x,2,novel,1,1\n").empty());
}

TEST_CASE("columns that hold nothing are warned of like columns that are missing") {
  const auto warnings = [](const std::string& cells) {
    Inputs inputs;
    std::string text = kTableHead + ",novelty_probability,alarm\n";
    for (const std::string agent : {"a", "b"})
      for (const std::string phase : {"normal", "novel"})
        text += agent + ",ice,x,0," + phase + (agent == "b" ? ",1,0.5,\n" : cells + "\n");
    inputs.add("r.csv", text);
    return inputs.load().warnings;
  };
  CHECK(warnings(",1,0,").empty());
  CHECK(warnings(",1,,no").empty());
  CHECK(warnings(",1,NaN,") ==
        std::vector<std::string>{
            "r.csv: agent a: no row has a novelty probability or an alarm: each trial counts "
            "as missed, as if the agent never said that the world has changed"});
  const Loaded some = table("novelty_probability", "a,ice,x,0,normal,1,0\na,ice,x,0,novel,1,\n").load();
  CHECK_THAT(some.warnings.front(), Contains("1 of 2 rows have no novelty probability and no alarm"));
  const Loaded told = table("alarm,informed", "a,ice,x,0,normal,1,,1\na,ice,x,0,novel,1,,1\n").load();
  CHECK(told.warnings.empty());
  const Loaded none = table("alarm", "a,ice,x,0,normal,,0\na,ice,x,0,novel,,0\n").load();
  CHECK_THAT(none.warnings.front(), Contains("no row says whether its task was passed, or has a score"));
}

namespace {

/// Agents a and b with three trials each, whose tasks have these names: "" for none.
Evaluation two_tables(const std::string& names_of_a, const std::string& names_of_b, bool paired = false,
                      const std::vector<std::string>& baseline = {}) {
  Inputs inputs;
  for (const auto& [agent, names] :
       {std::pair<std::string, std::string>("a", names_of_a), {"b", names_of_b}}) {
    std::string text = kTableHead + ",task_id\n";
    for (const char* trial : {"0", "1", "2"})
      for (const std::string phase : {"normal", "novel"})
        text += agent + ",ice,x," + trial + "," + phase + "," +
                (agent == "a"                ? "1"
                 : trial == std::string("0") ? "1"
                                             : "0") +
                "," + (names.empty() ? "" : names + trial + phase) + "\n";
    inputs.add(agent + ".csv", text);
  }
  Conventions conventions;
  conventions.paired = paired;
  return evaluate(inputs.load(conventions).agents, conventions, baseline);
}

}  // namespace

TEST_CASE("agents of tables are compared in pairs where the tasks have names, or --paired says so") {
  const auto compare = [](Evaluation evaluation) {
    const auto found = compared(evaluation);
    return std::pair(found.empty() ? 0 : found.front().trials, evaluation.warnings);
  };
  CHECK(compare(two_tables("L", "L")) == std::pair(3, std::vector<std::string>{}));
  CHECK(compare(two_tables("", "", true)) == std::pair(3, std::vector<std::string>{}));
  CHECK(compare(two_tables("L", "K")).first == 0);
  CHECK(compare(two_tables("L", "K", true)).first == 0);
  for (const char* names : {"", "L"}) {
    const auto [trials, warnings] = compare(two_tables(names, ""));
    CHECK(trials == 0);
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings.front(),
               Contains("b are not compared in pairs: nothing says which tasks these have"));
  }
}

TEST_CASE("a baseline that is matched by numbers alone is warned of, and one of other tasks is refused") {
  const auto warnings = [](const std::string& names, bool paired) {
    return two_tables(names, names, paired, {"b"}).warnings;
  };
  REQUIRE(warnings("", false).size() == 1);
  CHECK_THAT(
      warnings("", false).front(),
      Contains("trials of a are matched with those of the baseline b by their numbers alone: nothing says"));
  CHECK(warnings("", true).empty());
  CHECK(warnings("L", false).empty());
  CHECK_THROWS_WITH(two_tables("L", "K", false, {"b"}),
                    Contains("trial 0: the baseline played tasks with other names"));
}

TEST_CASE("records of one trial that contradict each other about what the agent was told are an error") {
  std::vector<Record> tasks = trial("P|PP");
  for (const std::size_t told : {1U, 2U}) tasks[told].informed = true;
  Inputs from_novelty_on;
  from_novelty_on.add("a.jsonl", records(tasks));
  CHECK(from_novelty_on.error() == "no error");
  tasks[1].informed = false;
  Inputs later;
  later.add("a.jsonl", records(tasks));
  CHECK(later.error() ==
        "a.jsonl:4: objects rolling, trial 0: informed is true here and false in line 3: expected one value "
        "for all records of a trial, or true from the novelty on");
}

TEST_CASE("scores alone give the measures of scores, passes alone those of passes") {
  const std::string scores = "agent,novelty,scenario,trial,phase,score\n";
  const auto evaluation_of = [&](const std::string& head, const std::string& last, Performance performance) {
    Inputs inputs;
    inputs.add("r.csv", head + "a,ice,x,0,normal," + last + "\na,ice,x,0,novel," + last +
                            "\nb,ice,x,0,normal," + last + "\nb,ice,x,0,novel," + last + "\n");
    const Loaded loaded = inputs.load(with(performance));
    const std::vector<std::string> baseline{"b"};
    return evaluate(loaded.agents, with(performance), baseline);
  };
  const std::vector<std::string_view> of_scores{
      "m3",         "m3_1",       "m5",       "m6",           "opti",         "ipti",
      "apti",       "nrp",        "anrp",     "dnrp",         "nrm",          "pre_agent",
      "post_agent", "asymptotic", "nrm_beta", "pre_baseline", "post_baseline"};
  const auto check = [&](const Evaluation& evaluation, bool performance, bool passes) {
    const CellMeasures& cell = evaluation.agents.at(0).measures.cells.at(0);
    for (const std::string_view key : of_scores) {
      CAPTURE(key);
      CHECK(cell.value(key).mean.has_value() == performance);
    }
    for (const std::string_view key : {"ap", "aus", "aus_trapz", "normal", "gain"}) {
      CAPTURE(key);
      CHECK(cell.value(key).mean.has_value() == passes);
    }
  };
  check(evaluation_of(scores, "2.5", Performance::kScore), true, false);
  check(evaluation_of(kTableHead + ",score\n", ",2.5", Performance::kScore), true, false);
  check(evaluation_of(kTableHead + ",score\n", "1,2.5", Performance::kScore), true, true);
  check(evaluation_of(kTableHead + ",score\n", "1,", Performance::kScore), false, true);
  check(evaluation_of(kTableHead + "\n", "1", Performance::kScore), false, true);
  check(evaluation_of(kTableHead + "\n", "1", Performance::kPass), true, true);
  check(evaluation_of(scores, "2.5", Performance::kPass), false, false);
}

TEST_CASE("one line tells which option measures scores without passes, and how columns were read") {
  Inputs inputs;
  inputs.add("rf.csv", "novelty_id,trial_num,phase,performance\nice,0,normal,1\nice,0,novel,2\n");
  const std::string columns =
      "rf.csv: reads novelty_id as novelty, performance as score, trial_num as trial; the agent is called "
      "like "
      "the file (no column \"agent\"); the scenario is \"all\" (no column \"scenario\")";
  CHECK(inputs.load().warnings ==
        std::vector<std::string>{columns,
                                 "rf.csv: the table has scores and no passes, so adaptation is not measured "
                                 "without --performance score"});
  CHECK(inputs.load(with(Performance::kScore)).warnings == std::vector{columns});
  CHECK(inputs.load().agents.at(0).agent == "rf");
  Inputs passes;
  passes.add("r.csv", kTableHead + "\na,ice,x,0,normal,1\na,ice,x,0,novel,1\n");
  CHECK(passes.load().warnings.empty());
  CHECK(passes.load(with(Performance::kScore)).warnings.size() == 1);
}

TEST_CASE("columns that are not read and may matter are named, and what would read them") {
  Inputs inputs;
  inputs.add("s.csv", kTableHead + ",Seed,attempt\na,w,s,0,normal,NaN,3,1\na,w,s,0,novel,1,3,1\n");
  CHECK(
      inputs.load().warnings ==
      std::vector<std::string>{"s.csv: does not read Seed (--columns run=Seed, if rows that differ in it are "
                               "of different trainings); "
                               "attempt (--repeats first or last, if rows that differ in it repeat a task)"});
  CHECK(inputs.load({}, {{"run", "seed"}}).warnings.size() == 2);
  Inputs seeds;
  seeds.add("s.csv",
            kTableHead + ",task,seed\na,w,s,0,normal,1,0,1\na,w,s,0,novel,1,1,1\na,w,s,0,normal,1,0,2\n");
  CHECK_THAT(seeds.error(), Catch::StartsWith("s.csv:4: the table's seed (--columns run=seed, if rows "));
}

TEST_CASE("of a task that is there again the first or the last record counts, a trial as well as a task") {
  struct Again {
    const char* what;
    Inputs inputs;
    double first;
    double last;
    const char* warning;
  };
  std::vector<Again> cases;
  cases.push_back({"a task",
                   table("task", "a,ice,x,0,normal,1,0\na,ice,x,0,novel,0,1\na,ice,x,0,novel,1,1\n"), 0, 1,
                   "r.csv: agent a: repeated tasks: 1, the first in line 4 after line 3; of each task the "});
  cases.push_back({"a trial",
                   table("note",
                         "a,ice,x,0,normal,1,\na,ice,x,0,novel,0,\na,ice,x,0,novel,0,\n"
                         "a,ice,x,0,normal,1,\na,ice,x,0,novel,1,\na,ice,x,0,novel,0,\n"),
                   0, 0.5,
                   "r.csv: agent a: repeated tasks: 3, the first in line 5 after line 2; of each task the "});
  std::vector<Record> tasks = trial("P|F");
  tasks.push_back(trial("P|P").back());
  Inputs of_records;
  of_records.add("a.jsonl", records(tasks));
  cases.push_back(
      {"a record", std::move(of_records), 0, 1,
       "a.jsonl: agent a: repeated tasks: 1, the first in line 4 after line 3; of each task the "});
  for (const Again& again : cases) {
    CAPTURE(again.what);
    CHECK_THAT(again.inputs.error(), Contains("--repeats first or last"));
    const Loaded first = again.inputs.load(with(Performance::kPass, Repeats::kFirst));
    const Loaded last = again.inputs.load(with(Performance::kPass, Repeats::kLast));
    CHECK(cell_of(first).value("aus").mean == again.first);
    CHECK(cell_of(last).value("aus").mean == again.last);
    CHECK(first.warnings == std::vector{again.warning + std::string("first record counts")});
    CHECK(last.warnings == std::vector{again.warning + std::string("last record counts")});
  }
}

TEST_CASE("of a level that a participant played again the first or the last row counts") {
  const std::string head =
      "Score,LevelStatus,levelName,noveltyDetected\n"
      "1,Pass,novelty_level_0/type010103/Levels/00001.xml,no\n"
      "1,Fail,novelty_level_1/type010103/Levels/00001.xml,no\n";
  const std::string again = "1,Pass,novelty_level_1/type010103/Levels/00001.xml,no\n";
  for (const auto& [repeats, aus] :
       {std::pair(Repeats::kRefuse, 0.5), std::pair(Repeats::kFirst, 0.0), std::pair(Repeats::kLast, 1.0)}) {
    Inputs inputs;
    inputs.add("p.csv", head + again);
    const Loaded loaded = inputs.load(with(Performance::kPass, repeats));
    CHECK(cell_of(loaded).value("aus").mean == aus);
    CHECK(loaded.warnings.empty() == (repeats == Repeats::kRefuse));
  }
}

TEST_CASE("tasks may be numbered from 0 or from 1") {
  for (const char* numbers : {"012", "123"}) {
    const std::string n = numbers;
    const Loaded loaded = table("task", "a,ice,x,0,normal,1," + n.substr(0, 1) + "\na,ice,x,0,novel,0," +
                                            n.substr(1, 1) + "\na,ice,x,0,novel,1," + n.substr(2, 1) + "\n")
                              .load();
    CHECK(cell_of(loaded).trials == 1);
    CHECK(cell_of(loaded).value("aus").mean == 0.5);
  }
  const Loaded one_from_1 =
      table("task", "a,ice,x,0,novel,0,1\na,ice,x,1,novel,0,0\na,ice,x,1,novel,0,1\n").load();
  CHECK(cell_of(one_from_1).trials == 1);
  CHECK(cell_of(one_from_1).incomplete == 1);
}

TEST_CASE("what a task cost and its shots go with it, however its trial is put together") {
  const std::string head = kTableHead + ",informed,shots,calls";
  const std::string numbered = head + ",task\n";
  const auto check = [](const Inputs& inputs) {
    const CellMeasures cell = measure(inputs.load().agents.at(0).trials, {}).cells.at(0);
    CHECK(cell.trials == 1);
    CHECK(cell.value("calls").mean == 3.0);
    CHECK(cell.value("shots").mean == 2.5);
  };
  Inputs from_one;
  from_one.add("r.csv", numbered +
                            "a,ice,x,0,normal,1,0,9,1,1\na,ice,x,0,novel,1,0,2,2,2\n"
                            "a,ice,x,0,novel,1,0,3,6,3\n");
  check(from_one);
  Inputs told_later;
  told_later.add("r.csv", head +
                              "\na,ice,x,0,normal,1,0,9,1\na,ice,x,0,novel,1,1,2,2\n"
                              "a,ice,x,0,novel,1,1,3,6\n");
  check(told_later);
  Inputs two;
  two.add("r.csv", numbered + "a,ice,x,0,normal,1,0,9,1,1\na,ice,x,0,novel,1,0,2,2,2\n");
  two.add("s.csv", numbered + "a,ice,x,0,novel,1,0,2,2,2\na,ice,x,0,novel,1,0,3,6,3\n");
  check(two);
  for (const std::string row : {"2,3", "1,2"}) {  // other calls, other shots
    Inputs other;
    other.add("r.csv", numbered + "a,ice,x,0,novel,1,0,2,2,0\n");
    other.add("s.csv", numbered + "a,ice,x,0,novel,1,0," + row + ",0\n");
    CHECK_THAT(other.error(),
               Contains("s.csv:2: agent a: ice x, trial 0, task 0 has another row in r.csv:2"));
  }
}

TEST_CASE("a chosen column must be in one of the tables") {
  const Inputs inputs = table("kind", "a,ice,x,0,novel,1,k\n");
  CHECK(inputs.load({}, {{"novelty", "Kind"}}).agents.at(0).trials.trials().begin()->first.novelty == "k");
  CHECK(inputs.error({}, {{"novelty", "knid"}}) ==
        "--columns novelty=knid: no table of results has the column \"knid\"");
  CHECK(inputs.error({}, {{"PASSED", "Passed"}}) == "no error");
  CHECK_THAT(inputs.error({}, {{"knid", "kind"}}),
             Contains("columns: found \"knid\", expected one of agent"));
}
