#include "evaluator/load.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "evaluator/cell_measures.h"
#include "evaluator/evaluation.h"
#include "evaluator/record_io.h"
#include "evaluator/tables/tables.h"
#include "tests/evaluator/loaded_files.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

/// The beginning of the message for a file of no known kind.
const std::string kExpectedKinds =
    "expected records of novphy run, which begin with {, or a table whose header names ";

}  // namespace

TEST_CASE("each kind of file is told by how it begins, agents come by name") {
  Files files;
  files.add("any_name.txt", records("random", "P|PF"));
  files.add("p1.csv", playdata("P|PPFF!"));
  files.add("datalab_ws-10_t-1.5.csv", kDetections);
  files.add("results.csv", kResults);
  const Loaded loaded = files.load();
  CHECK(names(loaded) == std::vector<std::string>{"datalab 10:1.5", "first", "people", "random", "second"});
  CHECK(loaded.warnings.empty());
  for (const AgentLog& log : loaded.agents) {
    CHECK(trials(log) == 1);
    CHECK(log.files.size() == 1);
    CHECK(log.files.front().fingerprint.has_value() == (log.agent == "random"));
    CHECK(log.trials.of_people() == (log.agent == "people"));
  }
}

TEST_CASE("files of one agent are put together, equal trial numbers are different trials") {
  Files files;
  const std::string a = files.add("a.jsonl", records("x", "P|PP"));
  files.add("other.jsonl", records("y", "P|PP"));
  const std::string b = files.add("b.jsonl", records("x", "P|FF"));
  const Loaded loaded = files.load();
  CHECK(names(loaded) == std::vector<std::string>{"x", "y"});
  const AgentLog& x = loaded.agents.front();
  REQUIRE(x.files.size() == 2);
  CHECK(x.files[0].path == a);
  CHECK(x.files[1].path == b);
  CHECK(trials(x) == 2);
  CHECK(measure(x.trials, {}).cells.at(0).value("aus").mean == 0.5);
}

TEST_CASE("records that say why they are left out, and play data beside them, are left out with a warning") {
  Files files;
  Fingerprint excluded = print_of("human:P2");
  excluded.left_out = "was ill";
  files.add("P1/records.jsonl", records(print_of("human:P1"), trial("P|PP")));
  files.add("P1/playdata.csv", playdata("P|PP"));
  const std::string records_of_2 = files.add("P2/records.jsonl", records(excluded, trial("P|FF")));
  const std::string playdata_of_2 = files.add("P2/playdata.csv", playdata("P|FF"));
  const Loaded loaded = files.load();
  CHECK(names(loaded) == std::vector<std::string>{"human", "people"});
  for (const AgentLog& log : loaded.agents) CHECK(trials(log) == 1);
  CHECK(loaded.warnings == std::vector<std::string>{records_of_2 + ": left out: was ill",
                                                    playdata_of_2 + ": left out: was ill"});
  const Loaded all = files.load({.with_left_out = true});
  CHECK(all.warnings.empty());
  for (const AgentLog& log : all.agents) CHECK(trials(log) == 2);
  Files only;
  const std::string file = only.add("records.jsonl", records(excluded, trial("P|FF")));
  CHECK(only.error() == file + ": nothing is left: " + file + ": left out: was ill");
}

TEST_CASE("an agent has the name that its run gave it, and one name is one agent") {
  Files files;
  Fingerprint print = print_of("exec:python3 agent.py --seed 1");
  print.name = "My agent";
  files.add("a.jsonl", records(print, trial("P|PF")));
  files.add("b.jsonl", records("random", "P|PF"));
  CHECK(names(files.load()) == std::vector<std::string>{"My agent", "random"});
  print.agent_files = {"agent.py 0000000000000001"};
  files.add("c.jsonl", records(print, trial("P|PF")));
  CHECK(files.load().warnings.empty());  // the first file does not say which program played
  print.agent_files = {"agent.py 0000000000000002"};
  files.add("d.jsonl", records(print, trial("P|PF")));
  print.agent = "exec:python3 agent.py --seed 2";
  const std::string other = files.add("e.jsonl", records(print, trial("P|PF")));
  CHECK_THAT(
      files.error(),
      Catch::StartsWith(
          other + ":1: the name \"My agent\" is that of the agent \"exec:python3 agent.py --seed 2\" here"));
}

