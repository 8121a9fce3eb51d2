#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "evaluator/measures/intervals.h"
#include "evaluator/measures/series.h"
#include "tests/evaluator/rliable_figures.h"

using namespace novphy;
using List = std::vector<double>;

namespace {

const List kFive{0.05, 0.9, 0.1, 0.95, 0.5};
const List kThree{0.8, 0.85, 0.9};

void check_near(double found, double expected) { CHECK(found == Approx(expected).margin(1e-9)); }

/// The scores of numbers() in rliable_figures.py.
RunScores made_scores(int runs, int tasks) {
  RunScores scores;
  for (int task = 0; task < tasks; ++task) {
    List& of_task = scores.emplace_back();
    for (int run = 0; run < runs; ++run) of_task.push_back((task * runs + run + 1) * 7919 % 1009 / 1008.0);
  }
  return scores;
}

/// The steps of the profile in rliable_figures.py.
List profile_of(const RunScores& scores) {
  List shares;
  for (const double tau : {0.0, 0.1, 0.25, 0.5, 0.8, 1.0}) shares.push_back(share_above(scores, tau));
  return shares;
}

struct RliableCase {
  RunScores scores;
  const List& iqm;
  const List& profile;
  const List& low;
  const List& high;
};

const RliableCase kCases[] = {{made_scores(5, 3), rliable::kSmallIqm, rliable::kSmallProfile,
                               rliable::kSmallProfileLow, rliable::kSmallProfileHigh},
                              {made_scores(4, 13), rliable::kWideIqm, rliable::kWideProfile,
                               rliable::kWideProfileLow, rliable::kWideProfileHigh}};

/// The share of intervals of `n` runs with normal means that hold the true mean.
double coverage(int n) {
  constexpr int kSamples = 4000;
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal(0.5, 0.1);
  int hits = 0;
  for (int i = 0; i < kSamples; ++i) {
    List runs;
    for (int run = 0; run < n; ++run) runs.push_back(normal(random));
    const Interval interval = *run_interval(runs, true);
    hits += interval.low <= 0.5 && interval.high >= 0.5 ? 1 : 0;
  }
  return static_cast<double>(hits) / kSamples;
}

}  // namespace

TEST_CASE("the interquartile mean and the performance profile are those of rliable") {
  for (const RliableCase& each : kCases) {
    check_near(*interquartile_mean(each.scores), each.iqm[0]);
    const List profile = profile_of(each.scores);
    for (std::size_t i = 0; i < profile.size(); ++i) check_near(profile[i], each.profile[i]);
  }
}

TEST_CASE("intervals by the stratified bootstrap are those of rliable but for chance") {
  constexpr int kResamples = 5000;
  for (const RliableCase& each : kCases) {
    const auto iqm = stratified_intervals(
        each.scores, [](const RunScores& drawn) { return List{*interquartile_mean(drawn)}; }, kResamples, 1);
    CHECK(iqm[0].low == Approx(each.iqm[1]).margin(0.015));
    CHECK(iqm[0].high == Approx(each.iqm[2]).margin(0.015));
    const auto profile = stratified_intervals(each.scores, profile_of, kResamples, 1);
    // Shares come in steps of one score.
    const double step = 1.0 / static_cast<double>(each.scores.size() * each.scores[0].size()) + 1e-9;
    for (std::size_t i = 0; i < profile.size(); ++i) {
      CHECK(profile[i].low == Approx(each.low[i]).margin(step));
      CHECK(profile[i].high == Approx(each.high[i]).margin(step));
    }
  }
}

TEST_CASE("runs are compared by Welch's test, and with a single run by Student's, as scipy computes them") {
  struct Case {
    List other;
    const List& expected;
  };
  for (const auto& [other, expected] : {Case{kThree, rliable::kWelch}, Case{{0.45}, rliable::kStudent}}) {
    const RunDifference found = run_difference(kFive, other);
    check_near(found.mean, expected[0]);
    check_near(found.interval->low, expected[1]);
    check_near(found.interval->high, expected[2]);
    check_near(*found.p, expected[3]);
    const RunDifference turned = run_difference(other, kFive);
    check_near(turned.interval->low, -expected[2]);
    check_near(*turned.p, expected[3]);
  }
}

TEST_CASE("runs without spread have no test") {
  for (const List& other : {List{0.5}, List{0.5, 0.5}}) {
    CHECK(!run_difference(List{0.1 + 0.2, 0.3}, other).p);
    CHECK(!run_difference(List{0.2}, other).interval);
  }
}

TEST_CASE("five runs of .05 .9 .1 .95 .5 are .50 plus-minus .53") {
  const Interval interval = *run_interval(kFive, true);
  CHECK(interval.low == Approx(0.5 - 0.5286).margin(1e-4));
  CHECK(interval.high == Approx(0.5 + 0.5286).margin(1e-4));
}

TEST_CASE("runs that are all alike have an interval only as fractions, a single run has none") {
  CHECK(!run_interval(List{0.5}, true));
  CHECK(!run_interval(List{2, 2, 2}, false));
  const Interval interval = *run_interval(List{1, 1, 1, 1, 1}, true);
  CHECK(interval.low == Approx(fraction_interval(List{1, 1, 1, 1, 1}).low));
  CHECK(interval.high == 1);
}

TEST_CASE("the interval holds the mean of normal runs in 95 % of samples, also of few") {
  for (const int n : {3, 5, 10}) CHECK(coverage(n) == Approx(0.95).margin(0.015));
}

TEST_CASE("a bootstrap of few runs is stretched to Student's width") {
  CHECK(student_stretch(5) == Approx(std::sqrt(5.0 / 4) * 2.776445105 / 1.959963985));
  CHECK(student_stretch(1000) == Approx(1).margin(0.003));
}

TEST_CASE("tasks may have unequal numbers of runs, and no score has no interquartile mean") {
  CHECK(*interquartile_mean({{0, 1, 2}, {3}}) == 1.5);
  CHECK(share_above({{0, 1, 2}, {3}}, 1) == 0.5);
  CHECK(!interquartile_mean({}));
}
