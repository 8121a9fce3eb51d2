#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <future>
#include <optional>
#include <string>

#include "base/file.h"
#include "base/input_error.h"
#include "base/lines.h"
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

TEST_CASE("a file whose content is replaced stays locked, and pieces follow the new content") {
  const TemporaryFolder folder;
  const auto path = folder / "journal";
  {
    AppendFile file(path, {.create = true});
    file.append("old\n");
    std::filesystem::create_directory(folder / "journal.novphy.tmp");
    REQUIRE_THROWS_AS(file.replace("new\n"), InputError);
    REQUIRE(read_file(path) == "old\n");
    std::filesystem::remove(folder / "journal.novphy.tmp");
    write_atomically(folder / "journal.novphy.tmp", "the rest of a killed process");
    file.replace("new\n");
    REQUIRE_FALSE(std::filesystem::exists(folder / "journal.novphy.tmp"));
    REQUIRE_THROWS_WITH(AppendFile(path, {}), Contains("another run is writing it"));
    file.append("more\n");
  }
  REQUIRE(read_file(path) == "new\nmore\n");
}

TEST_CASE("of a symbolic link the target grows and is replaced, and the link stays") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("target", folder / "link");
  AppendFile file(folder / "link", {.create = true});
  file.append("a");
  file.replace("b");
  file.append("c");
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(read_file(folder / "target") == "bc");
}

TEST_CASE("a process that waited for a file which was replaced opens the new file") {
  const TemporaryFolder folder;
  const auto path = folder / "journal";
  auto file = std::make_optional<AppendFile>(path, AppendFile::Options{.create = true});
  auto waiting =
      std::async(std::launch::async, [&] { AppendFile(path, {.wait = true}).append("waiting\n"); });
  file->replace("new\n");
  file.reset();
  waiting.get();
  REQUIRE(read_file(path) == "new\nwaiting\n");
}

TEST_CASE("only a file that may be made is made") {
  const TemporaryFolder folder;
  REQUIRE_THROWS_AS(AppendFile(folder / "missing", {}), InputError);
  REQUIRE_FALSE(std::filesystem::exists(folder / "missing"));
  AppendFile file(folder / "made", {.create = true});
  file.remove();
  REQUIRE_FALSE(std::filesystem::exists(folder / "made"));
}

TEST_CASE("a piece that cannot be written whole is taken back") {
  const TemporaryFolder folder;
  AppendFile file(folder / "journal", {.create = true});
  file.append("first\n");
  // Beyond this size a write fails, as it does on a full disk; without the signal, which would end the
  // program.
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const rlimit little{10, before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &little) == 0);
  std::string problem;
  try {
    file.append("second piece\n");
  } catch (const InputError& error) {
    problem = error.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK_THAT(problem, Contains("cannot be written"));
  CHECK(read_file(folder / "journal") == "first\n");
  file.append("third\n");
  CHECK(read_file(folder / "journal") == "first\nthird\n");
}

TEST_CASE("a piece that finds no room is an error") {
  REQUIRE_THROWS_WITH(AppendFile("/dev/full", {}).append("x"), Contains("cannot be written"));
}
