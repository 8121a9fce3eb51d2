#include "agents/physicist/law_structure.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>
#include <variant>

#include "agents/physicist/grammar.h"

namespace novphy {
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
  for (const auto& [name, members] : of_structure) {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t k = 0; k < members.size(); ++k)
      order.emplace_back(std::fmod(static_cast<double>(k) * kGolden, 1), members[k]);
    std::sort(order.begin(), order.end());
    for (std::size_t k = 0; k < order.size(); ++k) ranked.emplace_back(k, order[k].second);
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

double FirstRanking::rank(const HeldLaw& each) const {
  return each.log_likelihood / 2 - kFirstComplexity * each.complexity +
         (is_suspect(each.law) ? kSuspectNats : 0);
}

void FirstRanking::sort(std::vector<HeldLaw>& laws) const {
  std::vector<std::pair<double, std::size_t>> order;
  for (const HeldLaw& each : laws) order.emplace_back(-rank(each), order.size());
  std::sort(order.begin(), order.end());
  std::vector<HeldLaw> sorted;
  for (const auto& [nats, index] : order) sorted.push_back(std::move(laws[index]));
  laws = std::move(sorted);
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

}  // namespace novphy
