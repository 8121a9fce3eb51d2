#include "evaluator/measures/rank_tests.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

using namespace novphy;

namespace {

using Values = std::vector<double>;

/// Small samples with few and with many ties. Equal arguments give equal samples.
Values sample(std::size_t size, unsigned different, unsigned seed) {
  Values values;
  for (unsigned i = 0, state = seed * 2654435761u; i < size; ++i) {
    state = state * 1664525u + 1013904223u;
    values.push_back((state >> 16) % different);
  }
  return values;
}

double pairs_won(const Values& a, const Values& b) {
  double won = 0;
  for (const double x : a)
    for (const double y : b) won += x > y ? 1 : x == y ? 0.5 : 0;
  return won;
}

/// p over all n! orders of both samples together.
double mann_whitney_by_hand(const Values& a, const Values& b) {
  Values both(a);
  both.insert(both.end(), b.begin(), b.end());
  const auto split = static_cast<std::ptrdiff_t>(a.size());
  const double mean = static_cast<double>(a.size() * b.size()) / 2;
  const double distance = std::abs(pairs_won(a, b) - mean);
  std::vector<std::size_t> order(both.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  int far = 0;
  int all = 0;
  do {
    Values mixed;
    for (const std::size_t i : order) mixed.push_back(both[i]);
    const double u = pairs_won({mixed.begin(), mixed.begin() + split}, {mixed.begin() + split, mixed.end()});
    ++all;
    if (std::abs(u - mean) >= distance) ++far;
  } while (std::next_permutation(order.begin(), order.end()));
  return static_cast<double>(far) / all;
}

double pearson(const Values& x, const Values& y) {
  const auto mean = [](const Values& v) {
    return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
  };
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean(x)) * (y[i] - mean(y));
    xx += (x[i] - mean(x)) * (x[i] - mean(x));
    yy += (y[i] - mean(y)) * (y[i] - mean(y));
  }
  return xy / std::sqrt(xx * yy);
}

/// p over all n! pairings.
double spearman_by_hand(const Values& x, const Values& y) {
  const Values a = mid_ranks(x);
  const Values b = mid_ranks(y);
  const double observed = std::abs(pearson(a, b)) - 1e-12;
  std::vector<std::size_t> order(b.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  int far = 0;
  int all = 0;
  do {
    Values mixed;
    for (const std::size_t i : order) mixed.push_back(b[i]);
    ++all;
    if (std::abs(pearson(a, mixed)) >= observed) ++far;
  } while (std::next_permutation(order.begin(), order.end()));
  return static_cast<double>(far) / all;
}

/// p over all 2^n signs.
double signed_rank_by_hand(const Values& nonzero) {
  Values sizes;
  for (const double d : nonzero) sizes.push_back(std::abs(d));
  const Values ranks = mid_ranks(sizes);
  const double mean = std::accumulate(ranks.begin(), ranks.end(), 0.0) / 2;
  const auto distance = [&](const auto& is_plus) {
    double w = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i)
      if (is_plus(i)) w += ranks[i];
    return std::abs(w - mean);
  };
  const double observed = distance([&](std::size_t i) { return nonzero[i] > 0; });
  int far = 0;
  const unsigned all = 1u << ranks.size();
  for (unsigned signs = 0; signs < all; ++signs)
    if (distance([&](std::size_t i) { return (signs >> i & 1u) != 0; }) >= observed) ++far;
  return static_cast<double>(far) / all;
}

Values negative(Values values) {
  for (double& value : values) value = -value;
  return values;
}

}  // namespace

TEST_CASE("equal values share the mean of their ranks") {
  CHECK(mid_ranks(Values{0.3, 0.1, 0.2}) == Values{3, 1, 2});
  CHECK(mid_ranks(Values{5, 1, 5, 0, 5}) == Values{4, 2, 4, 1, 4});
  CHECK(mid_ranks(Values{7, 7}) == Values{1.5, 1.5});
  CHECK(mid_ranks(Values{}).empty());
}

