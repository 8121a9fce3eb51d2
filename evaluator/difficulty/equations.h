#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// The equations of Pinto et al. 2023 but for 3 (outline.h).
namespace novphy {

/// A difficulty, or the reason why there is none. Difficulties of Pinto et al. 2023, "The Difficulty of
/// Novelty Detection and Adaptation in Physical Environments", are numbers from 0 to 1; 1 is hardest.
struct Degree {
  std::optional<double> value{};
  std::string undefined{};  ///< the reason; "" if there is a value

  static Degree of(double value) { return {.value = value}; }
  static Degree none(std::string reason) { return {.undefined = std::move(reason)}; }
  friend bool operator==(const Degree&, const Degree&) = default;
};

struct RotationNumbers {
  /// Angles that differ by a multiple of this are the same: 360 for directions, 180 for the outlines of
  /// rectangles, infinity for a line (which follows the paper's density literally).
  double period_deg = 360;
  double bandwidth_deg = 5;  ///< h: standard deviation of the Gaussian kernels, above 0
  double epsilon_deg = 5;    ///< rot_epsilon: half the width of the window, at least 0
};

/// Equation 2, how hard it is to tell an object from known ones by its rotation: the mass of a kernel density
/// within at_deg +- epsilon. The density is the mean of a Gaussian around each seen angle, wrapped by the
/// period (the paper names neither kernel nor bandwidth, and does not wrap). A window as wide as the period
/// has all of the mass, 1. Undefined if no angle was seen.
Degree rotation_difficulty(std::span<const double> seen_deg, double at_deg, const RotationNumbers& numbers);

// Equation 1 of Pinto et al. 2023: how hard an object is to tell from known objects by colour or shape.

struct AppearanceNumbers {
  /// The paper's alpha, above 0: a model with alpha n or more rivals has weight 0, where n is the number of
  /// classes. At 1 every model keeps some weight, so that every object has a difficulty.
  double alpha = 1;
  /// The paper's beta, 0 to 1: a class counts as a rival of the likeliest class if its probability is at most
  /// beta lower.
  double beta = 0.1;
};

/// What one model says about an object.
struct ModelVote {
  double p_max = 0;    ///< probability of the likeliest class
  std::size_t best{};  ///< index of the likeliest class; the first of equals
  int rivals = 0;      ///< the paper's n': further classes at most beta below p_max
  double weight = 0;   ///< (alpha n - n') / (alpha n), or 0 if n' >= alpha n
};

/// The vote of a model that gives these probabilities, one for each class. They are 0 to 1 and may sum to
/// less than 1, if the model finds that the object may belong to no class. Differences within 1e-12 of beta
/// count as beta. Needs at least one class.
ModelVote vote_of(const std::vector<double>& probabilities, const AppearanceNumbers& numbers);

/// Equation 1: the mean of the models' p_max, weighted by their weights. Undefined without models, and if all
/// weights are 0 (0/0 in the paper).
Degree appearance_difficulty(const std::vector<ModelVote>& votes);

// Equation 4 of Pinto et al. 2023: how much the objects that take part in a task's solution change.

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
