#include "agents/learning/nets/adamw.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

using namespace novphy;

namespace {

/// Gradients of many bits. Some are zero, small, or infinite.
std::vector<float> gradients_of(std::size_t count, int step) {
  std::vector<float> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = static_cast<float>(7 * i) + static_cast<float>(step);
    numbers[i] = i % 11 == 3 ? 0.0F : std::sin(at) * std::pow(10.0F, std::fmod(at, 9.0F) - 6);
    if (i % 17 == 5) numbers[i] = std::numeric_limits<float>::infinity();
  }
  return numbers;
}

}  // namespace

TEST_CASE("AdamW moves each weight among many as it moves the weight alone, to the last bit") {
  AdamWSettings settings;
  settings.gradient_limit = 0.5F;
  for (std::size_t count = 1; count <= 40; ++count) {
    CAPTURE(count);
    std::vector<float> together(count, 0.25F);
    std::vector<float> alone = together;
    AdamWState all;
    std::vector<AdamWState> each(count);
    for (int step = 0; step < 5; ++step) {
      const std::vector<float> gradients = gradients_of(count, step);
      adamw_step(settings, all, gradients, together);
      for (std::size_t i = 0; i < count; ++i)
        adamw_step(settings, each[i], std::span(gradients).subspan(i, 1), std::span(alone).subspan(i, 1));
    }
    CHECK(together == alone);
    for (std::size_t i = 0; i < count; ++i) {
      CHECK(all.mean[i] == each[i].mean[0]);
      CHECK(all.square[i] == each[i].square[0]);
    }
    CHECK(together[0] != 0.25F);
  }
}
