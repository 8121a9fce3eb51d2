#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/places.h"

namespace novphy {

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
  bool direct = false;  ///< the bird itself should hit the pig
  SideFigures normal;
  SideFigures novel;
  Verdict verdict = Verdict::kFails;
  std::string reasons{};  ///< why it does not hold
};

/// With which physics and where a pair is judged.
struct JudgeSetup {
  const Catalogue* catalogue = nullptr;
  const Physics* search = nullptr;   ///< finds winning throws ...
  const Physics* physics = nullptr;  ///< ... and this confirms them
  int grid = 3;  ///< grid x grid stratum centres of the rectangle, besides the template's place
  double step_deg = 1;
};

/// Plays every angle at every position of both sides, and decides.
PairFigures judge(const Pair& pair, const Intents& intents, const JudgeSetup& setup);

/// Fills in verdict and reasons. Verdicts as in the calibration this one replaces:
/// holds: on both sides an intended win at 75 % of the positions and the intended object first in 60 % of the
/// wins; on the novel side decoy first in at most 15 % of the wins, and at most 15 % of them win with the
/// novelty off (agents, actions, interactions, goals); storm skippable at no more than 20 % of the positions;
/// the pig hit directly in at most 30 % of the wins where an object should do it; at most 12 % of the throws
/// win (20 % where the bird itself should). Partly: an intended win at 40 % of the positions of both sides,
/// and in 25 % of the novel wins. Else it fails.
void decide(PairFigures& figures);

}  // namespace novphy
