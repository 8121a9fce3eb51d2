#include "base/file.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/input_error.h"
#include "tests/temporary_folder.h"

using namespace novphy;
namespace fs = std::filesystem;

namespace {

std::ptrdiff_t entries(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

}  // namespace

TEST_CASE("what was written is read again, every byte") {
  const TemporaryFolder folder;
  const std::string bytes = std::string("a\0b\r\n", 5) + std::string(200000, 'x');
  write_atomically(folder / "f", bytes);
  CHECK(read_file(folder / "f") == bytes);
  write_atomically(folder / "f", "");
  CHECK(read_file(folder / "f").empty());
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a missing file is an input error that names it") {
  CHECK_THROWS_WITH(read_file("no/such/file.json"),
                    "no/such/file.json: cannot be read: No such file or directory");
  CHECK_THROWS_AS(read_file("no/such/file.json"), InputError);
}

TEST_CASE("a folder cannot be read as a file") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(read_file(folder.path()), InputError);
}

TEST_CASE("a file above the bounds is refused, also a device without an end") {
  const TemporaryFolder folder;
  constexpr FileBounds kFour{"a test", 4, 0};
  write_atomically(folder / "four", "1234");
  write_atomically(folder / "five", "12345");
  CHECK(read_file(folder / "four", kFour) == "1234");
  CHECK_THROWS_WITH(read_file(folder / "five", kFour),
                    Catch::EndsWith("five: expected at most 0 MiB of a test, found more"));
  CHECK_THROWS_WITH(read_file("/dev/zero", kTaskBounds),
                    "/dev/zero: expected at most 4 MiB of a task or pair, found more");
}

TEST_CASE("a long file is refused before it is read") {
  const TemporaryFolder folder;
  write_atomically(folder / "long", "");
  fs::resize_file(folder / "long", std::uintmax_t{1} << 40);  // sparse: reading it all would take minutes
  CHECK_THROWS_AS(read_file(folder / "long", kPlanBounds), InputError);
}

TEST_CASE("the bounds of every kind of file stand in docs/dev/reliability.md") {
  const std::string page = read_file(NOVPHY_SOURCE_DIR "/docs/dev/reliability.md");
  for (const FileBounds& bounds : kAllBounds) {
    const std::string values = bounds.values == 0 ? "-" : std::to_string(bounds.values);
    const std::string row = "| " + std::string(bounds.what) + " | " +
                            std::to_string(bounds.bytes / kMebibyte) + " MiB | " + values + " |";
    INFO(row);
    CHECK(page.find(row) != std::string::npos);
  }
}

TEST_CASE("a failed write leaves the old file and no other") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "target");
  write_atomically(folder / "target/inside", "old");
  CHECK_THROWS_AS(write_atomically(folder / "missing/f", "new"), InputError);
  CHECK_THROWS_AS(write_atomically(folder / "target/inside/f", "new"), InputError);
  CHECK(read_file(folder / "target/inside") == "old");
  CHECK(entries(folder / "target") == 1);
}

TEST_CASE("of a symbolic link the target is written, and the link stays") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "scratch");
  write_atomically(folder / "scratch/there", "old");
  fs::create_symlink("scratch/there", folder / "relative");
  fs::create_symlink(folder / "scratch/there", folder / "absolute");
  fs::create_symlink("relative", folder / "link_to_link");
  fs::create_symlink("scratch/new", folder / "dangling");
  for (const auto& [link, target] : {std::pair("relative", "there"), std::pair("absolute", "there"),
                                     std::pair("link_to_link", "there"), std::pair("dangling", "new")}) {
    INFO(link);
    CHECK(link_target(folder / link) == folder / "scratch" / target);
    write_atomically(folder / link, link);
    CHECK(fs::is_symlink(folder / link));
    CHECK(read_file(folder / "scratch" / target) == link);
  }
  CHECK(entries(folder / "scratch") == 2);
  CHECK(entries(folder.path()) == 5);
  fs::create_symlink("circle_b", folder / "circle_a");
  fs::create_symlink("circle_a", folder / "circle_b");
  CHECK_THROWS_WITH(write_atomically(folder / "circle_a", "x"),
                    Catch::EndsWith("circle_a: cannot be written: Too many levels of symbolic links"));
}

TEST_CASE("a folder is made where a dangling link leads") {
  const TemporaryFolder folder;
  fs::create_symlink("scratch/of/mine", folder / "link");
  make_folder(folder / "link");
  CHECK(fs::is_directory(folder / "scratch/of/mine"));
  CHECK(fs::is_symlink(folder / "link"));
}

TEST_CASE("a full disk is an input error") {
  if (!fs::exists("/dev/full")) {
    WARN("SKIPPED: no /dev/full");
    return;
  }
  CHECK_THROWS_WITH(write_atomically("/dev/full", "x"),
                    "/dev/full: cannot be written: No space left on device");
}

TEST_CASE("the next write of a file takes over what a killed write left") {
  const TemporaryFolder folder;
  std::ofstream(folder / "f.novphy.tmp") << "the first half of a longer text";
  write_atomically(folder / "f", "new");
  CHECK(read_file(folder / "f") == "new");
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("writers of one file do not disturb each other") {
  const TemporaryFolder folder;
  const auto write_often = [&](char letter) {
    for (int i = 0; i < 50; ++i) write_atomically(folder / "f", std::string(100'000, letter));
  };
  std::vector<std::thread> writers;
  for (const char letter : {'a', 'b', 'c'}) writers.emplace_back(write_often, letter);
  for (std::thread& writer : writers) writer.join();
  const std::string bytes = read_file(folder / "f");
  CHECK(bytes == std::string(100'000, bytes.front()));
  CHECK(entries(folder.path()) == 1);
}