// ---- Mann-Whitney

TEST_CASE("Mann-Whitney has the value of Hollander and Wolfe's permeability data") {
  const auto found = mann_whitney(Values{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46},
                                  Values{1.15, 0.88, 0.90, 0.74, 1.21});
  REQUIRE(found);
  CHECK(found->u == 35);
  CHECK(found->p_exact.value() == Approx(0.2544).margin(5e-5));
  CHECK(found->effect == Approx(0.4));
  // The mean is 25, the variance 50 16 / 12, the continuity correction 0.5.
  CHECK(found->p_normal == Approx(std::erfc(9.5 / std::sqrt(800.0 / 12) / std::sqrt(2.0))));
}

TEST_CASE("samples with the ties of NovPhy's Appendix F have its p, which an exact test does not bear out") {
  struct Row {
    Values detected, undetected;
    double p_normal, p_exact;
  };
  // These are not the players' values but values made to fit: actions-single by AP and by AUS, then
  // goals-rolling.
  const std::vector<Row> rows{
      {{.5, .5, .5, 1, 1, 1, 1, 1, 1}, {0, 1}, .490, 34. / 55},
      {{.25, .25, .25, .25, .5, .75, 1, 1, 1}, {.75, 1}, .386, 24. / 55},
      {{.5, .5, 1, 1, 1, 1, 1, 1, 1, 1}, {.5, .5}, .049, 6. / 66},
      {{.75, .75, .75, .75, 1, 1, 1, 1, 1, 1}, {.5, .5}, .026, 1. / 66},
  };
  for (const Row& row : rows) {
    const auto found = mann_whitney(row.detected, row.undetected);
    REQUIRE(found);
    CHECK(found->p_normal == Approx(row.p_normal).epsilon(0).margin(5e-4));
    CHECK(found->p_exact.value() == Approx(row.p_exact));
  }
}

TEST_CASE("Mann-Whitney agrees with counting pairs and all orders, ties or not") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const Values a = sample(1 + seed % 5, 2 + seed, seed);
    const Values b = sample(7 - a.size(), 2 + seed, seed + 100);
    const auto found = mann_whitney(a, b);
    REQUIRE(found);
    CHECK(found->u == pairs_won(a, b));
    CHECK(found->p_exact.value() == Approx(mann_whitney_by_hand(a, b)));
  }
}

TEST_CASE("swapping the samples turns the effect over and leaves p") {
  const Values a = sample(9, 6, 3);
  const Values b = sample(14, 9, 4);
  const auto there = mann_whitney(a, b);
  const auto back = mann_whitney(b, a);
  REQUIRE(there);
  REQUIRE(back);
  CHECK(there->u + back->u == 9 * 14);
  CHECK(there->effect == Approx(-back->effect));
  CHECK(there->p_normal == Approx(back->p_normal));
  CHECK(there->p_exact.value() == Approx(back->p_exact.value()));
}

TEST_CASE("samples apart have effect 1 or -1 and the smallest p there is") {
  const auto found = mann_whitney(Values{4, 5, 6}, Values{1, 2, 3});
  REQUIRE(found);
  CHECK(found->u == 9);
  CHECK(found->effect == 1);
  CHECK(found->p_exact == 2. / 20);
  CHECK(mann_whitney(Values{1, 2, 3}, Values{4, 5, 6})->effect == -1);
}

TEST_CASE("Mann-Whitney's p is 1 where all values are equal, and undefined without a sample") {
  const auto found = mann_whitney(Values{1, 1, 1}, Values{1, 1});
  REQUIRE(found);
  CHECK(found->effect == 0);
  CHECK(found->p_normal == 1);
  CHECK(found->p_exact == 1);
  CHECK_FALSE(mann_whitney({}, Values{1}));
  CHECK_FALSE(mann_whitney(Values{1}, {}));
}

