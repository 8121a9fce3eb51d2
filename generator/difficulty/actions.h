#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/difficulty/action.h"
#include "evaluator/difficulty/target.h"
#include "generator/solver.h"
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

/// The shots, separated by blanks; equal shots at the end are written once.
std::string joined_shots(std::vector<std::string> shots);
/// The name of a body in WinningThrow::chain, by its id in plays of the side.
std::string object_name(const Template& base, int id);

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

}  // namespace novphy
