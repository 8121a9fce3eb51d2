#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "agents/physicist/episode.h"
#include "agents/physicist/law.h"
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

}  // namespace novphy
