#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "generator/sweep.h"
#include "levels/pair.h"

namespace novphy {

/// Which object of a published template is meant to be pushed, by its place: see published_intents.json.
using Intents = std::map<std::string, Vec2>;
/// Throws InputError.
Intents read_intents(const std::string& file);

/// Counts of one side of a pair over positions and angles.
struct SideFigures {
  int positions = 0;
  int intended_positions = 0;   ///< with a win whose first touched object is the intended one
  int skippable_positions = 0;  ///< storm: with a win while the storm is off
  int shots = 0;
  int wins = 0;
  int intended_first = 0;  ///< wins, as all below
  int intended_kills = 0;
  int decoy_first = 0;
  int pig_first = 0;                 ///< the bird flew straight at the pig
  int also_off = 0;                  ///< that win with the novelty off, too
  std::vector<int> hit_bonuses{};    ///< of what was touched first, for wins where it is the intended object
  std::vector<double> window_deg{};  ///< winning angles at the first position
};

enum class Verdict { kHolds, kPartly, kFails };
char letter(Verdict verdict);

struct PairFigures {
  std::string name;  ///< "010203", or "rolling/agents"
  std::string novelty;
  std::string scenario;
  SideFigures normal;
  SideFigures novel;
  Verdict verdict = Verdict::kFails;
  std::string reasons{};  ///< why it does not hold
};

/// Whether the bird itself should hit the pig.
bool direct(const Pair& pair);

/// The throws to try on one side: upside down where gravity is, after a sacrificed bird where a storm comes.
SweepSpec sweep_of(const Pair& pair, bool novel, double step_deg);

/// The template's own place, moved into its rectangle, then the centres of grid x grid strata.
std::vector<Vec2> shifts(const Template& base, int grid);

/// With which physics and where a pair is judged.
struct JudgeSetup {
  const Catalogue* catalogue = nullptr;
  const Physics* search = nullptr;   ///< finds winning throws ...
  const Physics* physics = nullptr;  ///< ... and this confirms them
  int grid = 3;  ///< grid x grid stratum centres of the rectangle, besides the template's place
  double step_deg = 1;
};

/// Plays every angle at every position of both sides. Verdicts as in the calibration this one replaces:
/// holds: on both sides an intended win at 75 % of the positions and the intended object first in 60 % of the
/// wins; on the novel side decoy first in at most 15 % of the wins, and at most 15 % of them win with the
/// novelty off (agents, actions, interactions, goals); storm skippable at no more than 20 % of the positions;
/// the pig hit directly in at most 30 % of the wins where an object should do it; at most 12 % of the throws
/// win (20 % where the bird itself should). Partly: an intended win at 40 % of the positions of both sides,
/// and in 25 % of the novel wins. Else it fails.
PairFigures judge(const Pair& pair, const Intents& intents, const JudgeSetup& setup);

}  // namespace novphy
