#pragma once

#include <vector>

#include "agents/learning/nets/products.h"

namespace novphy {

/// A copy of the numbers, row by row.
inline std::vector<float> flat(ConstMatrix matrix) {
  std::vector<float> numbers;
  for (std::size_t i = 0; i < matrix.rows; ++i)
    numbers.insert(numbers.end(), matrix.row(i).begin(), matrix.row(i).end());
  return numbers;
}

}  // namespace novphy
