#include "evaluator/difficulty/equations.h"

#include <algorithm>
#include <cmath>

#include "base/lists.h"

namespace novphy {

ModelVote vote_of(const std::vector<double>& probabilities, const AppearanceNumbers& numbers) {
  constexpr double kRounding = 1e-12;  // 0.4 - 0.3 must count as 0.1
  const auto best = std::ranges::max_element(probabilities);
  ModelVote vote{.p_max = *best, .best = static_cast<std::size_t>(best - probabilities.begin())};
  const auto is_near = [&](double p) { return vote.p_max - p <= numbers.beta + kRounding; };
  vote.rivals = static_cast<int>(std::ranges::count_if(probabilities, is_near)) - 1;
  const double most = numbers.alpha * static_cast<double>(probabilities.size());
  vote.weight = std::max(0.0, (most - vote.rivals) / most);
  return vote;
}

Degree appearance_difficulty(const std::vector<ModelVote>& votes) {
  if (votes.empty()) return Degree::none("no model is above the threshold gamma");
  double sum = 0;
  double weights = 0;
  for (const ModelVote& vote : votes) {
    sum += vote.p_max * vote.weight;
    weights += vote.weight;
  }
  if (weights <= 0) return Degree::none("all models have weight 0");
  return Degree::of(sum / weights);
}

namespace {

/// The mass of a standard Gaussian from `low` to `high`.
double mass(double low, double high) {
  const double root = std::sqrt(2.0);
  return (std::erf(high / root) - std::erf(low / root)) / 2;
}

}  // namespace

Degree rotation_difficulty(std::span<const double> seen_deg, double at_deg, const RotationNumbers& numbers) {
  if (seen_deg.empty()) return Degree::none("no rotation of the class was seen");
  const double h = numbers.bandwidth_deg;
  const bool wraps = std::isfinite(numbers.period_deg);
  if (wraps && 2 * numbers.epsilon_deg >= numbers.period_deg) return Degree::of(1);
  constexpr double kFarInBandwidths = 9;  // less than 1e-18 of a Gaussian lies beyond this
  const double reach = kFarInBandwidths * h + numbers.epsilon_deg;
  const int turns = wraps ? static_cast<int>(std::ceil(reach / numbers.period_deg)) + 1 : 0;
  double sum = 0;
  for (const double seen : seen_deg) {
    const double gap = wraps ? std::remainder(at_deg - seen, numbers.period_deg) : at_deg - seen;
    for (int turn = -turns; turn <= turns; ++turn) {
      const double away = turn == 0 ? gap : gap + turn * numbers.period_deg;
      sum += mass((away - numbers.epsilon_deg) / h, (away + numbers.epsilon_deg) / h);
    }
  }
  return Degree::of(std::min(1.0, sum / static_cast<double>(seen_deg.size())));
}

namespace {

using Matrix = std::vector<std::vector<char>>;

Matrix matrix_of(const TargetGraph& graph) {
  Matrix edges(graph.nodes.size(), std::vector<char>(graph.nodes.size()));
  for (const auto& [a, b] : graph.edges) edges[a][b] = edges[b][a] = 1;
  return edges;
}

/// Depth-first search over all ways to match each node of `a` with a node of `b` or with none.
class EditSearch {
 public:
  EditSearch(const TargetGraph& a, const TargetGraph& b, bool relabel)
      : a_(a),
        b_(b),
        relabel_(relabel),
        a_edges_(matrix_of(a)),
        b_edges_(matrix_of(b)),
        match_(a.nodes.size(), kNone),
        used_(b.nodes.size()) {
    best_ = static_cast<int>(a.nodes.size() + b.nodes.size() + a.edges.size() + b.edges.size());
  }
  int search() {
    step(0, 0);
    return best_;
  }

 private:
  static constexpr int kNone = -1;

