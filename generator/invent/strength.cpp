#include "generator/invent/strength.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "generator/checks.h"
#include "generator/invent/placement.h"

namespace novphy {
namespace {

constexpr int kMostSurvivors = 1;                  // of kOldPlays
constexpr double kPrecision = 1.05;                // of the least strength
constexpr int kFairThrows = 4;                     // half a degree apart, that win beside a lure
constexpr int kMostSame = 6;                       // throws of the coarse sweep that win in an old way
constexpr double kLost = 2;                        // more than where a lure wins
constexpr double kUnmoved = 100;                   // worse than any play
constexpr int kSecondDraws = 200;                  // of second places
constexpr double kNearerM = 0.2;                   // by which a draw must help a lure to be climbed from
constexpr int kClimb = 12;                         // plays from each of those on
constexpr int kNewWins = 2;                        // winning throws of the coarse sweep
constexpr std::array kAbove{1.15, 1.4, 1.8, 2.5};  // factors on the least strength
constexpr std::array kLureAbove{1.2, 2.0, 4.0};    // the same, for lures

/// A task with an invention of any strength.
struct Stronger {
  const OldWins& old;
  const Invention& invention;
  const SolverNumbers& numbers;

  Task at(double strength) const {
    return put_in(old.task, invention, strength, "novelty", numbers.catalogue).task;
  }
  /// Whether at most kMostSurvivors of the old plays still win; nothing where the strength is out of bounds,
  /// so that inject() or World refuses it.
  std::optional<bool> fails(double strength) const try {
    PlayStart start(at(strength), numbers.catalogue, numbers.physics);
    int wins = 0;
    for (const auto& shots : old.ways.plays)
      if (start.play(shots).won && ++wins > kMostSurvivors) return false;
    return true;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }

  bool is_other(const WayWon& way) const {
    return std::ranges::none_of(old.ways.ways, [&](const WayWon& o) { return is_same_way(o, way); });
  }

  /// How far the play of a lure is from winning: 0 where it wins in another way than the old throws, in the
  /// middle of a fair window. Nothing where the strength is out of bounds.
  std::optional<double> left_to_win(const Lure& lure, double strength) const try {
    const Task task = at(strength);
    if (!misplaced(old.task, task, numbers.catalogue).empty()) return std::nullopt;
    const int sacrificed = birds_to_sacrifice(task);
    PlayStart start(task, numbers.catalogue, numbers.search, {.log_events = true});
    const auto shots = [&](double beside_deg) {
      return shots_of(task, {{lure.what.angle_deg + beside_deg, lure.what.pull_m}}, sacrificed);
    };
    const NearMiss play = near_miss(task, start, shots(0));
    if (!play.won) return kLost + play.from_pig_m - std::min(1.0, play.hurt);
    const auto wins = [&](double beside_deg) {
      const PlayAnalysis other = analyse(start, shots(beside_deg));
      return other.outcome.won && is_other(way_won(task, other));
    };
    if (!wins(0)) return kLost;
    int missing = kFairThrows;
    for (const double to_deg : {0.5, -0.5})
      for (double beside_deg = to_deg; missing > 0 && wins(beside_deg); beside_deg += to_deg) --missing;
    return static_cast<double>(missing) / kFairThrows;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }

  /// Whether old plays fail, and at most one in ten of the winning throws of a coarse sweep wins in an old
  /// way.
  bool opens_another_way(double strength) const {
    if (!fails(strength).value_or(false)) return false;
    const Task task = at(strength);
    const SolverSpec spec = coarse_sweep(task);
    PlayStart start(task, numbers.catalogue, numbers.search, {.log_events = true});
    int others = 0;
    int same = 0;
    for (const double pull_m : spec.pulls_m)
      for (const double angle_deg : angles_deg(spec)) {
        const PlayAnalysis play = analyse(start, shots_of(task, {{angle_deg, pull_m}}, spec.sacrificed));
        if (play.outcome.won) ++(is_other(way_won(task, play)) ? others : same);
        if (same > kMostSame) return false;
      }
    return same <= thresholds::kOldPlanShare * (others + same);
  }
  bool wins_by(const Lure& lure, double strength) const {
    return left_to_win(lure, strength) == 0 && opens_another_way(strength);
  }

