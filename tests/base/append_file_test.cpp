#include "base/append_file.h"

#include <catch2/catch.hpp>

#include "base/file.h"
#include "base/input_error.h"
#include "tests/temporary_folder.h"

using namespace novphy;
using Catch::Matchers::Contains;

TEST_CASE("pieces follow each other, also after the file was closed") {
  const TemporaryFolder folder;
  const auto file = folder / "journal";
  AppendFile(file, {.create = true}).append("one\n");
  AppendFile again(file, {.sync = true});
  REQUIRE(again.size() == 4);
  again.append("two\n");
  REQUIRE(read_file(file) == "one\ntwo\n");
  REQUIRE(again.read(4, 3) == "two");
  REQUIRE(again.read(6, 100) == "o\n");
  REQUIRE(again.read(100, 1).empty());
}

TEST_CASE("what is cut off is gone, and the next piece stands in its place") {
  const TemporaryFolder folder;
  AppendFile file(folder / "journal", {.create = true});
  file.append("whole\nbro");
  file.cut(6);
  file.append("next\n");
  REQUIRE(read_file(folder / "journal") == "whole\nnext\n");
}

TEST_CASE("a file that is open is locked until it is closed") {
  const TemporaryFolder folder;
  const auto path = folder / "journal";
  {
    const AppendFile file(path, {.create = true});
    REQUIRE_THROWS_WITH(AppendFile(path, {}), Contains("another run is writing it"));
    REQUIRE_THROWS_WITH(AppendFile(path, {.in_use = "is taken"}), Contains("is taken"));
  }
  REQUIRE_NOTHROW(AppendFile(path, {}));
}

TEST_CASE("only a file that may be made is made") {
  const TemporaryFolder folder;
  REQUIRE_THROWS_AS(AppendFile(folder / "missing", {}), InputError);
  REQUIRE_FALSE(std::filesystem::exists(folder / "missing"));
  AppendFile file(folder / "made", {.create = true});
  file.remove();
  REQUIRE_FALSE(std::filesystem::exists(folder / "made"));
}

TEST_CASE("a piece that finds no room is an error") {
  REQUIRE_THROWS_WITH(AppendFile("/dev/full", {}).append("x"), Contains("cannot be written"));
}
