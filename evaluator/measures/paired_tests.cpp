#include "evaluator/measures/paired_tests.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>

namespace novphy {
namespace {

constexpr std::size_t kMostSignsToTurn = 16;
constexpr int kRandomFlips = 9999;
constexpr double kFlipHair = 1e-12;

/// The sum of up to 64 terms, where bit i of `signs` flips the sign of the i-th term. The sign bit is flipped
/// directly, because a random branch for each term takes several times as long.
double flipped_sum(std::span<const double> terms, std::uint64_t signs) {
  double sum = 0;
  for (const double term : terms) {
    sum += std::bit_cast<double>(std::bit_cast<std::uint64_t>(term) ^ (signs << 63));
    signs >>= 1;
  }
  return sum;
}

/// Sums of terms with random signs. Terms are handled in groups of eight; the 256 sums of each group are
/// computed once.
class RandomFlips {
 public:
  explicit RandomFlips(std::span<const double> terms) {
    for (; !terms.empty(); terms = terms.subspan(std::min(kTermsInByte, terms.size())))
      for (std::uint64_t signs = 0; signs < kByte; ++signs)
        sums_.push_back(flipped_sum(terms.first(std::min(kTermsInByte, terms.size())), signs));
  }

  double sum(std::mt19937_64& random) const {
    double sum = 0;
    std::uint64_t signs = 0;
    for (std::size_t begin = 0; begin < sums_.size(); begin += kByte) {
      signs = begin % (kByte * sizeof(signs)) == 0 ? random() : signs >> 8U;
      sum += sums_[begin + signs % kByte];
    }
    return sum;
  }

 private:
  static constexpr std::size_t kTermsInByte = 8;
  static constexpr std::size_t kByte = 256;
  std::vector<double> sums_;  ///< 256 sums for each group of eight terms
};

double count_flips(std::span<const double> terms, double bound) {
  const std::uint64_t patterns = std::uint64_t{1} << terms.size();
  int hits = 0;
  for (std::uint64_t signs = 0; signs < patterns; ++signs)
    if (std::abs(flipped_sum(terms, signs)) >= bound) ++hits;
  return static_cast<double>(hits) / static_cast<double>(patterns);
}

double sample_flips(std::span<const double> terms, double bound, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const RandomFlips flips(terms);
  int hits = 0;
  for (int i = 0; i < kRandomFlips; ++i)
    if (std::abs(flips.sum(random)) >= bound) ++hits;
  return (1.0 + hits) / (1.0 + kRandomFlips);
}

/// The sign-flip test on the sum of the terms. A mean differs from a sum only by a factor.
double flip_p(std::vector<double> terms, std::uint64_t seed) {
  std::erase(terms, 0.0);
  double sum = 0;
  double sizes = 0;
  for (const double term : terms) {
    sum += term;
    sizes += std::abs(term);
  }
  const double bound = std::abs(sum) - kFlipHair * sizes;
  return terms.size() <= kMostSignsToTurn ? count_flips(terms, bound) : sample_flips(terms, bound, seed);
}

}  // namespace

std::optional<double> sign_flip_p(std::span<const double> differences, std::uint64_t seed) {
  if (differences.empty()) return std::nullopt;
  return flip_p({differences.begin(), differences.end()}, seed);
}

std::optional<double> stratified_sign_flip_p(const std::vector<std::vector<double>>& differences_by_stratum,
                                             std::uint64_t seed) {
  std::vector<double> terms;
  for (const std::vector<double>& stratum : differences_by_stratum)
    for (const double difference : stratum) terms.push_back(difference / static_cast<double>(stratum.size()));
  if (terms.empty()) return std::nullopt;
  return flip_p(std::move(terms), seed);
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto i, auto j) { return p[i] < p[j]; });
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
