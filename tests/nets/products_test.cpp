#include "agents/learning/nets/products.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace novphy;

namespace {

/// Numbers from -1 to 1 of many bits.
std::vector<float> many_bits(std::size_t count, float offset) {
  std::vector<float> numbers(count);
  float x = offset;
  for (float& number : numbers) number = x = std::fmod(x * 3.7F + 0.31F, 1.9F) - 0.95F;
  return numbers;
}

std::vector<float> transposed_copy(const std::vector<float>& numbers, std::size_t rows) {
  std::vector<float> out(numbers.size());
  const std::size_t columns = numbers.size() / rows;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) out[j * rows + i] = numbers[i * columns + j];
  return out;
}

/// A product of m x depth and depth x n as products.h promises each number: one sum in order, added at the
/// end.
std::vector<float> plain_product(const std::vector<float>& a, const std::vector<float>& b, std::size_t depth,
                                 float before) {
  const std::size_t m = a.size() / depth;
  const std::size_t n = b.size() / depth;
  std::vector<float> out(m * n, before);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      float sum = 0;
      for (std::size_t k = 0; k < depth; ++k) sum += a[i * depth + k] * b[k * n + j];
      out[i * n + j] += sum;
    }
  return out;
}

}  // namespace

TEST_CASE("products have the bits of plain sums in order, for every shape and width of vectors") {
  const auto m = GENERATE(as<std::size_t>(), 1, 3, 4, 9);
  const auto n = GENERATE(as<std::size_t>(), 1, 11, 12, 25);
  const auto depth = GENERATE(as<std::size_t>(), 1, 2, 17);
  const auto vectors = GENERATE(Vectors::kFour, widest_vectors());
  const std::vector<float> a = many_bits(m * depth, 0.1F);
  const std::vector<float> b = many_bits(depth * n, 0.2F);
  const std::vector<float> expected = plain_product(a, b, depth, 0.125F);
  CAPTURE(m, n, depth, vectors);
  std::vector<float> out(m * n, 0.125F);
  add_product(ConstMatrix(a, m, depth), ConstMatrix(b, depth, n), Matrix(out, m, n), vectors);
  CHECK(out == expected);
  out.assign(m * n, 0.125F);
  add_transposed_product(ConstMatrix(transposed_copy(a, m), depth, m), ConstMatrix(b, depth, n),
                         Matrix(out, m, n), vectors);
  CHECK(out == expected);
  out.assign(m * n, 0.125F);
  add_product_transposed(ConstMatrix(a, m, depth), ConstMatrix(transposed_copy(b, depth), n, depth),
                         Matrix(out, m, n), vectors);
  CHECK(out == expected);
}

TEST_CASE("a product of parts of matrices leaves the rest of the result alone") {
  const std::vector<float> a = many_bits(6 * 5, 0.3F);
  std::vector<float> out(4 * 7, 9);
  const ConstMatrix part = ConstMatrix(a, 6, 5).part(1, 2, 2, 3);
  const ConstMatrix other = ConstMatrix(a, 6, 5).part(3, 0, 3, 2);
  add_product(part, other, Matrix(out, 4, 7).part(1, 3, 2, 2));
  float sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += a[(1 + 1) * 5 + 2 + k] * a[(3 + k) * 5 + 1];
  CHECK(out[2 * 7 + 4] == 9 + sum);
  int changed = 0;
  for (const float number : out) changed += number != 9;
  CHECK(changed == 4);
}
