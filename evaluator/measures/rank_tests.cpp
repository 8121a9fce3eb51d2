#include "evaluator/measures/rank_tests.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

namespace novphy {
namespace {

constexpr std::size_t kMostRanksToChoose = 40;  // at most C(40, 20) = 1.4e11 choices, counted in under 1 ms
constexpr std::size_t kMostRanksToPermute = 8;  // 40,320 permutations, each visited
constexpr std::size_t kMostSignsToCount = 60;   // 2^60 still fits the counters
constexpr double kHair = 1e-12;

/// Mid-ranks, doubled to be whole numbers.
struct Ranking {
  std::vector<int> doubled;
  double ties = 0;  ///< sum of t^3 - t over the groups of t equal values
};

/// Ranks of values. Neighbours in size that differ by at most `hair` share a rank.
Ranking rank(std::span<const double> values, double hair = 0) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](auto i, auto j) { return values[i] < values[j]; });
  Ranking ranking{std::vector<int>(values.size())};
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    end = begin + 1;
    while (end < order.size() && values[order[end]] - values[order[end - 1]] <= hair) ++end;
    for (std::size_t i = begin; i < end; ++i) ranking.doubled[order[i]] = static_cast<int>(begin + end + 1);
    const auto t = static_cast<double>(end - begin);
    ranking.ties += t * t * t - t;
  }
  return ranking;
}

int sum_of(std::span<const int> values) { return std::accumulate(values.begin(), values.end(), 0); }

/// At index s: the number of subsets, of any size, that add up to s.
std::vector<std::uint64_t> count_subsets(std::span<const int> values) {
  std::vector<std::uint64_t> ways(static_cast<std::size_t>(sum_of(values)) + 1);
  ways[0] = 1;
  for (const int value : values)
    for (std::size_t s = ways.size() - 1, v = static_cast<std::size_t>(value); s >= v; --s)
      ways[s] += ways[s - v];
  return ways;
}

/// At index s: the number of subsets of `size` values that add up to s.
std::vector<std::uint64_t> count_subsets(std::span<const int> values, std::size_t size) {
  const std::size_t sums = static_cast<std::size_t>(sum_of(values)) + 1;
  std::vector<std::vector<std::uint64_t>> ways(size + 1, std::vector<std::uint64_t>(sums));
  ways[0][0] = 1;
  for (const int value : values)
    for (std::size_t k = size; k > 0; --k)
      for (std::size_t s = static_cast<std::size_t>(value), from = 0; s < sums; ++s, ++from)
        ways[k][s] += ways[k - 1][from];
  return ways[size];
}

/// The share of the counted sums that are at least as far from their mean as the observed sum.
double share_as_far(std::span<const std::uint64_t> ways, int observed, int doubled_mean) {
  const auto distance = [&](int s) { return std::abs(2 * s - doubled_mean); };
  std::uint64_t far = 0;
  std::uint64_t all = 0;
  for (std::size_t s = 0; s < ways.size(); ++s) {
    all += ways[s];
    if (distance(static_cast<int>(s)) >= distance(observed)) far += ways[s];
  }
  return static_cast<double>(far) / static_cast<double>(all);
}

/// Two-sided p of a sum at this distance from its mean, by the normal distribution. The 0.5 is the continuity
/// correction.
double normal_p(double distance, double variance) {
  if (variance <= 0) return 1;
  const double z = std::max(0.0, std::abs(distance) - 0.5) / std::sqrt(variance);
  return std::erfc(z / std::numbers::sqrt2);
}

// ---- Spearman

/// Each rank minus the mean rank, doubled to be a whole number.
std::vector<int> centred_ranks(std::span<const double> values) {
  std::vector<int> ranks = rank(values).doubled;
  for (int& value : ranks) value -= static_cast<int>(values.size()) + 1;
  return ranks;
}

std::int64_t dot(std::span<const int> a, std::span<const int> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), std::int64_t{0});
}

double student_p(double rho, int n) {
  if (std::abs(rho) >= 1) return 0;
  const double t = std::abs(rho) * std::sqrt((n - 2) / ((1 - rho) * (1 + rho)));
  return 2 * boost::math::cdf(boost::math::complement(boost::math::students_t(n - 2), t));
}

/// Visits each distinct order of tied ranks once, because all distinct orders are equally likely.
double permutation_p(std::span<const int> a, std::vector<int> b) {
  const std::int64_t observed = std::abs(dot(a, b));
  int far = 0;
  int all = 0;
  std::ranges::sort(b);
  do {
    ++all;
    if (std::abs(dot(a, b)) >= observed) ++far;
  } while (std::next_permutation(b.begin(), b.end()));
  return static_cast<double>(far) / all;
}

