#include <algorithm>
#include <cmath>

#include "evaluator/difficulty/classifier.h"

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

class NearestCentroid : public Classifier {
 public:
  NearestCentroid(const Examples& examples, double spread)
      : centroids_(centroids_of(examples)), spread_(spread) {}
  std::string_view name() const override { return "nearest centroid"; }
  std::vector<double> probabilities(const Row& row) const override {
    std::vector<double> p(centroids_.size());
    double sum = 0;
    for (std::size_t c = 0; c < p.size(); ++c) {
      if (!centroids_[c].empty()) p[c] = likeness(squared_distance(row, centroids_[c]), spread_);
      sum += p[c];
    }
    if (sum > 1)
      for (double& value : p) value /= sum;
    return p;
  }

 private:
  std::vector<Row> centroids_;
  double spread_;
};

class NearestNeighbours : public Classifier {
 public:
  NearestNeighbours(const Examples& examples, std::size_t neighbours, double spread)
      : examples_(examples), neighbours_(std::min(neighbours, examples.rows.size())), spread_(spread) {}
  std::string_view name() const override { return "nearest neighbours"; }
  std::vector<double> probabilities(const Row& row) const override {
    std::vector<std::pair<double, std::size_t>> near(examples_.rows.size());
    for (std::size_t i = 0; i < near.size(); ++i) near[i] = {squared_distance(row, examples_.rows[i]), i};
    const auto end = near.begin() + static_cast<std::ptrdiff_t>(neighbours_);
    std::partial_sort(near.begin(), end, near.end());
    std::vector<double> p(examples_.class_count);
    for (auto it = near.begin(); it != end; ++it)
      p[examples_.classes[it->second]] += likeness(it->first, spread_) / static_cast<double>(neighbours_);
    return p;
  }

 private:
  Examples examples_;
  std::size_t neighbours_;
  double spread_;
};

}  // namespace

double spread_of(const Examples& examples, double least) {
  const std::vector<Row> centroids = centroids_of(examples);
  double sum = 0;
  for (std::size_t i = 0; i < examples.rows.size(); ++i)
    sum += squared_distance(examples.rows[i], centroids[examples.classes[i]]);
  return std::max(least, std::sqrt(sum / static_cast<double>(examples.rows.size())));
}

std::unique_ptr<Classifier> nearest_centroid(const Examples& examples, const ClassifierNumbers& numbers) {
  return std::make_unique<NearestCentroid>(examples, spread_of(examples, numbers.least_spread));
}

std::unique_ptr<Classifier> nearest_neighbours(const Examples& examples, const ClassifierNumbers& numbers) {
  return std::make_unique<NearestNeighbours>(examples, static_cast<std::size_t>(numbers.neighbours),
                                             spread_of(examples, numbers.least_spread));
}

}  // namespace novphy
