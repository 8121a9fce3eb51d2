#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generator/play_analysis.h"
#include "generator/proof.h"
#include "levels/pair.h"
#include "sim/rng.h"
#include "sim/task.h"

namespace novphy {

/// What distractors are placed into.
struct DistractorRoom {
  const Task& task;
  const DistractorRules& rules;
  const Catalogue& catalogue;
  std::span<const SweptDisk> disks{};  ///< that stay free
};

struct PlacedDistractors {
  std::vector<Object> objects{};
  std::vector<Rng> drawn_from{};  ///< for each object, the generator before it was drawn
};

/// Places `count` distractors, which are objects that play no part in the task: blocks and platforms. The
/// type of each and then its material are drawn from the kinds that the rules allow. A block stands on the
/// ground or on a platform, or hangs under a platform where things fall upwards. A distractor has its centre
/// in one of the rules' areas, and stays 0.1 m away from all other objects and from the disks, and 2.5 m to
/// the left or right of the slingshot. It is left out of the result where 100 draws find no place for it.
PlacedDistractors place_distractors(const DistractorRoom& room, int count, Rng& rng);

/// The pairs of a folder of published templates. They vary by their shift alone. A pair's intent follows from
/// the name of its scenario, and names no object. Throws InputError.
std::vector<Pair> published_pairs(const std::string& folder, const Catalogue& catalogue);

/// How far a task is proved before it is kept.
enum class Proof {
  kNone,     ///< only that its distractors lie apart from all objects and do not move by themselves
  kValid,    ///< also valid_start
  kWitness,  ///< also the checks of Prover, and that none of its nine plays touches a distractor
  kFull,     ///< also every check of verify() on the task with its distractors
};

inline constexpr std::array<std::string_view, 4> kProofNames{"none", "valid", "witness", "full"};

struct VariationOptions {
  std::vector<Novelty> novelties{};  ///< the table of novelties, which says what a novel task must pass
  Seed seed{};
  Proof proof = Proof::kWitness;
  int most_distractors = 5;  ///< each task has 1 to this many distractors; 0: no distractors
  /// File of a certificate (generator/sets/certificate.h): make_tasks() takes the tasks that it covers from
  /// there. "": all tasks are proved anew.
  std::filesystem::path certificate{};
  double least_window_deg = 0;    ///< least width of the window that Prover finds
  double most_window_deg = 1000;  ///< greatest width of this window
  /// A further check of novel tasks; empty: none. Takes the base and the drawn pair with its distractors, and
  /// returns "" or what fails. Several threads may call it.
  std::function<std::string(const Pair& base, const Pair& made)> judge{};
  bool paired = false;  ///< a draw makes both sides, from one member and with equal distractors, or neither
};

/// Which draw of a task was kept. The task follows from it without the proof that chose it.
struct KeptDraw {
  int attempt = 0;  ///< above 0 where the tasks of earlier attempts equal other tasks
  /// How many numbers were taken from the task's random stream before the member was drawn and, for each
  /// distractor, before it was drawn. Empty: not known.
  std::vector<int> after{};
  friend bool operator==(const KeptDraw&, const KeptDraw&) = default;
};

/// A task that was made.
struct Variation {
  bool novel = false;
  int index = 0;
  KeptDraw kept{};
  TaskRecipe recipe{};
  Task task{};                            ///< the task that the recipe makes
  std::optional<WinningWindow> window{};  ///< only with Proof::kWitness and kFull
  std::vector<Shot> witness{};            ///< the shots of the window's middle, which pass the task
  std::uint64_t digest = 0;               ///< digest of the witness's play
  std::optional<double> winning_share{};  ///< share of the sweep's throws that win; only with Proof::kFull
  int draws = 0;                          ///< number of draws up to the accepted draw
};

/// The result of making one task or, where tasks are paired, one normal and one novel task.
struct Made {
  std::vector<Variation> sides{};         ///< empty where no draw was accepted
  std::map<std::string, int> rejected{};  ///< number of rejected draws, by the check that failed
};

/// The recipe of the pair's task number `index` on this side, without a proof. `kept` must be of the same
/// pair and options. Throws InputError where no member follows from it.
TaskRecipe recipe_of(const Pair& base, const VariationOptions& options, bool novel, int index,
                     const KeptDraw& kept, const Catalogue& catalogue);

/// Makes tasks of a pair. A task depends only on the pair, the side, the options, the index and the attempt.
class VariationMaker {
 public:
  /// With Proof::kWitness and kFull, solves the pair's base. Whatever `numbers` refers to must outlive this
  /// object.
  VariationMaker(Pair base, const VariationOptions& options, const SolverNumbers& numbers);

  /// Draws until a task is accepted, at most kMostDraws times. `novel` does not matter where tasks are
  /// paired. Each value of `attempt` gives another task.
  Made make(bool novel, int index, int attempt = 0) const;
  const Pair& base() const { return base_; }

  static constexpr int kMostDraws = 100;

 private:
  Pair base_;
  VariationOptions options_;
  SolverNumbers numbers_;
  std::optional<Prover> prover_{};
};

}  // namespace novphy
