#include "evaluator/input/csv.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "evaluator/input/results_csv.h"
#include "tests/evaluator/scratch_file.h"

using namespace novphy;

namespace {

using Rows = std::vector<std::vector<std::string>>;

/// The cells of the columns a and b of each row.
Rows rows_of(const std::string& content) {
  const ScratchFile file(content);
  CsvReader csv(file.path(), {"a", "b"});
  Rows rows;
  while (csv.next()) rows.push_back({csv.at("a"), csv.at("b")});
  return rows;
}

/// The part of the error's message that follows the file's name.
std::string csv_error(const std::string& content) {
  const ScratchFile file(content);
  try {
    CsvReader csv(file.path(), {"a", "b"});
    while (csv.next()) csv.name("a");
  } catch (const InputError& error) {
    return std::string(error.what()).substr(file.path().size());
  }
  return "no error";
}

const std::string kRowsOfResults = "agent,novelty,scenario,trial,phase,passed\n";

Record result_of(const std::string& table) {
  const ScratchFile file(table);
  Record record;
  read_results_csv(LineReader(file.path()), [&](const ResultRow& row, int) { record = row.record; });
  return record;
}

}  // namespace

TEST_CASE("CSV cells are quoted where they must be, and read back") {
  for (const std::string text : {"plain", "a,b", "say \"so\"", "", "\"", ",", "two\nlines", "two\r\nlines",
                                 "\r", "\n", "\r\n\"\r\n", "semi;colon", "tab\tbed"})
    CHECK(rows_of("a,b\n" + csv_cell(text) + ",y\n") == Rows{{text, "y"}});
  CHECK(csv_cell("plain") == "plain");
}

TEST_CASE("commas, semicolons or tabs separate cells, as the header does") {
  CHECK(rows_of("a,b\n1;2,3\n") == Rows{{"1;2", "3"}});
  CHECK(rows_of("a;b\n1,2;3\n") == Rows{{"1,2", "3"}});
  CHECK(rows_of("a\tb\n1,2\t3\n") == Rows{{"1,2", "3"}});
}

TEST_CASE("a cell in quotes holds line breaks, and the row counts from its first line") {
  const ScratchFile file("a,b\n\"one\ntwo\r\nthree\",x\ny,z\n");
  CsvReader csv(file.path(), {"a", "b"});
  REQUIRE(csv.next());
  CHECK(csv.at("a") == "one\ntwo\r\nthree");
  CHECK(csv.line() == 2);
  REQUIRE(csv.next());
  CHECK(csv.at("a") == "y");
  CHECK(csv.line() == 5);
}

TEST_CASE("the names of columns may hold line breaks, too") {
  const ScratchFile file("\xEF\xBB\xBF\"a\r\n(m)\", b ,\"c\"\r\n1,2,3\r\n");
  CHECK(csv_has_columns(csv_header(file.path()), {"a\r\n(m)", "b", "C"}));
  CsvReader csv(file.path(), {"a\r\n(m)", "b", "c"});
  REQUIRE(csv.next());
  CHECK(csv.at("b") == "2");
  CHECK(csv.at("c") == "3");
  CHECK(csv.line() == 3);
  CHECK_FALSE(csv.next());
  CHECK(csv_error("a,\"b\n1,2\n") == ":1: a quote is not closed before the end of the file");
  CHECK_FALSE(csv_has_columns(csv_header(ScratchFile("a,\"b\n1,2\n").path()), {"a"}));
}

TEST_CASE("a carriage return at the end of a line outside quotes belongs to the line break") {
  CHECK(rows_of("a,b\r\n1,\r\n\"x\",\"y\"\r\n") == Rows{{"1", ""}, {"x", "y"}});
}

TEST_CASE("a quote inside a cell is a quote, not the start of a long cell") {
  CHECK(rows_of("a,b\n5\" screen,x\ny,\"\"\n") == Rows{{"5\" screen", "x"}, {"y", ""}});
}

TEST_CASE("a quote that is never closed is an error in its line") {
  CHECK(csv_error("a,b\nx,y\n\"x,y\nx,y\n") == ":3: a quote is not closed before the end of the file");
  CHECK(csv_error("a,b\n\"x,y\n" + std::string(1'100'000, '\n') + std::string(1'040'000, 'x') + "\n" +
                  std::string(20'000, 'x')) ==
        ":2: expected at most 1 MiB of a line, found more: is a quote not closed?");
}

TEST_CASE("capital letters in the names of columns do not matter") {
  CHECK(rows_of("A,B\n1,2\n") == Rows{{"1", "2"}});
  CHECK(csv_error("A,a,b\n") == ":1: the column \"a\" stands twice");
  CHECK(is_results_csv(csv_header(ScratchFile("Agent,PHASE,Passed\n").path())));
}

TEST_CASE("truth may be in capital letters, as spreadsheets, R and Python write it") {
  for (const std::string text : {"True", "TRUE", "Yes", "1"})
    CHECK(result_of(kRowsOfResults + "a,ice,x,0,novel," + text + "\n").passed);
  for (const std::string text : {"False", "FALSE", "NO", "0"}) {
    CHECK_FALSE(result_of(kRowsOfResults + "a,ice,x,0,novel," + text + "\n").passed);
    CHECK_FALSE(result_of(kRowsOfResults + "a,ice,x,0,novel," + text + "\n").no_result);
  }
  CHECK(result_of(kRowsOfResults + "a,ice,x,0,Novel,1\n").phase == Phase::kNovel);
}

TEST_CASE("a header alone is refused") {
  CHECK(csv_error("a,b\n") == ":1: found a header alone, expected at least one row");
  CHECK(csv_error("a,b\n\n\r\n") == ":1: found a header alone, expected at least one row");
}

TEST_CASE("names with control characters or bytes that are no UTF-8 are refused") {
  CHECK(csv_error("a,b\nfan,x\n\x1b[31mred,x\n") ==
        ":3: a: found \"\\x1b[31mred\", expected a name in UTF-8 without control characters");
  CHECK(csv_error("a,b\nM\xFCller,x\n") ==
        ":2: a: found \"M\\xfcller\", expected a name in UTF-8 without control characters");
  CHECK(csv_error("a,b\n\"two\nlines\",x\n") ==
        ":2: a: found \"two\\x0alines\", expected a name in UTF-8 without control characters");
  CHECK(csv_error("a,b\nM\xC3\xBCller,x\n") == "no error");
}

TEST_CASE("UTF-16 and lines of carriage returns are named") {
  CHECK(csv_error(std::string("\xFF\xFE"
                              "a\0,\0b\0\n\0",
                              10)) == ":1: expected text in UTF-8, found zero bytes, as in UTF-16");
  CHECK(csv_error("a,b\r1,2\r") == ":1: expected lines that end with LF or CRLF, found a carriage return");
}

TEST_CASE("a decimal comma is named") {
  const ScratchFile file("a;b\n0,5;1\n");
  CsvReader csv(file.path(), {"a", "b"});
  REQUIRE(csv.next());
  CHECK_THROWS_WITH(csv.number("a"),
                    Catch::EndsWith("found \"0,5\", expected a number with a decimal point"));
}

TEST_CASE("a line of CSV has a bound") {
  CHECK(csv_error("a,b\n" + std::string(kLineBounds.bytes + 1, 'x')) ==
        ":2: expected at most 1 MiB of a line, found more");
  CHECK_FALSE(csv_has_columns(csv_header("/dev/zero"), {"a"}));
}
