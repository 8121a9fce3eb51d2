#include "bench/judge.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "levels/file.h"
#include "levels/json_reader.h"
#include "novelties/novelty.h"

namespace novphy {
namespace {

bool may_be_needless(const Pair& pair) {
  return pair.novelty == "agents" || pair.novelty == "actions" || pair.novelty == "interactions" ||
         pair.novelty == "goals";
}

double nearest_0(const Range& range) { return std::clamp(0.0, range.min, range.max); }

double at_share(const Range& range, double share) { return range.min + share * (range.max - range.min); }

/// The object nearest to the place that is named, else the pig.
int intended_object(const Template& base, const Intents& intents) {
  const auto& objects = base.task.objects;
  const auto meant = intents.find(base.name);
  const auto nearest = [&](const Object& a, const Object& b) {
    return length(a.at_m - meant->second) < length(b.at_m - meant->second);
  };
  const auto found = meant == intents.end()
                         ? std::find_if(objects.begin(), objects.end(),
                                        [](const Object& o) { return o.type.starts_with("pig"); })
                         : std::min_element(objects.begin(), objects.end(), nearest);
  return static_cast<int>(found - objects.begin());
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

double share(int part, int all) { return all > 0 ? static_cast<double>(part) / all : 0; }

/// Collects what keeps a pair from holding.
struct Reasons {
  std::string text{};
  void need(bool fine, const std::string& reason) {
    if (!fine) text += (text.empty() ? "" : "; ") + reason;
  }
};

std::string percent(double value) { return fmt::format("{:.0f} %", 100 * value); }

void need_intended(Reasons& reasons, const SideFigures& side, const std::string& name) {
  reasons.need(
      share(side.intended_positions, side.positions) >= 0.75,
      fmt::format("{}: intended wins at {}/{} positions", name, side.intended_positions, side.positions));
  const double first = share(side.intended_first, side.wins);
  reasons.need(first >= 0.6, fmt::format("{}: intended first in {} of wins", name, percent(first)));
}

std::string reasons_of(const PairFigures& p, const Pair& pair) {
  Reasons reasons;
  need_intended(reasons, p.normal, "normal");
  need_intended(reasons, p.novel, "novel");
  const double decoy = direct(pair) ? 0 : share(p.novel.decoy_first, p.novel.wins);
  reasons.need(decoy <= 0.15, "novel: decoy first in " + percent(decoy));
  const double off = share(p.novel.also_off, p.novel.wins);
  reasons.need(off <= 0.15, percent(off) + " of novel wins win with the novelty off");
  reasons.need(share(p.novel.skippable_positions, p.novel.positions) <= 0.2,
               fmt::format("storm skippable at {}/{}", p.novel.skippable_positions, p.novel.positions));
  for (const SideFigures* side : {&p.normal, &p.novel}) {
    const double straight = direct(pair) ? 0 : share(side->pig_first, side->wins);
    reasons.need(straight <= 0.3, fmt::format("{}: direct hits {}", side == &p.normal ? "normal" : "novel",
                                              percent(straight)));
  }
  const double winning = share(p.novel.wins, p.novel.shots);
  reasons.need(winning <= (direct(pair) ? 0.2 : 0.12), "novel: " + percent(winning) + " of throws win");
  return reasons.text;
}

Verdict verdict_of(const PairFigures& p) {
  if (p.reasons.empty()) return Verdict::kHolds;
  const bool partly = share(p.normal.intended_positions, p.normal.positions) >= 0.4 &&
                      share(p.novel.intended_positions, p.novel.positions) >= 0.4 &&
                      share(p.novel.intended_first, p.novel.wins) >= 0.25;
  return partly ? Verdict::kPartly : Verdict::kFails;
}

}  // namespace

Intents read_intents(const std::string& file) {
  constexpr double kMost_m = 100;
  JsonDocument document(read_file(file), file);
  Intents intents;
  for (const auto& [name, place] : document.root().at("intended_at").members())
    intents[name] = place.vec2(-kMost_m, kMost_m);
  document.check();
  return intents;
}

bool direct(const Pair& pair) {
  return pair.scenario == "single_force" || pair.scenario == "multiple_forces";
}

SweepSpec sweep_of(const Pair& pair, bool novel, double step_deg) {
  SweepSpec spec{.step_deg = step_deg};
  const Task& task = novel ? pair.novel.task : pair.normal.task;
  if (task.gravity_mps2.y > 0) {
    spec.from_deg = -40;
    spec.to_deg = 60;
  }
  if (novel && pair.novelty == "events") spec.sacrificed = 1;
  return spec;
}

std::vector<Vec2> shifts(const Template& base, int grid) {
  std::vector<Vec2> shifts{{nearest_0(base.dx_m), nearest_0(base.dy_m)}};
  for (int i = 0; i < grid; ++i)
    for (int j = 0; j < grid; ++j)
      shifts.push_back({at_share(base.dx_m, (i + 0.5) / grid), at_share(base.dy_m, (j + 0.5) / grid)});
  return shifts;
}

char letter(Verdict verdict) {
  return verdict == Verdict::kHolds ? 'H' : verdict == Verdict::kPartly ? 'P' : 'F';
}

PairFigures judge(const Pair& pair, const Intents& intents, const JudgeSetup& setup) {
  const std::string& name = pair.normal.name;
  const bool published = name.find('/') == std::string::npos;
  PairFigures figures{.name = published ? name.substr(0, 6) : pair.scenario + "/" + pair.novelty,
                      .novelty = pair.novelty,
                      .scenario = pair.scenario,
                      .normal = judge_side(pair.normal, pair, intents, setup, false),
                      .novel = judge_side(pair.novel, pair, intents, setup, true)};
  figures.reasons = reasons_of(figures, pair);
  figures.verdict = verdict_of(figures);
  return figures;
}

}  // namespace novphy
