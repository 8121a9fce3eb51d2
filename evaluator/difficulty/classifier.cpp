#include "evaluator/difficulty/classifier.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

#include "evaluator/measures/random.h"

namespace novphy {
namespace {

using Row = std::vector<double>;

double squared_distance(const Row& a, const Row& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

double likeness(double squared, double spread) { return 1 / (1 + squared / (spread * spread)); }

/// The mean of the rows of each class; an empty row for a class without examples.
std::vector<Row> centroids_of(const Examples& examples) {
  std::vector<Row> centroids(examples.class_count);
  std::vector<double> counts(examples.class_count);
  for (std::size_t i = 0; i < examples.rows.size(); ++i) {
    Row& centroid = centroids[examples.classes[i]];
    centroid.resize(examples.rows[i].size());
    for (std::size_t j = 0; j < centroid.size(); ++j) centroid[j] += examples.rows[i][j];
    ++counts[examples.classes[i]];
  }
  for (std::size_t c = 0; c < centroids.size(); ++c)
    for (double& value : centroids[c]) value /= counts[c];
  return centroids;
}

}  // namespace

double spread_of(const Examples& examples, double least) {
  const std::vector<Row> centroids = centroids_of(examples);
  double sum = 0;
  for (std::size_t i = 0; i < examples.rows.size(); ++i)
    sum += squared_distance(examples.rows[i], centroids[examples.classes[i]]);
  return std::max(least, std::sqrt(sum / static_cast<double>(examples.rows.size())));
}

Classifier nearest_centroid(const Examples& examples, const ClassifierNumbers& numbers) {
  auto probabilities = [centroids = centroids_of(examples),
                        spread = spread_of(examples, numbers.least_spread)](const Row& row) {
    Row p(centroids.size());
    double sum = 0;
    for (std::size_t c = 0; c < p.size(); ++c) {
      if (!centroids[c].empty()) p[c] = likeness(squared_distance(row, centroids[c]), spread);
      sum += p[c];
    }
    if (sum > 1)
      for (double& value : p) value /= sum;
    return p;
  };
  return {"nearest centroid", std::move(probabilities)};
}

Classifier nearest_neighbours(const Examples& examples, const ClassifierNumbers& numbers) {
  const std::size_t neighbours = std::min(static_cast<std::size_t>(numbers.neighbours), examples.rows.size());
  auto probabilities = [examples, neighbours,
                        spread = spread_of(examples, numbers.least_spread)](const Row& row) {
    std::vector<std::pair<double, std::size_t>> near(examples.rows.size());
    for (std::size_t i = 0; i < near.size(); ++i) near[i] = {squared_distance(row, examples.rows[i]), i};
    const auto end = near.begin() + static_cast<std::ptrdiff_t>(neighbours);
    std::partial_sort(near.begin(), end, near.end());
    Row p(examples.class_count);
    for (auto it = near.begin(); it != end; ++it)
      p[examples.classes[it->second]] += likeness(it->first, spread) / static_cast<double>(neighbours);
    return p;
  };
  return {"nearest neighbours", std::move(probabilities)};
}

namespace {

using Places = std::vector<std::size_t>;

/// A node of a tree: a split, or a leaf if `column` is kLeaf.
struct TreeNode {
  static constexpr std::size_t kLeaf = std::numeric_limits<std::size_t>::max();
  std::size_t column = kLeaf;
  double below = 0;  ///< rows with less in the column go to `left`, all others to `right`
  std::size_t left = 0, right = 0;
  std::vector<double> shares{};     ///< of a leaf: share of each class
  std::vector<double> low, high{};  ///< of a leaf: the box of its examples
};

struct Split {
  double impurity = std::numeric_limits<double>::infinity();
  std::size_t column = TreeNode::kLeaf;
  double below = 0;
};

/// The sum of count - sum of squared class counts / count: Gini impurity times the number of examples.
double impurity_of(const std::vector<double>& counts, double total) {
  double squares = 0;
  for (const double count : counts) squares += count * count;
  return total > 0 ? total - squares / total : 0;
}

class Tree {
 public:
  Tree(const Examples& examples, std::mt19937_64& random) : examples_(&examples) {
    Places sample(examples.rows.size());
    for (std::size_t& place : sample) place = below(random, sample.size());
    grow(sample, random);
    examples_ = nullptr;
  }

  const TreeNode& leaf_of(const Row& row) const {
    const TreeNode* node = &nodes_.front();
    while (node->column != TreeNode::kLeaf)
      node = &nodes_[row[node->column] < node->below ? node->left : node->right];
    return *node;
  }

 private:
  const Row& row(std::size_t place) const { return examples_->rows[place]; }

