#include "agents/physicist/posterior.h"

#include <cmath>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>
#include <variant>

#include "agents/physicist/hypotheses.h"
#include "agents/physicist/law_search.h"
#include "agents/physicist/proposals.h"
#include "agents/physicist/track_laws.h"
#include "base/parallel.h"
#include "sim/rng.h"

namespace novphy {

void sort_by_posterior(std::vector<WeightedLaw>& laws) {
  sort_by(laws, [](const WeightedLaw& each) { return -each.log_posterior(); });
}

void sort_by_likelihood(std::vector<WeightedLaw>& laws) {
  sort_by(laws, [](const WeightedLaw& each) { return -each.log_likelihood; });
}

std::vector<Law> laws_of(const std::vector<WeightedLaw>& held) {
  std::vector<Law> laws;
  for (const WeightedLaw& each : held) laws.push_back(each.law);
  return laws;
}

std::vector<Law> distinct(const std::vector<Law>& laws) {
  std::vector<Law> once;
  for (const Law& law : laws)
    if (std::ranges::find(once, law) == once.end()) once.push_back(law);
  return once;
}

bool is_playable(const Law& law, const Task& task, std::span<const std::string> looks,
                 const Catalogue& catalogue) {
  const auto is_matrix = [](const LawChange& change) {
    const auto* field = law_in<ForceField>(change);
    return field && is_affine(*field);
  };
  if (std::ranges::none_of(law.changes, is_matrix)) return true;
  const Task altered = under(law, task, looks);
  return std::ranges::none_of(novphy::laws_of<ForceField>(altered.effects), [&](const ForceField* field) {
    return novphy::grows_too_fast(times(kPlayableMargin, *field), altered, catalogue);
  });
}

std::vector<Law> playable(const std::vector<Law>& laws, const Task& task, std::span<const std::string> looks,
                          const Catalogue& catalogue) {
  std::vector<Law> kept = laws;
  std::erase_if(kept, [&](const Law& law) { return !is_playable(law, task, looks, catalogue); });
  return kept;
}

void LawPosterior::leave_playable(const Episode& episode, const Catalogue& catalogue) {
  const std::vector<std::string> looks = episode.looks();
  std::erase_if(laws_, [&](const WeightedLaw& held) {
    return std::ranges::any_of(
        episode.tasks, [&](const Task& task) { return !is_playable(held.law, task, looks, catalogue); });
  });
}

void Evidence::bound(double most) {
  double best = of_usual;
  for (const double of_law : of_laws) best = std::max(best, of_law);
  of_usual = std::max(of_usual, best - most);
  for (double& of_law : of_laws) of_law = std::max(of_law, best - most);
}

void Evidence::add(Evidence other, double most) {
  other.bound(most);
  of_usual += other.of_usual;
  for (std::size_t i = 0; i < of_laws.size(); ++i) of_laws[i] += other.of_laws[i];
}

void Evidence::add_to(std::vector<ChangePointLikelihood>& sums) const {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i].add(of_laws[i], of_usual);
}

