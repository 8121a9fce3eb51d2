#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "agents/physicist/episode.h"
#include "agents/physicist/law.h"
#include "agents/physicist/surroundings.h"

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

/// The laws with what the episodes say for them, from so many plays of each; the most probable first. Each
/// episode says at most so much (kMostSaid, or without bound).
std::vector<HeldLaw> scored(const std::vector<Law>& laws, std::span<const Episode> episodes,
                            std::size_t plays, const Simulator& simulator, const Surroundings& here,
                            double most_said = std::numeric_limits<double>::infinity());

}  // namespace novphy
