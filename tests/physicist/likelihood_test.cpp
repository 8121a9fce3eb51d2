#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

#include "agents/physicist/episode.h"
#include "tests/physicist/played.h"

using namespace novphy;

namespace {

const Exactness kSeen{};

/// Flights of one thing at rest and one that moves by so much in each frame. `wobble_m` moves both.
Flight hand_made(double step_m, double wobble_m = 0, std::size_t frames = 12) {
  Flight flight;
  for (std::size_t i = 0; i < frames; ++i)
    flight.push_back({Vec2{5, wobble_m}, Vec2{step_m * static_cast<double>(i), wobble_m}});
  return flight;
}

/// Plays that differ by little.
std::vector<Flight> plays_of(double step_m, std::size_t frames = 12) {
  std::vector<Flight> plays;
  for (const double wobble_m : {-0.02, -0.01, 0.0, 0.01, 0.02})
    plays.push_back(hand_made(step_m, wobble_m, frames));
  return plays;
}

Task with_gravity(double factor) {
  Task task = played::shelf();
  task.gravity_mps2.y *= factor;
  return task;
}

Law gravity_law(double factor) { return {{GravityLaw{with_gravity(factor).gravity_mps2}}}; }

}  // namespace

TEST_CASE("a flight of the believed world hardly surprises") {
  const Episode own = played::thrown(played::shelf(), played::at_shelf(), 12);
  CHECK(own.surprise < 2);
  for (std::size_t i = 0; i < own.usual.size(); i += 4) {
    std::vector<Flight> others = own.usual;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    CHECK(surprise(own.usual[i], others, kSeen) < 3);
  }
}

TEST_CASE("a flight under a changed law surprises, and the true law explains it best") {
  for (const double truth : {0.6, 1.0, 1.5}) {
    const Episode seen = played::thrown(with_gravity(truth), aimed(radians(40), 1), 4);
    CHECK((seen.surprise > 5) == (truth != 1));
    std::vector<double> found;
    for (const double factor : {0.6, 0.8, 1.0, 1.2, 1.5})
      found.push_back(log_likelihood(
          seen.seen, believed_flights(seen, gravity_law(factor), 4, played::simulator()), kSeen));
    const auto best = std::max_element(found.begin(), found.end()) - found.begin();
    CHECK(best == (truth == 0.6 ? 0 : truth == 1 ? 2 : 4));
  }
}

TEST_CASE("that a thing is there or not at the end counts, however many plays have it so") {
  const std::vector<Flight> there = plays_of(0.5);
  std::vector<Flight> gone = there;
  for (Flight& play : gone) play.back()[0].reset();
  Flight destroyed = hand_made(0.5);
  destroyed.back()[0].reset();
  CHECK(log_likelihood(hand_made(0.5), there, kSeen) > log_likelihood(hand_made(0.5), gone, kSeen) + 3);
  CHECK(log_likelihood(destroyed, gone, kSeen) > log_likelihood(destroyed, there, kSeen) + 3);
  std::vector<Flight> half = there;
  half[0] = gone[0];
  half[1] = gone[1];
  const double mixed = log_likelihood(destroyed, half, kSeen);
  CHECK(mixed > log_likelihood(destroyed, there, kSeen) + 1);
  CHECK(mixed < log_likelihood(destroyed, gone, kSeen) - 1);
}

TEST_CASE("the wider the plays are spread, the less a place away from them counts") {
  std::vector<Flight> wide;
  for (const double wobble_m : {-0.4, -0.2, 0.0, 0.2, 0.4}) wide.push_back(hand_made(0.5, wobble_m));
  const Flight away = hand_made(0.5, 0.5);
  CHECK(log_likelihood(away, wide, kSeen) > log_likelihood(away, plays_of(0.5), kSeen) + 10);
  CHECK(surprise(away, wide, kSeen) < 3);
  CHECK(surprise(away, plays_of(0.5), kSeen) > 10);
}

TEST_CASE("what is seen roughly surprises less") {
  const Flight away = hand_made(0.5, 0.2);
  CHECK(surprise(away, plays_of(0.5), {.sd_m = 0.4}) < 2);
  CHECK(surprise(away, plays_of(0.5), kSeen) > 5);
}

