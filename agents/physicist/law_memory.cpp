#include "agents/physicist/law_memory.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "agents/physicist/grammar.h"
#include "sim/rng.h"

namespace novphy {
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
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < normal.size(); ++i)
    order.emplace_back(-log_likelihood(before, std::span(&normal[i], 1), exactly), i);
  std::sort(order.begin(), order.end());
  const std::vector<Task> tasks = episode.tasks;
  episode.usual.clear();
  for (std::size_t i = 0; i < order.size(); ++i) {
    episode.tasks[i] = tasks[order[i].second];
    if (i < kKeptPlays) episode.usual.push_back(normal[order[i].second]);
  }
}

/// The law with numbers that may as well be the true ones.
Law nearly(Law law, Rng& rng) {
  constexpr int kNumbersOff = 2;
  constexpr double kMostOff = 0.1;  // steps (see neighbours())
  for (int i = 0; i < kNumbersOff; ++i) {
    std::vector<Law> near = neighbours(law, rng.uniform(0.1, 1) * kMostOff);
    if (near.empty()) return law;
    law = std::move(near[static_cast<std::size_t>(rng.integer(0, static_cast<int>(near.size()) - 1))]);
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
  remember(std::move(episode));
  if (of_best < kSurprised || !something_is_out_of_place(simulator)) {
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

void LawMemory::remember(Episode episode) {
  episodes_.push_back(std::move(episode));
  if (episodes_.size() > kMostEpisodes) episodes_.erase(episodes_.begin() + (key() == 0 ? 1 : 0));
}

bool LawMemory::something_is_out_of_place(const Simulator& simulator) const {
  const Episode& strange = episodes_[key()];
  return first_surprise(strange.seen, strange.usual, simulator.exactly) < strange.seen.size();
}

}  // namespace novphy
