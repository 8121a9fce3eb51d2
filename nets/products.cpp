#include "nets/products.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <vector>

// Eigen's products would be as quick, but their bits differ between x86-64 and aarch64, where Eigen uses
// fused multiply-adds. The vectors below are an extension of g++ and clang, which both compile into
// instructions of four floats on either processor; element by element, the results are those of plain floats.

namespace novphy {
namespace {

using Four = float __attribute__((vector_size(16)));
constexpr std::size_t kPanel = 12;  // columns computed at a time
constexpr std::size_t kRowsAtOnce = 4;
using Numbers = std::array<float, kPanel>;
using Row = std::array<Four, 3>;

/// A view that can be read along either index.
struct Strided {
  const float* data;
  std::size_t rows;
  std::size_t columns;
  std::size_t down;    ///< from a row to the next
  std::size_t across;  ///< from a column to the next
};

Strided plain(ConstMatrix m) { return {m.data, m.rows, m.columns, m.stride, 1}; }
Strided transposed(ConstMatrix m) { return {m.data, m.columns, m.rows, 1, m.stride}; }

/// Twelve columns of a matrix one row after the other, zeros in place of columns that are not there.
class Panel {
 public:
  void pack(const Strided& b, std::size_t first) {
    rows_.resize(b.rows);
    width_ = std::min(kPanel, b.columns - first);
    for (std::size_t k = 0; k < b.rows; ++k) {
      const float* from = b.data + k * b.down + first * b.across;
      Numbers numbers{};
      for (std::size_t j = 0; j < width_; ++j) numbers[j] = from[j * b.across];
      rows_[k] = std::bit_cast<Row>(numbers);
    }
  }
  std::size_t width() const { return width_; }

  const std::vector<Row>& rows() const { return rows_; }

 private:
  std::vector<Row> rows_;
  std::size_t width_ = 0;
};

/// The sums of one row of the result, twelve columns.
struct Sums {
  Four a{};
  Four b{};
  Four c{};

  inline void add(float factor, const Row& row) {
    a += factor * row[0];
    b += factor * row[1];
    c += factor * row[2];
  }
  void add_to(float* out, std::size_t width) const {
    const auto numbers = std::bit_cast<Numbers>(Row{a, b, c});
    for (std::size_t j = 0; j < width; ++j) out[j] += numbers[j];
  }
};

void four_rows(const float* a, const Strided& shape, const Panel& panel, float* out, std::size_t stride) {
  Sums first;
  Sums second;
  Sums third;
  Sums fourth;
  for (const Row& row : panel.rows()) {
    first.add(a[0], row);
    second.add(a[shape.down], row);
    third.add(a[2 * shape.down], row);
    fourth.add(a[3 * shape.down], row);
    a += shape.across;
  }
  first.add_to(out, panel.width());
  second.add_to(out + stride, panel.width());
  third.add_to(out + 2 * stride, panel.width());
  fourth.add_to(out + 3 * stride, panel.width());
}

void one_row(const float* a, const Strided& shape, const Panel& panel, float* out) {
  Sums sums;
  for (const Row& row : panel.rows()) {
    sums.add(*a, row);
    a += shape.across;
  }
  sums.add_to(out, panel.width());
}

void add(const Strided& a, const Strided& b, Matrix out) {
  assert(a.columns == b.rows && a.rows == out.rows && b.columns == out.columns);
  thread_local Panel panel;
  for (std::size_t column = 0; column < b.columns; column += kPanel) {
    panel.pack(b, column);
    std::size_t i = 0;
    for (; i + kRowsAtOnce <= a.rows; i += kRowsAtOnce)
      four_rows(a.data + i * a.down, a, panel, out.data + i * out.stride + column, out.stride);
    for (; i < a.rows; ++i) one_row(a.data + i * a.down, a, panel, out.data + i * out.stride + column);
  }
}

}  // namespace

void add_product(ConstMatrix a, ConstMatrix b, Matrix out) { add(plain(a), plain(b), out); }
void add_transposed_product(ConstMatrix a, ConstMatrix b, Matrix out) { add(transposed(a), plain(b), out); }
void add_product_transposed(ConstMatrix a, ConstMatrix b, Matrix out) { add(plain(a), transposed(b), out); }

}  // namespace novphy
