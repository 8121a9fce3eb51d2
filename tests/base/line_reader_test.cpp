#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/input_error.h"
#include "base/lines.h"
#include "tests/temporary_folder.h"

using namespace novphy;

namespace {

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::vector<std::string> lines;
  LineReader reader(file.string());
  while (reader.next()) {
    lines.push_back(reader.text());
    CHECK(reader.line() == static_cast<int>(lines.size()));
  }
  return lines;
}

}  // namespace

TEST_CASE("lines of any length come out as they are, whatever the file's portions") {
  const TemporaryFolder folder;
  const std::vector<std::string> lines{
      "", std::string(65'535, 'a'), "b", std::string(65'536, 'c'), std::string(200'000, 'd'), "", "end"};
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  write_atomically(folder / "f", text);
  CHECK(lines_of(folder / "f") == lines);
}

TEST_CASE("a last line without a line break is unfinished") {
  const TemporaryFolder folder;
  write_atomically(folder / "f", "one\ntw");
  LineReader reader((folder / "f").string());
  REQUIRE(reader.next());
  CHECK_FALSE(reader.unfinished());
  REQUIRE(reader.next());
  CHECK(reader.unfinished());
  CHECK(reader.text() == "tw");
  CHECK_FALSE(reader.next());
  CHECK(reader.line() == 2);
}

TEST_CASE("a reader goes back to the first line, however far it has read") {
  const TemporaryFolder folder;
  const std::string longer(200'000, 'x');  // than a portion
  for (const std::string& text : {std::string(), std::string("one\ntwo"), longer + "\n" + longer + "\n"}) {
    write_atomically(folder / "f", text);
    LineReader reader((folder / "f").string());
    for (int lines = 0; lines < 4; ++lines) {
      std::string found;
      while (reader.next()) found += reader.text() + (reader.unfinished() ? "" : "\n");
      CHECK(found == text);
      reader.restart();
      CHECK(reader.line() == 0);
      for (int i = 0; i < lines; ++i) reader.next();
      reader.restart();
    }
  }
}

TEST_CASE("an empty file has no line") {
  const TemporaryFolder folder;
  write_atomically(folder / "f", "");
  CHECK(lines_of(folder / "f").empty());
}

TEST_CASE("a line above the bound is an error with its number, also of a device without an end") {
  const TemporaryFolder folder;
  write_atomically(folder / "f", "one\n" + std::string(kLineBounds.bytes, 'x') + "\n" +
                                     std::string(kLineBounds.bytes + 1, 'y'));
  LineReader reader((folder / "f").string());
  REQUIRE(reader.next());
  REQUIRE(reader.next());
  CHECK_THROWS_WITH(reader.next(), Catch::EndsWith("f:3: expected at most 1 MiB of a line, found more"));
  LineReader endless("/dev/zero");
  CHECK_THROWS_WITH(endless.next(), "/dev/zero:1: expected at most 1 MiB of a line, found more");
}

TEST_CASE("a file that cannot be read line by line is an error with the reason") {
  CHECK_THROWS_WITH(LineReader("no/such"), "no/such: cannot be read: No such file or directory");
  const TemporaryFolder folder;
  LineReader reader(folder.path().string());
  CHECK_THROWS_WITH(reader.next(), Catch::EndsWith("cannot be read: Is a directory"));
}