  std::vector<double> counts_of(const Places& places) const {
    std::vector<double> counts(examples_->class_count);
    for (const std::size_t place : places) ++counts[examples_->classes[place]];
    return counts;
  }

  std::size_t grow(const Places& places, std::mt19937_64& random) {
    const std::size_t index = nodes_.size();
    nodes_.emplace_back();
    const std::vector<double> counts = counts_of(places);
    const double total = static_cast<double>(places.size());
    const Split split = impurity_of(counts, total) > 0 ? best_split(places, counts, random) : Split{};
    if (split.column == TreeNode::kLeaf) {
      fill_leaf(nodes_[index], places, counts);
      return index;
    }
    Places left;
    Places right;
    for (const std::size_t place : places)
      (row(place)[split.column] < split.below ? left : right).push_back(place);
    const std::size_t to_left = grow(left, random);
    const std::size_t to_right = grow(right, random);
    nodes_[index].column = split.column;
    nodes_[index].below = split.below;
    nodes_[index].left = to_left;
    nodes_[index].right = to_right;
    return index;
  }

  void fill_leaf(TreeNode& leaf, const Places& places, const std::vector<double>& counts) {
    leaf.shares = counts;
    for (double& share : leaf.shares) share /= static_cast<double>(places.size());
    leaf.low = leaf.high = row(places.front());
    for (const std::size_t place : places)
      for (std::size_t j = 0; j < leaf.low.size(); ++j) {
        leaf.low[j] = std::min(leaf.low[j], row(place)[j]);
        leaf.high[j] = std::max(leaf.high[j], row(place)[j]);
      }
  }

  /// The best split among columns in random order. After as many columns as the square root of their number,
  /// the search goes on only until some column splits at all.
  Split best_split(const Places& places, const std::vector<double>& counts, std::mt19937_64& random) const {
    Places columns(row(places.front()).size());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    const double wanted = std::sqrt(static_cast<double>(columns.size()));
    Split best;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (static_cast<double>(i) >= wanted && best.column != TreeNode::kLeaf) break;
      std::swap(columns[i], columns[i + below(random, columns.size() - i)]);
      try_column(columns[i], places, counts, best);
    }
    return best;
  }

  void try_column(std::size_t column, const Places& places, std::vector<double> right, Split& best) const {
    std::vector<std::pair<double, std::size_t>> sorted;  // value and class, side by side in memory
    sorted.reserve(places.size());
    for (const std::size_t place : places) sorted.emplace_back(row(place)[column], examples_->classes[place]);
    std::ranges::sort(sorted);
    std::vector<double> left(right.size());
    const double total = static_cast<double>(places.size());
    for (std::size_t i = 0; i + 1 < sorted.size(); ++i) {
      const auto [here, its_class] = sorted[i];
      ++left[its_class];
      --right[its_class];
      const double next = sorted[i + 1].first;
      if (here == next) continue;
      const double on_left = static_cast<double>(i + 1);
      const double impurity = impurity_of(left, on_left) + impurity_of(right, total - on_left);
      const double middle = here + (next - here) / 2;
      if (impurity < best.impurity) best = {impurity, column, middle > here ? middle : next};
    }
  }

  const Examples* examples_;
  std::vector<TreeNode> nodes_{};
};

/// Whether the row lies in the box of the leaf's examples, widened by these margins.
bool holds(const TreeNode& leaf, const Row& row, const Row& margins) {
  for (std::size_t j = 0; j < row.size(); ++j)
    if (row[j] < leaf.low[j] - margins[j] || row[j] > leaf.high[j] + margins[j]) return false;
  return true;
}

}  // namespace

Classifier random_forest(const Examples& examples, const ClassifierNumbers& numbers) {
  Row margins(examples.rows.front().size());
  for (std::size_t j = 0; j < margins.size(); ++j) {
    const auto [low, high] = std::minmax_element(examples.rows.begin(), examples.rows.end(),
                                                 [j](const Row& a, const Row& b) { return a[j] < b[j]; });
    margins[j] = numbers.margin * std::max((*high)[j] - (*low)[j], numbers.least_spread);
  }
  std::mt19937_64 random(numbers.seed);
  std::vector<Tree> trees;
  for (int i = 0; i < numbers.trees; ++i) trees.emplace_back(examples, random);
  auto probabilities = [classes = examples.class_count, margins, trees = std::move(trees)](const Row& row) {
    Row p(classes);
    for (const Tree& tree : trees)
      if (const TreeNode& leaf = tree.leaf_of(row); holds(leaf, row, margins))
        for (std::size_t c = 0; c < p.size(); ++c) p[c] += leaf.shares[c];
    for (double& value : p) value /= static_cast<double>(trees.size());
    return p;
  };
  return {"random forest", std::move(probabilities)};
}

}  // namespace novphy
