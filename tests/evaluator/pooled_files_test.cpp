#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "evaluator/cell_measures.h"
#include "evaluator/evaluation.h"
#include "tests/evaluator/loaded_files.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

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
