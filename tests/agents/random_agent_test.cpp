#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "agents/published/planner.h"
#include "agents/simple_agents.h"
#include "tests/agents/sample.h"

using namespace novphy;

namespace {

std::vector<Shot> shots(RandomAgent& agent, std::uint64_t seed, int count) {
  agent.begin_trial(seed);
  std::vector<Shot> list;
  for (int i = 0; i < count; ++i) list.push_back(agent.choose(sample_observation()));
  return list;
}

/// The drag of a shot, in whole pixels from the reference point, y up.
Pixel offset_px(const Shot& shot) {
  const Observation seen = sample_observation();
  const Pixel reference = reference_point(seen.slingshot);
  const double right = shot.drag_m.x * seen.px_per_m + seen.bird_rest.x - reference.x;
  const double up = shot.drag_m.y * seen.px_per_m + reference.y - seen.bird_rest.y;
  return {static_cast<int>(std::lround(right)), static_cast<int>(std::lround(up))};
}

struct Span {
  int low = 1 << 20;
  int high = -(1 << 20);
  void add(int value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  friend bool operator==(const Span&, const Span&) = default;
};

struct Spans {
  Span right, up, tap;
};

Spans spans_of(RandomAgent agent) {
  Spans spans;
  for (const Shot& shot : shots(agent, 7, 20000)) {
    spans.right.add(offset_px(shot).x);
    spans.up.add(offset_px(shot).y);
    spans.tap.add(shot.tap_ms);
  }
  return spans;
}

}  // namespace

TEST_CASE("the random agent draws from all of the range in the published code and nothing beyond") {
  const Spans spans = spans_of(RandomAgent());
  CHECK(spans.right == Span{-200, -10});
  CHECK(spans.up == Span{-200, 200});
  CHECK(spans.tap == Span{50, 80});
}

TEST_CASE("the paper's range lies all around the slingshot") {
  const Spans spans = spans_of(RandomAgent(kPaperRange));
  CHECK(spans.right == Span{-200, 200});
  CHECK(spans.up == Span{-200, 200});
}

TEST_CASE("a trial's seed decides the random agent's shots, whatever it played before") {
  RandomAgent fresh;
  RandomAgent used;
  shots(used, 1, 10);
  CHECK(shots(fresh, 42, 50) == shots(used, 42, 50));
  CHECK(shots(fresh, 42, 50) != shots(used, 43, 50));
}
