#include "generator/member_samples.h"

#include <algorithm>
#include <cmath>

#include "base/input_error.h"
#include "sim/rng.h"

namespace novphy {
namespace {

constexpr int kTries = 1000;

/// The root of x^(d + 1) = x + 1 between 1 and 2.
double root(std::size_t dimensions) {
  double x = 1.5;
  for (int i = 0; i < 64; ++i) x = std::pow(1 + x, 1 / static_cast<double>(dimensions + 1));
  return x;
}

double fraction(double x) { return x - std::floor(x); }

double rounded(double x) { return std::round(x * 1e4) / 1e4; }

double in_range(double share, double min, double max) {
  return std::clamp(rounded(min + share * (max - min)), min, max);
}

const std::string& at_share(double share, const std::vector<std::string>& words) {
  return words[static_cast<std::size_t>(share * static_cast<double>(words.size()))];
}

}  // namespace

Range both(const Range& a, const Range& b) { return {std::max(a.min, b.min), std::min(a.max, b.max)}; }

std::vector<Member> sample_members(const Pair& pair, int count, std::uint64_t seed) {
  const auto& parameters = pair.family.parameters;
  const std::size_t dimensions = parameters.size() + 2;
  const double step = 1 / root(dimensions);
  Rng rng = Rng::stream(seed, "generator/spread");
  std::vector<double> offsets;
  for (std::size_t d = 0; d < dimensions; ++d) offsets.push_back(rng.uniform());
  const Range dx = both(pair.normal.dx_m, pair.novel.dx_m);
  const Range dy = both(pair.normal.dy_m, pair.novel.dy_m);
  std::vector<Member> members;
  for (int i = 1; static_cast<int>(members.size()) < count; ++i) {
    if (members.empty() && i > kTries)
      throw InputError(pair.scenario + "/" + pair.novelty, "no member of the family fits its conditions");
    const auto share = [&](std::size_t d) {
      return fraction(offsets[d] + i * std::pow(step, static_cast<double>(d + 1)));
    };
    Member member;
    for (std::size_t d = 0; d < parameters.size(); ++d) {
      const Parameter& parameter = parameters[d];
      member.values[parameter.name] = parameter.is_word()
                                          ? ParameterValue(at_share(share(d), parameter.words))
                                          : ParameterValue(in_range(share(d), parameter.min, parameter.max));
    }
    member.shift_m = {in_range(share(dimensions - 2), dx.min, dx.max),
                      in_range(share(dimensions - 1), dy.min, dy.max)};
    if (holds(pair.family, member.values)) members.push_back(std::move(member));
  }
  return members;
}

}  // namespace novphy
