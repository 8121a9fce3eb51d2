#include "jobs/setting.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "base/json_reader.h"
#include "tests/temporary_folder.h"

using namespace novphy;

namespace {

enum class Colour { kRed, kBlue };

struct Wanted {
  std::vector<std::string> files{};
  std::string out{};
  bool resume = false;
  bool force = false;
  int jobs = 1;
  std::optional<double> share{};
  std::uint64_t seed = 1;
  std::map<std::string, std::string> columns{};
  Colour colour = Colour::kRed;
  std::vector<int> lines{};
  std::vector<std::string> read{};

  Settings settings() {
    return {{"files", &files, "-", "TASK", Also{.positional = true, .required = true}},
            {"out", &out, "-", "FILE", Also{.writes = {{FileKind::kRecords}}, .named = true}},
            {"resume", &resume, "-", Also{.excludes = {"force"}}},
            {"force", &force, "-", Also{.needs = {"out"}}},
            jobs_setting(jobs, "-"),
            {"share", &share, "-", Also{.least = 0, .most = 0.5}},
            seed_setting(seed, "-"),
            {"columns", &columns, "-", "OURS=THEIRS", Also{.separator = ','}},
            choice("paint-colour", colour, {{"red", Colour::kRed}, {"blue", Colour::kBlue}}, "-"),
            {"line", &lines, "-", Also{.least = 2, .most = 9}},
            {"read", [this](const std::string& text) { read.push_back(text); }, "-", Also{.one_each = true}}};
  }
};

using Words = std::vector<std::string>;

/// The message of setting these words, or "".
std::string refused(const std::string& name, const Words& words) try {
  Wanted wanted;
  Settings settings = wanted.settings();
  set(*find(settings, name, Face::kFile), words, Face::kProgram);
  return "";
} catch (const InputError& error) {
  return error.what();
}

std::string checked(Wanted& wanted, const std::vector<std::pair<std::string, Words>>& given) try {
  Settings settings = wanted.settings();
  for (const auto& [name, words] : given) set(*find(settings, name, Face::kFile), words, Face::kProgram);
  check(settings, Face::kProgram);
  return "";
} catch (const InputError& error) {
  return error.what();
}

}  // namespace

TEST_CASE("words of a command line become values") {
  Wanted wanted;
  CHECK(checked(wanted, {{"files", {"a", "b"}},
                         {"resume", {}},
                         {"jobs", {"3"}},
                         {"share", {"0.25"}},
                         {"seed", {"9007199254740991"}},
                         {"columns", {"x=y,u=v"}},
                         {"paint-colour", {"blue"}},
                         {"line", {"5", "2"}},
                         {"read", {"a", "b"}}}) == "");
  CHECK(wanted.files == Words{"a", "b"});
  CHECK(wanted.resume);
  CHECK(wanted.jobs == 3);
  CHECK(wanted.share == 0.25);
  CHECK(wanted.seed == 9007199254740991);
  CHECK(wanted.columns == std::map<std::string, std::string>{{"x", "y"}, {"u", "v"}});
  CHECK(wanted.colour == Colour::kBlue);
  CHECK(wanted.lines == std::vector<int>{5, 2});
  CHECK(wanted.read == Words{"a", "b"});
}

TEST_CASE("a value that a setting cannot have is refused with what was expected") {
  CHECK(refused("jobs", {"0"}) == "");
  CHECK(refused("jobs", {"1025"}) == "--jobs: found 1025, expected a whole number from 0 to 1024");
  CHECK(refused("jobs", {"1.5"}) == "--jobs: found 1.5, expected a whole number from 0 to 1024");
  CHECK(refused("jobs", {"two"}) == "--jobs: found \"two\", expected a whole number from 0 to 1024");
  CHECK(refused("jobs", {"18446744073709551616"}).ends_with("expected a whole number from 0 to 1024"));
  CHECK(refused("share", {"nan"}).ends_with("expected a number from 0 to 0.5"));
  CHECK(refused("share", {"0.6"}) == "--share: found 0.6, expected a number from 0 to 0.5");
  CHECK(refused("line", {"2", "1"}) == "--line: found 1, expected a whole number from 2 to 9");
  CHECK(refused("seed", {"-1"}) == "--seed: found -1, expected a whole number from 0 to 9007199254740991");
  CHECK(refused("out", {""}) == "--out: found an empty text, expected the name of a file or folder");
  CHECK(refused("columns", {"x=y,u"}) == "--columns: found \"u\", expected OURS=THEIRS");
  CHECK(refused("columns", {"x=y,x=z"}) == "--columns: names two values for \"x\", expected one");
  CHECK(refused("paint-colour", {"pink"}) == "--paint-colour: found \"pink\", expected one of: red, blue");
}

