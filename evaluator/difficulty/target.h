#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/difficulty/rotation.h"

/// Equation 4 of Pinto et al. 2023: how much the objects change through which a task is solved.
namespace novphy {

/// The objects on the way of a solution, and which of them hits which. Edges have no direction.
struct TargetGraph {
  std::vector<std::string> nodes{};
  std::vector<std::pair<std::size_t, std::size_t>> edges{};  ///< indices into `nodes`; no loops, no repeats
  friend bool operator==(const TargetGraph&, const TargetGraph&) = default;
};

/// The graph of a chain, each object of which hits the next.
TargetGraph chain_graph(const std::vector<std::string>& objects);

struct TargetNumbers {
  /// Whether to give a node another label is one edit. Without it a changed object counts as a deletion and
  /// an insertion with all edges, and the ratio can exceed 1.
  bool relabel = true;
};

/// Largest graph that graph_edit_distance() takes.
inline constexpr std::size_t kMostTargetNodes = 8;

/// The least number of edits that make graph b of graph a: insert or delete a node without edges, insert or
/// delete an edge, give a node another label; each costs 1. Exact, by trying all ways to match nodes. Nothing
/// for graphs of more than kMostTargetNodes nodes.
std::optional<int> graph_edit_distance(const TargetGraph& a, const TargetGraph& b,
                                       const TargetNumbers& numbers = {});

/// T of the paper: n + n (n - 1) / 2 for n nodes.
int possible_edits(const TargetGraph& graph);

/// Equation 4, of adaptation: the edit distance by the greater T of the two graphs. Undefined where both
/// graphs are empty, where one is (a side without a solution), and where a graph is too large.
Degree target_difficulty(const TargetGraph& normal, const TargetGraph& novel,
                         const TargetNumbers& numbers = {});

}  // namespace novphy
