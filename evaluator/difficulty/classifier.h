#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

/// Classifiers that give probabilities, for equation 1 of Pinto et al. 2023. They compute with + - * / and
/// square roots only, whose results IEEE 754 defines to the last bit, and draw with std::mt19937_64, so that
/// every machine gives the same bits. docs/reference/difficulty.md says why no library does this.
namespace novphy {

/// Examples: each is a row of numbers, all of one length, with the row's class.
struct Examples {
  std::vector<std::vector<double>> rows{};
  std::vector<std::size_t> classes{};  ///< one index below `class_count` for each row
  std::size_t class_count = 0;
};

/// A trained model. An object far from all examples gets low probabilities for all classes, so the
/// probabilities need not sum to 1.
struct Classifier {
  std::string_view name{};
  /// One probability for each class, each from 0 to 1. Their sum is at most 1, apart from rounding.
  std::function<std::vector<double>(const std::vector<double>& row)> probabilities{};
};

/// How far the examples of a class lie from its centre: the square root of the mean squared distance over all
/// examples, in the unit of the rows, and at least `least`. Two of the classifiers measure distances in this
/// unit.
double spread_of(const Examples& examples, double least);

struct ClassifierNumbers {
  int neighbours = 5;          ///< k of the nearest neighbours
  int trees = 40;              ///< of the forest
  double margin = 0.1;         ///< of the forest: share of a column's range by which the box of a leaf is
                               ///< widened
  double least_spread = 0.05;  ///< lower limit of spread_of()
  std::uint64_t seed = 1;      ///< of the forest
};

/// Nearest centroid (Rocchio). The likeness to a class is 1 / (1 + (d / s)^2), where d is the Euclidean
/// distance to the class's mean and s is spread_of(). The probability of a class is its likeness, divided by
/// the sum of all likenesses if this sum is above 1. All classifiers need at least one example.
Classifier nearest_centroid(const Examples& examples, const ClassifierNumbers& numbers = {});

/// k nearest neighbours, each with a vote of 1 / (1 + (d / s)^2), divided by k (votes weighted by distance:
/// Dudani 1976). Of neighbours at the same distance, the earlier example comes first. With fewer than k
/// examples, all vote.
Classifier nearest_neighbours(const Examples& examples, const ClassifierNumbers& numbers = {});

/// A forest of classification trees (Breiman 2001). Each tree is grown on a bootstrap sample. Each split is
/// the best by Gini impurity among randomly drawn columns, as many as the square root of their number. A leaf
/// votes with the shares of its examples, but for nothing if the row lies outside the box that holds these
/// examples.
Classifier random_forest(const Examples& examples, const ClassifierNumbers& numbers = {});

}  // namespace novphy
