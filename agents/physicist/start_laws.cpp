#include "agents/physicist/start_laws.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "agents/physicist/bird_flight.h"
#include "agents/physicist/climb.h"
#include "agents/physicist/clue.h"
#include "agents/physicist/corridor.h"
#include "agents/physicist/flight_laws.h"
#include "agents/physicist/grammar.h"
#include "base/parallel.h"

namespace novphy {
namespace {

constexpr std::size_t kStartPlays = 4;       ///< plays of the start under a law
constexpr std::size_t kStartClimbPlays = 2;  ///< and while numbers are fitted
constexpr std::size_t kSecond = 80;          ///< laws that are played more than once
constexpr std::size_t kStructures = 8;       ///< structures whose numbers are fitted
/// Surprise under a law from which a second change is looked for.
constexpr double kVeryStrange = 8;
/// Nats by which a law may explain a usual flight of the bird worse than the normal law, and how exactly.
constexpr double kWorseFlight = 6;
constexpr double kNearlySdM = 0.1;
/// Frames that are played for the first comparison of laws, for each play that the agent may make.
constexpr double kFramesForEachPlay = 40;
/// How exactly places are compared first: half of what surprises is off, in these bounds.
constexpr double kLeastStartSdM = 0.05;
constexpr double kMostStartSdM = 0.4;
constexpr double kStartClimbSds = 3;  ///< times that at steps of size 1

/// The time up to the first surprise of the key, and a moment after it.
struct Start {
  Episode episode;
  Corridor corridor;
  std::vector<Clue> clues;
  double deviation_m = 0;  ///< by which the surprising things are out of place at the end
};

/// The start for these plays of the key, with its first surprise.
Start start_of(const LawProblem& problem, std::size_t first, const std::vector<Flight>& plays) {
  Episode start = first_frames(problem.key_episode(), first + kFramesAfter);
  const std::vector<std::size_t> things =
      surprising_things(problem.key_episode().seen, plays, first, problem.simulator.exactly);
  std::vector<Clue> clues;
  for (const std::size_t thing : things)
    clues.emplace_back(problem.key_episode(), thing, first, plays, problem.simulator.catalogue);
  Corridor corridor(start, first);
  const double deviation = deviation_m(start.seen, plays, things);
  return {std::move(start), std::move(corridor), std::move(clues), deviation};
}

/// Those of the laws under which the bird's free flight is nearly as usual.
std::vector<Law> that_hardly_touch_the_bird(const LawProblem& problem, const std::vector<Law>& laws) {
  const Episode flight = free_flight(problem.key_episode());
  const Simulator nearly = at_least(problem.simulator, kNearlySdM);
  const double usual = bird_log_likelihood(flight, {}, nearly);
  std::vector<Law> kept;
  for (const HeldLaw& each : scored_by_bird(problem, laws, std::span(&flight, 1), nearly.exactly))
    if (each.log_likelihood > usual - kWorseFlight) kept.push_back(each.law);
  return kept;
}

/// The most laws that may be compared in the first frames of the key.
std::size_t most_laws(const LawProblem& problem, const Start& start) {
  return static_cast<std::size_t>(kFramesForEachPlay * problem.plays /
                                  static_cast<double>(start.episode.seen.size()));
}

/// The laws with what the start says for them, the best first, without those that it refutes.
std::vector<HeldLaw> scored_by_start(const LawProblem& problem, const Start& start,
                                     const std::vector<Law>& laws, std::size_t plays,
                                     const Simulator& simulator) {
  Simulator alone = simulator;
  alone.threads = 1;
  std::vector<std::optional<HeldLaw>> each(laws.size());
  parallel_for(laws.size(), problem.simulator.threads, [&](std::size_t i) {
    std::size_t left = 0;
    const std::vector<Flight> flights =
        believed_flights(start.episode, laws[i], plays, alone, [&](const Flight& play) {
          const bool holds = start.corridor.holds(play);
          left += holds ? 0 : 1;
          return holds && 2 * left <= plays;
        });
    if (2 * left > plays) return;
    each[i] = {
        .law = laws[i],
        .log_likelihood = log_likelihood(start.episode.seen, flights, simulator.exactly, start.episode.usual),
        .complexity = complexity(laws[i], problem.here)};
  });
  std::vector<HeldLaw> held;
  for (std::optional<HeldLaw>& one : each)
    if (one) held.push_back(std::move(*one));
  problem.ranking.sort(held);
  return held;
}

/// One law of each of the structures that explain the start best, with better numbers. Places are compared
/// about as exactly as it takes to tell what was seen from what was expected.
std::vector<Law> best_structures(const LawProblem& problem, const std::vector<Law>& laws,
                                 const Start& start) {
  const double sd_m = std::clamp(start.deviation_m / 2, kLeastStartSdM, kMostStartSdM);
  const Simulator coarsely = at_least(problem.simulator, sd_m);
  Simulator guessing = coarsely;
  guessing.guess = true;
  std::vector<HeldLaw> held = scored_by_start(problem, start, laws, 1, guessing);
  if (held.size() > kSecond) held.resize(kSecond);
  held = scored_by_start(problem, start, laws_of(held), kStartPlays, coarsely);
  const Score on_start = [&](const std::vector<Law>& some, const Simulator& simulator) {
    std::vector<HeldLaw> near = scored_by_start(problem, start, some, kStartClimbPlays, simulator);
    sort_by_likelihood(near);
    return near;
  };
  const Steps steps{.first = 0.5, .last = 0.2, .moves = 2, .sd_m = kStartClimbSds * sd_m};
  std::vector<Law> found;
  for (const Law& law : problem.ranking.starts(held, kStructures))
    found.push_back(climbed(law, on_start, problem.simulator, steps).law);
  return found;
}

}  // namespace

std::vector<Law> fitted_to_start(const LawProblem& problem, const std::vector<Law>& all) {
  const Start start = start_of(
      problem,
      first_surprise(problem.key_episode().seen, problem.key_episode().usual, problem.simulator.exactly),
      problem.key_episode().usual);
  std::vector<Law> laws = that_hardly_touch_the_bird(problem, that_explain(start.clues, all));
  return best_structures(problem, spread_over_structures(std::move(laws), most_laws(problem, start)), start);
}

std::vector<Law> with_a_second_change(const LawProblem& problem, const Law& law) {
  if (law.changes.size() != 1) return {};
  const std::vector<Flight> flights =
      believed_flights(problem.key_episode(), law, kStartPlays, problem.simulator);
  const std::size_t first = first_surprise(problem.key_episode().seen, flights, problem.simulator.exactly);
  if (first == problem.key_episode().seen.size() ||
      surprise(problem.key_episode().seen, flights, problem.simulator.exactly, problem.key_episode().usual) <
          kVeryStrange)
    return {};
  const Start start = start_of(problem, first, flights);
  std::vector<Law> seconds = that_explain(start.clues, conceivable(problem.here));
  seconds = spread_over_structures(std::move(seconds), most_laws(problem, start) / 2);
  return best_structures(problem, pairs(law, seconds), start);
}

}  // namespace novphy
