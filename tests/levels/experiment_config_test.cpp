#include "levels/experiment_config.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "levels/level_files.h"
#include "tests/temporary_folder.h"

using namespace novphy;

namespace {

constexpr const char* kNamedLevel =
    R"(<game_levels level_path="Levels/novelty_level_0/type2/Levels/1.xml"/>)";

std::string set_text(const std::string& mode, const std::string& levels, const std::string& more = "") {
  return "<game_level_set mode=\"" + mode + "\" " + more + ">" + levels + "</game_level_set>\n";
}

std::string trial_text(const std::string& sets, const std::string& attributes = "") {
  return "<trial id=\"0\" " + attributes + ">\n" + sets + "</trial>\n";
}

std::string config_text(const std::string& trials) {
  return "<evaluation>\n<trials>\n" + trials + "</trials>\n</evaluation>\n";
}

struct ReadConfig {
  ExperimentConfig config{};
  std::vector<std::string> warnings{};
};

ReadConfig read_config(const std::string& text) {
  Warnings warnings;
  ReadConfig found{.config = parse_experiment_config(text, "c.xml", warnings)};
  for (const Problem& warning : warnings) found.warnings.push_back(warning.message());
  return found;
}

std::string game_level(const std::string& path) { return "<game_levels level_path=\"" + path + "\"/>"; }

std::vector<std::string> config_problems(const std::string& text) {
  std::vector<std::string> found;
  try {
    read_config(text);
  } catch (const InputError& error) {
    for (const Problem& problem : error.problems()) found.push_back(problem.message());
  }
  return found;
}

}  // namespace

TEST_CASE("a configuration gives its trials, and folders say what a level is") {
  const ReadConfig found = read_config(config_text(
      trial_text(set_text("training", kNamedLevel) + set_text("test", kNamedLevel) +
                     set_text("test", game_level("Levels\\novelty_level_1\\type6\\Levels\\1.xml") +
                                          game_level("x/novelty_level_2/type010203/Levels/1.xml")),
                 R"(number_of_executions="3" notify_novelty="True")")));
  REQUIRE(found.config.trials.size() == 1);
  const ConfigTrial& trial = found.config.trials.front();
  CHECK(trial.executions == 3);
  CHECK(trial.informed);
  CHECK(trial.training.size() == 1);
  REQUIRE(trial.tasks.size() == 3);
  CHECK((trial.tasks[0].novelty.empty() && trial.tasks[0].type == "type2"));
  CHECK((trial.tasks[1].novelty == "novelty_level_1" && trial.tasks[1].type == "type6"));
  CHECK((trial.tasks[2].novelty == "agents" && trial.tasks[2].type == "rolling"));
  CHECK(found.warnings.empty());
}

TEST_CASE("what a plan cannot express is warned of once, with its place") {
  const std::string limits =
      R"(time_limit="9" total_interaction_limit="8" attempt_limit_per_level="5" allow_level_selection="True")";
  const std::string sets = set_text("training", kNamedLevel, limits) + set_text("training", kNamedLevel) +
                           set_text("test", kNamedLevel, limits);
  const ReadConfig found = read_config(config_text(trial_text(sets, R"(checkpoint_time_limit="7")") +
                                                   trial_text(sets, R"(number_of_executions="0")")));
  REQUIRE(found.config.trials.size() == 1);
  CHECK(found.warnings ==
        std::vector<std::string>{
            "c.xml:3: /evaluation/trials/trial[1]/@checkpoint_time_limit: ignored: a plan plays the test "
            "sets once, after the training",
            "c.xml:4: /evaluation/trials/trial[1]/game_level_set[1]/@time_limit: ignored: a plan has no "
            "limit of real time (so in 4 places)",
            "c.xml:4: /evaluation/trials/trial[1]/game_level_set[1]/@total_interaction_limit: ignored: a "
            "plan plays all levels, and does not count interactions (so in 4 places)",
            "c.xml:4: /evaluation/trials/trial[1]/game_level_set[1]/@attempt_limit_per_level: ignored: a "
            "plan plays each level once where it is named (so in 4 places)",
            "c.xml:4: /evaluation/trials/trial[1]/game_level_set[1]/@allow_level_selection: ignored: a plan "
            "plays the levels in their order (so in 4 places)",
            "c.xml:5: /evaluation/trials/trial[1]/game_level_set[2]: ignored, as by the game: a trial has "
            "one training set, the first (so in 2 places)",
            "c.xml:8: /evaluation/trials/trial[2]/@number_of_executions: the trial is left out, as it is to "
            "be executed no time"});
}

