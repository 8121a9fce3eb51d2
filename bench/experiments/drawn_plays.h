#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generator/solver.h"
#include "levels/pair.h"
#include "sim/catalogue.h"
#include "sim/rng.h"
#include "sim/task.h"

namespace novphy {

/// How a throw of a drawn play was found.
enum class ThrowKind { kRandom, kAimed, kSolved };

/// The name of a kind: "random", "aimed" or "solved".
std::string_view name(ThrowKind kind);

/// A task and the shots of one play of it.
struct DrawnPlay {
  std::string name{};  ///< name of the template
  Task task{};
  std::vector<Shot> shots{};
  ThrowKind kind = ThrowKind::kRandom;
};

/// Draws plays of members of the pairs' families. Half of the tasks get distractors, half get birds of any
/// kind instead of their own, and a quarter get one more effect. A third of the plays throws at random, a
/// third at the middle of a pig or ball, and a third near throws that pass the template's base.
class PlayDrawer {
 public:
  /// The objects that `numbers` refers to must outlive this object.
  PlayDrawer(std::vector<Pair> pairs, const SolverNumbers& numbers);

  /// Play i of a seed. The result depends only on the pairs, the numbers, the seed and i. The first play that
  /// needs a base's passing throws searches for them. Several threads may draw at once.
  DrawnPlay draw(std::uint64_t seed, std::size_t i) const;

 private:
  /// Throws that pass a base, once a play needs them.
  struct Solved {
    std::once_flag searched{};
    std::vector<Throw> throws{};
  };
  // `side` counts the sides of all pairs: normal, novel, normal, novel, ...
  const Template& base_of(std::size_t side) const;
  const std::vector<Throw>& throws_that_pass(std::size_t side) const;
  Pair member_of(std::size_t side, Rng& rng) const;
  Task task_of(std::size_t side, Rng& rng) const;
  std::vector<Shot> shots_of(std::size_t side, const Task& task, ThrowKind& kind, Rng& rng) const;

  std::vector<Pair> pairs_;
  SolverNumbers numbers_;
  std::unique_ptr<Solved[]> solved_;  ///< one for each side
};

/// The parts of a play's result that an earlier end of the play must not change.
struct PlayResult {
  bool won = false;
  int score = 0;
  /// One hash for the time before the first launch, and one hash for each launch. The hash of a launch covers
  /// the exact state of all objects just before the launch, and all events of objects up to the next launch,
  /// with times counted from the launch. Pushes are left out, and so are contacts of birds with the ground,
  /// platforms and other birds.
  std::vector<std::uint64_t> turns{};
  std::int64_t steps = 0;
  friend bool operator==(const PlayResult& a, const PlayResult& b) {
    return a.won == b.won && a.score == b.score && a.turns == b.turns;
  }
};

/// Plays the task with these shots and gives these parts of the result. Throws as World does.
PlayResult play_result(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
                       const Physics& physics);

}  // namespace novphy
