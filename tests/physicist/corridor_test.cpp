#include <catch2/catch.hpp>

#include "agents/physicist/start_laws.h"
#include "tests/physicist/played.h"

using namespace novphy;

namespace {

constexpr std::size_t kShelfPig = 1;

Flight with_pig_off(const Flight& flight, std::size_t frame, double off_m) {
  Flight play(flight.begin(), flight.begin() + static_cast<std::ptrdiff_t>(frame) + 1);
  play[frame][kShelfPig]->x += off_m;
  return play;
}

}  // namespace

TEST_CASE("plays are held near what was seen, more narrowly before the first surprise than after it") {
  const Episode episode = first_frames(played::thrown(played::shelf(), played::at_shelf(), 2), 5);
  const Corridor corridor(episode, 3);
  CHECK(corridor.holds(episode.seen));
  CHECK(corridor.holds(with_pig_off(episode.seen, 2, 0.3)));
  CHECK_FALSE(corridor.holds(with_pig_off(episode.seen, 2, 1)));
  CHECK(corridor.holds(with_pig_off(episode.seen, 3, 1)));
  CHECK_FALSE(corridor.holds(with_pig_off(episode.seen, 3, 4)));
}

TEST_CASE("where the usual plays are far from what was seen, so may others be") {
  Episode episode = first_frames(played::thrown(played::shelf(), played::at_shelf(), 2), 5);
  episode.usual[0][2][kShelfPig]->x += 1;
  CHECK(Corridor(episode, 3).holds(with_pig_off(episode.seen, 2, 2)));
}

TEST_CASE("a thing that is gone, and frames after those that were seen, hold in any case") {
  Episode episode = first_frames(played::thrown(played::shelf(), played::at_shelf(), 2), 5);
  Flight gone = episode.seen;
  gone.back()[kShelfPig].reset();
  CHECK(Corridor(episode, 3).holds(gone));
  const Flight longer = with_pig_off(episode.seen, 4, 9);
  CHECK(Corridor(first_frames(episode, 4), 3).holds(longer));
}