TEST_CASE("the tasks of a trial without a test set are those of its training set") {
  const ReadConfig found =
      read_config(config_text(trial_text(set_text("training", kNamedLevel), R"(checkpoint_time_limit="7")")));
  CHECK(found.config.trials.front().training.empty());
  CHECK(found.config.trials.front().tasks.size() == 1);
  CHECK(found.warnings == std::vector<std::string>{"c.xml:3: /evaluation/trials/trial[1]: the trial has no "
                                                   "test set: the levels of its training set are its tasks"});
}

TEST_CASE("every mistake of a configuration has its line and place") {
  CHECK(config_problems("<a>").front().starts_with("c.xml:1: not XML: "));
  CHECK(config_problems("<a/>") ==
        std::vector<std::string>{"c.xml:1: expected an element evaluation, found none"});
  CHECK(config_problems("<evaluation/>") ==
        std::vector<std::string>{"c.xml:1: /evaluation: expected an element trials, found none"});
  CHECK(config_problems(config_text("")) ==
        std::vector<std::string>{
            "c.xml:2: /evaluation/trials: expected at least one trial that is executed, found none"});
  const std::string bad = set_text("practice", "<level/>" + game_level("")) +
                          set_text("test", kNamedLevel, R"(time_limit="soon" speed="2")");
  CHECK(
      config_problems(config_text(trial_text(bad, R"(number_of_executions="10001" notify_novelty="yes")"))) ==
      std::vector<std::string>{
          R"(c.xml:3: /evaluation/trials/trial[1]/@notify_novelty: expected True or False, found "yes")",
          "c.xml:3: /evaluation/trials/trial[1]/@number_of_executions: expected at most 10000",
          R"(c.xml:4: /evaluation/trials/trial[1]/game_level_set[1]/@mode: expected training or test, found "practice")",
          "c.xml:4: /evaluation/trials/trial[1]/game_level_set[1]/level: unknown element, expected "
          "game_levels",
          "c.xml:4: /evaluation/trials/trial[1]/game_level_set[1]/game_levels[1]/@level_path: expected the "
          "path of a level",
          "c.xml:5: /evaluation/trials/trial[1]/game_level_set[2]/@speed: unknown attribute, expected mode, "
          "time_limit, total_interaction_limit, attempt_limit_per_level or allow_level_selection",
          R"(c.xml:5: /evaluation/trials/trial[1]/game_level_set[2]/@time_limit: expected a whole number, found "soon")"});
}

TEST_CASE("a level is found below its folder with and without the folders of the game") {
  const TemporaryFolder folder;
  const auto file = folder / "Levels/novelty_level_1/type6/Levels/1.xml";
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << "<Level/>";
  for (const char* prefix : {"", "./", "Assets/StreamingAssets/", "./9001_Data/StreamingAssets/",
                             "C:/game/9001_Data/StreamingAssets/"})
    CHECK(level_file(folder.path(), std::string(prefix) + "Levels/novelty_level_1/type6/Levels/1.xml") ==
          file);
  CHECK(level_file(folder / "Levels", "./Levels/novelty_level_1/type6/Levels/1.xml") == file);
  CHECK(
      level_file(folder / "Levels/novelty_level_1/type6/Levels", "Levels/novelty_level_1/type6/Levels/1.xml")
          .empty());
  CHECK(level_file(folder.path(), "Levels/novelty_level_1/type6/Levels/2.xml").empty());
  CHECK(level_file(folder / "Levels", file.string()) == file);
  for (const std::string& path : {std::string("../../1.xml"), (folder / "1.xml").string()}) {
    std::ofstream(folder / "1.xml") << "<Level/>";
    CHECK(level_file(folder / "Levels/novelty_level_1", path).empty());
  }
}

TEST_CASE("numbers in names count by their value") {
  CHECK(comes_naturally_before("level-9.xml", "level-10.xml"));
  CHECK(comes_naturally_before("level-2.xml", "level-02a.xml"));
  CHECK(comes_naturally_before("a", "b1"));
  CHECK_FALSE(comes_naturally_before("level-10.xml", "level-9.xml"));
  CHECK_FALSE(comes_naturally_before("a1", "a1"));
}

TEST_CASE(
    "the levels below a folder come in natural order, files before folders, and nothing else is a level") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "b/c");
  for (const char* name : {"level-10.xml", "level-9.XML", "z.json", "notes.txt", "b/1.json", "b/c/1.json"})
    std::ofstream(folder / name) << "";
  std::vector<std::string> names;
  for (const auto& file : level_files(folder.path()))
    names.push_back(file.lexically_relative(folder.path()).generic_string());
  CHECK(names == std::vector<std::string>{"level-9.XML", "level-10.xml", "z.json", "b/1.json", "b/c/1.json"});
}