TEST_CASE("a table of results may name the training of each row") {
  Files files;
  files.add("results.csv",
            "agent,run,novelty,scenario,trial,phase,passed\n"
            "x,1,objects,rolling,0,normal,1\nx,2,objects,rolling,0,normal,1\n"
            "x,1,objects,rolling,0,novel,1\nx,2,objects,rolling,0,novel,0\n"
            "x,,objects,rolling,1,novel,0\n");
  const Loaded loaded = files.load();
  CHECK(trials(loaded.agents[0]) == 3);
  CHECK(tabulate(loaded.agents[0].trials, {}, nullptr).runs == std::vector<std::string>{"", "1", "2"});
}

TEST_CASE("a table of results and records of the same agent are put together") {
  Files files;
  files.add("results.csv", kResults);
  files.add("a.jsonl", records("first", "P|P"));
  const Loaded loaded = files.load();
  CHECK(names(loaded) == std::vector<std::string>{"first", "second"});
  CHECK(trials(loaded.agents[0]) == 2);
}

TEST_CASE("the plan of records is that of their fingerprint") {
  Files files;
  Fingerprint print = print_of("x");
  print.plan_hash = "0123";
  files.add("a.jsonl", records(print, trial("P|P")));
  const Loaded loaded = files.load();
  const TrialLogs& logs = loaded.agents.at(0).trials;
  CHECK(logs.source_of(logs.trials().begin()->first.source).plan == "0123");
}

TEST_CASE("people's records are one agent, each file a person") {
  Files files;
  files.add("a.jsonl", records("human:P01", "P|PP"));
  files.add("b.jsonl", records("human:P02", "P|FF"));
  const Loaded loaded = files.load();
  REQUIRE(names(loaded) == std::vector<std::string>{"human"});
  CHECK(trials(loaded.agents[0]) == 2);
  CHECK(loaded.agents[0].trials.of_people());
}

TEST_CASE("people can be kept apart") {
  Files files;
  files.add("b.jsonl", records("human:P02", "P|PP"));
  files.add("a.jsonl", records("human:P01", "P|PP"));
  files.add("7.csv", playdata("P|PPFF!"));
  CHECK(names(files.load({.each_person = true})) ==
        std::vector<std::string>{"human:P01", "human:P02", "people:7"});
}

TEST_CASE("people whose files have the same name in other folders are kept apart, too") {
  Files files;
  files.add("P01/playdata.csv", playdata("P|PPFF!"));
  files.add("P02/playdata.csv", playdata("P|PPPF!"));
  CHECK(files.load({.each_person = true}).agents.size() == 2);
  CHECK(files.load().agents.size() == 1);
}

TEST_CASE("detections have as many novel tasks as the caller says") {
  Files files;
  files.add("datalab.csv", kDetections);
  CHECK(files.load().agents[0].trials.trials().begin()->second.tasks.size() == 41);
  const Loaded loaded = files.load({.detection_novel_tasks = 3});
  CHECK(loaded.agents[0].trials.trials().begin()->second.tasks.size() == 4);
}

TEST_CASE("the score of a table of results need not be whole") {
  Files files;
  files.add("results.csv", kResults);
  Conventions conventions;
  conventions.performance = Performance::kScore;
  const Loaded loaded = files.load({}, conventions);
  const TrialLog& log = loaded.agents.at(0).trials.trials().begin()->second;
  CHECK(log.tasks.at(0).performance == 0.5);
  CHECK(log.tasks.at(1).performance == 2.5);
}

TEST_CASE("the conventions say what an alarm is while files are read") {
  Files files;
  auto tasks = trial("P|P");
  tasks[1].novelty_probability = 0.4;
  files.add("a.jsonl", records(print_of("x"), tasks));
  Conventions conventions;
  CHECK_FALSE(files.load().agents[0].trials.trials().begin()->second.tasks[1].alarm);
  conventions.alarm.threshold = 0.3;
  CHECK(files.load({}, conventions).agents[0].trials.trials().begin()->second.tasks[1].alarm);
}

