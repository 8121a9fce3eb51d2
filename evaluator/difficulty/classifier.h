#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Classifiers that give probabilities, for equation 1 of Pinto et al. 2023. All compute with + - * / and
/// square roots only, whose results IEEE 754 fixes to the last bit, and draw with std::mt19937_64. So every
/// machine gives the same bits. docs/difficulty.md says why no library does this.
namespace novphy {

/// Examples: a row of numbers each, all of one length, and the class of each row.
struct Examples {
  std::vector<std::vector<double>> rows{};
  std::vector<std::size_t> classes{};  ///< one index below `class_count` for each row
  std::size_t class_count = 0;
};

/// A trained model. An object that lies far from all examples gets low probabilities for all classes: the
/// probabilities need not sum to 1.
class Classifier {
 public:
  virtual ~Classifier() = default;
  virtual std::string_view name() const = 0;
  /// One probability for each class, each 0 to 1, in sum at most 1 but for rounding.
  virtual std::vector<double> probabilities(const std::vector<double>& row) const = 0;
};

/// How far the examples of a class lie from their centre: the square root of the mean squared distance over
/// all examples, in the unit of the rows. At least `least`. Two classifiers measure distances in this unit.
double spread_of(const Examples& examples, double least);

struct ClassifierNumbers {
  int neighbours = 5;          ///< k of the nearest neighbours
  int trees = 40;              ///< of the forest
  double margin = 0.1;         ///< of the forest: share of a column's range by which a leaf's box is widened
  double least_spread = 0.05;  ///< floor of spread_of()
  std::uint64_t seed = 1;      ///< of the forest
};

/// Nearest centroid (Rocchio): likeness 1 / (1 + (d / s)^2) to each class's mean, where d is the Euclidean
/// distance and s spread_of(). The probability of a class is its likeness, divided by the sum of all where
/// that sum is above 1. All classifiers require one example at least.
std::unique_ptr<Classifier> nearest_centroid(const Examples& examples, const ClassifierNumbers& numbers = {});

/// k nearest neighbours, each with a vote of 1 / (1 + (d / s)^2), divided by k (votes weighted by distance:
/// Dudani 1976). Of neighbours at one distance the earlier example counts first. With fewer than k examples
/// all vote.
std::unique_ptr<Classifier> nearest_neighbours(const Examples& examples,
                                               const ClassifierNumbers& numbers = {});

/// A forest of classification trees (Breiman 2001): each tree is grown on a bootstrap sample, and each split
/// is the best by Gini impurity among the square root of the columns, drawn at random. A leaf votes with the
/// shares of its examples, and for nothing where the row lies outside the box that holds the leaf's examples.
std::unique_ptr<Classifier> random_forest(const Examples& examples, const ClassifierNumbers& numbers = {});

}  // namespace novphy
