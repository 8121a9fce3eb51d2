#include "agents/physicist/law_search.h"

#include <algorithm>
#include <utility>

#include "agents/physicist/climb.h"
#include "agents/physicist/flight_laws.h"
#include "agents/physicist/grammar.h"
#include "agents/physicist/law_problem.h"
#include "agents/physicist/start_laws.h"

namespace novphy {
namespace {

constexpr std::size_t kPlays = 4;          ///< plays of an episode under a law
constexpr std::size_t kClimbPlays = 2;     ///< and while numbers are fitted
constexpr std::size_t kHeld = 9;           ///< laws that are given back
constexpr std::size_t kMostCompared = 60;  ///< frames of an episode that count: its end is chaotic
constexpr std::size_t kFramesToFit = 16;   ///< frames after the first surprise to which numbers are fitted
constexpr std::size_t kUsualFrames = 30;   ///< and those of an episode without surprise
constexpr std::size_t kPolished = 2;       ///< structures whose numbers are fitted to all episodes
constexpr double kRoughLawShare = 0.2;     ///< how exactly the numbers of laws are known before that
constexpr double kPolishedSdM = 1.2;       ///< how exactly places are compared then, at steps of size 1
/// Nats by which a pair must beat a single change, whose numbers are not exact.
constexpr double kMuchBetter = 25;

std::vector<Law> joined(std::vector<Law> laws, const std::vector<Law>& more) {
  laws.insert(laws.end(), more.begin(), more.end());
  return laws;
}

/// The best of these laws over all episodes. The normal law, which is one of them, is kept in any case.
std::vector<HeldLaw> weighed(const LawProblem& problem, const std::vector<Episode>& compared,
                             const std::vector<Law>& laws) {
  std::vector<HeldLaw> held =
      scored(distinct(laws), compared, kPlays, problem.simulator, problem.here, kMostSaid);
  const auto normal =
      std::find_if(held.begin(), held.end(), [](const HeldLaw& each) { return each.law.changes.empty(); });
  if (normal - held.begin() >= static_cast<std::ptrdiff_t>(kHeld))
    std::iter_swap(normal, held.begin() + kHeld - 1);
  if (held.size() > kHeld) held.resize(kHeld);
  return held;
}

LawProblem problem_of(const std::vector<Episode>& episodes, std::size_t key, int plays,
                      const Simulator& simulator) {
  LawProblem problem{.episodes = episodes,
                     .key = key,
                     .plays = plays,
                     .simulator = simulator,
                     .here = surroundings_of(episodes[key], simulator.catalogue),
                     .ranking = FirstRanking(episodes[key].unfamiliar_looks())};
  problem.simulator.exactly.law = kLawShare;
  return problem;
}

std::vector<Episode> compared_frames(const std::vector<Episode>& episodes) {
  std::vector<Episode> compared;
  for (const Episode& episode : episodes)
    compared.push_back(first_frames(episode, std::min(kMostCompared, frames_until_calm(episode.seen))));
  return compared;
}

/// Up to a while after the first surprise: what comes later is chaotic, and tells little of numbers. Of what
/// went as usual, the first frames.
std::vector<Episode> frames_to_fit(const std::vector<Episode>& compared, const Simulator& simulator) {
  std::vector<Episode> fitted;
  for (const Episode& episode : compared) {
    const std::size_t first = first_surprise(episode.seen, episode.usual, simulator.exactly);
    fitted.push_back(
        first_frames(episode, first < episode.seen.size() ? first + kFramesToFit : kUsualFrames));
  }
  return fitted;
}

/// The laws, and the best structures of them with numbers that explain all episodes better, for all bodies
/// that may be meant.
std::vector<Law> with_better_numbers(const LawProblem& problem, const std::vector<Episode>& compared,
                                     const std::vector<Law>& found) {
  if (compared.size() < 2) return found;
  Simulator roughly = problem.simulator;
  roughly.exactly.law = kRoughLawShare;
  const std::vector<Episode> fitted = frames_to_fit(compared, problem.simulator);
  std::vector<HeldLaw> held = scored(distinct(found), fitted, kClimbPlays, roughly, problem.here, kMostSaid);
  std::erase_if(held, [](const HeldLaw& each) { return each.law.changes.empty(); });
  const Score on_all = [&](const std::vector<Law>& some, const Simulator& simulator) {
    return scored(some, fitted, kClimbPlays, simulator, problem.here);
  };
  std::vector<Law> laws = found;
  for (const Law& law : problem.ranking.starts(held, kPolished)) {
    const Steps steps{.first = 0.25, .last = 0.1, .moves = 2, .sd_m = kPolishedSdM};
    const Law better = climbed(law, on_all, problem.simulator, steps).law;
    for (Law& each : for_all_bodies(better)) laws.push_back(std::move(each));
  }
  return laws;
}

}  // namespace

std::vector<HeldLaw> improve_laws(const std::vector<Episode>& episodes, std::size_t key,
                                  const std::vector<Law>& known, const Simulator& simulator) {
  const LawProblem problem = problem_of(episodes, key, 0, simulator);
  const std::vector<Episode> compared = compared_frames(episodes);
  return weighed(problem, compared, with_better_numbers(problem, compared, joined(known, {Law{}})));
}

std::vector<HeldLaw> find_laws(const std::vector<Episode>& episodes, std::size_t key,
                               const std::vector<Law>& known, int plays, const Simulator& simulator) {
  const LawProblem problem = problem_of(episodes, key, plays, simulator);
  const std::vector<Episode> compared = compared_frames(episodes);
  const std::vector<Law> usual = joined(known, {Law{}});
  const std::vector<Law> laws = joined(usual, conceivable(problem.here));
  const auto best = [&](const std::vector<Law>& found) {
    return weighed(problem, compared, with_better_numbers(problem, compared, joined(found, usual)));
  };
  const std::vector<Episode> flights = strange_flights(problem);
  std::vector<HeldLaw> held =
      best(flights.empty() ? fitted_to_start(problem, laws) : fitted_to_flights(problem, flights, laws));
  if (held.front().law.changes.empty() && !flights.empty()) held = best(fitted_to_start(problem, laws));
  if (!is_like_one_of(held.front().law, known)) return held;
  const std::vector<Law> pairs = with_a_second_change(problem, held.front().law);
  if (pairs.empty()) return held;
  std::vector<HeldLaw> all = weighed(problem, compared, joined(laws_of(held), pairs));
  return all.front().log_weight() > held.front().log_weight() + kMuchBetter ? all : held;
}

}  // namespace novphy
