#include "agents/physicist/law_structure.h"

#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>
#include <variant>

#include "agents/physicist/grammar.h"
#include "base/parallel.h"

namespace novphy {

void sort_by_weight(std::vector<HeldLaw>& laws) {
  sort_by(laws, [](const HeldLaw& each) { return -each.log_weight(); });
}

void sort_by_likelihood(std::vector<HeldLaw>& laws) {
  sort_by(laws, [](const HeldLaw& each) { return -each.log_likelihood; });
}

std::vector<Law> laws_of(const std::vector<HeldLaw>& held) {
  std::vector<Law> laws;
  for (const HeldLaw& each : held) laws.push_back(each.law);
  return laws;
}

std::vector<Law> distinct(const std::vector<Law>& laws) {
  std::vector<Law> once;
  for (const Law& law : laws)
    if (std::find(once.begin(), once.end(), law) == once.end()) once.push_back(law);
  return once;
}

void add_episode(std::vector<SinceChange>& sums, const std::vector<double>& of_laws, double of_usual,
                 double most_said) {
  double best = of_usual;
  for (const double of_law : of_laws) best = std::max(best, of_law);
  const double least = best - most_said;
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums[i].add(std::max(of_laws[i], least), std::max(of_usual, least));
}

std::vector<HeldLaw> scored(const std::vector<Law>& laws, std::span<const Episode> episodes,
                            const Scoring& by) {
  const Simulator& simulator = by.simulator;
  std::vector<double> usual;
  for (const Episode& episode : episodes)
    usual.push_back(log_likelihood(episode.seen, episode.usual, simulator.exactly, episode.usual));
  std::vector<std::vector<double>> said(episodes.size(), std::vector<double>(laws.size()));
  Simulator alone = simulator;
  alone.threads = 1;
  parallel_for(laws.size(), simulator.threads, [&](std::size_t i) {
    for (std::size_t k = 0; k < episodes.size(); ++k)
      said[k][i] = log_likelihood(episodes[k].seen, believed_flights(episodes[k], laws[i], by.plays, alone),
                                  simulator.exactly, episodes[k].usual);
  });
  std::vector<SinceChange> sums(laws.size());
  for (std::size_t k = 0; k < episodes.size(); ++k) add_episode(sums, said[k], usual[k], by.most_said);
  std::vector<HeldLaw> held;
  for (std::size_t i = 0; i < laws.size(); ++i)
    held.push_back({laws[i], sums[i].log_likelihood(), complexity(laws[i], by.here)});
  sort_by_weight(held);
  return held;
}

namespace {

constexpr double kSuspectNats = 4;        ///< what a law about something suspect has ahead of others
constexpr double kFirstComplexity = 0.1;  ///< what a nat of a law's description counts
constexpr std::size_t kMostStarts = 3;

/// Whether two forces differ so much that a search for better numbers hardly leads from one to the other.
bool far_apart(Vec2 a, Vec2 b) {
  constexpr double kOtherDirection = 0.5;  // cosine
  constexpr double kOtherSize = 5;
  const double la = length(a);
  const double lb = length(b);
  return a.x * b.x + a.y * b.y < kOtherDirection * la * lb || la > kOtherSize * lb || lb > kOtherSize * la;
}

/// The force of a change, or the pull at a distance of 1 m; none for other changes.
std::optional<Vec2> strength_of(const LawChange& change) {
  if (const auto* force = std::get_if<ForceLaw>(&change)) return force->force_n;
  if (const auto* pull = std::get_if<PullLaw>(&change)) return Vec2{pull->strength_n_per_m, 0};
  return std::nullopt;
}

/// Whether the laws, of the same structure, have a force that is far apart from the other's.
bool far_apart(const Law& a, const Law& b) {
  for (std::size_t i = 0; i < std::min(a.changes.size(), b.changes.size()); ++i) {
    const std::optional<Vec2> one = strength_of(a.changes[i]);
    const std::optional<Vec2> other = strength_of(b.changes[i]);
    if (one && other && far_apart(*one, *other)) return true;
  }
  return false;
}

/// Whether the law has two numbers, a strength and a radius, of which one makes up for the other, so that a
/// search may well begin on the wrong side.
bool has_pull(const Law& law) {
  return std::any_of(law.changes.begin(), law.changes.end(),
                     [](const LawChange& change) { return std::holds_alternative<PullLaw>(change); });
}

}  // namespace

Law structure_of(const Law& law) {
  Law bare;
  for (const LawChange& change : law.changes) {
    bare.changes.push_back(structure(change));
    if (const auto* force = std::get_if<ForceLaw>(&change))
      std::get<ForceLaw>(bare.changes.back()).on = force->on;
  }
  return bare;
}

bool is_like_one_of(const Law& law, const std::vector<Law>& others) {
  return std::any_of(others.begin(), others.end(),
                     [&](const Law& other) { return structure_of(other) == structure_of(law); });
}

std::vector<Law> for_all_bodies(const Law& law) {
  std::vector<Law> all{law};
  for (const Who& who : {Who{.birds = true}, Who{.birds = true, .blocks = true},
                         Who{.birds = true, .blocks = true, .moving = true},
                         Who{.birds = true, .blocks = true, .pigs = true}}) {
    all.push_back(law);
    for (LawChange& change : all.back().changes)
      std::visit(
          [&]<class Change>(Change& each) {
            if constexpr (requires { each.on.birds; }) {
              if (each.on.birds && each.on.material.empty() && each.on.look.empty()) each.on = who;
            }
          },
          change);
  }
  return distinct(all);
}

std::vector<Law> spread_over_structures(std::vector<Law> laws, std::size_t most) {
  if (laws.size() <= most) return laws;
  constexpr double kGolden = 0.6180339887498949;  // its multiples spread evenly, however many they are
  std::unordered_map<std::string, std::vector<std::size_t>> of_structure;
  for (std::size_t i = 0; i < laws.size(); ++i) of_structure[text(structure_of(laws[i]))].push_back(i);
  std::vector<std::pair<std::size_t, std::size_t>> ranked;
  for (auto& [name, members] : of_structure) {
    std::size_t k = 0;
    sort_by(members, [&](std::size_t) { return std::fmod(static_cast<double>(k++) * kGolden, 1); });
    for (k = 0; k < members.size(); ++k) ranked.emplace_back(k, members[k]);
  }
  std::sort(ranked.begin(), ranked.end());
  ranked.resize(most);
  std::vector<std::size_t> chosen;
  for (const auto& [rank, index] : ranked) chosen.push_back(index);
  std::sort(chosen.begin(), chosen.end());
  std::vector<Law> kept;
  for (const std::size_t index : chosen) kept.push_back(std::move(laws[index]));
  return kept;
}

void FirstRanking::sort(std::vector<HeldLaw>& laws) const {
  sort_by(laws, [&](const HeldLaw& each) {
    return -(each.log_likelihood / 2 - kFirstComplexity * each.complexity +
             (is_suspect(each.law) ? kSuspectNats : 0));
  });
}

std::vector<Law> FirstRanking::starts(const std::vector<HeldLaw>& sorted, std::size_t most) const {
  std::vector<std::pair<Law, std::vector<Law>>> structures;
  std::vector<Law> laws;
  for (const HeldLaw& one : sorted) {
    Law own = structure_of(one.law);
    auto known = std::find_if(structures.begin(), structures.end(),
                              [&](const auto& other) { return other.first == own; });
    if (known == structures.end()) {
      if (structures.size() == most) continue;
      known = structures.insert(known, {std::move(own), {}});
    }
    std::vector<Law>& chosen = known->second;
    const bool other =
        std::all_of(chosen.begin(), chosen.end(), [&](const Law& law) { return far_apart(law, one.law); });
    if (!other || chosen.size() >= (is_suspect(one.law) || has_pull(one.law) ? kMostStarts : 1)) continue;
    chosen.push_back(one.law);
    laws.push_back(one.law);
  }
  return laws;
}

Simulator at_least(Simulator simulator, double sd_m) {
  simulator.exactly.sd_m = std::max(simulator.exactly.sd_m, sd_m);
  return simulator;
}

HeldLaw climbed(const Law& law, const Score& score, const Simulator& simulator, const Steps& steps) {
  HeldLaw best{.law = law};
  for (double step = steps.first; step > steps.last; step /= 2) {
    const Simulator here = at_least(simulator, steps.sd_m * step * step);
    const std::vector<HeldLaw> now = score({best.law}, here);
    if (now.empty()) return best;
    best = now.front();
    for (int i = 0; i < steps.moves; ++i) {
      const std::vector<HeldLaw> near = score(neighbours(best.law, step), here);
      if (near.empty() || near.front().log_likelihood <= best.log_likelihood) break;
      best = near.front();
    }
  }
  return best;
}

double deviation_m(const Flight& seen, const std::vector<Flight>& plays,
                   const std::vector<std::size_t>& things) {
  double most_m = 0;
  for (const std::size_t thing : things) {
    const std::optional<Vec2> expected = mean_place(plays, seen.size() - 1, thing);
    if (expected && seen.back()[thing]) most_m = std::max(most_m, length(*seen.back()[thing] - *expected));
  }
  return most_m;
}

namespace {

/// Nats of a choice among equals.
double one_of(double alternatives) { return std::log(alternatives); }

// Numbers of alternatives, such as conceivable() (grammar.h) offers in usual surroundings.
constexpr double kChanges = 5;
constexpr double kPlaces = 5;
constexpr double kSetsOfClasses = 7;
constexpr double kMaterials = 4;
constexpr double kDirections = 8;
constexpr double kStrengths = 6;
constexpr double kSizes = 3;
constexpr double kSides = 4;
constexpr double kFactors = 5;
constexpr double kWhich = 4;
/// The price of anything out of the ordinary, whatever it is: most worlds are normal.
constexpr double kUnusual = 20;

double name_of_objects(Which which) {
  return one_of(kUsualLooks) + (which == Which::kEach ? 0 : one_of(kWhich));
}

double narrowing(const Who& who) {
  return (who.material.empty() ? 0 : one_of(kMaterials)) +
         (who.look.empty() ? 0 : name_of_objects(who.which)) + (who.moving ? one_of(2) : 0);
}

double choice_of(const Who& who) { return one_of(kSetsOfClasses) + narrowing(who); }

double shape(const ForceRegion& where) {
  switch (where.kind) {
    case ForceRegion::Kind::kEverywhere:
    case ForceRegion::Kind::kSeenRegion:
      return 0;
    case ForceRegion::Kind::kHalfPlane:
      return one_of(kSides) + one_of(kSizes);
    case ForceRegion::Kind::kBoxAt:
      return name_of_objects(where.which) + 2 * one_of(kSizes) +
             (where.centre_m == Vec2{} ? 0 : one_of(kDirections));
    case ForceRegion::Kind::kDiscAt:
      return name_of_objects(where.which) + one_of(kSizes);
  }
  return 0;
}

double factor_nats(double factor) { return factor == 1 ? 0 : one_of(kFactors) + one_of(kStrengths); }

double details(const ForceLaw& law) {
  return choice_of(law.on) + one_of(kPlaces) + shape(law.where) + one_of(kDirections) + one_of(kStrengths) +
         one_of(1 + law.after_birds_gone);
}

double details(const PullLaw& law) {
  return choice_of(law.on) + name_of_objects(law.which) + one_of(kSizes) + one_of(2) + one_of(kStrengths) +
         (law.repels.empty() ? 0 : one_of(kMaterials));
}

double details(const GravityLaw& /*law*/) { return one_of(kDirections) + one_of(kStrengths); }

double details(const LaunchLaw& law) {
  return (law.speed_factor == 1 ? 0 : one_of(kStrengths)) + (law.turn_rad == 0 ? 0 : one_of(kDirections)) +
         (law.mirrored_x ? one_of(2) : 0) + (law.mirrored_y ? one_of(2) : 0);
}

double details(const MatterLaw& law) {
  double nats = choice_of(law.of);
  for (const NamedFactor& factor : kMatterFactors) nats += factor_nats(law.factors.*factor.value);
  return nats;
}

}  // namespace

double complexity(const Law& law) {
  double nats = 0;
  for (const LawChange& change : law.changes)
    nats += one_of(kUnusual) + one_of(kChanges) +
            std::visit([](const auto& one) { return details(one); }, change);
  return nats;
}

namespace {

// What a whole step changes: half of the distance of two starting values of conceivable() (grammar.cpp), or
// less.
const double kTurnStep_rad = radians(22.5);
constexpr double kPlaceStep_m = 3;

// No strength, size or factor leaves this range.
constexpr double kSmallest = 0.01;
constexpr double kLargest = 1000;

/// Varies the numbers of one change, one after the other.
struct Around {
  double step;
  LawChange change;  ///< to which the numbers that vary() takes belong
  std::vector<LawChange> found{};

