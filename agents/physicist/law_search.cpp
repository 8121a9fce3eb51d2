#include "agents/physicist/law_search.h"

#include <utility>

#include "agents/physicist/hypotheses.h"
#include "agents/physicist/tracks.h"
#include "base/parallel.h"

namespace novphy {

constexpr double kSurprising = 3;  ///< surprise() above which a flight counts as surprising
/// Frames after the first surprise that are compared, as later ones are chaotic: of all things, and of the
/// bird.
constexpr std::size_t kFramesAfter = 8;
constexpr std::size_t kFlightFramesAfter = 3;

std::vector<Law> that_explain(const std::vector<PredictionError>& errors, std::vector<Law> laws) {
  const auto causes_none = [&](const Law& law) {
    return std::ranges::none_of(errors, [&](const auto& error) { return error.may_result_from(law); });
  };
  if (!errors.empty()) std::erase_if(laws, causes_none);
  return laws;
}

namespace {

/// Flights of the bird alone, without the objects.
Flight bird_alone(Flight flight) {
  for (Frame& frame : flight) frame.erase(frame.begin(), frame.end() - 1);
  return flight;
}

std::vector<Flight> birds_alone(std::vector<Flight> flights) {
  for (Flight& flight : flights) flight = bird_alone(std::move(flight));
  return flights;
}

double bird_log_likelihood(const Episode& flight, const Law& law, const Simulator& simulator) {
  return log_likelihood(bird_alone(flight.seen), birds_alone(believed_flights(flight, law, 1, simulator)),
                        exactly_in(flight, simulator.exactly), birds_alone(flight.usual));
}

Episode free_flight(const Episode& episode) {
  return first_frames(episode, frames_of_free_flight(episode.seen));
}

bool flight_is_surprising(const Episode& episode, const Simulator& simulator) {
  std::size_t free = episode.seen.size();
  for (const Flight& play : episode.usual) free = std::min(free, frames_of_free_flight(play));
  const Flight seen = bird_alone(first_frames(episode, free).seen);
  std::vector<Flight> usual = birds_alone(episode.usual);
  for (Flight& play : usual) play.resize(std::min(play.size(), free));
  const Exactness exactly = exactly_in(episode, simulator.exactly);
  return first_surprise(seen, usual, exactly) < free || surprise(seen, usual, exactly) > kSurprising;
}

std::optional<Episode> surprising_flight(const Episode& episode, const Simulator& simulator) {
  if (!flight_is_surprising(episode, simulator)) return std::nullopt;
  const std::size_t first = first_surprise(bird_alone(episode.seen), birds_alone(episode.usual),
                                           exactly_in(episode, simulator.exactly));
  return first_frames(episode, std::max(first + kFlightFramesAfter, frames_of_free_flight(episode.seen)));
}

/// How far a thing may be from where it was seen before the first surprise, when a law whose numbers are not
/// exact moves things hardly more than the true one ...
constexpr double kBeforeM = 0.5;
/// ... and after it.
constexpr double kAfterM = 2.5;

/// How far the usual plays are from where the thing was seen at this frame; 0 where it is gone in all of
/// them.
double farthest_usual(const Episode& episode, std::size_t frame, std::size_t thing) {
  const std::optional<Vec2>& seen = episode.seen[frame][thing];
  double farthest_m = 0;
  for (const Flight& play : episode.usual)
    if (const auto& place = place_at(play, frame, thing); seen && place)
      farthest_m = std::max(farthest_m, length(*place - *seen));
  return farthest_m;
}

constexpr std::size_t kFittedStructures = 12;  ///< structures whose numbers are fitted
constexpr std::size_t kFoundStructures = 8;    ///< structures that are given back
constexpr std::size_t kForAllBodies = 12;      ///< laws up to which it is rejected open whom else they act on
constexpr std::size_t kFirstFlights = 2;       ///< flights by which starting numbers are compared
constexpr std::size_t kMostFlights = 3;        ///< flights to which they are fitted
/// How exactly places are compared first: half of what the bird was off, in these bounds.
constexpr double kLeastFlightSdM = 0.1;
constexpr double kMostFlightSdM = 1.5;
constexpr double kFlightHillClimbSds = 3.2;  ///< times that at steps of size 1

/// The laws, in their order, with what the birds' flights say for them.
std::vector<WeightedLaw> scored_by_bird(const LawProblem& problem, const std::vector<Law>& laws,
                                        std::span<const Episode> flights, const Exactness& exactly) {
  Simulator alone = problem.simulator;
  alone.threads = 1;
  alone.exactly = exactly;
  const std::vector<FlightGroup> groups = flight_groups(laws);
  std::vector<double> of_group(groups.size());
  std::vector<double> usual;
  for (const Episode& flight : flights) usual.push_back(bird_log_likelihood(flight, {}, alone));
  parallel_for(groups.size(), problem.simulator.threads, [&](std::size_t i) {
    ChangePointLikelihood sum;
    for (std::size_t k = 0; k < flights.size(); ++k)
      sum.add(bird_log_likelihood(flights[k], groups[i].in_flight, alone), usual[k]);
    of_group[i] = sum.log_likelihood();
  });
  std::vector<WeightedLaw> held(laws.size());
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (const std::size_t k : groups[i].members)
      held[k] = {laws[k], of_group[i], complexity(laws[k], problem.here)};
  return held;
}

constexpr std::size_t kStartPlays = 3;           ///< plays of the start under a law
constexpr std::size_t kStartHillClimbPlays = 2;  ///< and while numbers are fitted
constexpr std::size_t kSecond = 24;              ///< laws that are played more than once
constexpr std::size_t kStructures = 4;           ///< structures whose numbers are fitted
/// Nats by which a law may explain a usual flight of the bird worse than the normal law, and how exactly.
constexpr double kWorseFlight = 6;
constexpr double kNearlySdM = 0.1;
/// Frames that are played for the first comparison of laws, for each play that the agent may make.
constexpr double kFramesForEachPlay = 10;
/// How exactly places are compared first: half of what surprises is off, in these bounds.
constexpr double kLeastStartSdM = 0.05;
constexpr double kMostStartSdM = 0.4;
constexpr double kStartHillClimbSds = 3;  ///< times that at steps of size 1

/// The time up to the first surprise of the key, and a moment after it.
struct Start {
  Episode episode;
  Tolerance tolerance;
  std::vector<PredictionError> errors;
  double deviation_m = 0;  ///< by which the surprising things are out of place at the end
};

/// The start for these plays of the key, with its first surprise.
Start start_of(const LawProblem& problem, std::size_t first, const std::vector<Flight>& plays) {
  Episode whole = first_frames(problem.key_episode(), first + kFramesAfter);
  Episode start = from_restart(whole, first);
  const std::size_t skipped = whole.seen.size() - start.seen.size();
  const std::vector<std::size_t> things = surprising_things(
      problem.key_episode().seen, plays, first, exactly_in(problem.key_episode(), problem.simulator.exactly));
  std::vector<PredictionError> errors;
  for (const std::size_t thing : things)
    errors.emplace_back(problem.key_episode(), thing, first, plays, problem.simulator.catalogue);
  Tolerance tolerance(start, first - skipped);
  const double deviation = deviation_m(start.seen, plays, things);
  return {std::move(start), std::move(tolerance), std::move(errors), deviation};
}

/// Those of the laws under which the bird's flight after its launch is nearly as usual.
std::vector<Law> that_hardly_touch_the_bird(const LawProblem& problem, const std::vector<Law>& laws) {
  const std::vector<BodyTrack>& tracks = problem.key_episode().tracks;
  const auto flight = std::ranges::find_if(tracks, [](const BodyTrack& each) { return each.launch; });
  if (flight == tracks.end()) return laws;
  const auto likelihood = [&](const Law& law) {
    return log_likelihood(*flight, TrackLaw(law, *flight->in), problem.simulator.catalogue, kNearlySdM);
  };
  const double usual = likelihood({});
  std::vector<Law> kept;
  for (const FlightGroup& group : flight_groups(laws))
    if (group.in_flight.changes.empty() || likelihood(group.in_flight) > usual - kWorseFlight)
      for (const std::size_t member : group.members) kept.push_back(laws[member]);
  sort_by(kept, [&](const Law& law) { return complexity(law, problem.here); });
  return kept;
}

/// The most laws that may be compared in the first frames of the key.
std::size_t most_laws(const LawProblem& problem, const Start& start) {
  constexpr double kMostLaws = 1000;
  return static_cast<std::size_t>(std::min(
      kMostLaws, kFramesForEachPlay * problem.plays / static_cast<double>(start.episode.seen.size())));
}

/// The laws with what the start says for them, the best first, without those that it refutes.
std::vector<WeightedLaw> scored_by_start(const LawProblem& problem, const Start& start,
                                         const std::vector<Law>& all, std::size_t plays,
                                         const Simulator& simulator) {
  const std::vector<Law> laws =
      playable(all, start.episode.tasks.front(), start.episode.looks(), simulator.catalogue);
  Simulator alone = simulator;
  alone.threads = 1;
  std::vector<std::optional<WeightedLaw>> each(laws.size());
  parallel_for(laws.size(), problem.simulator.threads, [&](std::size_t i) {
    std::size_t rejected = 0;
    const std::vector<Flight> flights =
        believed_flights(start.episode, laws[i], plays, alone, [&](const Flight& play) {
          const bool accepted = start.tolerance.accepts(play);
          rejected += accepted ? 0 : 1;
          return accepted && 2 * rejected <= plays;
        });
    if (2 * rejected > plays) return;
    each[i] = {
        .law = laws[i],
        .log_likelihood = log_likelihood(start.episode.seen, flights,
                                         exactly_in(start.episode, simulator.exactly), start.episode.usual),
        .complexity = complexity(laws[i], problem.here)};
  });
  std::vector<WeightedLaw> held;
  for (std::optional<WeightedLaw>& one : each)
    if (one) held.push_back(std::move(*one));
  problem.screening.sort(held);
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
  std::vector<WeightedLaw> held = scored_by_start(problem, start, laws, 1, guessing);
  if (held.size() > kSecond) held.resize(kSecond);
  held = scored_by_start(problem, start, laws_of(held), kStartPlays, coarsely);
  const Score on_start = [&](const std::vector<Law>& some, const Simulator& simulator) {
    std::vector<WeightedLaw> near = scored_by_start(problem, start, some, kStartHillClimbPlays, simulator);
    sort_by_likelihood(near);
    return near;
  };
  const Steps steps{.first = 0.5, .last = 0.2, .moves = 1, .sd_m = kStartHillClimbSds * sd_m};
  std::vector<Law> found;
  for (const Law& law : problem.screening.starts(held, kStructures))
    found.push_back(hill_climbed(law, on_start, problem.simulator, steps).law);
  return found;
}

}  // namespace

Tolerance::Tolerance(const Episode& episode, std::size_t first) : seen_(episode.seen) {
  for (std::size_t frame = 0; frame < seen_.size(); ++frame) {
    widths_m_.emplace_back();
    for (std::size_t thing = 0; thing < seen_[frame].size(); ++thing)
      widths_m_.back().push_back(frame < first ? kBeforeM + 2 * farthest_usual(episode, frame, thing)
                                               : kAfterM + farthest_usual(episode, frame, thing));
  }
}

bool Tolerance::accepts(const Flight& play) const {
  const std::size_t frame = play.size() - 1;
  if (frame >= seen_.size()) return true;
  for (std::size_t thing = 0; thing < seen_[frame].size(); ++thing) {
    const std::optional<Vec2>& place = play[frame][thing];
    const std::optional<Vec2>& seen = seen_[frame][thing];
    if (place && seen && length(*place - *seen) > widths_m_[frame][thing]) return false;
  }
  return true;
}

std::vector<Episode> surprising_flights(const LawProblem& problem) {
  std::optional<Episode> last = surprising_flight(problem.key_episode(), problem.simulator);
  if (!last) return {};
  std::vector<Episode> flights;
  for (std::size_t i = 0; i < problem.episodes.size(); ++i) {
    if (i == problem.key) continue;
    std::optional<Episode> other = surprising_flight(problem.episodes[i], problem.simulator);
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
  const std::size_t first = first_surprise(bird_alone(last.seen), birds_alone(last.usual),
                                           exactly_in(last, problem.simulator.exactly));
  const PredictionError error(last, bird, first, last.usual, problem.simulator.catalogue);
  std::vector<Law> felt;
  for (const FlightGroup& group : flight_groups(that_explain({error}, laws))) felt.push_back(group.in_flight);
  const double sd_m =
      std::clamp(deviation_m(last.seen, last.usual, {bird}) / 2, kLeastFlightSdM, kMostFlightSdM);
  std::vector<WeightedLaw> held =
      scored_by_bird(problem, felt, std::span(flights).last(std::min(flights.size(), kFirstFlights)),
                     at_least(problem.simulator, sd_m).exactly);
  problem.screening.sort(held);
  const Score by_bird = [&](const std::vector<Law>& some, const Simulator& simulator) {
    std::vector<WeightedLaw> near = scored_by_bird(problem, some, flights, simulator.exactly);
    sort_by_likelihood(near);
    return near;
  };
  const Steps steps{.first = 0.5, .moves = 6, .sd_m = kFlightHillClimbSds * sd_m};
  std::vector<WeightedLaw> found;
  for (const Law& law : problem.screening.starts(held, kFittedStructures))
    found.push_back(hill_climbed(law, by_bird, problem.simulator, steps));
  sort_by_posterior(found);
  std::vector<Law> all;
  for (const Law& each : problem.screening.starts(found, kFoundStructures))
    append(all, all.size() < kForAllBodies ? for_all_bodies(each) : std::vector{each});
  return all;
}

std::vector<Law> fitted_to_start(const LawProblem& problem, const std::vector<Law>& all) {
  const Start start = start_of(problem,
                               first_surprise(problem.key_episode().seen, problem.key_episode().usual,
                                              exactly_in(problem.key_episode(), problem.simulator.exactly)),
                               problem.key_episode().usual);
  std::vector<Law> laws = that_hardly_touch_the_bird(problem, that_explain(start.errors, all));
  return best_structures(problem, spread_over_structures(std::move(laws), most_laws(problem, start)), start);
}

}  // namespace novphy