std::vector<WeightedLaw> scored(const std::vector<Law>& all, std::span<const Episode> episodes,
                                const Scoring& by) {
  const Simulator& simulator = by.simulator;
  std::vector<Law> laws = all;
  for (const Episode& episode : episodes)
    laws = playable(laws, episode.tasks.front(), episode.looks(), simulator.catalogue);
  std::vector<double> usual;
  for (const Episode& episode : episodes)
    usual.push_back(
        log_likelihood(episode.seen, episode.usual, exactly_in(episode, simulator.exactly), episode.usual));
  const std::size_t older = by.older.size();
  const auto tracks_of_episode = [&](std::size_t k) {
    return std::span<const BodyTrack>(k < older ? by.older[k] : episodes[k - older].tracks);
  };
  std::vector<std::vector<double>> evidence(episodes.size(), std::vector<double>(laws.size()));
  std::vector<std::vector<double>> of_tracks(older + episodes.size(), std::vector<double>(laws.size()));
  Simulator alone = simulator;
  alone.threads = 1;
  parallel_for(laws.size(), simulator.threads, [&](std::size_t i) {
    for (std::size_t k = 0; k < episodes.size(); ++k)
      evidence[k][i] =
          log_likelihood(episodes[k].seen, believed_flights(episodes[k], laws[i], by.plays, alone),
                         exactly_in(episodes[k], simulator.exactly), episodes[k].usual);
    for (std::size_t k = 0; k < of_tracks.size(); ++k)
      of_tracks[k][i] = log_likelihood(tracks_of_episode(k), laws[i], simulator.catalogue);
  });
  std::vector<ChangePointLikelihood> sums(laws.size());
  for (std::size_t k = 0; k < of_tracks.size(); ++k) {
    Evidence sum{of_tracks[k], usual_log_likelihood(tracks_of_episode(k))};
    sum.bound(kMostTrackEvidence);
    if (k >= older) sum.add({evidence[k - older], usual[k - older]}, by.most_evidence);
    sum.add_to(sums);
  }
  std::vector<WeightedLaw> held;
  for (std::size_t i = 0; i < laws.size(); ++i)
    held.push_back({laws[i], sums[i].log_likelihood(), complexity(laws[i], by.here)});
  sort_by_posterior(held);
  return held;
}

namespace {

constexpr double kNovelNats = 4;          ///< what a law about something suspect has ahead of others
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
  if (const auto* force = law_in<ForceField>(change))
    return force->region ? rotated(force->force_n, force->region->angle_rad) : force->force_n;
  if (const auto* pull = law_in<Magnet>(change)) return Vec2{pull->strength_n_per_m, 0};
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
  return std::ranges::any_of(law.changes,
                             [](const LawChange& change) { return law_in<Magnet>(change) != nullptr; });
}

constexpr double kSurprised = 7;        ///< surprise of the best law from which better ones are looked for
constexpr double kUsual = 2;            ///< surprise that every world has now and then
constexpr std::size_t kOtherPlays = 2;  ///< under each other law
constexpr std::size_t kKeptPlays = 4;   ///< of the normal world that an episode keeps
constexpr std::size_t kMostEpisodes = 3;
/// Share of the greatest surprise with which a throw surprises clearly.
constexpr double kClearShare = 0.5;

