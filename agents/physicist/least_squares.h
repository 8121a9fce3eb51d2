#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace novphy {

/// Solves a x = b for each of the right sides b by Gauss and Jordan with pivots; nothing where the square
/// matrix, a list of rows, is singular. For the few unknowns of normal equations.
inline std::optional<std::vector<std::vector<double>>> solved(std::vector<std::vector<double>> a,
                                                              std::vector<std::vector<double>> sides) {
  constexpr double kSingular = 1e-9;
  const std::size_t n = a.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t row = i + 1; row < n; ++row)
      if (std::abs(a[row][i]) > std::abs(a[pivot][i])) pivot = row;
    if (std::abs(a[pivot][i]) < kSingular) return std::nullopt;
    std::swap(a[i], a[pivot]);
    for (auto& side : sides) std::swap(side[i], side[pivot]);
    for (std::size_t row = 0; row < n; ++row) {
      if (row == i) continue;
      const double share = a[row][i] / a[i][i];
      for (std::size_t column = i; column < n; ++column) a[row][column] -= share * a[i][column];
      for (auto& side : sides) side[row] -= share * side[i];
    }
  }
  for (auto& side : sides)
    for (std::size_t i = 0; i < n; ++i) side[i] /= a[i][i];
  return sides;
}

}  // namespace novphy
