#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/difficulty/rotation.h"

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

}  // namespace novphy
