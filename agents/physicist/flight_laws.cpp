#include "agents/physicist/flight_laws.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "agents/physicist/bird_flight.h"
#include "agents/physicist/climb.h"
#include "agents/physicist/clue.h"
#include "agents/physicist/grammar.h"
#include "agents/physicist/law_structure.h"
#include "base/parallel.h"

namespace novphy {
namespace {

constexpr std::size_t kFittedStructures = 12;  ///< structures whose numbers are fitted
constexpr std::size_t kFoundStructures = 8;    ///< structures that are given back
constexpr std::size_t kForAllBodies = 12;      ///< laws up to which it is left open whom else they act on
constexpr std::size_t kFirstFlights = 2;       ///< flights by which starting numbers are compared
constexpr std::size_t kMostFlights = 3;        ///< flights to which they are fitted
/// How exactly places are compared first: half of what the bird was off, in these bounds.
constexpr double kLeastFlightSdM = 0.1;
constexpr double kMostFlightSdM = 1.5;
constexpr double kFlightClimbSds = 3.2;  ///< times that at steps of size 1

}  // namespace

std::vector<HeldLaw> scored_by_bird(const LawProblem& problem, const std::vector<Law>& laws,
                                    std::span<const Episode> flights, const Exactness& exactly) {
  Simulator alone = problem.simulator;
  alone.threads = 1;
  alone.exactly = exactly;
  const std::vector<FlightGroup> groups = flight_groups(laws);
  std::vector<double> of_group(groups.size());
  std::vector<double> usual;
  for (const Episode& flight : flights) usual.push_back(bird_log_likelihood(flight, {}, alone));
  parallel_for(groups.size(), problem.simulator.threads, [&](std::size_t i) {
    SinceChange sum;
    for (std::size_t k = 0; k < flights.size(); ++k)
      sum.add(bird_log_likelihood(flights[k], groups[i].in_flight, alone), usual[k]);
    of_group[i] = sum.log_likelihood();
  });
  std::vector<HeldLaw> held(laws.size());
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (const std::size_t k : groups[i].members)
      held[k] = {laws[k], of_group[i], complexity(laws[k], problem.here)};
  return held;
}

std::vector<Episode> strange_flights(const LawProblem& problem) {
  std::optional<Episode> last = strange_flight(problem.key_episode(), problem.simulator);
  if (!last) return {};
  std::vector<Episode> flights;
  for (std::size_t i = 0; i < problem.episodes.size(); ++i) {
    if (i == problem.key) continue;
    std::optional<Episode> other = strange_flight(problem.episodes[i], problem.simulator);
    flights.push_back(other ? std::move(*other) : free_flight(problem.episodes[i]));
  }
  flights.push_back(std::move(*last));
  if (flights.size() > kMostFlights) flights.erase(flights.begin(), flights.end() - kMostFlights);
  return flights;
}

std::vector<Law> fitted_to_flights(const LawProblem& problem, const std::vector<Episode>& flights,
                                   const std::vector<Law>& laws) {
  const Episode& last = flights.back();
  const std::size_t bird = last.seen.front().size() - 1;
  const std::size_t first =
      first_surprise(bird_alone(last.seen), birds_alone(last.usual), problem.simulator.exactly);
  const Clue clue(last, bird, first, last.usual, problem.simulator.catalogue);
  std::vector<Law> felt;
  for (const FlightGroup& group : flight_groups(that_explain({clue}, laws))) felt.push_back(group.in_flight);
  const double sd_m =
      std::clamp(deviation_m(last.seen, last.usual, {bird}) / 2, kLeastFlightSdM, kMostFlightSdM);
  std::vector<HeldLaw> held =
      scored_by_bird(problem, felt, std::span(flights).last(std::min(flights.size(), kFirstFlights)),
                     at_least(problem.simulator, sd_m).exactly);
  problem.ranking.sort(held);
  const Score by_bird = [&](const std::vector<Law>& some, const Simulator& simulator) {
    std::vector<HeldLaw> near = scored_by_bird(problem, some, flights, simulator.exactly);
    sort_by_likelihood(near);
    return near;
  };
  const Steps steps{.first = 0.5, .moves = 6, .sd_m = kFlightClimbSds * sd_m};
  std::vector<HeldLaw> found;
  for (const Law& law : problem.ranking.starts(held, kFittedStructures))
    found.push_back(climbed(law, by_bird, problem.simulator, steps));
  sort_by_weight(found);
  std::vector<Law> all;
  for (const Law& each : problem.ranking.starts(found, kFoundStructures)) {
    if (all.size() < kForAllBodies)
      for (Law& law : for_all_bodies(each)) all.push_back(std::move(law));
    else
      all.push_back(each);
  }
  return all;
}

}  // namespace novphy