  /// Whether a coarse sweep finds throws that win, most of which are new.
  bool wins_anew(double strength) const {
    const Task task = at(strength);
    const SolverSpec spec = coarse_sweep(task);
    SameThrow same(task, numbers.catalogue, numbers.search, spec.sacrificed);
    int wins = 0;
    int olds = 0;
    for (const double pull_m : spec.pulls_m)
      for (const double angle_deg : angles_deg(spec)) {
        const Throw what{angle_deg, pull_m};
        if (!same.passes(what)) continue;
        ++wins;
        if (is_old(what, old.throws)) ++olds;
      }
    return wins - olds >= kNewWins && olds <= thresholds::kOldPlanShare * wins;
  }
};

/// Climbs from drawn second places to one with which a lure wins and the old plays fail; its number is 0
/// where there is none.
SecondChoice second_place(const OldWins& old, double strength, const SolverNumbers& numbers, Rng& rng,
                          const DrawSecond& second) {
  for (int number = 1; number <= kSecondDraws; ++number) {
    SecondChoice best{.number = number};
    double least = kUnmoved;
    for (int step = 0; step < kClimb; ++step) {
      SecondChoice next = best;
      if (step > 0) {
        next.factor = rounded_law(best.factor * std::exp2(rng.uniform(-1.5, 1.5)));
        next.moved_m = rounded_law(best.moved_m + Vec2{rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6)});
      }
      const std::optional<SecondPlace> drawn = second(next);
      if (!drawn) break;
      const Stronger whole{old, drawn->whole, numbers};
      const Lure& lure = old.ways.lures[drawn->lure];
      const double left = whole.left_to_win(lure, strength).value_or(kUnmoved);
      if (left == 0 && whole.opens_another_way(strength)) return next;
      if (step == 0 && left > kLost + lure.from_pig_m - kNearerM) break;
      if (left > least) continue;
      least = left;
      best = next;
    }
  }
  return {};
}

}  // namespace

FoundStrength find_strength(const OldWins& old, const Invention& invention, const SolverNumbers& numbers,
                            Rng& rng, const DrawSecond& second) {
  const Stronger stronger{old, invention, numbers};
  const auto fails = [&](double strength) { return stronger.fails(strength).value_or(false); };
  double low = invention.least;
  double high = low;
  while (!fails(high)) {
    if (high >= invention.most) return {.failed = "old_plan_fails"};
    low = high;
    high = std::min(invention.most, 2 * high);
  }
  while (high / low > kPrecision) {
    const double middle = std::sqrt(low * high);
    (fails(middle) ? high : low) = middle;
  }
  const auto above = [&](double factor) { return std::min(invention.most, factor * high); };
  const auto first = static_cast<std::size_t>(rng.integer(0, static_cast<int>(kAbove.size()) - 1));
  double tried = 0;
  for (const double factor : kLureAbove) {
    const double strength = above(factor);
    if (std::exchange(tried, strength) == strength || !fails(strength)) continue;
    const auto wins = [&](const Lure& lure) { return stronger.wins_by(lure, strength); };
    if (std::ranges::any_of(old.ways.lures, wins)) return {.least = high, .strength = strength};
  }
  if (const double strength = above(kAbove[first]); second && fails(strength))
    if (const SecondChoice choice = second_place(old, strength, numbers, rng, second); choice.number > 0)
      return {.least = high, .strength = strength, .second = choice};
  tried = 0;
  for (std::size_t i = 0; i < kAbove.size(); ++i) {
    const double strength = above(kAbove[(first + i) % kAbove.size()]);
    if (std::exchange(tried, strength) != strength && fails(strength) && stronger.wins_anew(strength))
      return {.least = high, .strength = strength};
  }
  return {.failed = "solvable", .least = high};
}

}  // namespace novphy
