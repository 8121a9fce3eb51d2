#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/json_reader.h"
#include "levels/pair.h"
#include "levels/task_file.h"
#include "tests/levels/shipped_catalogue.h"

// tests/levels/schema_test.py checks the same documents against the schemas.

using namespace novphy;
namespace fs = std::filesystem;

namespace {

const fs::path kSource = NOVPHY_SOURCE_DIR;

std::vector<std::string> lines(const fs::path& file) {
  std::vector<std::string> all;
  std::istringstream text(read_file(file));
  for (std::string line; std::getline(text, line);)
    if (line.rfind('#', 0) != 0) all.push_back(line);
  return all;
}

void read(const std::string& text, const std::string& name) {
  if (text.find("\"novphy_pair\"") != std::string::npos)
    parse_pair_json(text, name, shipped_catalogue());
  else
    parse_task_json(text, name, shipped_catalogue());
}

}  // namespace

TEST_CASE("the reader refuses what the schemas refuse") {
  for (const std::string& line : lines(kSource / "tests/levels/schema/bad_tasks.txt")) {
    CAPTURE(line);
    CHECK_THROWS_AS(parse_task_json(line, "t", shipped_catalogue()), InputError);
  }
  for (const std::string& line : lines(kSource / "tests/levels/schema/bad_pairs.txt")) {
    CAPTURE(line);
    CHECK_THROWS_AS(parse_pair_json(line, "p", shipped_catalogue()), InputError);
  }
}

TEST_CASE("the examples of the docs are good tasks and pairs") {
  const std::string text = read_file(kSource / "docs/reference/tasks.md");
  int examples = 0;
  for (auto at = text.find("```json\n"); at != std::string::npos; at = text.find("```json\n", at)) {
    at += 8;
    const std::string example = text.substr(at, text.find("```", at) - at);
    CAPTURE(example);
    CHECK_NOTHROW(read(example, "docs/reference/tasks.md"));
    ++examples;
  }
  CHECK(examples >= 3);
}

TEST_CASE("what fuzzing found, and its seeds, are read or refused in order") {
  int read_well = 0;
  for (const auto& entry : fs::directory_iterator(kSource / "tests/fuzz/task")) {
    if (entry.path().extension() != ".json") continue;
    const std::string text = read_file(entry.path());
    CAPTURE(entry.path().filename().string());
    for (const auto& reader :
         {std::function<void()>([&] { parse_task_json(text, "t", shipped_catalogue()); }),
          std::function<void()>([&] { parse_pair_json(text, "p", shipped_catalogue()); })}) {
      try {
        reader();
        ++read_well;
      } catch (const InputError& error) {
        CHECK_FALSE(error.problems().empty());
      }
    }
  }
  CHECK(read_well >= 2);
}
