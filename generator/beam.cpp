#include "generator/beam.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

namespace novphy {
namespace {

constexpr std::size_t kWidth = 4;
constexpr double kCoarser = 3;      // step of the beginnings' sweep, in steps of the whole sweep
constexpr double kCoarsestDeg = 4;  // largest step of the beginnings' sweep
constexpr double kApartDeg =
    3;  // the last throws of kept beginnings differ at least by this angle, or in their pull

/// The first throws of a play and their effect.
struct Beginning {
  std::vector<Throw> throws{};
  std::size_t pigs_gone = 0;
  int birds_on_pigs = 0;
  double moved_m = 0;  ///< sum over the throws
  auto worth() const { return std::tie(pigs_gone, birds_on_pigs, moved_m); }
};

/// `beginning` with one more throw. In `start` the throws of the beginning are made already.
Beginning longer(const Task& task, const Beginning& beginning, const Throw& next, PlayStart& start,
                 int sacrificed) {
  Beginning more = beginning;
  more.throws.push_back(next);
  const std::vector<Shot> shots = first_shots(task, more.throws, sacrificed);
  const PlayAnalysis analysis = analyse(start, std::span(shots).last(1));
  more.pigs_gone += analysis.kills.size();
  more.moved_m += analysis.moved_m;
  for (const auto& [pig, birds] : analysis.birds_on_pig) more.birds_on_pigs += birds;
  return more;
}

bool alike(const Throw& a, const Throw& b) {
  return a.pull_m == b.pull_m && std::abs(a.angle_deg - b.angle_deg) < kApartDeg;
}

/// The best beginnings. No two of them end with nearly the same throw.
std::vector<Beginning> best_of(std::vector<Beginning> all) {
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.worth() > b.worth(); });
  std::vector<Beginning> best;
  for (Beginning& each : all) {
    const bool known = std::any_of(best.begin(), best.end(), [&](const Beginning& other) {
      return alike(each.throws.back(), other.throws.back());
    });
    if (!known) best.push_back(std::move(each));
    if (best.size() == kWidth) break;
  }
  return best;
}

}  // namespace

std::vector<Solution> beam_search(const Task& task, const SolverSpec& spec, const SolverNumbers& numbers,
                                  int sacrificed) {
  std::vector<double> pulls_m;
  for (std::size_t i = 0; i < spec.pulls_m.size(); i += 2) pulls_m.push_back(spec.pulls_m[i]);
  SolverSpec coarser = spec;
  coarser.step_deg = std::min(kCoarser * spec.step_deg, kCoarsestDeg);
  const std::vector<double> angles = angles_deg(coarser);
  std::vector<Beginning> beginnings{{}};
  std::vector<Solution> found;
  for (int left = static_cast<int>(task.birds.size()) - sacrificed; left > 1 && found.empty(); --left) {
    std::vector<Beginning> all;
    for (const Beginning& beginning : beginnings) {
      PlayStart start(task, numbers.catalogue, numbers.search, {.log_events = true},
                      first_shots(task, beginning.throws, sacrificed));
      for (const double pull_m : pulls_m)
        for (const double angle_deg : angles)
          all.push_back(longer(task, beginning, {angle_deg, pull_m}, start, sacrificed));
    }
    beginnings = best_of(std::move(all));
    for (const Beginning& beginning : beginnings) {
      auto more = solve(task, spec, numbers, sacrificed, beginning.throws);
      found.insert(found.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
  }
  return found;
}

}  // namespace novphy
