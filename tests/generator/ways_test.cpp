#include <algorithm>
#include <catch2/catch.hpp>

#include "generator/play_analysis.h"
#include "sim/world.h"
#include "tests/generator/known.h"

using namespace novphy;

TEST_CASE("ways hold all moving bodies after the first time step and after every third one that follows") {
  const Pair pair = known("falling/relations");
  const std::vector<std::vector<Shot>> plays{{aimed(radians(45), 1)}, {aimed(radians(20), 1)}};
  SweptDisks expected;
  int still = 0;
  for (const std::vector<Shot>& shots : plays) {
    Playback playback(pair.normal.task, shots, worlds::catalogue(), worlds::watched());
    for (int step = 0; playback.step(); ++step)
      for (int id = 0; step % 3 == 0 && id < playback.world().body_count(); ++id) {
        const BodyView body = playback.world().body(id);
        if (!body.present) continue;
        if (length(body.velocity_mps) > 0.05)
          expected.push_back({body.at_m, std::max(body.size_m.x, body.size_m.y) / 2});
        else
          ++still;
      }
  }
  CHECK(expected.size() > 100);
  CHECK(still > 100);
  CHECK(swept_disks(pair.normal.task, plays, worlds::catalogue(), worlds::standard()) == expected);
}
