#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <optional>

#include "agents/published/datalab_rules.h"
#include "serve/messages.h"
#include "tests/agents/geojson_state.h"
#include "tests/serve/wire.h"
#include "tests/trials/fixtures.h"

using namespace novphy;
using namespace novphy::test;

namespace {

/// What a client reads of an observation, with the colour shares and the slingshot of the state's text.
Observation received(const Observation& sent) {
  const std::string reply = state_reply(sent);
  Observation seen = observation_of(nlohmann::json::parse(reply.substr(4, reply.size() - 9)));
  seen.px_per_m = sent.px_per_m;
  seen.bird_rest = sent.bird_rest;
  return seen;
}

/// Nothing where Datalab gives up.
std::optional<Shot> datalab_throws(const Observation& seen) try {
  Datalab agent(assets().colours);
  agent.begin_trial(7);
  return agent.choose(seen);
} catch (const GivesUp&) {
  return std::nullopt;
}

std::vector<Observation> shipped_states() {
  std::vector<Observation> states;
  for (const Pair& pair : read_pairs(NOVPHY_SOURCE_DIR "/levels/templates", assets().catalogue))
    for (const Template* side : {&pair.normal, &pair.novel})
      states.push_back(observe(World(side->task, assets().catalogue, physics()), assets().colours, false));
  return states;
}

}  // namespace

TEST_CASE("Datalab throws alike by the server's state and by novphy's own observation") {
  const auto states = shipped_states();
  REQUIRE(states.size() == 80);
  for (const Observation& state : states) {
    const auto ours = datalab_throws(state);
    const auto theirs = datalab_throws(received(state));
    REQUIRE(ours.has_value() == theirs.has_value());
    if (!ours) continue;
    CHECK(ours->drag_m == theirs->drag_m);
    CHECK(ours->tap_ms == theirs->tap_ms);
  }
}

TEST_CASE("boxes of the shipped tasks begin at their lower left corner") {
  for (const Observation& state : shipped_states())
    for (const SeenObject& object : received(state).objects) {
      if (object.rings.front().size() != 4) continue;
      const auto& ring = object.rings.front();
      const auto [left, right] =
          std::minmax_element(ring.begin(), ring.end(), [](Pixel a, Pixel b) { return a.x < b.x; });
      CHECK(2 * ring[0].x <= left->x + right->x);
      CHECK(ring[0].y >= ring[1].y);
      CHECK(ring[1].x <= ring[2].x);
    }
}
