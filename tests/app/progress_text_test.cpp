#include <catch2/catch.hpp>

#include "app/progress_line.h"

using novphy::app::duration_text;
using novphy::app::ProgressText;

namespace {

constexpr bool kTerminal = true;
constexpr bool kFile = false;

/// All that is written in `seconds`, where the job is asked four times a second.
std::string written(ProgressText& text, double seconds) {
  std::string all;
  for (int look = 1; look <= 4 * seconds; ++look) all += text.at(0.25 * look);
  return all;
}

}  // namespace

TEST_CASE("a job of less than two seconds is silent") {
  ProgressText text("plan", "tasks", kTerminal);
  text.count({.done = 9, .of = 10});
  CHECK(written(text, 1.75).empty());
  CHECK(text.end(1.9).empty());
}

TEST_CASE("on a terminal one line is overwritten, and a closing line stays") {
  ProgressText text("plan", "tasks", kTerminal);
  text.count({.done = 100, .of = 400});
  CHECK(text.at(50) == "\rplan: 100/400 tasks, 50 s, 2/s, 2 min left");
  text.count({.done = 400, .of = 400});
  CHECK(text.at(60) == "\rplan: 400/400 tasks, 60 s, 6.67/s         ");
  CHECK(text.end(200) == "\rplan: 400 tasks in 3 min, 2/s    \n");
}

TEST_CASE("a job of more than two seconds that was never shown has its closing line on a terminal") {
  ProgressText text("verify", "pairs", kTerminal);
  CHECK(text.end(2.5) == "\rverify: done in 2 s\n");
}

TEST_CASE("off a terminal there is a line after 2 s and one every 30 s") {
  ProgressText text("plan", "tasks", kFile);
  text.count({.done = 4, .of = 40});
  CHECK(written(text, 2) == "plan: 4/40 tasks, 2 s, 2/s, 18 s left\n");
  text.count({.done = 10, .of = 40});
  CHECK(text.at(31.75).empty());
  CHECK(text.at(32) == "plan: 10/40 tasks, 32 s, 3.2 s each, 96 s left\n");
  CHECK(text.at(61.75).empty());
  CHECK(text.at(62).ends_with(" left\n"));
  text.count({.done = 40, .of = 40});
  CHECK(text.end(80) == "plan: 40 tasks in 80 s, 2.0 s each\n");
}

TEST_CASE("off a terminal a job without a line has no closing line") {
  ProgressText text("plan", "tasks", kFile);
  text.count({.done = 40, .of = 40});
  CHECK(text.end(29).empty());
}

TEST_CASE("the first estimate waits for three pieces and is told at once") {
  ProgressText text("plan", "tasks", kFile);
  text.count({.done = 2, .of = 40});
  CHECK(text.at(2) == "plan: 2/40 tasks, 2 s\n");
  CHECK(text.at(11).empty());
  text.count({.done = 3, .of = 40});
  CHECK(text.at(12) == "plan: 3/40 tasks, 12 s, 4.0 s each, 2 min left\n");
  CHECK(text.at(41.75).empty());
}

TEST_CASE("what a job waits for is told at once, and again only with the next line") {
  ProgressText text("run", "tasks", kFile);
  text.count({.done = 0, .of = 8});
  CHECK(text.at(2) == "run: 0/8 tasks, 2 s\n");
  CHECK(text.at(12, "waits for it") == "run: 0/8 tasks, 12 s, waits for it\n");
  CHECK(text.at(13, "waits for it").empty());
  CHECK(text.at(42, "waits for it") == "run: 0/8 tasks, 42 s, waits for it\n");
  CHECK(text.at(43).empty());
  CHECK(text.at(50, "waits for that") == "run: 0/8 tasks, 50 s, waits for that\n");
}

TEST_CASE("what was there before a job was resumed does not count for the rate") {
  ProgressText text("run", "tasks", kFile);
  text.count({.done = 960, .of = 1000, .before = 900});
  CHECK(text.at(60) == "run: 960/1000 tasks, 60 s, 1/s, 40 s left\n");
  CHECK(text.end(60) == "run: 960/1000 tasks in 60 s, 1/s\n");
}

TEST_CASE("a job of unknown size tells what is done, and a job without pieces the time") {
  ProgressText records("replay", "records", kFile);
  records.count({.done = 60});
  CHECK(records.at(30) == "replay: 60 records, 30 s, 2/s\n");
  CHECK(records.end(30) == "replay: 60 records in 30 s, 2/s\n");
  ProgressText report("report", "", kFile);
  CHECK(report.at(45) == "report: 45 s\n");
  CHECK(report.end(46) == "report: done in 46 s\n");
}

TEST_CASE("times are told in seconds, minutes and hours") {
  CHECK(duration_text(119) == "119 s");
  CHECK(duration_text(121) == "2 min");
  CHECK(duration_text(7300) == "2.0 h");
}

TEST_CASE("stages are named and counted by themselves") {
  ProgressText text("generate", "tasks", kTerminal);
  text.begin_stage("solving the pairs", "pairs", 0);
  text.count({.done = 10, .of = 40});
  CHECK(text.at(20) == "\rgenerate: solving the pairs: 10/40 pairs, 20 s, 2.0 s each, 60 s left");
  text.begin_stage("", "tasks", 80);
  text.count({.done = 40, .of = 80});
  CHECK(text.at(100).starts_with("\rgenerate: 40/80 tasks, 100 s, 2/s, 20 s left"));
}
