#include <catch2/catch.hpp>

#include "agents/physicist/law_search.h"
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
  const Tolerance tolerance(episode, 3);
  CHECK(tolerance.accepts(episode.seen));
  CHECK(tolerance.accepts(with_pig_off(episode.seen, 2, 0.3)));
  CHECK_FALSE(tolerance.accepts(with_pig_off(episode.seen, 2, 1)));
  CHECK(tolerance.accepts(with_pig_off(episode.seen, 3, 1)));
  CHECK_FALSE(tolerance.accepts(with_pig_off(episode.seen, 3, 4)));
}

TEST_CASE("where the usual plays are far from what was seen, so may others be") {
  Episode episode = first_frames(played::thrown(played::shelf(), played::at_shelf(), 2), 5);
  episode.usual[0][2][kShelfPig]->x += 1;
  CHECK(Tolerance(episode, 3).accepts(with_pig_off(episode.seen, 2, 2)));
}

TEST_CASE("a thing that is gone, and frames after those that were seen, hold in any case") {
  Episode episode = first_frames(played::thrown(played::shelf(), played::at_shelf(), 2), 5);
  Flight gone = episode.seen;
  gone.back()[kShelfPig].reset();
  CHECK(Tolerance(episode, 3).accepts(gone));
  const Flight longer = with_pig_off(episode.seen, 4, 9);
  CHECK(Tolerance(first_frames(episode, 4), 3).accepts(longer));
}
