#include "bench/experiments/winning_overlap.h"

#include <catch2/catch.hpp>

using namespace novphy;

TEST_CASE("neighbouring throws are one window") {
  const auto windows = angle_windows({10, 11, 12, 20, 30, 31}, 1);
  REQUIRE(windows.size() == 3);
  CHECK(windows[0].centre_deg() == 11);
  CHECK(windows[1].centre_deg() == 20);
  CHECK(windows[2].centre_deg() == 30.5);
  CHECK(angle_windows({}, 1).empty());
}

TEST_CASE("sets that agree overlap fully and do not shift") {
  WinningOverlap agreement;
  agreement.add({10, 11}, {10, 11}, 1);
  agreement.add({}, {}, 1);  // a template without a winning throw does not count
  CHECK(agreement.mean_overlap() == 1);
  CHECK(agreement.pooled_overlap() == 1);
  CHECK(agreement.mean_shift_deg() == 0);
  CHECK(agreement.lost_windows == 0);
}

TEST_CASE("a template weighs as much as another in the mean, a throw in the pool") {
  WinningOverlap agreement;
  agreement.add({10, 11, 12}, {11, 12, 13}, 1);  // 2 of 4
  agreement.add({20}, {}, 1);                    // 0 of 1
  CHECK(agreement.mean_overlap() == Approx(0.25));
  CHECK(agreement.overlap_error() == Approx(0.25));  // standard error of 0.5 and 0
  CHECK(agreement.pooled_overlap() == Approx(0.4));
  CHECK(agreement.mean_shift_deg() == Approx(1));
  CHECK(agreement.wins == 4);
}

TEST_CASE("a window without one within two degrees is lost") {
  WinningOverlap agreement;
  agreement.add({10}, {12, 30}, 1);
  CHECK(agreement.windows == 2);
  CHECK(agreement.lost_windows == 1);
  CHECK(agreement.largest_shift_deg() == Approx(2));
}