  /// Notes the change with this value of the number.
  template <class Number>
  void note(Number& number, const Number& value) {
    const Number before = std::exchange(number, value);
    found.push_back(change);
    number = before;
  }
  static bool is_allowed(double size) { return size >= kSmallest && size <= kLargest; }

  void scale(double& number) {
    for (const double factor : {std::exp2(step), std::exp2(-step)})
      if (is_allowed(std::abs(number * factor))) note(number, number * factor);
  }
  /// Factors of 1 are no change: neither are they varied, nor may a step end there.
  void scale_factor(double& number) {
    if (number == 1) return;
    for (const double factor : {std::exp2(step), std::exp2(-step)})
      if (number * factor != 1 && is_allowed(std::abs(number * factor))) note(number, number * factor);
  }
  void shift(double& number, double by) {
    for (const double change_by : {by, -by}) note(number, number + change_by);
  }
  /// Makes the vector longer and shorter, and turns it.
  void vary_vector(Vec2& vector) {
    for (const double sign : {1.0, -1.0})
      for (const Vec2 changed :
           {std::exp2(sign * step) * vector, rotated(vector, sign * step * kTurnStep_rad)})
        if (is_allowed(length(changed))) note(vector, changed);
  }

  void vary(ForceLaw& law) {
    vary_vector(law.force_n);
    const double by_m = step * kPlaceStep_m;
    ForceRegion& where = law.where;
    if (where.kind == ForceRegion::Kind::kHalfPlane) {
      shift(where.at_m, by_m);
      shift(where.side_rad, step * kTurnStep_rad);
    } else if (where.kind == ForceRegion::Kind::kBoxAt) {
      for (double* side_m : {&where.size_m.x, &where.size_m.y}) scale(*side_m);
      for (double* centre_m : {&where.centre_m.x, &where.centre_m.y}) shift(*centre_m, by_m);
    } else if (where.kind == ForceRegion::Kind::kDiscAt) {
      scale(where.radius_m);
    }
  }
  void vary(PullLaw& law) {
    scale(law.strength_n_per_m);
    scale(law.radius_m);
  }
  void vary(GravityLaw& law) { vary_vector(law.gravity_mps2); }
  void vary(LaunchLaw& law) {
    scale_factor(law.speed_factor);
    for (const double sign : {1.0, -1.0})
      if (const double turn_rad = law.turn_rad + sign * step * kTurnStep_rad;
          law.turn_rad != 0 && turn_rad != 0)
        note(law.turn_rad, turn_rad);
  }
  void vary(MatterLaw& law) {
    for (const NamedFactor& factor : kMatterFactors) scale_factor(law.factors.*factor.value);
  }
};

}  // namespace

std::vector<Law> neighbours(const Law& law, double step) {
  std::vector<Law> found;
  for (std::size_t i = 0; i < law.changes.size(); ++i) {
    Around around{.step = step, .change = law.changes[i]};
    std::visit([&](auto& change) { around.vary(change); }, around.change);
    for (LawChange& change : around.found) {
      found.push_back(law);
      found.back().changes[i] = std::move(change);
    }
  }
  return found;
}

}  // namespace novphy
