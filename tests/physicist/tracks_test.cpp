#include "agents/physicist/tracks.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "agents/physicist/track_laws.h"
#include "tests/physicist/played.h"

using namespace novphy;

namespace {

std::vector<BodyTrack> tracks_of_thing(const Episode& episode, std::size_t thing) {
  std::vector<BodyTrack> tracks = episode.tracks;
  std::erase_if(tracks, [&](const BodyTrack& track) { return track.thing != thing; });
  return tracks;
}

Task with_wall() {
  Task task = played::shelf();
  task.objects[0] = {.type = "platform", .at_m = {-3, 2}, .size_m = Vec2{0.5, 12}};
  task.objects[1].at_m = {8, -3.28};
  return task;
}

}  // namespace

TEST_CASE("a bird has a track from its launch to what it hits, and another one after it") {
  const Task truth = with_wall();
  const Episode episode = played::thrown(truth, aimed(radians(35), 1), 2);
  const std::vector<BodyTrack> tracks = tracks_of_thing(episode, truth.objects.size());
  REQUIRE(tracks.size() >= 2);
  CHECK(tracks[0].launch);
  CHECK_FALSE(tracks[1].launch);
  CHECK(tracks[1].from > tracks[0].to);
  const double wall_m = -3.25;
  for (const BodyTrack& track : tracks)
    for (std::size_t frame = track.from; frame <= track.to; ++frame)
      CHECK(track.in->seen[frame].back()->x < wall_m - track.reach_m);
}

TEST_CASE("in the normal world tracks are as believed, under another gravity they are not") {
  Task truth = with_wall();
  const Episode usual = played::thrown(truth, aimed(radians(35), 1), 2);
  for (const BodyTrack& track : usual.tracks) CHECK(usual_misfit(track) < 1);
  truth.gravity_mps2.y = -6;
  const Episode strange = played::thrown(truth, aimed(radians(35), 1), 2);
  REQUIRE_FALSE(strange.tracks.empty());
  CHECK(usual_misfit(strange.tracks.front()) > 4.5);
  const TrackLaw law(Law{{GravityLaw{{0, -6}}}}, *strange.tracks.front().in);
  CHECK(misfit(strange.tracks.front(), law, worlds::catalogue()) < 1);
  CHECK(log_likelihood(strange.tracks.front(), law, worlds::catalogue()) >
        usual_log_likelihood(std::span(strange.tracks).first(1)) + 50);
}

TEST_CASE("what rolls on the ground has no way of its own, but pushes, which are none in the normal world") {
  Task truth = worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {-6, -3.11}}});
  const Episode episode = played::thrown(truth, aimed(radians(-8), 1), 2);
  const std::size_t ball = 0;
  REQUIRE(length(*episode.seen.back()[ball] - *episode.seen.front()[ball]) > 0.5);
  const std::vector<BodyTrack> tracks = tracks_of_thing(episode, ball);
  REQUIRE(tracks.size() == 1);
  REQUIRE(tracks.front().pushes.size() > 3);
  CHECK(usual_misfit(tracks.front()) < 2.2);  // it hops once
}

TEST_CASE("a body that rolls takes up two thirds of a push, more or less") {
  Task truth = worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {-6, -3.11}}});
  const double mass_kg = worlds::catalogue().find("circle", "wood")->mass_kg;
  const ForceField wind{.force_n = {12 * mass_kg, 0}, .on = {.blocks_above_mps = 0.5}};
  truth.effects.push_back(wind);
  const Episode episode = played::thrown(truth, aimed(radians(-8), 1), 2);
  const std::vector<BodyTrack> tracks = tracks_of_thing(episode, 0);
  REQUIRE_FALSE(tracks.empty());
  const BodyTrack& track = tracks.back();
  REQUIRE(track.pushes.size() > 3);
  CHECK(usual_misfit(track) > 2.5);
  CHECK(misfit(track, TrackLaw(Law{{EffectChange{.effect = wind}}}, *track.in), worlds::catalogue()) < 1.5);
  double mean = 0;
  for (const PushedMoment& moment : pushed_moments(track, TrackLaw({}, *track.in))) {
    CHECK(length(moment.along) == Approx(1));
    mean += moment.more_n.x / mass_kg / static_cast<double>(track.pushes.size());
  }
  CHECK(mean > 4);
  CHECK(mean < 12);
}

TEST_CASE("pushed moments give the force that the law lacks") {
  Task truth = played::shelf();
  truth.effects.push_back(ForceField{.force_n = {2, 0}, .on = played::kBirds});
  const Episode episode = played::thrown(truth, aimed(radians(55), 1), 2);
  REQUIRE_FALSE(episode.tracks.empty());
  const BodyTrack& track = episode.tracks.front();
  const std::vector<PushedMoment> moments = pushed_moments(track, TrackLaw({}, *track.in));
  REQUIRE(moments.size() > 5);
  Vec2 mean{};
  for (const PushedMoment& moment : moments)
    mean = mean + 1.0 / static_cast<double>(moments.size()) * moment.more_n;
  CHECK(mean.x == Approx(2).epsilon(0.1));
  CHECK(std::abs(mean.y) < 0.2);
}

TEST_CASE("moments in which the force changes are left out") {
  Task truth = played::shelf();
  const ForceField box{.region = Box{.centre_m = {-7, 1.5}, .size_m = {3, 9}},
                       .by_centre = true,
                       .force_n = {0, 40},
                       .on = played::kBirds};
  truth.effects.push_back(box);
  const Episode episode = played::thrown(truth, aimed(radians(40), 1), 2);
  const BodyTrack& track = episode.tracks.front();
  std::size_t with = 0, without = 0;
  for (const PushedMoment& moment : pushed_moments(track, TrackLaw({}, *track.in))) {
    with += moment.more_n.y > 34 ? 1 : 0;
    without += std::abs(moment.more_n.y) < 4 ? 1 : 0;
  }
  CHECK(with > 1);
  CHECK(without > 5);
  CHECK(with + without + 2 >= pushed_moments(track, TrackLaw({}, *track.in)).size());  // one at each edge
}

TEST_CASE("where a thing leaps is told from where it is fast") {
  Flight flight;
  for (int i = 0; i < 10; ++i) flight.push_back({Vec2{0.3 * i + (i > 5 ? 4 : 0), 0}});
  for (std::size_t frame = 0; frame + 1 < flight.size(); ++frame)
    CHECK(leaps(flight, 0, frame) == (frame == 5));
}
