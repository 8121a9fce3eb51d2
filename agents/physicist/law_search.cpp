#include "agents/physicist/law_search.h"

#include <utility>

#include "agents/physicist/hypotheses.h"
#include "agents/physicist/proposals.h"
#include "agents/physicist/track_laws.h"
#include "base/parallel.h"

namespace novphy {

namespace {

/// Frames after the first surprise that are compared, as later ones are chaotic.
constexpr std::size_t kFramesAfter = 8;
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
  double deviation_m = 0;  ///< by which the surprising things are out of place at the end
};

/// The start for these plays of the key, with its first surprise.
Start start_of(const LawProblem& problem, std::size_t first, const std::vector<Flight>& plays) {
  Episode whole = first_frames(problem.key_episode(), first + kFramesAfter);
  Episode start = from_restart(whole, first);
  const std::size_t skipped = whole.seen.size() - start.seen.size();
  const std::vector<std::size_t> things = surprising_things(
      problem.key_episode().seen, plays, first, exactly_in(problem.key_episode(), problem.simulator.exactly));
  Tolerance tolerance(start, first - skipped);
  const double deviation = deviation_m(start.seen, plays, things);
  return {std::move(start), std::move(tolerance), deviation};
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

std::vector<Law> fitted_to_start(const LawProblem& problem, const std::vector<Law>& all) {
  const Start start = start_of(problem,
                               first_surprise(problem.key_episode().seen, problem.key_episode().usual,
                                              exactly_in(problem.key_episode(), problem.simulator.exactly)),
                               problem.key_episode().usual);
  std::vector<Law> laws = that_hardly_touch_the_bird(problem, all);
  return best_structures(problem, spread_over_structures(std::move(laws), most_laws(problem, start)), start);
}

std::vector<BodyTrack> LawProblem::tracks() const {
  std::vector<BodyTrack> all;
  for (const std::vector<BodyTrack>& each : older) append(all, each);
  for (const Episode& episode : episodes) append(all, episode.tracks);
  return all;
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

constexpr std::size_t kPlays = 2;           ///< plays of an episode under a law
constexpr std::size_t kHillClimbPlays = 2;  ///< and while numbers are fitted
constexpr std::size_t kHeld = 9;            ///< laws that are given back
constexpr std::size_t kMostCompared = 45;   ///< frames of an episode that count: its end is chaotic
constexpr std::size_t kFramesToFit = 16;    ///< frames after the first surprise to which numbers are fitted
constexpr std::size_t kUsualFrames = 20;    ///< and those of an episode without surprise
constexpr std::size_t kPolished = 1;        ///< structures whose numbers are fitted to all episodes
constexpr double kRoughLawShare = 0.2;      ///< how exactly the numbers of laws are known before that
constexpr double kPolishedSdM = 1.2;        ///< how exactly places are compared then, at steps of size 1

std::vector<Law> joined(std::vector<Law> laws, const std::vector<Law>& more) {
  append(laws, more);
  return laws;
}

/// How the laws of a problem are scored.
Scoring scoring_of(const LawProblem& problem, std::size_t plays, const Simulator& simulator) {
  return {.plays = plays,
          .simulator = simulator,
          .here = problem.here,
          .most_evidence = kMostEvidence,
          .older = problem.older};
}

/// The best of these laws over all episodes. The normal law, which is one of them, is kept in any case.
std::vector<WeightedLaw> weighed(const LawProblem& problem, const std::vector<Episode>& compared,
                                 const std::vector<Law>& laws) {
  std::vector<WeightedLaw> held =
      scored(distinct(laws), compared, scoring_of(problem, kPlays, problem.simulator));
  held = of_each_structure(std::move(held), 2);
  const auto normal =
      std::ranges::find_if(held, [](const WeightedLaw& each) { return each.law.changes.empty(); });
  if (normal - held.begin() >= static_cast<std::ptrdiff_t>(kHeld))
    std::iter_swap(normal, held.begin() + kHeld - 1);
  if (held.size() > kHeld) held.resize(kHeld);
  return held;
}

LawProblem problem_of(const std::vector<Episode>& episodes, std::size_t key, int plays,
                      const Simulator& simulator, std::span<const std::vector<BodyTrack>> older) {
  LawProblem problem{.episodes = episodes,
                     .key = key,
                     .plays = plays,
                     .simulator = simulator,
                     .here = surroundings_of(episodes[key], simulator),
                     .screening = Screening(episodes[key].unfamiliar_looks()),
                     .older = older};
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
    const std::size_t first =
        first_surprise(episode.seen, episode.usual, exactly_in(episode, simulator.exactly));
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
  std::vector<WeightedLaw> held =
      scored(distinct(found), fitted, scoring_of(problem, kHillClimbPlays, roughly));
  std::erase_if(held, [](const WeightedLaw& each) { return each.law.changes.empty(); });
  const Score on_all = [&](const std::vector<Law>& some, const Simulator& simulator) {
    return scored(some, fitted, {.plays = kHillClimbPlays, .simulator = simulator, .here = problem.here});
  };
  std::vector<Law> laws = found;
  for (const Law& law : problem.screening.starts(held, kPolished)) {
    const Steps steps{.first = 0.25, .last = 0.1, .moves = 1, .sd_m = kPolishedSdM};
    const Law better = hill_climbed(law, on_all, problem.simulator, steps).law;
    append(laws, for_all_bodies(better));
  }
  return laws;
}

/// What a law that birds tell of may do to blocks.
std::vector<Law> for_other_bodies(const Law& law, const LawProblem& problem) {
  const std::vector<std::string> materials = materials_of(problem.here);
  std::vector<Law> laws = with_exceptions(law, materials);
  const Task& task = problem.key_episode().believed.task;
  const BirdKind* bird = task.birds.empty() ? nullptr : problem.simulator.catalogue.bird(task.birds.front());
  if (!bird) return laws;
  const double radius_m = std::max(bird->body.size_m.x, bird->body.size_m.y) / 2;
  for (const Law& one : by_colliders(law, radius_m, bird->body.shape.colliders())) {
    laws.push_back(one);
    append(laws, with_exceptions(one, materials));
  }
  return laws;
}

/// Laws that tracks propose, the best of them for all bodies that may be meant.
std::vector<Law> proposed(const LawProblem& problem, const std::vector<Law>& known) {
  constexpr std::size_t kMostProposed = 6;
  constexpr std::size_t kForAll = 2;
  std::vector<Law> laws;
  for (const WeightedLaw& each :
       proposals(problem.tracks(), known, problem.here, kMostProposed, problem.simulator))
    append(laws, laws.size() < 5 * kForAll ? for_all_bodies(each.law) : std::vector{each.law});
  if (!laws.empty()) append(laws, for_other_bodies(laws.front(), problem));
  return laws;
}

/// Whether the tracks of the key are much less strange under the law.
bool explains(const Law& law, const LawProblem& problem) {
  constexpr double kLeftShare = 0.35;
  const auto worst = [&](const Law& one) {
    double most = 0;
    for (const BodyTrack& track : problem.key_episode().tracks)
      most = std::max(most, misfit(track, TrackLaw(one, *track.in), problem.simulator.catalogue));
    return most;
  };
  return !law.changes.empty() && worst(law) < std::max(kStrangeMisfit, kLeftShare * worst({}));
}

}  // namespace

std::vector<WeightedLaw> find_laws(const std::vector<Episode>& episodes, std::size_t key,
                                   const std::vector<Law>& known, int plays, const Simulator& simulator,
                                   std::span<const std::vector<BodyTrack>> older) {
  constexpr std::size_t kMore = 10;
  const LawProblem problem = problem_of(episodes, key, plays, simulator, older);
  const std::vector<Episode> compared = compared_frames(episodes);
  std::vector<Law> usual = joined(known, {Law{}});
  if (!known.empty()) append(usual, for_other_bodies(known.front(), problem));
  std::vector<Law> found = proposed(problem, known);
  if (!found.empty()) {
    const std::vector<WeightedLaw> held = weighed(problem, compared, joined(found, usual));
    if (explains(held.front().law, problem)) return held;
    found = first_of(laws_of(held), kHeld);
  }
  const std::vector<Law> laws = joined(usual, hypotheses(problem.here));
  const std::vector<Law> more = first_of(fitted_to_start(problem, laws), kMore);
  const std::vector<Law> all = joined(more, joined(found, usual));
  return weighed(problem, compared, with_better_numbers(problem, compared, all));
}

}  // namespace novphy
