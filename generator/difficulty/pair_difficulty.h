#pragma once

#include <variant>
#include <vector>

#include "evaluator/difficulty/difficulty_table.h"
#include "generator/difficulty/actions.h"
#include "generator/difficulty/observed.h"
#include "levels/assets.h"

namespace novphy {

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
std::vector<std::pair<std::string, double>> listed(const DifficultyNumbers& numbers);

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

}  // namespace novphy