TEST_CASE("a last line that was cut off is skipped, counted and warned of") {
  Files files;
  const std::string whole = records("x", "P|PP");
  const std::string path = files.add("a.jsonl", whole.substr(0, whole.size() - 9));
  const Loaded loaded = files.load();
  CHECK(loaded.warnings == std::vector<std::string>{path + ": the last line is cut off, skipped"});
  CHECK(loaded.agents.at(0).files.at(0).cut_lines == 1);
  CHECK(loaded.agents[0].trials.trials().begin()->second.tasks.size() == 2);
  Files good;
  good.add("a.jsonl", whole);
  CHECK(good.load().agents.at(0).files.at(0).cut_lines == 0);
}

TEST_CASE("a file that holds fewer trials than were planned is warned of") {
  Files files;
  Fingerprint print = print_of("cut");
  print.planned_trials = 3;
  print.planned_novel = 2;
  const std::string path = files.add("r", records(print, joined({trial("P|PP", 0), trial("P|P", 1)})));
  const Loaded loaded = files.load();
  CHECK(loaded.warnings == std::vector<std::string>{path + ": 2 of 3 trials are there"});
  CHECK(loaded.agents[0].trials.source_of(1).planned_novel == 2);
}

TEST_CASE("a broken line in the middle of a file is an error with file and line") {
  Files files;
  std::string text = records("x", "P|PP");
  text.replace(text.rfind("\"task\":1"), 8, "\"task\":?");
  const std::string path = files.add("a.jsonl", text);
  CHECK_THAT(files.error(), Catch::StartsWith(path + ":3: broken JSON"));
}

TEST_CASE("a second record of a task is an error with file and line") {
  Files files;
  auto tasks = trial("P|P");
  tasks.push_back(tasks.back());
  const std::string path = files.add("a.jsonl", records(print_of("x"), tasks));
  CHECK(files.error() == path +
                             ":4: a second record of objects rolling, trial 0, task 1, after line 3: "
                             "expected each task once, or --repeats first or last");
}

TEST_CASE("a second row of a task in a table of results is an error with file and line") {
  Files files;
  const std::string path = files.add("r.csv",
                                     "agent,novelty,scenario,trial,phase,passed,task\n"
                                     "a,ice,x,0,normal,1,0\na,ice,x,0,novel,1,0\n");
  CHECK(files.error() == path +
                             ":3: a second record of ice x, trial 0, task 0, after line 2: expected each "
                             "task once, or --repeats first or last");
}

TEST_CASE("a normal task after a novel one is an error with file and line, in any order of the records") {
  Files table;
  const std::string path = table.add("r.csv", kResults + "first,objects,rolling,0,normal,1,0,\n");
  CHECK(path +
            ":6: a normal task of objects rolling, trial 0, after the novel task in line 5: expected all "
            "normal "
            "tasks of a trial before its novel tasks, or --repeats first or last where the trial was played "
            "again" ==
        table.error());
  auto tasks = trial("PP|PP");
  std::swap(tasks[1].task, tasks[2].task);
  Files run;
  const std::string records_of_run = run.add("a.jsonl", records(print_of("x"), tasks));
  CHECK_THAT(run.error(),
             Catch::StartsWith(records_of_run + ":4: objects rolling, trial 0: task 2 is normal"));
  auto mixed = trial("PP|PP");
  std::reverse(mixed.begin(), mixed.end());
  Files reversed;
  reversed.add("a.jsonl", records(print_of("x"), mixed));
  CHECK(reversed.error() == "no error");
}

TEST_CASE("a negative score is an error where scores are measured") {
  Files files;
  const std::string path = files.add("r.csv", kResults + "first,objects,rolling,0,novel,0,-0.5,\n");
  CHECK(files.error() == "no error");
  Conventions conventions;
  conventions.performance = Performance::kScore;
  CHECK_THROWS_WITH(
      files.load({}, conventions),
      Catch::StartsWith(path + ":6: score: found -0.5, expected 0 or more with --performance score"));
}

TEST_CASE("files without any trial are refused, one such file beside others is warned of") {
  Files none;
  const std::string path = none.add("a.jsonl", records(print_of("x"), {}));
  CHECK(none.error() == path + ": nothing to measure: expected records of normal or novel tasks");
  none.add("b.jsonl", records(print_of("y"), {}));
  CHECK_THAT(none.error(), Catch::StartsWith(path + ": nothing to measure, nor in the other files"));
  none.add("c.jsonl", records("z", "P|P"));
  CHECK(none.load().warnings.front() ==
        path + ": no record of a trial, expected a line for each task after the first line");
  Files idle;
  idle.add("1.csv", playdata(""));
  CHECK_THAT(idle.error(), Contains("nothing to measure"));
}

