#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agents/physicist/episode.h"
#include "agents/physicist/flight.h"
#include "agents/physicist/law.h"
#include "agents/physicist/law_structure.h"
#include "sim/catalogue.h"

namespace novphy {

/// What a thing tells that is not where it was expected: which thing it is, where it was just
/// before, and in which direction it was pushed.
class Clue {
 public:
  /// `thing` is an index into the frames of the episode. The plays do not expect it where it is at `frame`.
  Clue(const Episode& episode, std::size_t thing, std::size_t frame, const std::vector<Flight>& plays,
       const Catalogue& catalogue);

  /// Whether a change of the law acts on the thing. A force must act where the thing was, and must not point
  /// against the direction in which it was pushed.
  bool may_follow_from(const Law& law) const;

 private:
  bool acts(const Who& who) const;
  bool is_named(const Who& who) const;
  bool follows(const LawChange& change) const;
  Vec2 force_on(const Task& task, std::size_t frame) const;
  Vec2 force_on(const ForceField& field, std::size_t frame) const;
  Vec2 force_on(const Magnet& magnet, std::size_t frame) const;
  /// Laws that are no forces.
  template <class Law>
  static Vec2 force_on(const Law& /*law*/, std::size_t /*frame*/) {
    return {};
  }
  bool aims_at(const Targets& on) const;
  Vec2 place(std::size_t thing, std::size_t frame) const;

  const Episode& episode_;
  std::size_t thing_;
  std::size_t frame_;
  std::vector<std::string> looks_;
  Category category_ = Category::kBird;
  std::string material_{};
  std::optional<Vec2> pushed_m_{};  ///< nothing where the thing is gone, or should be
};

/// The laws from which one of the clues may follow; all of them without a clue.
std::vector<Law> that_explain(const std::vector<Clue>& clues, const std::vector<Law>& laws);

/// Where the things of a play may be, if its law is to explain what was seen: near the places where they were
/// seen, most of all before the first surprise, when all was as usual. Plays that leave it need not be played
/// on.
class Corridor {
 public:
  /// `first` is the frame at which something of the episode was first out of place.
  Corridor(const Episode& episode, std::size_t first);

  /// Whether all things of the play's last frame are in the corridor.
  bool holds(const Flight& play) const;

 private:
  Flight seen_;
  std::vector<std::vector<double>> widths_m_{};  ///< of each frame and thing
};

/// The laws, in their order, with what the birds' flights say for them.
std::vector<HeldLaw> scored_by_bird(const LawProblem& problem, const std::vector<Law>& laws,
                                    std::span<const Episode> flights, const Exactness& exactly);

/// The strange flights of the last episodes, that of the key last; none if the key has none.
std::vector<Episode> strange_flights(const LawProblem& problem);

/// Of these laws, the structures that explain the birds' strange flights best, with the numbers that explain
/// them best. What a bird alone does not tell is left open: whether other bodies feel the law, too.
std::vector<Law> fitted_to_flights(const LawProblem& problem, const std::vector<Episode>& flights,
                                   const std::vector<Law>& laws);

/// Of these laws, the structures that explain the key best from its beginning to a moment after its first
/// surprise, with better numbers. Laws count that hardly touch the bird's free flight, and that act on what
/// surprised.
std::vector<Law> fitted_to_start(const LawProblem& problem, const std::vector<Law>& laws);

/// Where a law of one change leaves something very surprising: the best laws of this change and a second one
/// that acts on what is surprising. Else none.
std::vector<Law> with_a_second_change(const LawProblem& problem, const Law& law);

}  // namespace novphy