// ---- Wilcoxon's signed ranks

std::vector<double> sizes(std::span<const double> values) {
  std::vector<double> result;
  for (const double value : values) result.push_back(std::abs(value));
  return result;
}

double greatest_size(std::span<const double> values) {
  double greatest = 0;
  for (const double value : values) greatest = std::max(greatest, std::abs(value));
  return greatest;
}

}  // namespace

std::vector<double> mid_ranks(std::span<const double> values) {
  std::vector<double> ranks;
  for (const int doubled : rank(values).doubled) ranks.push_back(doubled / 2.0);
  return ranks;
}

std::optional<MannWhitney> mann_whitney(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return std::nullopt;
  std::vector<double> both(a.begin(), a.end());
  both.insert(both.end(), b.begin(), b.end());
  const Ranking ranking = rank(both);
  const int doubled_sum = sum_of(std::span(ranking.doubled).first(a.size()));
  const auto n_a = static_cast<double>(a.size());
  const auto n_b = static_cast<double>(b.size());
  const double n = n_a + n_b;
  const double pairs = n_a * n_b;
  const double u = doubled_sum / 2.0 - n_a * (n_a + 1) / 2;
  const double variance = pairs / 12 * (n + 1 - ranking.ties / (n * (n - 1)));
  MannWhitney result{u, 2 * u / pairs - 1, normal_p(u - pairs / 2, variance), std::nullopt};
  if (both.size() <= kMostRanksToChoose) {
    const auto doubled_mean = static_cast<int>(2 * a.size() * (both.size() + 1));
    result.p_exact = share_as_far(count_subsets(ranking.doubled, a.size()), doubled_sum, doubled_mean);
  }
  return result;
}

std::optional<Spearman> spearman(std::span<const double> x, std::span<const double> y) {
  assert(x.size() == y.size());
  const std::vector<int> a = centred_ranks(x);
  const std::vector<int> b = centred_ranks(y);
  const double spread = std::sqrt(static_cast<double>(dot(a, a)) * static_cast<double>(dot(b, b)));
  if (x.size() < 3 || spread == 0) return std::nullopt;
  const auto n = static_cast<int>(x.size());
  const double rho = static_cast<double>(dot(a, b)) / spread;
  Spearman result{rho, n, student_p(rho, n), std::nullopt, fisher_interval(rho, n)};
  if (x.size() <= kMostRanksToPermute) result.p_exact = permutation_p(a, b);
  return result;
}

std::optional<SignedRank> signed_rank(std::span<const double> differences) {
  const double hair = kHair * greatest_size(differences);
  std::vector<double> nonzero(differences.begin(), differences.end());
  std::erase_if(nonzero, [&](double d) { return std::abs(d) <= hair; });
  if (nonzero.empty()) return std::nullopt;
  const Ranking ranking = rank(sizes(nonzero), hair);
  int doubled_sum = 0;
  for (std::size_t i = 0; i < nonzero.size(); ++i)
    if (nonzero[i] > 0) doubled_sum += ranking.doubled[i];
  const auto n = static_cast<double>(nonzero.size());
  const double w_plus = doubled_sum / 2.0;
  const double variance = n * (n + 1) * (2 * n + 1) / 24 - ranking.ties / 48;
  SignedRank result{w_plus, static_cast<int>(nonzero.size()), normal_p(w_plus - n * (n + 1) / 4, variance),
                    std::nullopt};
  if (nonzero.size() <= kMostSignsToCount)
    result.p_exact = share_as_far(count_subsets(ranking.doubled), doubled_sum, sum_of(ranking.doubled));
  return result;
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](auto i, auto j) { return p[i] < p[j]; });
  std::vector<double> adjusted(p.size());
  double before = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double scaled = p[order[i]] * static_cast<double>(order.size() - i);
    before = std::max(before, std::min(1.0, scaled));
    adjusted[order[i]] = before;
  }
  return adjusted;
}

std::vector<std::optional<double>> holm(std::span<const std::optional<double>> p) {
  std::vector<double> defined;
  for (const auto& value : p)
    if (value) defined.push_back(*value);
  const std::vector<double> adjusted = holm(defined);
  std::vector<std::optional<double>> result(p.begin(), p.end());
  std::size_t next = 0;
  for (auto& value : result)
    if (value) value = adjusted[next++];
  return result;
}

}  // namespace novphy