TEST_CASE("a table without numbers of tasks is warned of where a row may stand twice") {
  const auto warnings_of = [](const std::string& more) {
    Files files;
    std::string text = "agent,novelty,scenario,trial,phase,passed,alarm\n";
    for (const char* trial : {"0", "1", "2"})
      for (const char* phase : {"normal", "novel"}) text += fmt::format("a,ice,x,{},{},1,0\n", trial, phase);
    files.add("r.csv", text + more);
    return files.load().warnings;
  };
  CHECK(warnings_of("").empty());
  CHECK(warnings_of("a,ice,y,0,normal,1,0\na,ice,y,0,novel,1,0\na,ice,y,1,novel,1,0\na,ice,y,1,novel,1,0\n")
            .empty());
  const auto found = warnings_of("a,ice,x,1,novel,1,0\n");
  REQUIRE(found.size() == 1);
  CHECK_THAT(found.front(),
             Contains("r.csv: ice x, trial 1 of a has 2 novel tasks, most trials have 1: a row may "
                      "stand twice or be missing"));
}

TEST_CASE("people's play data and tables of results give shots, detections none") {
  Files files;
  std::vector<PlaydataRow> rows;
  for (const Record& record : trial("P|PF"))
    rows.push_back({.record = record, .birds_at_start = 4, .birds_left = record.passed ? 2 : 0});
  files.add("p.csv", write_playdata(rows));
  files.add("r.csv",
            "agent,novelty,scenario,trial,phase,passed,alarm,shots,cost\n"
            "robot,objects,rolling,0,normal,1,0,,0.5\n"
            "robot,objects,rolling,0,novel,1,0,5,0.25\n");
  const Loaded loaded = files.load();
  REQUIRE(loaded.agents.size() == 2);
  const Measures people = measure(loaded.agents[0].trials, {});
  CHECK(people.cells.at(0).value("shots").mean == 3.0);
  const Measures robot = measure(loaded.agents[1].trials, {});
  CHECK(robot.cells.at(0).value("shots").mean == 5.0);
  CHECK(robot.cells.at(0).value("cost").mean == 0.375);
  CHECK(robot.cells.at(0).value("calls").mean == std::nullopt);
}

TEST_CASE("records of another version of the format are refused") {
  Files files;
  const std::string path = files.add("a.jsonl", "{\"format\":2,\"agent\":\"x\"}\n");
  CHECK(files.error() == path + ":1: /format: found 2, expected format 1");
}

TEST_CASE("what is no file of results is refused by name") {
  Files empty;
  const std::string path = empty.add("a.jsonl", "");
  CHECK_THAT(empty.error(), Catch::StartsWith(path + ": empty, " + kExpectedKinds));
  Files folder;
  folder.add_path(folder.folder());
  CHECK_THAT(folder.error(), Catch::StartsWith(folder.folder() + ":"));
  Files missing;
  missing.add_path("no/such.jsonl");
  CHECK(missing.error() == "no/such.jsonl: cannot be read: No such file or directory");
  Files other;
  const std::string csv = other.add("a.csv", "name,age\nEve,7\n");
  CHECK_THAT(other.error(), Catch::StartsWith(csv + ":1: of no known kind: " + kExpectedKinds));
  CHECK_THAT(other.error(), Contains("or phase and passed or score (results; "));
}

TEST_CASE("agents may be read and measured on any number of threads") {
  Files files;
  for (const char* agent : {"a", "b", "c", "d", "e", "f"})
    for (const char* file : {"1", "2", "3"})
      files.add(std::string(agent) + file,
                records(agent, (*agent < 'd' ? "PPFP|FPFP" : "FPF|FFPP") + std::string(*file - '0', 'P')));
  const auto tables = [&files](unsigned threads) {
    Conventions conventions;
    conventions.threads = threads;
    const Loaded loaded = files.load({}, conventions);
    const Evaluation evaluation = evaluate(loaded.agents, conventions);
    return json_table(evaluation, compare_all(evaluation, kComparedMeasures));
  };
  const std::string one = tables(1);
  CHECK(one.find("\"agent\": \"f\"") != std::string::npos);
  for (const unsigned threads : {2U, 5U, 40U}) CHECK((tables(threads) == one));
}