TEST_CASE("Mann-Whitney counts up to 40 values, near the normal approximation") {
  const auto most = mann_whitney(sample(20, 1000, 5), sample(20, 1000, 6));
  REQUIRE(most);
  CHECK(most->p_exact.value() == Approx(most->p_normal).epsilon(0).margin(0.01));
  CHECK_FALSE(mann_whitney(sample(20, 1000, 5), sample(21, 1000, 6))->p_exact);
}

// ---- Spearman

TEST_CASE("Spearman has known values") {
  const auto tied = spearman(Values{1, 2, 3, 4, 5}, Values{5, 6, 7, 8, 7});
  REQUIRE(tied);
  CHECK(tied->rho == Approx(0.82078268));
  CHECK(tied->p_t == Approx(0.08858700));
  const auto tuna = spearman(Values{44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1},
                             Values{2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8});
  REQUIRE(tuna);
  CHECK(tuna->rho == Approx(0.6));
  CHECK(tuna->n == 9);
  CHECK_FALSE(tuna->p_exact);
}

TEST_CASE("with one degree of freedom Student's t is Cauchy's distribution") {
  const auto found = spearman(Values{1, 2, 3}, Values{1, 3, 2});
  REQUIRE(found);
  CHECK(found->rho == 0.5);
  CHECK(found->p_t == Approx(2. / 3));  // t = tan 30 deg, which is a third of the way to either side
  CHECK(found->p_exact == 1);
  CHECK_FALSE(found->fisher);
}

TEST_CASE("Spearman agrees with Pearson on ranks and with all pairings, ties or not") {
  for (unsigned seed = 1; seed <= 16; ++seed) {
    const Values x = sample(3 + seed % 5, 3 + seed, seed);
    const Values y = sample(x.size(), 3 + seed / 2, seed + 50);
    const auto found = spearman(x, y);
    REQUIRE(found);
    CHECK(found->rho == Approx(pearson(mid_ranks(x), mid_ranks(y))).margin(1e-12));
    CHECK(found->p_exact.value() == Approx(spearman_by_hand(x, y)));
  }
}

TEST_CASE("a perfect order has rho 1 or -1, p 0 by t and 2 of all n! pairings") {
  const Values x{1, 2, 3, 4, 5, 6, 7, 8};
  const auto up = spearman(x, Values{1, 4, 9, 16, 25, 36, 49, 64});
  const auto down = spearman(x, negative(x));
  REQUIRE(up);
  REQUIRE(down);
  CHECK(up->rho == 1);
  CHECK(down->rho == -1);
  for (const auto& found : {up, down}) {
    CHECK(found->p_t == 0);
    CHECK(found->p_exact.value() == Approx(2. / 40320));
    CHECK_FALSE(found->fisher);
  }
}

TEST_CASE("tied ranks in the same order are a perfect order") {
  const auto found = spearman(Values{1, 1, 2, 3, 3, 3, 7}, Values{0, 0, 5, 6, 6, 6, 9});
  REQUIRE(found);
  CHECK(found->rho == 1);
  CHECK(found->p_t == 0);
}

TEST_CASE("Spearman is undefined for two pairs and where a side is constant") {
  CHECK_FALSE(spearman(Values{1, 2}, Values{2, 1}));
  CHECK_FALSE(spearman(Values{}, Values{}));
  CHECK_FALSE(spearman(Values{1, 2, 3, 4}, Values{5, 5, 5, 5}));
  CHECK_FALSE(spearman(Values{5, 5, 5, 5}, Values{1, 2, 3, 4}));
}

TEST_CASE("swapping the sides leaves Spearman, turning one over turns rho and its interval") {
  const Values x = sample(12, 9, 7);
  const Values y = sample(12, 5, 8);
  const auto found = spearman(x, y);
  const auto swapped = spearman(y, x);
  const auto turned = spearman(x, negative(y));
  REQUIRE((found && swapped && turned));
  CHECK(found->rho == Approx(swapped->rho));
  CHECK(found->rho == Approx(-turned->rho));
  CHECK(found->p_t == Approx(turned->p_t));
  REQUIRE((found->fisher && turned->fisher));
  CHECK(found->fisher->low == Approx(-turned->fisher->high));
  CHECK(found->fisher->low == Approx(fisher_interval(found->rho, 12)->low));
}