TEST_CASE("settings that belong together are checked when all are set") {
  Wanted wanted;
  CHECK(checked(wanted, {}) == "files is required");
  CHECK(checked(wanted, {{"files", {"a"}}, {"resume", {}}, {"force", {}}, {"out", {"o"}}}) ==
        "--resume excludes --force: expected only one of them");
  CHECK(checked(wanted, {{"files", {"a"}}, {"force", {}}}) == "--force requires --out: expected both");
}

TEST_CASE("a flag that is false excludes nothing") {
  Wanted wanted;
  Settings settings = wanted.settings();
  set(*find(settings, "files", Face::kFile), Words{"a"}, Face::kProgram);
  set(*find(settings, "force", Face::kFile), Json{.value = false}, Face::kPython);
  set(*find(settings, "resume", Face::kFile), Json{.value = true}, Face::kPython);
  CHECK_NOTHROW(check(settings, Face::kPython));
}

TEST_CASE("an output must be no input and no file of another kind") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "a.json").string();
  std::ofstream(file) << "{\"novphy_plan\": 1}";
  Wanted wanted;
  CHECK_THAT(checked(wanted, {{"files", {file}}, {"out", {file}}}),
             Catch::Contains("is an input of this command"));
  CHECK_THAT(checked(wanted, {{"files", {"b"}}, {"out", {file}}}),
             Catch::Contains("is there already and is a plan"));
  CHECK(checked(wanted, {{"files", {"b"}}, {"out", {file}}, {"force", {}}}) == "");
}

TEST_CASE("an output may have to be a file, and files to read must be there") {
  Wanted wanted;
  CHECK(checked(wanted, {{"files", {"a"}}, {"out", {"-"}}}) ==
        "--out: found \"-\", expected the name of a file");
  CHECK(checked(wanted, {{"files", {}}}) == "files: found none, expected the name of a file or folder");
}

TEST_CASE("a flag that is set to false counts as not given") {
  Wanted wanted;
  Settings settings = wanted.settings();
  for (const char* name : {"resume", "force"})
    set(*find(settings, name, Face::kPython), Json{.value = false}, Face::kPython);
  set(*find(settings, "files", Face::kPython), Words{"a"}, Face::kPython);
  CHECK_NOTHROW(check(settings, Face::kPython));  // it was: resume excludes force
}

TEST_CASE("records name what was given, without files and what changes no result") {
  Wanted wanted;
  Settings settings = wanted.settings();
  CHECK(given_settings(settings) == "");
  for (const auto& [name, words] : std::vector<std::pair<std::string, Words>>{{"files", {"a"}},
                                                                              {"jobs", {"2"}},
                                                                              {"share", {"0.50"}},
                                                                              {"columns", {"x=y,u=v"}},
                                                                              {"paint-colour", {"blue"}}})
    set(*find(settings, name, Face::kFile), words, Face::kProgram);
  CHECK(given_settings(settings) == R"({"share":0.5,"columns":{"x":"y","u":"v"},"paint-colour":"blue"})");
}

TEST_CASE("each face has its names") {
  Wanted wanted;
  Settings settings = wanted.settings();
  CHECK(find(settings, "--paint-colour", Face::kProgram) == find(settings, "paint_colour", Face::kPython));
  CHECK(find(settings, "threads", Face::kPython)->name == "jobs");
  CHECK(find(settings, "files", Face::kProgram)->name == "files");
  CHECK(find(settings, "colour", Face::kFile) == nullptr);
}

TEST_CASE("a file sets what is not set yet, and names every mistake with its line") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "s.json";
  std::ofstream(file) << "{\"jobs\": 4, \"share\": 0.1,\n\"columns\": {\"x\": \"y\"}, \"resume\": true}";
  Wanted wanted;
  Settings settings = wanted.settings();
  set(*find(settings, "jobs", Face::kFile), Words{"2"}, Face::kProgram);
  read_settings(file, settings);
  CHECK(wanted.jobs == 2);
  CHECK(wanted.share == 0.1);
  CHECK(wanted.resume);
  CHECK(wanted.columns.at("x") == "y");
  std::ofstream(file) << "{\"seed\": \"x\",\n\"sead\": 1}";
  CHECK_THROWS_WITH(read_settings(file, settings),
                    Catch::Contains("s.json:1: /seed: found \"x\", expected") &&
                        Catch::Contains("s.json:2: /sead: found a name"));
}