TEST_CASE("without files there is nobody") { CHECK(load({}, {}).agents.empty()); }

namespace {

Fingerprint of_plan(const std::string& agent, const std::string& plan) {
  Fingerprint print = print_of(agent);
  print.plan_hash = plan;
  return print;
}

/// The agents with a trial where so many people passed, and after a semicolon the last warning; or the error.
std::string kept(const Files& files, int people, const LoadOptions& options = {}) {
  Loaded loaded = files.load(options);
  try {
    keep_passed_by_people(loaded, people, "--people");
  } catch (const InputError& error) {
    return error.what();
  }
  return fmt::format("{}; {}", fmt::join(test::names(loaded), " "), loaded.warnings.back());
}

const std::string kNobodyLeft = "--people: nothing is left: no novelty-scenario was passed by 2 people";

}  // namespace

TEST_CASE("people passed a novelty-scenario where they passed a novel task of it in the same plan") {
  const std::string all = "; left out, as fewer than 2 people passed a novel task: 0 of 1 novelty-scenario";
  Files two;
  two.add("a.jsonl", records(of_plan("a", "1"), trial("P|FF")));
  two.add("1.jsonl", records(of_plan("human:1", "1"), trial("P|PF")));
  two.add("2.jsonl", records(of_plan("human:2", "1"), trial("F|FP")));
  CHECK(kept(two, 2) == "a human" + all);
  CHECK(kept(two, 2, {.each_person = true}) == "a human:1 human:2" + all);
  Files normal_only;
  normal_only.add("1.jsonl", records(of_plan("human:1", "1"), trial("P|PF")));
  normal_only.add("2.jsonl", records(of_plan("human:2", "1"), trial("P|FF")));
  CHECK(kept(normal_only, 2) == kNobodyLeft);
  Files of_agents;
  of_agents.add("a.jsonl", records(of_plan("a", "1"), trial("P|PP")));
  of_agents.add("1.jsonl", records(of_plan("human:1", "1"), trial("P|PF")));
  CHECK(kept(of_agents, 2) == kNobodyLeft);
  Files controls;
  for (const char* person : {"1", "2"}) {
    auto tasks = trial("P|PP");
    for (Record& task : tasks) task.control = true;
    controls.add(person + std::string(".jsonl"),
                 records(of_plan(std::string("human:") + person, "1"), tasks));
  }
  CHECK(kept(controls, 2) == kNobodyLeft);
}

TEST_CASE("people of another plan do not count, those of play data count for every plan, each once") {
  Files plans;
  plans.add("a.jsonl", records(of_plan("a", "1"), trial("P|FF")));
  plans.add("1.jsonl", records(of_plan("human:1", "1"), trial("P|PF")));
  plans.add("2.jsonl", records(of_plan("human:2", "2"), trial("P|PF")));
  CHECK(kept(plans, 2) == kNobodyLeft);
  CHECK_THAT(kept(plans, 1), Contains("a human; ") && Contains(": 0 of 1 novelty-scenario"));
  plans.add("player.csv", playdata("P|PF"));
  // Of the play data's own trials, only play data tell of people.
  CHECK(kept(plans, 2) ==
        "a human; left out, as fewer than 2 people passed a novel task: 1 of 1 novelty-scenario: objects "
        "rolling "
        "(in some plans)");
  Files twice;
  twice.add("1/records.jsonl", records(of_plan("human:1", "1"), trial("P|PF")));
  twice.add("1/playdata.csv", playdata("P|PF"));
  CHECK(kept(twice, 2) == kNobodyLeft);
  CHECK_THAT(kept(twice, 1), Contains("human people; "));
}

TEST_CASE("levels without novelties stay where people are asked for, and files without people are refused") {
  Files with_levels;
  with_levels.add("a.jsonl", records(of_plan("a", "1"), trial("P|", 0, kPlainLevels)));
  with_levels.add("1.jsonl", records(of_plan("human:1", "1"), trial("P|PF")));
  CHECK_THAT(kept(with_levels, 1), Contains("a human; ") && Contains(": 0 of 1 novelty-scenario"));
  Files files;
  files.add("a.jsonl", records("a", "P|PP"));
  CHECK(kept(files, 1) == "--people: needs records or play data of people among the files, found none");
}
