#include <catch2/catch.hpp>
#include <initializer_list>

#include "agents/physicist/physicist.h"

using namespace novphy;

namespace {

ChangeDetector after(std::initializer_list<double> surprises) {
  ChangeDetector detector;
  for (const double surprise : surprises) detector.add(surprise);
  return detector;
}

}  // namespace

TEST_CASE("usual throws add up to nothing, and the greatest surprise alone is no alarm") {
  CHECK(after({0, 1, -0.5, 1.5}).probability() == 0);
  const ChangeDetector one = after({1000});
  CHECK_FALSE(one.alarmed());
  CHECK(one.probability() > 0.2);
  CHECK(one.probability() < ChangeDetector::kAlarm);
}

TEST_CASE("two surprising throws in a row are an alarm, which stays") {
  CHECK(after({1000, 1000}).alarmed());
  // Usual throws are that strange twice in a row in one of 40 long trials.
  CHECK_FALSE(after({8, 8}).alarmed());
  const ChangeDetector later = after({12, 12, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(later.alarmed());
  CHECK(later.probability() > ChangeDetector::kAlarm);
}

TEST_CASE("what was surprising is forgotten over the next throws") {
  CHECK_FALSE(after({6, 1000}).alarmed());  // one in forty usual throws is as surprising as the first
  CHECK(after({1000, 0, 1000}).alarmed());
  CHECK_FALSE(after({1000, 0, 0, 0, 1000}).alarmed());
  CHECK(after({1000, 0, 0, 0, 0, 0, 0, 0}).probability() == 0);
}

TEST_CASE("tasks that no throw passes add up to an alarm, and what is unfamiliar is one") {
  ChangeDetector hopeless;
  for (int i = 0; i < 4; ++i) hopeless.nothing_passes();
  CHECK_FALSE(hopeless.alarmed());
  hopeless.nothing_passes();
  CHECK(hopeless.alarmed());
  ChangeDetector pink;
  pink.unfamiliar();
  CHECK(pink.alarmed());
  CHECK(pink.probability() > ChangeDetector::kAlarm);
}
