#include "base/file_kind.h"

#include <catch2/catch.hpp>

#include "base/input_error.h"

using namespace novphy;

namespace {

std::string refusal(std::string_view text, FileKind expected) {
  try {
    expect_kind(text, "x.json", expected);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a file of another kind is named, and the kind that is expected") {
  CHECK(refusal("{\"novphy_task\": 1}", FileKind::kPlan) == "x.json: this is a task; a plan is expected");
  CHECK(refusal("\xEF\xBB\xBF \n{ \"novphy_plan\": 1}", FileKind::kTask) ==
        "x.json: this is a plan; a task is expected");
  CHECK(refusal("{\"format\": 1, \"agent\": \"a\"}\n{", FileKind::kStudy) ==
        "x.json: this is a file of records; a study is expected");
  CHECK(refusal("\n<Level/>", FileKind::kPair) == "x.json: this is XML; a pair of tasks is expected");
  CHECK(refusal("{\"novphy_study_journal\": 2}", FileKind::kStudy) ==
        "x.json: this is the journal of a study's participant; a study is expected");
}

TEST_CASE("a file of the expected kind, and a file of no known kind, go on to the reader") {
  CHECK(refusal("{\"novphy_task\": 1}", FileKind::kTask).empty());
  CHECK(refusal("{\"novphy_study\": 1}", FileKind::kStudy).empty());
  for (const char* text : {"", " ", "{", "{}", "[1]", "{\"novphy_tas", "\"novphy", "{\"birds\": 1}"})
    CHECK(refusal(text, FileKind::kTask).empty());
}

TEST_CASE("the kind of a file shows in its first bytes") {
  using namespace std::string_view_literals;
  CHECK(kind_of("\x89PNG\r\n") == FileKind::kPicture);
  CHECK(kind_of("<?xml version=\"1.0\"?>\n<svg xmlns=\"\">") == FileKind::kPicture);
  CHECK(kind_of("<?xml version=\"1.0\"?>\n<Level width=\"2\">") == FileKind::kXml);
  CHECK(kind_of("GIF89a") == FileKind::kFilm);
  CHECK(kind_of("\0\0\0\x20"
                "ftypisom"sv) == FileKind::kFilm);
  CHECK(kind_of("novphy weights\r\n\1") == FileKind::kWeights);
  CHECK(kind_of("<!DOCTYPE html>") == FileKind::kPage);
  CHECK(kind_of("<?xml version") == FileKind::kXml);
  for (const char* text : {"", "my thesis", "{\"type\": 1}"}) CHECK(kind_of(text) == FileKind::kUnknown);
  CHECK(name_of(FileKind::kUnknown) == "a file of no known kind");
  // Tables that people write about their own agents are no tables of measures.
  for (const char* text :
       {"agent,novelty,scenario,trial", "Agent Smith\n", "level 1\n", "Levels\n", "{\"file\": 1}"})
    CHECK(kind_of(text) == FileKind::kUnknown);
  CHECK(kind_of("Agent a (r.jsonl)\n2 trials; AP") == FileKind::kMeasures);
  CHECK(kind_of("12 [] connected\n12 [] 12 state -> 11\n") == FileKind::kRequests);
}
