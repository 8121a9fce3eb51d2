#pragma once

#include <set>
#include <utility>

#include "evaluator/difficulty/appearance.h"

/// Equation 4 of Pinto et al. 2023: how much the objects that take part in a task's solution change.
namespace novphy {

/// The objects that take part in a solution, and which of them hits which. Edges have no direction.
struct TargetGraph {
  std::vector<std::string> nodes{};
  std::vector<std::pair<std::size_t, std::size_t>> edges{};  ///< indices into `nodes`; no loops, no repeats
  friend bool operator==(const TargetGraph&, const TargetGraph&) = default;
};

/// The graph of a chain in which each object hits the next.
TargetGraph chain_graph(const std::vector<std::string>& objects);

struct TargetNumbers {
  /// Whether giving a node another label is a single edit. Otherwise a changed object counts as a deletion
  /// and an insertion with all edges, and the ratio can exceed 1.
  bool relabel = true;
};

/// Largest graph that graph_edit_distance() takes.
inline constexpr std::size_t kMostTargetNodes = 8;

/// The smallest number of edits that turn graph a into graph b: insert or delete a node without edges, insert
/// or delete an edge, give a node another label; each costs 1. Exact, because all ways to match nodes are
/// tried. Nothing for graphs of more than kMostTargetNodes nodes.
std::optional<int> graph_edit_distance(const TargetGraph& a, const TargetGraph& b,
                                       const TargetNumbers& numbers = {});

/// The paper's T: n + n (n - 1) / 2 for n nodes.
int possible_edits(const TargetGraph& graph);

/// Equation 4, for adaptation: the edit distance divided by the greater T of the two graphs. Undefined if
/// both graphs are empty, if one is (a side without a solution), or if a graph is too large.
Degree target_difficulty(const TargetGraph& normal, const TargetGraph& novel,
                         const TargetNumbers& numbers = {});

// Equations 5 to 7 of Pinto et al. 2023: how much the action that solves a task changes.

/// A range of actions, such as angles in degrees, from `low` to `high` >= `low`.
struct ActionRange {
  double low = 0;
  double high = 0;
};

/// |S_normal and S_novel| / |S_novel|, where |S| is the total length of ranges. Ranges of one side may
/// overlap; common parts count once. Undefined if the novel ranges have no length.
Degree overlap_of(const std::vector<ActionRange>& normal, const std::vector<ActionRange>& novel);
/// The same for finite sets of actions, where |S| is the number of actions.
Degree overlap_of(const std::set<std::string>& normal, const std::set<std::string>& novel);

/// Equation 5, for adaptation, from an overlap. The equation as printed gives the overlap itself. The text,
/// however, says that actions which solve both tasks make it easy to adapt, so the difficulty is 1 - overlap
/// unless `as_printed`.
Degree initiation_difficulty(const Degree& overlap, bool as_printed = false);

/// Equation 6, for adaptation: (t_normal - t_novel) / t_normal, or 0 if the novel task gives more time (the
/// paper assumes that it does not). Times are in seconds, at least 0. Undefined if a task has no limit or the
/// normal limit is 0.
Degree time_difficulty(std::optional<double> normal_s, std::optional<double> novel_s);

/// Equation 7: the difficulty of detection, 1 - adaptation, for each of equations 4 to 6.
Degree detection_of(const Degree& adaptation);

}  // namespace novphy
