#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "evaluator/cell_measures.h"
#include "evaluator/evaluation.h"
#include "evaluator/load.h"
#include "evaluator/record_io.h"
#include "tests/evaluator/trials.h"
#include "tests/temporary_folder.h"

using namespace novphy;
using Catch::Matchers::Contains;

namespace {

const std::string kTableHead = "agent,novelty,scenario,trial,phase,passed";

/// Tables and records of a test, in one folder.
class Inputs {
 public:
  std::string add(const std::string& name, const std::string& content) {
    const auto path = *folder_ / name;
    std::ofstream(path, std::ios::binary) << content;
    paths_.push_back(path.string());
    return paths_.back();
  }

  Loaded load(const Conventions& conventions = {}, const ColumnNames& columns = {}) const {
    LoadOptions options;
    options.columns = columns;
    Loaded loaded = without_folder(novphy::load(paths_, conventions, options));
    // Most tables here have no column of detection; a test of its own holds this warning.
    std::erase_if(loaded.warnings, says_no_detection);
    return loaded;
  }
  /// The warnings that a table has no column of detection.
  std::vector<std::string> without_detection() const {
    std::vector<std::string> warnings = without_folder(novphy::load(paths_, {}, {})).warnings;
    std::erase_if(warnings, [](const std::string& text) { return !says_no_detection(text); });
    return warnings;
  }

  /// The error's message, with the names of files instead of their paths.
  std::string error(const Conventions& conventions = {}, const ColumnNames& columns = {}) const {
    try {
      load(conventions, columns);
    } catch (const std::exception& error) {
      return without_folder(error.what());
    }
    return "no error";
  }

 private:
  static bool says_no_detection(const std::string& warning) {
    return warning.find("no column \"novelty_probability\" or \"alarm\"") != std::string::npos;
  }
  std::string without_folder(std::string text) const {
    const std::string folder = folder_->path().string() + "/";
    for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder))
      text.erase(at, folder.size());
    return text;
  }
  Loaded without_folder(Loaded loaded) const {
    for (std::string& warning : loaded.warnings) warning = without_folder(warning);
    return loaded;
  }

  std::shared_ptr<TemporaryFolder> folder_ = std::make_shared<TemporaryFolder>();
  std::vector<std::string> paths_;
};

Conventions with(Performance performance, Repeats repeats = Repeats::kRefuse) {
  Conventions conventions;
  conventions.performance = performance;
  conventions.repeats = repeats;
  return conventions;
}

/// A table with this last column.
Inputs table(const std::string& last_column, const std::string& rows) {
  Inputs inputs;
  inputs.add("r.csv", kTableHead + "," + last_column + "\n" + rows);
  return inputs;
}

CellMeasures cell_of(const Loaded& loaded, const Conventions& conventions = {}) {
  return measure(loaded.agents.at(0).trials, conventions).cells.at(0);
}

std::string records(const std::vector<Record>& tasks, const std::string& plan = "0123",
                    const std::string& agent = "a") {
  Fingerprint print;
  print.agent = agent;
  print.plan_hash = plan;
  std::string text = to_line(print) + "\n";
  for (const Record& task : tasks) text += to_line(task) + "\n";
  return text;
}

}  // namespace

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
       }) {
    CAPTURE(torn.column, torn.rows);
    CHECK_THAT(table(torn.column, torn.rows).error(), Catch::StartsWith(torn.error));
  }
  CHECK(table("control",
              "a,ice,x,0,normal,1,0\na,ice,x,0,novel,0,0\na,ice,x,0,normal,1,1\na,ice,x,0,novel,1,1\n")
            .error() == "no error");
  CHECK(table("note", "a,ice,x,0,normal,1,\na,fan,x,1,novel,1,\n").error() == "no error");
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
    CHECK(loaded.warnings.back() == "s.csv: agent a: 1 rows repeat tasks of r.csv; of each task the " +
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
