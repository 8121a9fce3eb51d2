#include "agents/physicist/law_memory.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "agents/physicist/grammar.h"
#include "agents/physicist/start_laws.h"
#include "sim/rng.h"

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

/// How the laws of a problem are scored.
Scoring scoring_of(const LawProblem& problem, std::size_t plays, const Simulator& simulator) {
  return {.plays = plays, .simulator = simulator, .here = problem.here, .most_said = kMostSaid};
}

/// The best of these laws over all episodes. The normal law, which is one of them, is kept in any case.
std::vector<HeldLaw> weighed(const LawProblem& problem, const std::vector<Episode>& compared,
                             const std::vector<Law>& laws) {
  std::vector<HeldLaw> held =
      scored(distinct(laws), compared, scoring_of(problem, kPlays, problem.simulator));
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
  std::vector<HeldLaw> held = scored(distinct(found), fitted, scoring_of(problem, kClimbPlays, roughly));
  std::erase_if(held, [](const HeldLaw& each) { return each.law.changes.empty(); });
  const Score on_all = [&](const std::vector<Law>& some, const Simulator& simulator) {
    return scored(some, fitted, {.plays = kClimbPlays, .simulator = simulator, .here = problem.here});
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

namespace {

constexpr std::size_t kOtherPlays = 4;  ///< under each other law
constexpr std::size_t kKeptPlays = 4;   ///< of the normal world that an episode keeps
constexpr std::size_t kMostEpisodes = 5;
/// Share of the greatest surprise with which a throw surprises clearly.
constexpr double kClearShare = 0.5;
constexpr double kSurprised = 3;  ///< surprise of the best law from which better ones are looked for
/// Share of the normal world's surprise below which the best law needs better numbers alone.
constexpr double kMostlyExplained = 0.1;
constexpr int kSearchesForAPause = 2;  ///< searches after which the pause between them is longer by one

/// Puts those tasks first in which the normal world explains best what was seen before the first surprise.
/// They are the likeliest, whatever law comes into play then.
void put_likeliest_first(Episode& episode, const std::vector<Flight>& normal, const Exactness& exactly) {
  const std::size_t first = first_surprise(episode.seen, normal, exactly);
  const Flight before = first_frames(episode, std::max<std::size_t>(first, 1)).seen;
  std::vector<std::size_t> order(normal.size());
  std::iota(order.begin(), order.end(), 0);
  sort_by(order, [&](std::size_t i) { return -log_likelihood(before, std::span(&normal[i], 1), exactly); });
  const std::vector<Task> tasks = episode.tasks;
  episode.usual.clear();
  for (std::size_t i = 0; i < order.size(); ++i) {
    episode.tasks[i] = tasks[order[i]];
    if (i < kKeptPlays) episode.usual.push_back(normal[order[i]]);
  }
}

/// The law with numbers that may as well be the true ones.
Law nearly(Law law, Rng& rng) {
  constexpr int kNumbersOff = 2;
  constexpr double kMostOff = 0.1;  // steps (see neighbours())
  for (int i = 0; i < kNumbersOff; ++i) {
    const std::vector<Law> near = neighbours(law, rng.uniform(0.1, 1) * kMostOff);
    if (near.empty()) return law;
    law = pick(near, rng);
  }
  return law;
}

}  // namespace

Mending mending(double of_best, double of_normal, bool in_doubt) {
  const bool doubt = !in_doubt && of_best > of_normal;
  return {.in_doubt = doubt, .better_numbers = doubt || of_best < kMostlyExplained * of_normal};
}

double LawMemory::learn(Episode episode, int plays, const Simulator& simulator) {
  const std::vector<Flight> normal = believed_flights(episode, {}, kMemoryPlays, simulator);
  const double of_normal = surprise(episode.seen, normal, simulator.exactly);
  episode.surprise = of_normal;
  const double of_best = weigh(episode, normal, simulator);
  put_likeliest_first(episode, normal, simulator.exactly);
  episodes_.push_back(std::move(episode));
  if (episodes_.size() > kMostEpisodes) episodes_.erase(episodes_.begin() + (key() == 0 ? 1 : 0));
  const Episode& strange = episodes_[key()];
  const bool in_place = first_surprise(strange.seen, strange.usual, simulator.exactly) == strange.seen.size();
  if (of_best < kSurprised || in_place) {
    in_doubt_ = false;
    return of_normal;
  }
  if (pause_ > 0) {
    --pause_;
    return of_normal;
  }
  pause_ = searches_++ / kSearchesForAPause;
  const Mending wanted = mending(of_best, of_normal, in_doubt_);
  in_doubt_ = wanted.in_doubt;
  laws_ = wanted.better_numbers ? improve_laws(episodes_, key(), laws_of(laws_), simulator)
                                : find_laws(episodes_, key(), laws_of(laws_), plays, simulator);
  return of_normal;
}

double LawMemory::weigh(const Episode& episode, const std::vector<Flight>& normal,
                        const Simulator& simulator) {
  Exactness roughly = simulator.exactly;
  roughly.law = kLawShare;
  const double of_usual = log_likelihood(episode.seen, normal, roughly, normal);
  const auto usual_law =
      std::find_if(laws_.begin(), laws_.end(), [](const HeldLaw& held) { return held.law.changes.empty(); });
  double of_best = episode.surprise;
  std::vector<SinceChange> sums;
  std::vector<double> said;
  for (const HeldLaw& held : laws_) {
    sums.emplace_back(held.log_likelihood, usual_law->log_likelihood);
    if (held.law.changes.empty()) {
      said.push_back(of_usual);
      continue;
    }
    const bool best = &held == &laws_.front();
    const std::vector<Flight> flights =
        believed_flights(episode, held.law, best ? kMemoryPlays : kOtherPlays, simulator);
    said.push_back(log_likelihood(episode.seen, flights, roughly, normal));
    if (best) of_best = surprise(episode.seen, flights, roughly, normal);
  }
  add_episode(sums, said, of_usual, kMostSaid);
  for (std::size_t i = 0; i < laws_.size(); ++i) laws_[i].log_likelihood = sums[i].log_likelihood();
  sort_by_weight(laws_);
  return of_best;
}

std::vector<Law> LawMemory::drawn(std::size_t n, std::uint64_t seed) const {
  double sum = 0;
  for (const HeldLaw& held : laws_) sum += std::exp(held.log_weight() - laws_.front().log_weight());
  std::vector<Law> chosen;
  double below = 0;
  std::size_t law = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double wanted = (static_cast<double>(i) + 0.5) / static_cast<double>(n) * sum;
    const auto share = [&] { return std::exp(laws_[law].log_weight() - laws_.front().log_weight()); };
    while (law + 1 < laws_.size() && below + share() < wanted) {
      below += share();
      ++law;
    }
    chosen.push_back(laws_[law].law);
  }
  Rng rng = Rng::stream(seed, "physicist/laws");
  shuffle(chosen, rng);
  for (Law& each : chosen) each = nearly(std::move(each), rng);
  return chosen;
}

std::size_t LawMemory::key() const {
  double most = 0;
  for (const Episode& episode : episodes_) most = std::max(most, episode.surprise);
  std::size_t last = episodes_.size() - 1;
  while (last > 0 && episodes_[last].surprise < kClearShare * most) --last;
  return last;
}

}  // namespace novphy