  bool edge_of_b(int i, int j) const {
    return i != kNone && j != kNone && b_edges_[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  }

  /// Edits of the edges between node `i` and the nodes before it.
  int edge_edits(std::size_t i) const {
    int edits = 0;
    for (std::size_t j = 0; j < i; ++j) edits += (a_edges_[i][j] != 0) != edge_of_b(match_[i], match_[j]);
    return edits;
  }

  /// Insertions of the nodes of b without a match, and of their edges.
  int insertions() const {
    int edits = static_cast<int>(std::ranges::count(used_, char{0}));
    for (const auto& [i, j] : b_.edges) edits += !used_[i] || !used_[j];
    return edits;
  }

  void step(std::size_t i, int cost) {
    if (cost >= best_) return;
    if (i == match_.size()) {
      best_ = std::min(best_, cost + insertions());
      return;
    }
    for (std::size_t j = 0; j < used_.size(); ++j) {
      const bool same = a_.nodes[i] == b_.nodes[j];
      if (used_[j] || (!same && !relabel_)) continue;
      used_[j] = 1;
      match_[i] = static_cast<int>(j);
      step(i + 1, cost + !same + edge_edits(i));
      used_[j] = 0;
    }
    match_[i] = kNone;
    step(i + 1, cost + 1 + edge_edits(i));
  }

  const TargetGraph& a_;
  const TargetGraph& b_;
  bool relabel_;
  Matrix a_edges_, b_edges_;
  std::vector<int> match_;
  std::vector<char> used_;
  int best_ = 0;
};

}  // namespace

TargetGraph chain_graph(const std::vector<std::string>& objects) {
  TargetGraph graph;
  std::vector<std::size_t> places;
  for (const std::string& object : objects) {
    places.push_back(index_in(graph.nodes, object));
    if (places.back() == graph.nodes.size()) graph.nodes.push_back(object);
  }
  for (std::size_t i = 1; i < places.size(); ++i) {
    const std::pair<std::size_t, std::size_t> edge = std::minmax(places[i - 1], places[i]);
    if (edge.first != edge.second && !contains(graph.edges, edge)) graph.edges.push_back(edge);
  }
  return graph;
}

std::optional<int> graph_edit_distance(const TargetGraph& a, const TargetGraph& b,
                                       const TargetNumbers& numbers) {
  if (std::max(a.nodes.size(), b.nodes.size()) > kMostTargetNodes) return std::nullopt;
  return EditSearch(a, b, numbers.relabel).search();
}

int possible_edits(const TargetGraph& graph) {
  const int n = static_cast<int>(graph.nodes.size());
  return n + n * (n - 1) / 2;
}

Degree target_difficulty(const TargetGraph& normal, const TargetGraph& novel, const TargetNumbers& numbers) {
  if (normal.nodes.empty()) return Degree::none("the normal side has no winning throw");
  if (novel.nodes.empty()) return Degree::none("the novel side has no winning throw");
  const auto edits = graph_edit_distance(normal, novel, numbers);
  if (!edits) return Degree::none("the way of winning has more than 8 objects");
  return Degree::of(static_cast<double>(*edits) / std::max(possible_edits(normal), possible_edits(novel)));
}

namespace {

/// The ranges in ascending order, overlapping ones joined.
std::vector<ActionRange> joined(std::vector<ActionRange> ranges) {
  std::ranges::sort(ranges, {}, &ActionRange::low);
  std::vector<ActionRange> result;
  for (const ActionRange& range : ranges)
    if (!result.empty() && range.low <= result.back().high)
      result.back().high = std::max(result.back().high, range.high);
    else
      result.push_back(range);
  return result;
}

double length_of(const std::vector<ActionRange>& ranges) {
  double length = 0;
  for (const ActionRange& range : ranges) length += range.high - range.low;
  return length;
}

constexpr const char* kNoAction = "the novel side has no winning throw";

}  // namespace

Degree overlap_of(const std::vector<ActionRange>& normal, const std::vector<ActionRange>& novel) {
  const auto a = joined(normal);
  const auto b = joined(novel);
  const double length = length_of(b);
  if (length <= 0) return Degree::none(kNoAction);
  double common = 0;
  for (const ActionRange& x : a)
    for (const ActionRange& y : b) common += std::max(0.0, std::min(x.high, y.high) - std::max(x.low, y.low));
  return Degree::of(common / length);
}

Degree overlap_of(const std::set<std::string>& normal, const std::set<std::string>& novel) {
  if (novel.empty()) return Degree::none(kNoAction);
  const auto common =
      std::ranges::count_if(novel, [&](const std::string& action) { return normal.contains(action); });
  return Degree::of(static_cast<double>(common) / static_cast<double>(novel.size()));
}

Degree initiation_difficulty(const Degree& overlap, bool as_printed) {
  return as_printed ? overlap : detection_of(overlap);
}

Degree time_difficulty(std::optional<double> normal_s, std::optional<double> novel_s) {
  if (!normal_s && !novel_s) return Degree::none("no time limit");
  if (!normal_s || !novel_s) return Degree::none("only one side has a time limit");
  if (*normal_s <= 0) return Degree::none("the normal time limit is 0");
  return Degree::of(std::max(0.0, (*normal_s - *novel_s) / *normal_s));
}

Degree detection_of(const Degree& adaptation) {
  return adaptation.value ? Degree::of(1 - *adaptation.value) : adaptation;
}

}  // namespace novphy
