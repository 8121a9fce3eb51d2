#include "bench/judge.h"

#include <algorithm>
#include <cmath>

#include "novelties/novelty.h"

namespace novphy {
namespace {

bool may_be_needless(const Pair& pair) {
  return pair.novelty == "agents" || pair.novelty == "actions" || pair.novelty == "interactions" ||
         pair.novelty == "goals";
}

int hit_bonus(double damage, const ScoreNumbers& score) {
  return score.hit_step * static_cast<int>(std::lround(score.hit_per_damage * damage));
}

/// Judges one side, position after position.
struct Side {
  const Pair& pair;
  const JudgeSetup& setup;
  bool novel;
  int intended;
  SideFigures figures{};

  void count(const Win& win, const Task& task) {
    const auto first = win.trace.first_touched;
    const bool pig = first && task.objects[static_cast<std::size_t>(*first)].type.starts_with("pig");
    ++figures.wins;
    figures.pig_first += pig ? 1 : 0;
    figures.decoy_first += first && !pig && *first != intended ? 1 : 0;
    figures.intended_kills +=
        (direct(pair) ? win.trace.killed_by_bird : win.trace.killer == intended) ? 1 : 0;
    if (first != intended) return;
    ++figures.intended_first;
    figures.hit_bonuses.push_back(hit_bonus(win.trace.first_touch_damage, setup.catalogue->score));
  }

  void judge_at(const Task& task) {
    const SweepSpec spec = sweep_of(pair, novel, setup.step_deg);
    const auto wins_here = winning_throws(task, spec, *setup.catalogue, *setup.search, *setup.physics);
    const int before = figures.intended_first;
    for (const Win& win : wins_here) count(win, task);
    if (figures.positions == 0)
      for (const Win& win : wins_here) figures.window_deg.push_back(win.angle_deg);
    ++figures.positions;
    figures.shots += static_cast<int>(angles_deg(spec).size());
    figures.intended_positions += figures.intended_first > before ? 1 : 0;
    if (novel) judge_off(without(task), spec, wins_here);
  }

  void judge_off(const Task& off, const SweepSpec& spec, const std::vector<Win>& wins_here) {
    if (may_be_needless(pair))
      for (const Win& win : wins_here)
        figures.also_off += wins(off, win.angle_deg, spec, *setup.catalogue, *setup.physics) ? 1 : 0;
    if (pair.novelty != "events") return;
    SweepSpec all = spec;
    all.sacrificed = 0;
    const bool skippable = !winning_throws(off, all, *setup.catalogue, *setup.search, *setup.physics).empty();
    figures.skippable_positions += skippable ? 1 : 0;
  }
};

SideFigures judge_side(const Template& base, const Pair& pair, const Intents& intents,
                       const JudgeSetup& setup, bool novel) {
  Side side{pair, setup, novel, intended_object(base, intents)};
  for (const Vec2 shift : shifts(base, setup.grid)) side.judge_at(shifted(base, shift));
  return side.figures;
}

}  // namespace

PairFigures judge(const Pair& pair, const Intents& intents, const JudgeSetup& setup) {
  const std::string& name = pair.normal.name;
  const bool published = name.find('/') == std::string::npos;
  PairFigures figures{.name = published ? name.substr(0, 6) : pair.scenario + "/" + pair.novelty,
                      .novelty = pair.novelty,
                      .scenario = pair.scenario,
                      .direct = direct(pair),
                      .normal = judge_side(pair.normal, pair, intents, setup, false),
                      .novel = judge_side(pair.novel, pair, intents, setup, true)};
  decide(figures);
  return figures;
}

}  // namespace novphy
