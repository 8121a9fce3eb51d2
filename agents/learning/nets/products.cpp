#include "agents/learning/nets/products.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <utility>
#include <vector>

// We do not use a library such as Eigen, whose bits differ between x86-64 and aarch64, where it uses fused
// multiply-adds. The vectors below are an extension of g++ and clang. Element by element, their results are
// those of plain floats, so it does not matter how many floats an instruction handles at a time.

namespace novphy {
namespace {

using Four = float __attribute__((vector_size(16)));
using Eight = float __attribute__((vector_size(32)));  // instructions of AVX
constexpr std::size_t kRowsAtOnce = 4;

/// Columns computed at a time: three vectors wide.
template <class Vector>
constexpr std::size_t kPanel = 3 * sizeof(Vector) / sizeof(float);

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

/// The columns of a panel stored row by row, with zeros where the matrix has no column.
template <std::size_t kColumns>
void pack(const Strided& b, std::size_t first, std::vector<float>& panel) {
  panel.resize(b.rows * kColumns);
  const std::size_t width = std::min(kColumns, b.columns - first);
  for (std::size_t k = 0; k < b.rows; ++k) {
    const float* from = b.data + k * b.down + first * b.across;
    float* const to = panel.data() + k * kColumns;
    if (b.across == 1)
      std::copy_n(from, width, to);
    else
      for (std::size_t j = 0; j < width; ++j) to[j] = from[j * b.across];
    std::fill(to + width, to + kColumns, 0.0F);
  }
}

/// A vector in memory without alignment.
template <class Vector>
struct Unaligned {
  using Type __attribute__((aligned(4), may_alias)) = Vector;
};

/// The sums of one row of the result, a panel wide.
template <class Vector>
struct Sums {
  Vector a{};
  Vector b{};
  Vector c{};

  [[gnu::always_inline]] inline void add(float factor, const float* row) {
    const auto* vectors = reinterpret_cast<const typename Unaligned<Vector>::Type*>(row);
    a += factor * vectors[0];
    b += factor * vectors[1];
    c += factor * vectors[2];
  }
  [[gnu::always_inline]] inline void add_to(float* out, std::size_t width) const {
    std::array<float, kPanel<Vector>> numbers;
    std::memcpy(numbers.data(), this, sizeof numbers);
    for (std::size_t j = 0; j < width; ++j) out[j] += numbers[j];
  }
};

/// What is computed at a time: rows of `a` times a panel, added to columns of `out`.
struct Strip {
  const float* a;
  std::size_t down;
  std::size_t across;
  std::span<const float> panel;
  float* out;
  std::size_t stride;
  std::size_t width;  ///< columns of the panel that exist in the matrix
};

/// Adds this many rows at a time. The indices are constants, so that all sums stay in registers.
template <class Vector, std::size_t... kRow>
[[gnu::always_inline]] inline void add_rows(const Strip& strip, std::index_sequence<kRow...>) {
  std::array<Sums<Vector>, sizeof...(kRow)> sums{};
  const float* a = strip.a;
  const float* const end = strip.panel.data() + strip.panel.size();
  for (const float* row = strip.panel.data(); row != end; row += kPanel<Vector>) {
    (sums[kRow].add(a[kRow * strip.down], row), ...);
    a += strip.across;
  }
  (sums[kRow].add_to(strip.out + kRow * strip.stride, strip.width), ...);
}

template <class Vector>
[[gnu::always_inline]] inline void add_strips(const Strided& a, Strip strip) {
  std::size_t i = 0;
  for (; i + kRowsAtOnce <= a.rows; i += kRowsAtOnce) {
    add_rows<Vector>(strip, std::make_index_sequence<kRowsAtOnce>());
    strip.a += kRowsAtOnce * strip.down;
    strip.out += kRowsAtOnce * strip.stride;
  }
  for (; i < a.rows; ++i) {
    add_rows<Vector>(strip, std::index_sequence<0>());
    strip.a += strip.down;
    strip.out += strip.stride;
  }
}

void add_strips_of_four(const Strided& a, const Strip& strip) { add_strips<Four>(a, strip); }

template <class Vector, class AddStrips>
void add_panels(const Strided& a, const Strided& b, Matrix out, const AddStrips& add_strips_of) {
  thread_local std::vector<float> panel;
  for (std::size_t column = 0; column < b.columns; column += kPanel<Vector>) {
    pack<kPanel<Vector>>(b, column, panel);
    add_strips_of(a, Strip{.a = a.data,
                           .down = a.down,
                           .across = a.across,
                           .panel = panel,
                           .out = out.data + column,
                           .stride = out.stride,
                           .width = std::min(kPanel<Vector>, b.columns - column)});
  }
}

#ifdef __x86_64__
[[gnu::target("avx")]] void add_strips_of_eight(const Strided& a, const Strip& strip) {
  add_strips<Eight>(a, strip);
}
void add_by_eight(const Strided& a, const Strided& b, Matrix out) {
  add_panels<Eight>(a, b, out, add_strips_of_eight);
}
bool has_eight() { return __builtin_cpu_supports("avx") != 0; }
#else
void add_by_eight(const Strided& a, const Strided& b, Matrix out) {
  add_panels<Four>(a, b, out, add_strips_of_four);
}
bool has_eight() { return false; }
#endif

void add(const Strided& a, const Strided& b, Matrix out, Vectors vectors) {
  assert(a.columns == b.rows && a.rows == out.rows && b.columns == out.columns);
  if (vectors == Vectors::kEight) return add_by_eight(a, b, out);
  add_panels<Four>(a, b, out, add_strips_of_four);
}

}  // namespace

Vectors widest_vectors() {
  static const Vectors widest = has_eight() ? Vectors::kEight : Vectors::kFour;
  return widest;
}

void add_product(ConstMatrix a, ConstMatrix b, Matrix out, Vectors vectors) {
  add(plain(a), plain(b), out, vectors);
}
void add_transposed_product(ConstMatrix a, ConstMatrix b, Matrix out, Vectors vectors) {
  add(transposed(a), plain(b), out, vectors);
}
void add_product_transposed(ConstMatrix a, ConstMatrix b, Matrix out, Vectors vectors) {
  add(plain(a), transposed(b), out, vectors);
}

}  // namespace novphy
