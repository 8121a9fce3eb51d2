#include "evaluator/load.h"

#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "evaluator/cell_measures.h"
#include "evaluator/evaluation.h"
#include "evaluator/input/playdata.h"
#include "evaluator/record_io.h"
#include "evaluator/tables/tables.h"
#include "tests/evaluator/trials.h"
#include "tests/temporary_folder.h"

using namespace novphy;
using Catch::Matchers::Contains;

namespace {

/// Files of a test, loaded in the order of writing.
class Files {
 public:
  /// Writes a file and returns its path.
  std::string add(const std::string& name, const std::string& content) {
    const auto path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
    paths_.push_back(path.string());
    return paths_.back();
  }
  void add_path(const std::string& path) { paths_.push_back(path); }
  std::string folder() const { return folder_.path().string(); }

  Loaded load(const LoadOptions& options = {}, const Conventions& conventions = {}) const {
    return novphy::load(paths_, conventions, options);
  }
  std::string error() const {
    try {
      load();
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }

 private:
  TemporaryFolder folder_;
  std::vector<std::string> paths_;
};

Fingerprint print_of(const std::string& agent) {
  Fingerprint print;
  print.agent = agent;
  return print;
}

std::string records(const Fingerprint& print, const std::vector<Record>& tasks) {
  std::string text = to_line(print) + "\n";
  for (const Record& task : tasks) text += to_line(task) + "\n";
  return text;
}

std::string records(const std::string& agent, std::string_view letters) {
  return records(print_of(agent), trial(letters));
}

std::string playdata(std::string_view letters) {
  std::vector<PlaydataRow> rows;
  for (const Record& record : trial(letters)) rows.push_back({.record = record});
  return write_playdata(rows);
}

const std::string kResults =
    "agent,novelty,scenario,trial,phase,passed,score,alarm\n"
    "second,objects,rolling,0,normal,1,,\n"
    "first,objects,rolling,0,normal,1,0.5,\n"
    "second,objects,rolling,0,novel,1,,\n"
    "first,objects,rolling,0,novel,0,2.5,\n";
/// The beginning of the message for a file of no known kind.
const std::string kExpectedKinds =
    "expected records of novphy run, which begin with {, or a table whose header names ";
const std::string kDetections = "type,distribution_shift,detected_level\n010103,1,2\n";

std::vector<std::string> names(const Loaded& loaded) {
  std::vector<std::string> found;
  for (const AgentLog& log : loaded.agents) found.push_back(log.agent);
  return found;
}

std::size_t trials(const AgentLog& log) { return log.trials.trials().size(); }

/// The difference that load() warns of when a second file has another fingerprint.
std::string warning_for(const Fingerprint& second) {
  Files files;
  const std::string a = files.add("a.jsonl", records("x", "P|P"));
  const std::string b = files.add("b.jsonl", records(second, trial("P|F")));
  const Loaded loaded = files.load();
  if (loaded.warnings.empty()) return "no warning";
  REQUIRE(loaded.warnings.size() == 1);
  const std::string beginning = b + ": pooled with " + a + ", which has another ";
  REQUIRE_THAT(loaded.warnings.front(), Catch::StartsWith(beginning));
  return loaded.warnings.front().substr(beginning.size());
}

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

TEST_CASE("files of one agent whose program has changed are warned of") {
  Files files;
  Fingerprint print = print_of("exec:python3 agent.py");
  print.agent_files = {"agent.py 0000000000000001"};
  files.add("a.jsonl", records(print, trial("P|PF")));
  print.agent_files = {"agent.py 0000000000000002"};
  files.add("b.jsonl", records(print, trial("P|PF")));
  const Loaded loaded = files.load();
  REQUIRE(loaded.warnings.size() == 1);
  CHECK_THAT(loaded.warnings.front(), Contains("program of the agent"));
}

TEST_CASE("trainings of one agent may differ in its words and its files") {
  Files files;
  Fingerprint print = print_of("exec:agent weights_1");
  print.name = "dqn";
  print.plan_hash = "0123";
  print.run = "seed 1";
  print.agent_files = {"weights_1 0000000000000001"};
  files.add("a.jsonl", records(print, trial("P|PF")));
  print.agent = "exec:agent weights_2";
  print.run = "seed 2";
  print.agent_files = {"weights_2 0000000000000002"};
  files.add("b.jsonl", records(print, trial("P|PF")));
  const Loaded loaded = files.load();
  // Two agents under one name were pooled without a word.
  REQUIRE(loaded.warnings.size() == 1);
  CHECK_THAT(loaded.warnings[0], Contains("b.jsonl: is of the agent \"exec:agent weights_2\", but "));
  CHECK_THAT(loaded.warnings[0], Contains("a.jsonl is of the agent \"exec:agent weights_1\": both count as "
                                          "trainings of one agent, \"dqn\""));
  CHECK(names(loaded) == std::vector<std::string>{"dqn"});
  CHECK(tabulate(loaded.agents[0].trials, {}, nullptr).runs == std::vector<std::string>{"seed 1", "seed 2"});
  print.agent = "exec:agent weights_3";
  files.add("c.jsonl", records(print, trial("P|PF", 1)));
  CHECK_THAT(files.error(), Contains("expected one agent for each name"));
}

TEST_CASE("a table of results may name the training of each row") {
  Files files;
  files.add("results.csv",
            "agent,run,novelty,scenario,trial,phase,passed\n"
            "x,1,objects,rolling,0,normal,1\nx,2,objects,rolling,0,normal,1\n"
            "x,1,objects,rolling,0,novel,1\nx,2,objects,rolling,0,novel,0\n"
            "x,,objects,rolling,0,novel,0\n");
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
  CHECK(logs.plan_of(logs.trials().begin()->first.source) == "0123");
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
  CHECK(loaded.agents[0].trials.planned_novel(1) == 2);
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

TEST_CASE("a file given twice is refused, whatever it is called") {
  Files files;
  files.add("a.jsonl", records("x", "P|P"));
  const std::string again = files.folder() + "/./a.jsonl";
  files.add_path(again);
  CHECK(files.error() == again + ": given twice");
}

TEST_CASE("a file under two names is refused: a link, a hard link, a copy") {
  Files files;
  const std::string a = files.add("a.jsonl", records("x", "P|P"));
  const std::string link = files.folder() + "/link.jsonl";
  files.add_path(link);
  std::filesystem::create_symlink(a, link);
  CHECK(files.error() == link + ": given twice");
  std::filesystem::remove(link);
  std::filesystem::create_hard_link(a, link);
  CHECK(files.error() == link + ": the same file as " + a + ", expected each file once");
  std::filesystem::remove(link);
  std::filesystem::copy_file(a, link);
  CHECK(files.error() == link + ": a copy of " + a + ", expected each file once");
  std::ofstream(link, std::ios::app) << to_line(trial("P|P", 1).front()) << "\n";
  CHECK(files.error() == "no error");
}

TEST_CASE("copies are told among one agent's files and among all people's, not among different agents'") {
  Files people;
  people.add("1.csv", playdata("P|PP"));
  const std::string second = people.add("2.csv", playdata("P|PP"));
  CHECK_THAT(people.error(), Catch::StartsWith(second + ": a copy of "));
  CHECK_THROWS_WITH(people.load({.each_person = true}), Catch::StartsWith(second + ": a copy of "));
  Files idle;
  idle.add("0.csv", playdata("P|PP"));
  idle.add("1.csv", playdata(""));
  idle.add("2.csv", playdata(""));
  CHECK(idle.load().agents.at(0).files.size() == 3);
  Files detectors;
  detectors.add("datalab_ws-10_t-1.5.csv", kDetections);
  detectors.add("datalab_ws-10_t-2.csv", kDetections);
  CHECK(detectors.load().agents.size() == 2);
}

TEST_CASE("a run and the alarms that a detector found in it are not put together") {
  Files files;
  Fingerprint print = print_of("x");
  print.plan_hash = "0123";
  const std::string run = files.add("run.jsonl", records(print, trial("P|PF")));
  print.detector = "sma:5:0.2";
  const std::string alarms = files.add("alarms.jsonl", records(print, trial("P|PF!")));
  CHECK(files.error() == alarms + ":1: holds alarms of sma:5:0.2, while " + run +
                             " holds the agent's own alarms of the same plan and agent: expected one of the "
                             "two, or another name of the agent (novphy run --name)");
  Files other_plan;
  other_plan.add("run.jsonl", records(print, trial("P|PF")));
  print.detector.clear();
  print.plan_hash = "4567";
  other_plan.add("alarms.jsonl", records(print, trial("P|PF!")));
  CHECK(other_plan.error() == "no error");
}

TEST_CASE("an informed and an uninformed run of one plan are not put together under one agent") {
  Files files;
  Fingerprint print = print_of("x");
  print.plan_hash = "0123";
  const std::string untold = files.add("a.jsonl", records(print, trial("P|PF")));
  print.informed = true;
  const std::string told = files.add("b.jsonl", records(print, trial("P|PF")));
  CHECK(files.error() == told + ":1: holds an informed run, while " + untold +
                             " holds an uninformed one of the same plan and agent: expected one of the two, "
                             "or another name of the agent (novphy run --name)");
  Files named;
  named.add("told.jsonl", records(print, trial("P|PF")));
  print.informed = false;
  print.name = "base";
  named.add("untold.jsonl", records(print, trial("P|PF")));
  CHECK(named.error() == "no error");
  CHECK(named.load().agents.size() == 2);
}

TEST_CASE("trials of two plans under one agent are warned of, but not those of people") {
  const auto warnings_of = [](Fingerprint print) {
    Files files;
    print.plan_hash = "0123";
    files.add("a.jsonl", records(print, trial("P|PF")));
    files.add("b.jsonl", records(print, trial("P|PP", 1)));
    print.plan_hash = "4567";
    files.add("c.jsonl", records(print, trial("P|PF")));
    std::vector<std::string> warnings = files.load().warnings;
    for (std::string& warning : warnings)
      for (auto at = warning.find(files.folder()); at != std::string::npos; at = warning.find(files.folder()))
        warning.erase(at, files.folder().size() + 1);
    return warnings;
  };
  CHECK(warnings_of(print_of("x")) ==
        std::vector<std::string>{
            "agent x: trials of 2 plans are pooled, such as those of a.jsonl and c.jsonl"});
  CHECK(warnings_of(print_of("human:P1")).empty());
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
      for (const char* phase : {"normal", "novel"}) text += fmt::format("a,ice,x,{},{},1,\n", trial, phase);
    files.add("r.csv", text + more);
    return files.load().warnings;
  };
  CHECK(warnings_of("").empty());
  CHECK(warnings_of("a,ice,y,0,normal,1,\na,ice,y,0,novel,1,\na,ice,y,1,novel,1,\na,ice,y,1,novel,1,\n")
            .empty());
  const auto found = warnings_of("a,ice,x,1,novel,1,\n");
  REQUIRE(found.size() == 1);
  CHECK_THAT(found.front(),
             Contains("r.csv: ice x, trial 1 of a has 2 novel tasks, most trials have 1: a row may "
                      "stand twice or be missing"));
}

TEST_CASE("files of one agent that come of other worlds are warned of") {
  Fingerprint print = print_of("x");
  CHECK(warning_for(print) == "no warning");
  print.seed = 7;
  print.plan_hash = "other";
  CHECK(warning_for(print) == "no warning");
  print.catalogue_hash = "a";
  CHECK(warning_for(print) == "catalogue");
  print = print_of("x");
  print.physics_hash = "a";
  CHECK(warning_for(print) == "physics");
  print = print_of("x");
  print.detector = "pma:10:1.5";
  CHECK(warning_for(print) == "detector");
  print = print_of("x");
  print.labels = true;
  CHECK(warning_for(print) == "use of developer labels");
}

TEST_CASE("runs that a server let play otherwise are not put together") {
  Files files;
  Fingerprint print = print_of("x");
  print.served = "tools: text, no simulations";
  files.add("a.jsonl", records(print, trial("P|P")));
  print.served = "tools: text, 3 simulations a task";
  print.plan_hash = "other";
  files.add("b.jsonl", records(print, trial("P|P", 1)));
  CHECK_THAT(files.error(),
             Contains("was played served with \"tools: text, 3 simulations a task\", while ") &&
                 Contains("expected the same for all files of an agent, or another name"));
}

TEST_CASE("records of one agent of different models or versions of a model are not put together") {
  const auto error = [](const std::string& model, const std::string& version) {
    Files files;
    Fingerprint print = print_of("x");
    print.model = "m";
    print.model_version = "1";
    files.add("a.jsonl", records(print, trial("P|P")));
    print.model = model;
    print.model_version = version;
    print.plan_hash = "other";
    print.run = "seed 2";
    files.add("b.jsonl", records(print, trial("P|P", 1)));
    return files.error();
  };
  CHECK_THAT(error("n", "1"), Contains("b.jsonl:1: was played by the model \"n\", while ") &&
                                  Contains("a.jsonl was played by the model \"m\": expected the same for all "
                                           "files of an agent, or another name (--agent)"));
  CHECK_THAT(error("", ""), Contains("b.jsonl:1: names no model, while "));
  CHECK_THAT(error("m", "2"), Contains("was played by the version \"2\" of the model, while ") &&
                                  Contains("a.jsonl was played by the version \"1\" of the model: expected"));
  CHECK(error("m", "1") == "no error");
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

TEST_CASE("a warning names the file that differs, not one that does not say what made it") {
  Files files;
  files.add("results.csv", kResults);
  const std::string a = files.add("a.jsonl", records("first", "P|P"));
  Fingerprint print = print_of("first");
  print.physics_hash = "other";
  const std::string b = files.add("b.jsonl", records(print, trial("P|P")));
  CHECK(files.load().warnings ==
        std::vector<std::string>{b + ": pooled with " + a + ", which has another physics"});
}

TEST_CASE("different agents may come of different worlds") {
  Files files;
  files.add("a.jsonl", records("x", "P|P"));
  Fingerprint print = print_of("y");
  print.physics_hash = "other";
  files.add("b.jsonl", records(print, trial("P|P")));
  CHECK(files.load().warnings.empty());
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
