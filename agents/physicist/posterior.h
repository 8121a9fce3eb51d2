#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "agents/physicist/episode.h"

namespace novphy {

/// A law with its likelihood and its prior.
struct WeightedLaw {
  Law law{};
  double log_likelihood = 0;  ///< of the episodes
  double complexity = 0;      ///< negative log prior, in the surroundings in which the law was found
  /// The log posterior, up to a constant. Frames of a flight are not independent of each other, so that the
  /// likelihood counts half.
  double log_posterior() const { return log_likelihood / 2 - complexity; }
};

/// Log-likelihood of episodes under a law that came into force at some time: the most likely change point,
/// before which the world was as usual.
class ChangePointLikelihood {
 public:
  /// Begins with the log-likelihoods of earlier episodes.
  explicit ChangePointLikelihood(double log_likelihood = 0, double of_usual = 0)
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

/// Times the numbers of a law, up to which a world must take it: drawn ones are a little off.
inline constexpr double kPlayableMargin = 1.25;

/// How exactly the numbers of a law are known (Exactness::law).
inline constexpr double kLawShare = 0.04;

/// Sort the greatest first. Equal ones keep their order.
void sort_by_posterior(std::vector<WeightedLaw>& laws);
void sort_by_likelihood(std::vector<WeightedLaw>& laws);

std::vector<Law> laws_of(const std::vector<WeightedLaw>& held);

/// The laws, each once, in their order.
std::vector<Law> distinct(const std::vector<Law>& laws);

/// Whether a world takes the law, also with numbers that are a little larger: its forces do not grow too fast
/// with place or velocity.
bool is_playable(const Law& law, const Task& task, std::span<const std::string> looks,
                 const Catalogue& catalogue);
/// Those of the laws that are.
std::vector<Law> playable(const std::vector<Law>& laws, const Task& task, std::span<const std::string> looks,
                          const Catalogue& catalogue);

/// The most by which one episode changes the log-likelihood ratio of two laws. Some throws come
/// out as no law says, because things are chaotic, and a wrong law may explain one of them by chance.
inline constexpr double kMostEvidence = 40;

/// What an episode says for laws and for the usual world: log-likelihoods.
struct Evidence {
  std::vector<double> of_laws{};
  double of_usual = 0;

  /// Lets none of them count less than the greatest one less `most`.
  void bound(double most);
  /// Adds other evidence of the episode, bounded.
  void add(Evidence other, double most);
  /// Adds it to the sums of the laws.
  void add_to(std::vector<ChangePointLikelihood>& sums) const;
};

/// The most by which the tracks of one episode do. They are clean, so that they count more.
inline constexpr double kMostTrackEvidence = 160;

/// How laws are compared with episodes.
struct Scoring {
  std::size_t plays;  ///< of each episode under each law
  const Simulator& simulator;
  const Surroundings& here;
  double most_evidence =
      std::numeric_limits<double>::infinity();      ///< by an episode: kMostEvidence, or without bound
  std::span<const std::vector<BodyTrack>> older{};  ///< tracks of episodes before these
};

/// The laws with the likelihood of the episodes; the most probable first.
std::vector<WeightedLaw> scored(const std::vector<Law>& laws, std::span<const Episode> episodes,
                                const Scoring& by);

/// The law without its numbers. Laws that differ in numbers alone share it.
Law structure_of(const Law& law);

/// The law and, if a force or pull of it acts on birds of whatever look, the same on birds alone, on birds
/// and blocks, on these as long as they move, and on all bodies: birds alone do not tell which of them it is.
std::vector<Law> for_all_bodies(const Law& law);

/// The most probable of these laws first, with at most so many of each structure.
std::vector<WeightedLaw> of_each_structure(std::vector<WeightedLaw> laws, std::size_t most);

/// At most so many of the laws, as many of each structure as of any other; of one structure, numbers from all
/// over their range. The laws keep their order.
std::vector<Law> spread_over_structures(std::vector<Law> laws, std::size_t most);

/// Screens laws by a few frames, coarsely compared. These are little evidence, so that the prior counts
/// little, too; but laws about something suspect come first among equals.
class Screening {
 public:
  /// The appearances that were never seen in the normal world.
  explicit Screening(std::vector<std::string> unfamiliar) : unfamiliar_(std::move(unfamiliar)) {}

  /// Sorts the laws, the best first.
  void sort(std::vector<WeightedLaw>& laws) const;

  /// The best of sorted laws with which searches for better numbers are to begin: of the first `most`
  /// structures the best law, or, if it is about something novel or is a pull, up to three whose forces are
  /// far apart.
  std::vector<Law> starts(const std::vector<WeightedLaw>& sorted, std::size_t most) const;

 private:
  bool is_novel(const Law& law) const { return is_about_novel_things(law, unfamiliar_); }

  std::vector<std::string> unfamiliar_;
};

/// Gives laws with their likelihoods, the best first; without those that are rejected.
using Score = std::function<std::vector<WeightedLaw>(const std::vector<Law>&, const Simulator&)>;

/// The steps of hill climbing.
struct Steps {
  double first = 1;
  double last = 0.1;
  int moves = 4;  ///< of each size
  /// How exactly places are compared at steps of size 1; it shrinks with the square of the step.
  double sd_m = 1;
};

/// The simulator that compares places no more exactly than this.
Simulator at_least(Simulator simulator, double sd_m);

/// Hill climbing from a law over its neighbours(), with ever smaller steps and ever more exactly.
WeightedLaw hill_climbed(const Law& law, const Score& score, const Simulator& simulator, const Steps& steps);

/// Plays of each throw in the normal world, and under the best law, with which the seen flight is compared.
inline constexpr std::size_t kPosteriorPlays = 8;

/// The posterior over laws, by its most probable ones, and the episodes on which it rests. A trial begins
/// with the normal world.
class LawPosterior {
 public:
  /// Updates it by a further episode. Where the best law is surprised by it, or by what came before,
  /// looks for better ones; `plays` bounds a search
  /// (PhysicistOptions::plays). Returns by how much the normal world is surprised.
  double learn(Episode episode, int plays, const Simulator& simulator);

  /// Forgets the laws that cannot hold, since a world takes them in not all of the episode's tasks.
  void leave_playable(const Episode& episode, const Catalogue& catalogue);

  /// The laws, the most probable first; never empty.
  const std::vector<WeightedLaw>& laws() const { return laws_; }
  /// The last episodes, and the last one that surprised clearly.
  const std::vector<Episode>& episodes() const { return episodes_; }
  /// The place of the episode by which laws are looked for: the last one that surprised clearly. There must
  /// be an episode. An earlier one may have surprised more by chance.
  std::size_t key() const;
  /// How often better laws were looked for.
  int searches() const { return searches_; }
  /// n samples in random order, with numbers that are a little off, as the
  /// true ones may be.
  std::vector<Law> drawn(std::size_t n, std::uint64_t seed) const;

 private:
  /// Updates the log-likelihoods; `normal` are plays of the throw in the normal world. Returns by how much
  /// the law that was the best is surprised.
  double update(const Episode& episode, const std::vector<Flight>& normal, const Simulator& simulator);

  /// Gives the best law better numbers, if the last tracks tell of it.
  void refit(const Simulator& simulator);

  std::vector<WeightedLaw> laws_{WeightedLaw{}};
  std::vector<Episode> episodes_{};
  std::vector<std::vector<BodyTrack>> older_{};  ///< tracks of the episodes before
  int searches_ = 0;
};

}  // namespace novphy
