#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace novphy {

/// A view of numbers stored row by row. Consecutive rows begin `stride` numbers apart.
template <class Number>
struct MatrixView {
  Number* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;

  MatrixView() = default;
  MatrixView(Number* at, std::size_t row_count, std::size_t column_count, std::size_t step)
      : data(at), rows(row_count), columns(column_count), stride(step) {}
  /// All of `numbers`, whose count is rows * columns.
  MatrixView(std::span<Number> numbers, std::size_t row_count, std::size_t column_count)
      : MatrixView(numbers.data(), row_count, column_count, column_count) {}
  /// A view that may write can be used as one that only reads.
  template <class Other>
  requires(std::is_same_v<const Other, Number> && !std::is_same_v<Other, Number>)
      MatrixView(const MatrixView<Other>& other)
      : MatrixView(other.data, other.rows, other.columns, other.stride) {}

  std::span<Number> row(std::size_t i) const { return {data + i * stride, columns}; }
  /// The part of `row_count` rows and `column_count` columns that begins at this row and column.
  MatrixView part(std::size_t row, std::size_t column, std::size_t row_count,
                  std::size_t column_count) const {
    return {data + row * stride + column, row_count, column_count, stride};
  }
};

using Matrix = MatrixView<float>;
using ConstMatrix = MatrixView<const float>;

/// Owns the numbers of a matrix whose shape may change.
class MatrixBuffer {
 public:
  /// Makes the matrix this large. All numbers are 0.
  Matrix zeros(std::size_t rows, std::size_t columns) {
    numbers_.assign(rows * columns, 0.0F);
    return {std::span(numbers_), rows, columns};
  }

 private:
  std::vector<float> numbers_;
};

/// How many floats the processor's instructions handle at a time. The results are the same for all.
enum class Vectors {
  kFour,
  kEight,  ///< only if widest_vectors() returns it
};
/// The widest vectors that this processor has.
Vectors widest_vectors();

/// Products of matrices whose bits depend neither on the machine nor on the compiler or the shapes: each
/// number of the product is a sum of rounded products, added one after the other in the order of the inner
/// index. Each function adds the product to `out`, whose shape must fit.

/// out += a b
void add_product(ConstMatrix a, ConstMatrix b, Matrix out, Vectors vectors = widest_vectors());
/// out += transposed(a) b
void add_transposed_product(ConstMatrix a, ConstMatrix b, Matrix out, Vectors vectors = widest_vectors());
/// out += a transposed(b)
void add_product_transposed(ConstMatrix a, ConstMatrix b, Matrix out, Vectors vectors = widest_vectors());

}  // namespace novphy