// ---- Wilcoxon's signed ranks

TEST_CASE("the signed-rank test has the value of Hollander and Wolfe's depression data") {
  const Values first{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  const Values second{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
  Values differences;
  for (std::size_t i = 0; i < first.size(); ++i) differences.push_back(first[i] - second[i]);
  const auto found = signed_rank(differences);
  REQUIRE(found);
  CHECK(found->w_plus == 40);
  CHECK(found->n == 9);
  CHECK(found->p_exact == 20. / 512);
  // The mean is 22.5, the variance 9 10 19 / 24.
  CHECK(found->p_normal == Approx(std::erfc(17 / std::sqrt(71.25) / std::sqrt(2.0))));
}

TEST_CASE("the signed-rank test agrees with all signs, ties or not") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    Values differences = sample(3 + seed % 8, 3 + 2 * seed, seed);
    for (double& d : differences) d -= 1.5;  // of both signs, never 0, with ties between them
    const auto found = signed_rank(differences);
    REQUIRE(found);
    CHECK(found->p_exact.value() == Approx(signed_rank_by_hand(differences)));
  }
}

TEST_CASE("ties lower the variance of the signed ranks") {
  const auto found = signed_rank(Values{1, 1, -1, 2, 2, 3});
  REQUIRE(found);
  CHECK(found->w_plus == 2 + 2 + 4.5 + 4.5 + 6);
  const double variance = 6. * 7 * 13 / 24 - (24. + 6) / 48;
  CHECK(found->p_normal == Approx(std::erfc((19 - 10.5 - 0.5) / std::sqrt(variance) / std::sqrt(2.0))));
}

TEST_CASE("zeros are dropped before ranking") {
  const auto with = signed_rank(Values{0, 3, -1, 0, 2, 5});
  const auto without = signed_rank(Values{3, -1, 2, 5});
  REQUIRE((with && without));
  CHECK(with->n == 4);
  CHECK(with->w_plus == without->w_plus);
  CHECK(with->p_exact == without->p_exact);
  CHECK(with->p_normal == without->p_normal);
}

TEST_CASE("differences equal but for rounding tie, and one of rounding alone is zero") {
  REQUIRE(0.9 - 0.7 != 0.4 - 0.2);
  REQUIRE(0.1 + 0.2 - 0.3 != 0);
  const auto found = signed_rank(Values{0.9 - 0.7, 0.2 - 0.4, 0.1 + 0.2 - 0.3, 0.5});
  REQUIRE(found);
  CHECK(found->n == 3);
  CHECK(found->w_plus == 1.5 + 3);
}

TEST_CASE("turning all differences over leaves p and completes the rank sum") {
  const Values differences{3, -1, 2, 5, 5, -4};
  const auto found = signed_rank(differences);
  const auto turned = signed_rank(negative(differences));
  REQUIRE((found && turned));
  CHECK(found->w_plus + turned->w_plus == 21);
  CHECK(found->p_exact == turned->p_exact);
  CHECK(found->p_normal == Approx(turned->p_normal));
}

TEST_CASE("the signed-rank test is undefined without a nonzero difference") {
  CHECK_FALSE(signed_rank({}));
  CHECK_FALSE(signed_rank(Values{0, 0, 0}));
}

TEST_CASE("up to 60 signs are counted, all 2^60 of them") {
  const auto most = signed_rank(Values(60, 0.5));
  REQUIRE(most);
  CHECK(most->p_exact == std::ldexp(1.0, -59));
  CHECK_FALSE(signed_rank(Values(61, 0.5))->p_exact);
}
