#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "agents/physicist/episode.h"

namespace novphy {

/// A law with what speaks for it.
struct HeldLaw {
  Law law{};
  double log_likelihood = 0;  ///< of the episodes (see SinceChange)
  double complexity = 0;      ///< of the law, in the surroundings in which it was found
  /// The logarithm of the law's weight, up to a constant. Frames of a flight are not independent of each
  /// other, so that likelihoods count half.
  double log_weight() const { return log_likelihood / 2 - complexity; }
};

/// Adds up what episodes say for a law that came into force at some time, which is the time that explains
/// them best: before it, the world was as usual.
class SinceChange {
 public:
  /// Begins with what earlier episodes say for the law, and for the usual world.
  explicit SinceChange(double log_likelihood = 0, double of_usual = 0)
      : log_likelihood_(log_likelihood), of_usual_(of_usual) {}

  /// The log-likelihoods of the next episode under the law, and in the usual world.
  void add(double of_law, double of_usual) {
    log_likelihood_ = of_law + std::max(log_likelihood_, of_usual_);
    of_usual_ += of_usual;
  }
  double log_likelihood() const { return log_likelihood_; }

 private:
  double log_likelihood_;
  double of_usual_;
};

/// How exactly the numbers of a law are known (Exactness::law).
inline constexpr double kLawShare = 0.04;

/// Sorts by weight, the greatest first. Laws of equal weight keep their order.
void sort_by_weight(std::vector<HeldLaw>& laws);

/// Sorts by likelihood, the greatest first. Laws that are as likely keep their order.
void sort_by_likelihood(std::vector<HeldLaw>& laws);

std::vector<Law> laws_of(const std::vector<HeldLaw>& held);

/// The laws, each once, in their order.
std::vector<Law> distinct(const std::vector<Law>& laws);

/// By how much an episode may at most speak for one law and against another, in likelihood. Some throws come
/// out as no law says, because things are chaotic, and a wrong law may explain one of them by chance.
inline constexpr double kMostSaid = 40;

/// Adds the next episode to the sums of laws, with its log-likelihoods under each of them and in the usual
/// world. None of these counts less than the greatest one less `most_said`.
void add_episode(std::vector<SinceChange>& sums, const std::vector<double>& of_laws, double of_usual,
                 double most_said);

/// How laws are compared with episodes.
struct Scoring {
  std::size_t plays;  ///< of each episode under each law
  const Simulator& simulator;
  const Surroundings& here;
  double most_said = std::numeric_limits<double>::infinity();  ///< by an episode: kMostSaid, or without bound
};

/// The laws with what the episodes say for them; the most probable first.
std::vector<HeldLaw> scored(const std::vector<Law>& laws, std::span<const Episode> episodes,
                            const Scoring& by);

/// The law without its numbers. Laws that differ in numbers alone share it.
Law structure_of(const Law& law);

/// Whether one of the others has the same structure.
bool is_like_one_of(const Law& law, const std::vector<Law>& others);

/// The law and, if a force or pull of it acts on birds of whatever look, the same on birds alone, on birds
/// and blocks, on these as long as they move, and on all bodies: birds alone do not tell which of them it is.
std::vector<Law> for_all_bodies(const Law& law);

/// At most so many of the laws, as many of each structure as of any other; of one structure, numbers from all
/// over their range. The laws keep their order.
std::vector<Law> spread_over_structures(std::vector<Law> laws, std::size_t most);

/// A first ranking of laws by a few frames, coarsely compared. These tell little beside all that was seen, so
/// that a law's description counts little, too; but laws about something suspect come first among equals.
class FirstRanking {
 public:
  /// The appearances that were never seen in the normal world.
  explicit FirstRanking(std::vector<std::string> unfamiliar) : unfamiliar_(std::move(unfamiliar)) {}

  /// Sorts the laws, the best first.
  void sort(std::vector<HeldLaw>& laws) const;

  /// The best of sorted laws with which searches for better numbers are to begin: of the first `most`
  /// structures the best law, or, if it is about something suspect or is a pull, up to three whose forces are
  /// far apart.
  std::vector<Law> starts(const std::vector<HeldLaw>& sorted, std::size_t most) const;

 private:
  bool is_suspect(const Law& law) const { return is_about_suspects(law, unfamiliar_); }

  std::vector<std::string> unfamiliar_;
};

/// Gives laws with what speaks for them, the best first; without those that are refuted.
using Score = std::function<std::vector<HeldLaw>(const std::vector<Law>&, const Simulator&)>;

/// The steps of a search for the best numbers.
struct Steps {
  double first = 1;
  double last = 0.1;
  int moves = 4;  ///< of each size
  /// How exactly places are compared at steps of size 1; it shrinks with the square of the step.
  double sd_m = 1;
};

/// The simulator that compares places no more exactly than this.
Simulator at_least(Simulator simulator, double sd_m);

/// Goes from a law to its best neighbour as long as that explains more, with ever smaller steps and ever
/// more exactly.
HeldLaw climbed(const Law& law, const Score& score, const Simulator& simulator, const Steps& steps);

/// What a search for laws is to explain, and with what means.
struct LawProblem {
  const std::vector<Episode>& episodes;
  std::size_t key = 0;  ///< index of the episode by which laws are looked for (LawMemory::key())
  int plays = 0;        ///< PhysicistOptions::plays
  Simulator simulator;  ///< which takes the numbers of laws as known to kLawShare
  Surroundings here{};  ///< of the key
  FirstRanking ranking;

  const Episode& key_episode() const { return episodes[key]; }
};

/// By how much those things are out of place at the end of what was seen, of which the plays are.
double deviation_m(const Flight& seen, const std::vector<Flight>& plays,
                   const std::vector<std::size_t>& things);

}  // namespace novphy
