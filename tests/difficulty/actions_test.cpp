#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "base/input_error.h"
#include "generator/difficulty/pair_difficulty.h"
#include "tests/generator/known.h"
#include "tests/temporary_folder.h"

using namespace novphy;
using Catch::Matchers::Contains;

namespace {

const Pair& sample_pair() {
  static const Pair kPair =
      read_pair(NOVPHY_SOURCE_DIR "/levels/templates/rolling/agents.json", worlds::catalogue());
  return kPair;
}

Wins read(const std::string& text, const Pair& pair = sample_pair()) {
  const TemporaryFolder folder;
  const auto file = (folder.path() / "wins.jsonl").string();
  std::ofstream(file) << text;
  return read_wins(file, {pair});
}

const std::string kNormal =
    R"({"name":"rolling/agents/normal","sample":-1,"wins":[{"shots":["43@1"],"pig":2,"chain":[0,9]},)"
    R"({"shots":["44@1","44@1"],"pig":2,"chain":[0,9]}]})"
    "\n";
const std::string kNovel =
    R"({"name":"rolling/agents/novel","sample":-1,"wins":[{"shots":["43@1"],"pig":2,"chain":[1,10]},)"
    R"({"shots":["30@1"],"pig":2,"chain":[1,10]},{"shots":["31@1"],"pig":2,"chain":[10]},)"
    R"({"shots":["32@1"],"pig":2,"chain":[1,10]}]})"
    "\n";

/// The sample pair with a time limit on each side.
Pair limited_pair(double normal_s, double novel_s) {
  Pair pair = sample_pair();
  pair.normal.task.time_limit_s = normal_s;
  pair.novel.task.time_limit_s = novel_s;
  return pair;
}

std::string problem(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    return error.problems().front().message();
  }
  return "";
}

}  // namespace

TEST_CASE("winning throws of verify's output, and equations 4 and 5 of them") {
  const Wins wins = read(kNormal + kNovel);
  REQUIRE(wins.size() == 1);
  const MemberWins& base = wins.at({"rolling/agents", -1});
  CHECK(base.normal.wins[0].chain == std::vector<std::string>{"bird", "upper", "pig_small#2"});
  CHECK(base.normal.wins[1].shots == "44@1");
  const ActionDegrees degrees = action_degrees(base, {});
  CHECK(degrees.target.value.value() == Approx(1.0 / 6));
  CHECK(degrees.initiation.value.value() == Approx(0.75));
  CHECK(degrees.together.value.value() == Approx(0.75));
  CHECK(degrees.time.undefined == "no time limit");
  CHECK(degrees.why.find("bird -> lower -> pig_small#2") != std::string::npos);
  CHECK(action_degrees(base, {.as_printed = true}).initiation.value.value() == Approx(0.25));
}

TEST_CASE("the time limits of both sides give equation 6, from a file of throws and from a sweep") {
  const Pair pair = limited_pair(20, 5);
  const ActionDegrees of_file = action_degrees(read(kNormal + kNovel, pair).begin()->second, {});
  CHECK(of_file.time.value.value() == Approx(0.75));
  CHECK(of_file.together.value.value() == Approx(0.75));
  CHECK(solve_side(pair.novel, numbers(), 10).time_limit_s == 5.0);
  CHECK(action_degrees(read(kNormal + kNovel, limited_pair(20, 1)).begin()->second, {})
            .together.value.value() == Approx(0.95));
}

TEST_CASE("a pair without a winning throw has no difficulty of adaptation, not 0") {
  const std::string none = R"({"name":"rolling/agents/novel","sample":-1,"wins":[]})"
                           "\n";
  const ActionDegrees degrees = action_degrees(read(kNormal + none).begin()->second, {});
  CHECK(degrees.target.undefined == "the novel side has no winning throw");
  CHECK_FALSE(degrees.initiation.value);
  CHECK_FALSE(degrees.together.value);
}

TEST_CASE("broken output of verify is refused with file and line") {
  CHECK_THAT(problem(kNormal + kNovel.substr(0, 60)), Contains("wins.jsonl:2") && Contains("cut off"));
  CHECK_THAT(problem(kNormal), Contains("has only its normal side"));
  CHECK_THAT(problem(kNormal + kNormal), Contains("wins.jsonl:2") && Contains("twice"));
  CHECK_THAT(problem("{}\n"), Contains("wins.jsonl:1"));
  CHECK_THAT(problem("5\n"), Contains("wins.jsonl:1"));
  CHECK_THAT(
      problem(R"({"name":"rolling/agents/normal","sample":-1,"wins":[{"shots":["1"],"pig":5000,"chain":[]}]})"
              "\n"),
      Contains("/wins/0/pig"));
  CHECK(read(R"({"name":"another/pair/normal","sample":-1,"wins":[]})"
             "\n")
            .empty());
}

TEST_CASE("the sweep of a side finds throws whose ways end at the pig") {
  const Pair pair = known("multiple_forces/objects");
  const SideWins side = solve_side(pair.normal, numbers(), 6);
  REQUIRE_FALSE(side.wins.empty());
  for (const WinningThrow& win : side.wins) {
    CHECK(win.chain.front() == "bird");
    CHECK(win.chain.back().find("pig") != std::string::npos);
    CHECK(win.shots.find('@') != std::string::npos);
  }
}
