#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "serve/messages.h"
#include "tests/serve/wire.h"

using namespace novphy;
using namespace novphy::test;

namespace {

/// The text of a state reply, without the filler that clients cut.
std::string text_of(const std::string& reply) {
  REQUIRE(number_at(reply, 0) == static_cast<std::int32_t>(reply.size()) - 4);
  return reply.substr(4, reply.size() - 9);
}

nlohmann::json corners_of(std::vector<Pixel> ring) {
  Observation seen;
  seen.objects.push_back({.id = 3, .label = "Object", .rings = {std::move(ring)}});
  const auto state = nlohmann::json::parse(text_of(state_reply(seen)));
  return state[0]["features"][2]["geometry"]["coordinates"][0];
}

}  // namespace

TEST_CASE("numbers are written big-endian") {
  CHECK(number_reply(-1) == "\xff\xff\xff\xff");
  CHECK(number_reply(0x01020304) == "\x01\x02\x03\x04");
  CHECK(byte_reply(13) == "\x0d");
  CHECK(text_reply("ab") == std::string("\0\0\0\2ab", 6));
}

TEST_CASE("the facts about a set take 19 bytes and hide the number of levels") {
  const std::string reply = set_reply({.test = true, .tells_novelty = false});
  REQUIRE(reply.size() == 19);
  CHECK(number_at(reply, 8) == 0);
  CHECK(number_at(reply, 12) == 1);
  CHECK(reply.substr(16) == std::string("\1\1\0", 3));
  CHECK(set_reply({.test = false, .tells_novelty = true}).substr(16) == std::string("\0\1\1", 3));
}

TEST_CASE("a picture is its size and its bytes") {
  const std::string reply = picture_reply({.width_px = 2, .height_px = 1, .rgb = {1, 2, 3, 250, 5, 6}});
  CHECK(reply == i32(2) + i32(1) + "\x01\x02\x03\xfa\x05\x06");
}

TEST_CASE("a box begins at its lower left corner and runs clockwise") {
  const nlohmann::json clockwise = {{10, 40}, {10, 20}, {30, 20}, {30, 40}};
  const std::vector<Pixel> ours{{10, 40}, {30, 40}, {30, 20}, {10, 20}};
  for (std::size_t first = 0; first < ours.size(); ++first) {
    std::vector<Pixel> ring = ours;
    std::rotate(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(first), ring.end());
    CHECK(corners_of(ring) == clockwise);
  }
}

TEST_CASE("outlines with other numbers of corners stay as they are") {
  CHECK(corners_of({{0, 9}, {9, 9}, {4, 0}}) == nlohmann::json({{0, 9}, {9, 9}, {4, 0}}));
}

TEST_CASE("colours and points have no decimal point, shares have one") {
  Observation seen;
  seen.ground_row_px = 286;
  seen.objects.push_back({.id = 3,
                          .label = "Object",
                          .rings = {{{1, 2}, {3, 4}, {5, 6}}},
                          .colours = {{.colour = 125, .share = 1}}});
  const std::string text = text_of(state_reply(seen));
  CHECK(text.find(R"("color":125,"percent":1.0)") != std::string::npos);
  CHECK(text.find(R"("yindex":286,)") != std::string::npos);
  CHECK(text.find(R"("id":"3")") != std::string::npos);
  CHECK(text.find("[[[1,2],[3,4],[5,6]]]") != std::string::npos);
}

TEST_CASE("a state without a world has no features") {
  CHECK(nlohmann::json::parse(text_of(empty_state_reply()))[0]["features"].empty());
}

TEST_CASE("a hint has no filler") {
  CHECK(hint_reply(1, "") == text_reply(R"([{"hint_level":1,"novelty_type":"NOT_AVAILABLE"}])"));
  CHECK(hint_reply(1, "objects") == text_reply(R"([{"hint_level":1,"novelty_type":"OBJECT"}])"));
}
