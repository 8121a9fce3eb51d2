#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generator/proof.h"
#include "levels/task_recipe.h"

namespace novphy {

/// How far a task is proved before it is kept.
enum class Proof {
  kNone,     ///< only what keeps distractors apart from all else
  kValid,    ///< C0
  kWitness,  ///< and what Prover checks; no distractor is touched in any of the plays
  kFull,     ///< and every check of verify(), distractors included
};

inline constexpr std::array<std::string_view, 4> kProofNames{"none", "valid", "witness", "full"};

struct VariationOptions {
  std::vector<Novelty> novelties{};  ///< the table whose entries say which checks a novel task must pass
  std::uint64_t seed = 1;
  Proof proof = Proof::kWitness;
  int most_distractors = 5;     ///< one to so many; 0: none
  double least_window_deg = 0;  ///< difficulty: the window's width lies in this range
  double most_window_deg = 1000;
  bool paired = false;  ///< both sides are made of the same member with the same distractors, or neither
};

/// A task that was made.
struct Variation {
  bool novel = false;
  int index = 0;
  TaskRecipe recipe{};
  Task task{};                            ///< what the recipe makes
  std::optional<SafeSolution> window{};   ///< with Proof::kWitness and kFull
  std::vector<Shot> witness{};            ///< the window's middle: passes the task
  std::uint64_t digest = 0;               ///< of the witness's play
  std::optional<double> winning_share{};  ///< of all throws of the sweep; with Proof::kFull
  int draws = 0;                          ///< until it was accepted
};

/// What came of making one task, or a normal and a novel one where they are paired.
struct Made {
  std::vector<Variation> sides{};         ///< none where no draw was accepted
  std::map<std::string, int> rejected{};  ///< draws by the check they failed
};

/// Makes tasks of a pair. Task i depends on pair, side, options and i only.
class VariationMaker {
 public:
  /// Solves the base where tasks are to be proved. What `numbers` refers to must outlive it.
  VariationMaker(Pair base, const VariationOptions& options, const SolverNumbers& numbers);

  /// Draws until a task is accepted, kMostDraws times at most. Where tasks are paired the side does not
  /// matter. Another attempt is another task.
  Made make(bool novel, int index, int attempt = 0) const;
  const Pair& base() const { return base_; }

  static constexpr int kMostDraws = 100;

 private:
  struct Side;
  Member draw_member(bool novel, Rng& rng) const;
  /// One draw: the tasks, or in `failed` why not.
  std::vector<Variation> draw(bool novel, Rng& rng, std::string& failed) const;
  std::string prove(const Pair& member, Side& side) const;
  std::string distract(const Pair& member, std::vector<Side>& sides, std::vector<Object>& distractors,
                       Rng& rng) const;
  bool neutral(const Side& side, const std::vector<Object>& distractors) const;
  std::string witness(const Pair& made, const Side& side, Variation& variation) const;

  Pair base_;
  VariationOptions options_;
  SolverNumbers numbers_;
  std::optional<Prover> prover_{};
};

}  // namespace novphy