TEST_CASE("a place that nothing explains counts like any other such place") {
  const double far = log_likelihood(hand_made(0.5, 8), plays_of(0.5), kSeen);
  CHECK(log_likelihood(hand_made(0.5, 11), plays_of(0.5), kSeen) == Approx(far));
  CHECK(std::isfinite(far));
}

TEST_CASE("a thing's frames count like twelve at most") {
  const auto of_bird = [](std::size_t frames) {
    const auto lost = [&](double wobble_m) {
      return log_likelihood(hand_made(0.5, wobble_m, frames), plays_of(0.5, frames), kSeen);
    };
    return lost(0) - lost(8);
  };
  CHECK(of_bird(60) < 1.5 * of_bird(15));
  CHECK(of_bird(60) > 0.5 * of_bird(15));
}

TEST_CASE("a law's numbers are known roughly: places may be off by a share of what the law moves") {
  const std::vector<Flight> usual = plays_of(0.5);
  const std::vector<Flight> law = plays_of(0.8);
  const Flight near = hand_made(0.82);
  const auto told = [&](double share) {
    return log_likelihood(near, law, {.sd_m = 0.02, .law = share}, usual);
  };
  CHECK(told(0.1) > told(0) + 3);
  CHECK(told(0.1) > log_likelihood(near, usual, kSeen) + 20);
  CHECK(log_likelihood(near, usual, {.sd_m = 0.02, .law = 0.1}, usual) ==
        Approx(log_likelihood(near, usual, kSeen)));  // the normal law moves nothing
}

TEST_CASE("when laws are compared, a thing that was hit may be farther off, the farther it went") {
  const auto along = [](double speed_m) {
    Flight flight;
    for (int i = 0; i < 20; ++i) flight.push_back({Vec2{speed_m * std::max(0, i - 5), 0}, Vec2{0, 9}});
    return flight;
  };
  const std::vector<Flight> plays{along(1.02), along(1.02)};
  const auto lost = [&](double law) {
    Exactness exactly{};
    exactly.law = law;
    return log_likelihood(along(1.02), plays, exactly) - log_likelihood(along(1), plays, exactly);
  };
  CHECK(lost(0.001) < 0.5 * lost(0));
}

TEST_CASE("one play gives a likelihood, and two a surprise") {
  const std::vector<Flight> two{hand_made(0.5), hand_made(0.5, 0.01)};
  CHECK(log_likelihood(hand_made(0.5), {two.data(), 1}, kSeen) >
        log_likelihood(hand_made(0.6), {two.data(), 1}, kSeen) + 10);
  CHECK(std::abs(surprise(hand_made(0.5), two, kSeen)) < 2);
  CHECK(surprise(hand_made(0.6), two, kSeen) > 5);
}

TEST_CASE("each play is judged by the others, so that plays that disagree are surprised by little") {
  const std::vector<Flight> apart{hand_made(0.5), hand_made(0.5, 1)};
  CHECK(surprise(hand_made(0.5, 2), apart, kSeen) < 0);
}

TEST_CASE("plays that end early stay as they ended") {
  std::vector<Flight> early = plays_of(0);
  for (Flight& play : early) play.resize(4);
  CHECK(log_likelihood(hand_made(0), early, kSeen) ==
        Approx(log_likelihood(hand_made(0), plays_of(0), kSeen)));
}

TEST_CASE("the first surprise is the first frame with a thing out of place") {
  const std::vector<Flight> plays = plays_of(0.5);
  Flight seen = hand_made(0.5);
  CHECK(first_surprise(seen, plays, kSeen) == seen.size());
  seen[9][0].reset();
  CHECK(first_surprise(seen, plays, kSeen) == 9);
  seen[7][1]->y += 1;
  CHECK(first_surprise(seen, plays, kSeen) == 7);
  std::vector<Flight> gone = plays;
  for (Flight& play : gone)
    for (std::size_t i = 3; i < play.size(); ++i) play[i][0].reset();
  CHECK(first_surprise(hand_made(0.5), gone, kSeen) == 3);
  gone[0] = plays[0];
  CHECK(first_surprise(hand_made(0.5), gone, kSeen) == 12);  // one play has it
}
