#include "agents/learning/nets/losses.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

using namespace novphy;

TEST_CASE("a value that is not a number gives a loss that is not a number") {
  const std::vector<float> values{1, std::numeric_limits<float>::quiet_NaN()};
  const std::vector<float> targets{1, 0};
  std::vector<float> gradient(2);
  const ConstMatrix row(values, 1, 2);
  CHECK(std::isnan(cross_entropy(row, ConstMatrix(targets, 1, 2), {}, Matrix(gradient, 1, 2))));
  CHECK(std::isnan(
      huber_loss(row, std::vector<std::size_t>{1}, std::vector<float>{0}, Matrix(gradient, 1, 2))));
}

TEST_CASE("a row without any number gives a loss that is not a number") {
  const std::vector<float> values(2, std::numeric_limits<float>::quiet_NaN());
  const std::vector<float> targets{1, 0};
  std::vector<float> gradient(2);
  CHECK(std::isnan(
      cross_entropy(ConstMatrix(values, 1, 2), ConstMatrix(targets, 1, 2), {}, Matrix(gradient, 1, 2))));
}

TEST_CASE("a row in which no action is allowed adds nothing to the cross-entropy") {
  const std::vector<float> values{1, 2, 3, 4};
  const std::vector<float> targets{0, 0, 1, 0};
  const std::vector<std::uint8_t> allowed{0, 0, 1, 0};
  std::vector<float> gradient(4, 9.0F);
  CHECK(cross_entropy(ConstMatrix(values, 2, 2), ConstMatrix(targets, 2, 2), allowed,
                      Matrix(gradient, 2, 2)) == 0);
  CHECK(gradient == std::vector<float>{0, 0, 0, 0});
}

TEST_CASE("cross-entropy takes values far apart") {
  const std::vector<float> values{-3000, 2000};
  const std::vector<float> targets{1, 0};
  std::vector<float> gradient(2);
  CHECK(cross_entropy(ConstMatrix(values, 1, 2), ConstMatrix(targets, 1, 2), {}, Matrix(gradient, 1, 2)) ==
        5000);
  CHECK(gradient == std::vector<float>{-1, 1});
}