/// Puts those tasks first in which the normal world explains best what was seen before the first surprise.
/// They are the likeliest, whatever law comes into play then.
void put_likeliest_first(Episode& episode, const std::vector<Flight>& normal, const Exactness& exactly) {
  const std::size_t first = first_surprise(episode.seen, normal, exactly_in(episode, exactly));
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
Law perturbed(Law law, Rng& rng) {
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

Law structure_of(const Law& law) {
  Law bare;
  for (const LawChange& change : law.changes) {
    bare.changes.push_back(structure(change));
    if (const auto* force = law_in<ForceField>(change))
      law_in<ForceField>(bare.changes.back())->on = force->on;
  }
  return bare;
}

std::vector<Law> for_all_bodies(const Law& law) {
  std::vector<Law> all{law};
  if (law.changes.size() > 1 && exception_factor(law.changes[1], law.changes[0])) return all;
  for (const Targets& on :
       {Targets{.birds_above_mps = 0}, Targets{.birds_above_mps = 0, .blocks_above_mps = 0},
        Targets{.birds_above_mps = kMovingMps, .blocks_above_mps = kMovingMps},
        Targets{.birds_above_mps = 0, .blocks_above_mps = 0, .pigs_above_mps = 0}}) {
    const auto act_on = [&](auto* pushing) {
      if (pushing && pushing->on.birds_above_mps && !pushing->on.narrowed()) pushing->on = on;
    };
    all.push_back(law);
    for (LawChange& change : all.back().changes) {
      act_on(law_in<ForceField>(change));
      act_on(law_in<Magnet>(change));
    }
  }
  return distinct(all);
}

std::vector<WeightedLaw> of_each_structure(std::vector<WeightedLaw> laws, std::size_t most) {
  sort_by_posterior(laws);
  std::vector<Law> structures;
  std::vector<WeightedLaw> kept;
  for (WeightedLaw& each : laws) {
    Law own = structure_of(each.law);
    if (static_cast<std::size_t>(std::ranges::count(structures, own)) >= most) continue;
    structures.push_back(std::move(own));
    kept.push_back(std::move(each));
  }
  return kept;
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
  std::ranges::sort(ranked);
  ranked.resize(most);
  std::vector<std::size_t> chosen;
  for (const auto& [rank, index] : ranked) chosen.push_back(index);
  std::ranges::sort(chosen);
  std::vector<Law> kept;
  for (const std::size_t index : chosen) kept.push_back(std::move(laws[index]));
  return kept;
}

void Screening::sort(std::vector<WeightedLaw>& laws) const {
  sort_by(laws, [&](const WeightedLaw& each) {
    return -(each.log_likelihood / 2 - kFirstComplexity * each.complexity +
             (is_novel(each.law) ? kNovelNats : 0));
  });
}

std::vector<Law> Screening::starts(const std::vector<WeightedLaw>& sorted, std::size_t most) const {
  std::vector<std::pair<Law, std::vector<Law>>> structures;
  std::vector<Law> laws;
  for (const WeightedLaw& one : sorted) {
    Law own = structure_of(one.law);
    auto known = std::ranges::find_if(structures, [&](const auto& other) { return other.first == own; });
    if (known == structures.end()) {
      if (structures.size() == most) continue;
      known = structures.insert(known, {std::move(own), {}});
    }
    std::vector<Law>& chosen = known->second;
    const bool other = std::ranges::all_of(chosen, [&](const Law& law) { return far_apart(law, one.law); });
    if (!other || chosen.size() >= (is_novel(one.law) || has_pull(one.law) ? kMostStarts : 1)) continue;
    chosen.push_back(one.law);
    laws.push_back(one.law);
  }
  return laws;
}

Simulator at_least(Simulator simulator, double sd_m) {
  simulator.exactly.sd_m = std::max(simulator.exactly.sd_m, sd_m);
  return simulator;
}

WeightedLaw hill_climbed(const Law& law, const Score& score, const Simulator& simulator, const Steps& steps) {
  WeightedLaw best{.law = law};
  for (double step = steps.first; step > steps.last; step /= 2) {
    const Simulator here = at_least(simulator, steps.sd_m * step * step);
    const std::vector<WeightedLaw> now = score({best.law}, here);
    if (now.empty()) return best;
    best = now.front();
    for (int i = 0; i < steps.moves; ++i) {
      const std::vector<WeightedLaw> near = score(neighbours(best.law, step), here);
      if (near.empty() || near.front().log_likelihood <= best.log_likelihood) break;
      best = near.front();
    }
  }
  return best;
}

double LawPosterior::learn(Episode episode, int plays, const Simulator& simulator) {
  const std::vector<Flight> normal = believed_flights(episode, {}, kPosteriorPlays, simulator);
  const double of_normal = surprise(episode.seen, normal, exactly_in(episode, simulator.exactly));
  episode.surprise = of_normal;
  const double of_best = update(episode, normal, simulator);
  put_likeliest_first(episode, normal, simulator.exactly);
  episodes_.push_back(std::move(episode));
  if (episodes_.size() > kMostEpisodes) {
    const auto oldest = episodes_.begin() + (key() == 0 ? 1 : 0);
    if (simulator.memory) older_.push_back(std::move(oldest->tracks));
    episodes_.erase(oldest);
  }
  refit(simulator);
  const Episode& surprising = episodes_[key()];
  const bool in_place = first_surprise(surprising.seen, surprising.usual,
                                       exactly_in(surprising, simulator.exactly)) == surprising.seen.size();
  const bool strange = of_best > kUsual * simulator.surprise_scale &&
                       any_strange(episodes_.back().tracks, laws_.front().law, simulator.catalogue);
  if (!strange && (of_best < kSurprised * simulator.surprise_scale || in_place)) return of_normal;
  ++searches_;
  laws_ = find_laws(episodes_, key(), laws_of(laws_), plays, simulator, older_);
  return of_normal;
}

void LawPosterior::refit(const Simulator& simulator) {
  const auto tells = [](const BodyTrack& track) {
    return track.pushes.empty() && usual_misfit(track) > kStrangeMisfit;
  };
  WeightedLaw& best = laws_.front();
  if (best.law.changes.empty() || std::ranges::none_of(episodes_.back().tracks, tells)) return;
  std::vector<BodyTrack> tracks;
  for (const std::vector<BodyTrack>& each : older_) append(tracks, each);
  for (const Episode& episode : episodes_) append(tracks, episode.tracks);
  std::erase_if(tracks, [](const BodyTrack& track) { return !track.pushes.empty(); });
  const auto of_tracks = [&](const Law& law) { return log_likelihood(tracks, law, simulator.catalogue); };
  Law better = refitted(best.law, tracks, surroundings_of(episodes_.back(), simulator), simulator);
  best.log_likelihood += std::max(0.0, of_tracks(better) - of_tracks(best.law));
  best.law = std::move(better);
}

double LawPosterior::update(const Episode& episode, const std::vector<Flight>& normal,
                            const Simulator& simulator) {
  Exactness roughly = exactly_in(episode, simulator.exactly);
  roughly.law = kLawShare;
  const double of_usual = log_likelihood(episode.seen, normal, roughly, normal);
  const auto usual_law =
      std::ranges::find_if(laws_, [](const WeightedLaw& held) { return held.law.changes.empty(); });
  double of_best = episode.surprise;
  std::vector<ChangePointLikelihood> sums;
  std::vector<double> evidence;
  for (const WeightedLaw& held : laws_) {
    sums.emplace_back(held.log_likelihood, usual_law->log_likelihood);
    if (held.law.changes.empty()) {
      evidence.push_back(of_usual);
      continue;
    }
    const bool best = &held == &laws_.front();
    const std::vector<Flight> flights =
        believed_flights(episode, held.law, best ? kPosteriorPlays : kOtherPlays, simulator);
    evidence.push_back(log_likelihood(episode.seen, flights, roughly, normal));
    if (best) of_best = surprise(episode.seen, flights, roughly, normal);
  }
  Evidence sum{{}, usual_log_likelihood(episode.tracks)};
  for (const WeightedLaw& held : laws_)
    sum.of_laws.push_back(log_likelihood(episode.tracks, held.law, simulator.catalogue));
  sum.bound(kMostTrackEvidence);
  sum.add({evidence, of_usual}, kMostEvidence);
  sum.add_to(sums);
  for (std::size_t i = 0; i < laws_.size(); ++i) laws_[i].log_likelihood = sums[i].log_likelihood();
  sort_by_posterior(laws_);
  return of_best;
}

std::vector<Law> LawPosterior::drawn(std::size_t n, std::uint64_t seed) const {
  double sum = 0;
  for (const WeightedLaw& held : laws_) sum += std::exp(held.log_posterior() - laws_.front().log_posterior());
  std::vector<Law> chosen;
  double below = 0;
  std::size_t law = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double wanted = (static_cast<double>(i) + 0.5) / static_cast<double>(n) * sum;
    const auto share = [&] { return std::exp(laws_[law].log_posterior() - laws_.front().log_posterior()); };
    while (law + 1 < laws_.size() && below + share() < wanted) {
      below += share();
      ++law;
    }
    chosen.push_back(laws_[law].law);
  }
  Rng rng = Rng::stream(seed, "physicist/laws");
  shuffle(chosen, rng);
  for (Law& each : chosen) each = perturbed(std::move(each), rng);
  return chosen;
}

std::size_t LawPosterior::key() const {
  double most = 0;
  for (const Episode& episode : episodes_) most = std::max(most, episode.surprise);
  std::size_t last = episodes_.size() - 1;
  while (last > 0 && episodes_[last].surprise < kClearShare * most) --last;
  return last;
}

}  // namespace novphy
