#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "agents/external/external.h"
#include "base/input_error.h"
#include "tests/temporary_folder.h"

using namespace novphy;

namespace {

std::string written(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
  return path.string();
}

/// The names of the files, without the hashes.
std::vector<std::string> names_of(const std::string& command) {
  std::vector<std::string> names = agent_files(command);
  for (std::string& name : names) name.resize(name.rfind(' '));
  return names;
}

}  // namespace

TEST_CASE("an agent's files are all words of its command that are plain files") {
  const TemporaryFolder folder;
  const std::string script = written(folder / "agent.sh", "cat");
  const std::string model = written(folder / "model 1.bin", "\x01");
  CHECK(names_of("sh " + script + " --model='" + model + "' -n 3 nowhere.txt " + folder.path().string()) ==
        std::vector<std::string>{script, model});
  CHECK(names_of("sh " + script + " <\"" + model + "\"&& sh " + script) ==
        std::vector<std::string>{script, model});
  CHECK(names_of("cat 'no end " + script).empty());
  CHECK(names_of("nowhere/agent --x=y").empty());
  CHECK(names_of("").empty());
}

TEST_CASE("further files of an agent are hashed, and must be there") {
  const TemporaryFolder folder;
  const std::string net = written(folder / "net", "a");
  CHECK(agent_files("nowhere", {net}) == std::vector<std::string>{net + " af63dc4c8601ec8c"});
  CHECK(agent_files("nowhere " + net, {net}).size() == 1);
  CHECK_THROWS_WITH(agent_files("", {net + "2"}), Catch::Contains("is not a file that can be read"));
  CHECK_THROWS_AS(agent_files("", {folder.path().string()}), InputError);
}

TEST_CASE("the hash of an agent's file is that of its content") {
  const TemporaryFolder folder;
  const std::string script = written(folder / "agent.sh", "a");
  const std::string command = "nowhere " + script;
  const auto before = agent_files(command);
  CHECK(before == std::vector<std::string>{script + " af63dc4c8601ec8c"});  // FNV-1a of "a"
  written(folder / "agent.sh", std::string(200'000, 'a'));
  CHECK(agent_files(command) != before);
  written(folder / "agent.sh", "a");
  CHECK(agent_files(command) == before);
}
