#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "tests/trials/fixtures.h"
#include "trials/store/blocks.h"

using namespace novphy;
using namespace novphy::test;

namespace {

const std::string kLongLine = std::string(5000, 'y') + "\n";
const std::vector<std::pair<int, std::string>> kBlocks{
    {3, "three\n"}, {0, ""}, {12, "{\"trial\":0,\"bytes\":1}\nx\n"}, {7, kLongLine}};

std::string written(const std::filesystem::path& file) {
  Partial partial = Partial::create(file, "who");
  for (const auto& [trial, block] : kBlocks) partial.append(trial, block);
  return content(file);
}

}  // namespace

TEST_CASE("what was appended is found again") {
  const TemporaryFolder folder;
  written(folder / "p");
  const Partial partial = Partial::open(folder / "p");
  REQUIRE(partial.first_line() == "who");
  REQUIRE(partial.size() == 4);
  REQUIRE_FALSE(partial.holds(1));
  for (const auto& [trial, block] : kBlocks) REQUIRE(partial.read(trial) == block);
}

TEST_CASE("cut anywhere, whole blocks stay and the broken one is dropped") {
  const TemporaryFolder folder;
  const std::string bytes = written(folder / "whole");
  int last = 0;
  // Every byte is a place to cut, but of the long line of equal bytes only some are.
  for (std::size_t cut = 0; cut <= bytes.size();
       cut += bytes.substr(cut, 100) == kLongLine.substr(0, 100) ? 97 : 1) {
    write(folder / "cut", bytes.substr(0, cut));
    Partial partial = Partial::open(folder / "cut");
    REQUIRE(partial.size() >= last);
    last = partial.size();
    REQUIRE(partial.first_line() == (cut < 4 ? "" : "who"));
    for (const auto& [trial, block] : kBlocks)
      if (partial.holds(trial)) REQUIRE(partial.read(trial) == block);
    if (cut < 4) partial.restart("who");
    for (const auto& [trial, block] : kBlocks)
      if (!partial.holds(trial)) partial.append(trial, block);
    REQUIRE(content(folder / "cut") == bytes);
  }
  REQUIRE(last == 4);
}

TEST_CASE("a changed byte drops its block and what follows") {
  const TemporaryFolder folder;
  const std::string bytes = written(folder / "whole");
  for (std::size_t at = 4; at < bytes.size(); at += 13) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    write(folder / "changed", changed);
    const Partial partial = Partial::open(folder / "changed");
    REQUIRE(partial.size() < 4);
    for (const auto& [trial, block] : kBlocks)
      if (partial.holds(trial)) REQUIRE(partial.read(trial) == block);
  }
}

TEST_CASE("only one run at a time writes a partial file") {
  const TemporaryFolder folder;
  const Partial first = Partial::create(folder / "p", "who");
  REQUIRE_THROWS_WITH(Partial::create(folder / "p", "who"), Catch::Contains("another run is writing it"));
  REQUIRE(content(folder / "p") == "who\n");
}

TEST_CASE("a partial file is beside its output and goes away") {
  const TemporaryFolder folder;
  const auto path = Partial::path_for(folder / "records.jsonl");
  REQUIRE(path == folder / "records.jsonl.partial");
  Partial partial = Partial::create(path, "who");
  partial.remove();
  REQUIRE_FALSE(std::filesystem::exists(path));
}

TEST_CASE("a folder that is not there is named") {
  REQUIRE_THROWS_AS(Partial::create("/nowhere/p", "who"), InputError);
}
