#include "generator/difficulty/wish.h"

#include <fmt/core.h>

#include <map>
#include <memory>
#include <mutex>

namespace novphy {
namespace {

std::string verdict(const char* name, const Range& range, const Degree& degree) {
  if (!degree.value) return fmt::format("{} undefined", name);
  if (*degree.value < range.min) return fmt::format("{} below {:g}", name, range.min);
  if (*degree.value > range.max) return fmt::format("{} above {:g}", name, range.max);
  return {};
}

/// Judges novel tasks, and keeps what it has learned about each pair.
class WishJudge {
 public:
  WishJudge(const DifficultyWish& wish, const Assets& assets, const DifficultyNumbers& numbers)
      : wish_(wish), assets_(assets), numbers_(numbers) {}

  std::string judge(const Pair& base, const Pair& made) {
    if (wish_.detect) {
      const std::vector<SeenScene> scenes =
          scenes_of({made.novel.task}, assets_, false, numbers_.observed.scene);
      const SceneDegrees degrees = model_of(base).judge(scenes.front());
      std::string failed = verdict("detect", *wish_.detect, seen_together(degrees));
      if (!failed.empty()) return failed;
    }
    if (!wish_.adapt) return {};
    const SolverNumbers solver = solver_numbers(assets_);
    const MemberWins wins{.normal = solve_side(made.normal, solver, wish_.step_deg),
                          .novel = solve_side(made.novel, solver, wish_.step_deg)};
    return verdict("adapt", *wish_.adapt, action_degrees(wins, numbers_.action).together);
  }

 private:
  /// The model of the pair's normal scenes. Other threads wait while one thread trains it.
  const NormalSceneModel& model_of(const Pair& base) {
    const std::lock_guard lock(mutex_);
    auto& known = known_[base.normal.name];
    if (!known) {
      const std::vector<Task> tasks =
          draw_side(base, false, wish_.normal_tasks, wish_.seed, solver_numbers(assets_));
      known = std::make_unique<NormalSide>(normal_side(tasks, assets_, numbers_));
    }
    return known->model;
  }

  DifficultyWish wish_;
  const Assets& assets_;
  DifficultyNumbers numbers_;
  std::mutex mutex_{};
  std::map<std::string, std::unique_ptr<NormalSide>> known_{};
};

}  // namespace

std::string words(const DifficultyWish& wish) {
  std::string text;
  if (wish.detect) text = fmt::format("detect={:g}:{:g}", wish.detect->min, wish.detect->max);
  if (wish.adapt)
    text += fmt::format("{}adapt={:g}:{:g}", text.empty() ? "" : " ", wish.adapt->min, wish.adapt->max);
  return text;
}

std::function<std::string(const Pair& base, const Pair& made)> difficulty_judge(
    const DifficultyWish& wish, const Assets& assets, const DifficultyNumbers& numbers) {
  const auto judge = std::make_shared<WishJudge>(wish, assets, numbers);
  return [judge](const Pair& base, const Pair& made) { return judge->judge(base, made); };
}

}  // namespace novphy
