#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "evaluator/difficulty/action.h"
#include "evaluator/difficulty/difficulty_table.h"
#include "generator/difficulty/observed.h"
#include "generator/solver.h"
#include "levels/assets.h"
#include "levels/pair.h"

/// The action state of Pinto et al. 2023: winning throws and their chains, and equations 4 to 7 for them.
namespace novphy {

/// A winning play: "47.5@0.9", or several shots separated by blanks where the birds take different ones.
/// Equal shots at the end are written once.
struct WinningThrow {
  std::string shots{};
  /// The objects from the bird to the pig that died last. Birds are called "bird", and other objects by their
  /// name in the pair file, else by type and index: "pig_small#2". So an object of the pair's common part has
  /// the same name on both sides, whatever its material.
  std::vector<std::string> chain{};
};

struct SideWins {
  std::vector<WinningThrow> wins{};
  std::optional<double> time_limit_s{};
};

/// The winning throws of a side, found by the sweep of verify(): every angle `step_deg` apart at every pull,
/// and a beam search if no throw wins. Throws as World does.
SideWins solve_side(const Template& base, const SolverNumbers& numbers, double step_deg);

/// Both sides of a member of a pair.
struct MemberWins {
  SideWins normal{};
  SideWins novel{};
};

/// Winning throws by the name of the pair, "rolling/agents", and the number of the member, which is -1 for
/// the base.
using Wins = std::map<std::pair<std::string, int>, MemberWins>;

/// Reads the output of `novphy verify --json`, a line for each side. Objects get their names from `pairs`;
/// lines of other pairs are left out. Throws InputError, with file and line, for a line that is cut off or of
/// another kind, for an object that the pair does not have, and for a side that occurs twice or without the
/// other one.
Wins read_wins(const std::string& file, const std::vector<Pair>& pairs);

/// "rolling/agents".
std::string pair_name(const Pair& pair);

struct ActionNumbers {
  TargetNumbers target{};
  bool as_printed = false;  ///< equation 5 by its printed formula, which contradicts its text
};

/// Equations 4 to 6 for a member, and all three together.
struct ActionDegrees {
  Degree target{};      ///< of adaptation
  Degree initiation{};  ///< of adaptation
  Degree time{};        ///< of adaptation
  /// The greatest of those of the three that are defined, because an agent must adapt to all changes. This is
  /// our addition: the paper keeps the three apart.
  Degree together{};
  std::string why{};  ///< lines with the graphs and the sets behind the numbers
};

/// The action target graph of a side is the chain of most of its winning throws; if several are equally
/// frequent, the alphabetically first.
ActionDegrees action_degrees(const MemberWins& wins, const ActionNumbers& numbers);

struct DifficultyNumbers {
  ObservedNumbers observed{};
  ActionNumbers action{};
  /// Share of the normal tasks, at the end of the list, that test the models and are judged as a yardstick.
  /// The others train the models.
  double test_share = 0.2;
};

/// A constant that users may choose.
struct DifficultyConstant {
  std::string name;
  std::variant<double*, int*, bool*> value;  ///< where it stands
  double least = 0;                          ///< the range of a number
  double most = 0;
  const char* help = "";
};
/// The constants that users may choose, but for relabelling and the distances.
std::vector<DifficultyConstant> constants_of(DifficultyNumbers& numbers);

/// Chooses the distances from which objects are close, commensurate, far and very far, in pixels. Throws
/// std::invalid_argument unless there are four that ascend.
void choose_distances(DifficultyNumbers& numbers, const std::vector<double>& distances_px);

/// Every constant that the numbers depend on, by the name of its option.
std::vector<std::pair<std::string, double>> listed(DifficultyNumbers numbers);

/// The tasks of a pair.
struct PairTasks {
  std::vector<Task> normal{};
  std::vector<Task> novel{};
};

/// Draws `count` tasks of one side as draw_tasks() does.
std::vector<Task> draw_side(const Pair& pair, bool novel, int count, std::uint64_t seed,
                            const SolverNumbers& numbers);

/// Draws `count` tasks for each side with distractors and without a proof (Proof::kNone), as
/// `novphy generate --proof none` does.
PairTasks draw_tasks(const Pair& pair, int count, std::uint64_t seed, const SolverNumbers& numbers);

/// The scene at the start of each task, as an agent sees it.
std::vector<SeenScene> scenes_of(const std::vector<Task>& tasks, const Assets& assets, bool labels,
                                 const SceneNumbers& numbers);

/// The model of normal scenes, from the training part of the normal tasks, and the scenes of the test part.
struct NormalSide {
  NormalSceneModel model;
  std::vector<SeenScene> test{};
};
NormalSide normal_side(const std::vector<Task>& normal, const Assets& assets,
                       const DifficultyNumbers& numbers);

/// The difficulties of a pair.
struct PairDifficulty {
  DifficultyCell cell{};
  std::vector<SceneDegrees> novel{};     ///< of each novel task
  std::vector<ActionDegrees> actions{};  ///< of each member with winning throws; the base first
};

/// The least of a scene's difficulties over the dimensions that have one, because an agent may notice a
/// novelty by any dimension. This is our addition.
Degree seen_together(const SceneDegrees& degrees);

/// Computes the rows of a cell. The dimension "seen" is seen_together() of each task. In the state of
/// detection, "together" is the smaller of "seen" and of detection_of() the mean "together" of the members'
/// adaptation, if defined.
PairDifficulty pair_difficulty(const Pair& pair, const PairTasks& tasks, const std::vector<MemberWins>& wins,
                               const Assets& assets, const DifficultyNumbers& numbers);

/// The difficulties that novel tasks should have.
struct DifficultyWish {
  /// Range of seen_together(), 0 to 1.
  std::optional<Range> detect{};
  /// Range of ActionDegrees::together of the task's member, 0 to 1.
  std::optional<Range> adapt{};
  int normal_tasks = 100;  ///< number drawn for each pair; the models of `detect` learn from them
  std::uint64_t seed = 1;  ///< seed of these tasks
  double step_deg = 2;     ///< angle between the throws that `adapt` tries
};

/// The least share of draws that must be accepted where a difficulty is wished (TaskRun::least_acceptance).
inline constexpr double kLeastFitting = 0.01;

/// "detect=0.2:0.5 adapt=0:1"; "" where nothing is wished.
std::string words(const DifficultyWish& wish);

/// A function for VariationOptions::judge. For a novel task whose difficulties lie within the ranges, ends
/// included, it returns ""; otherwise what fails: "detect below 0.2", "adapt above 0.9", "detect undefined".
/// At its first call for a pair it learns what the pair's normal tasks look like. Many threads may call it.
/// The assets must outlive it.
std::function<std::string(const Pair& base, const Pair& made)> difficulty_judge(
    const DifficultyWish& wish, const Assets& assets, const DifficultyNumbers& numbers);

}  // namespace novphy
