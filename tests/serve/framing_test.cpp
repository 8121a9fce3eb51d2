#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "serve/messages.h"
#include "tests/serve/wire.h"

using namespace novphy;
using namespace novphy::test;
using Sent = std::vector<std::int32_t>;

namespace {

const std::string kShoot = u8(31) + i32(-120) + i32(430) + i32(0) + i32(900);

std::vector<Request> all_in(Framing& framing) {
  std::vector<Request> requests;
  while (auto request = framing.next()) requests.push_back(*request);
  return requests;
}

std::vector<Request> all_in(const std::string& bytes) {
  Framing framing;
  framing.add(bytes);
  return all_in(framing);
}

}  // namespace

TEST_CASE("a request is read with its fields") {
  const Request configure = request_in(u8(1) + i32(23349) + u8(0));
  CHECK(configure.id() == MessageId::kConfigure);
  CHECK(configure.numbers == Sent{23349, 0});
  CHECK(request_in(kShoot).numbers == Sent{-120, 430, 0, 900});
  CHECK(request_in(u8(12)).id() == MessageId::kState);
  CHECK(request_in(u8(67) + i32(3) + "fan").text == "fan");
}

TEST_CASE("a report on the novelty is read whole") {
  const Request report = request_in(likelihood_bytes(0.75F, i32(1) + i32(-2), 2, 4, "pink"));
  CHECK(report.likelihood == 0.75);
  CHECK(report.ids == Sent{1, -2});
  CHECK(report.level == 4);
  CHECK(report.text == "pink");
}

TEST_CASE("a request that comes byte by byte is read once it is whole") {
  Framing framing;
  for (std::size_t i = 0; i < kShoot.size(); ++i) {
    CHECK_FALSE(framing.next());
    CHECK(framing.half() == (i > 0));
    framing.add(kShoot.substr(i, 1));
  }
  CHECK(framing.next()->numbers == Sent{-120, 430, 0, 900});
  CHECK_FALSE(framing.half());
}

TEST_CASE("requests that come at once are read in order") {
  const auto requests = all_in(u8(12) + u8(62) + kShoot + u8(12) + u8(68));
  REQUIRE(requests.size() == 5);
  CHECK(requests[1].id() == MessageId::kExact);
  CHECK(requests[2].numbers.size() == 4);
  CHECK(requests[4].id() == MessageId::kReadyForSet);
}

TEST_CASE("a sequence of shots has as many shots as its first byte says") {
  const std::string shot = u8(31) + i32(1) + i32(2) + i32(3) + i32(4);
  CHECK(request_in(u8(33) + u8(2) + shot + shot).numbers == Sent{2});
  CHECK(request_in(u8(43) + u8(0)).numbers == Sent{0});
  Framing framing;
  framing.add(u8(33) + u8(2) + shot);
  CHECK_FALSE(framing.next());
}

TEST_CASE("a tail behind the fields belongs to the request") {
  CHECK(request_in(kShoot + i32(5) + i32(6)).numbers == Sent{-120, 430, 0, 900, 5, 6});
  const std::string recorded = u8(38) + i32(1) + i32(2) + i32(0) + i32(0) + i32(5);
  CHECK(request_in(recorded + i32(1)).numbers.size() == 6);
  CHECK(request_in(u8(70) + i32(5) + i32(100)).numbers == Sent{5, 100});
  CHECK(request_in(likelihood_bytes(1, "", 0, 0, "") + std::string("\xff\xfe\xfd\xfc")).numbers.size() == 1);
}

TEST_CASE("a tail is told from the next request by its first byte") {
  const auto with_tail = all_in(u8(70) + i32(5) + i32(0) + u8(12));
  REQUIRE(with_tail.size() == 2);
  CHECK(with_tail[0].numbers == Sent{5, 0});
  const auto without = all_in(u8(70) + i32(5) + u8(12) + u8(12));
  REQUIRE(without.size() == 3);
  CHECK(without[0].numbers == Sent{5});
}

TEST_CASE("a tail that comes later than its request is dropped") {
  Framing framing;
  framing.add(kShoot);
  REQUIRE(framing.next());
  for (const char byte : i32(5) + i32(11)) {
    framing.add({&byte, 1});
    CHECK_FALSE(framing.next());
    CHECK_FALSE(framing.half());
  }
  framing.add(u8(12));
  CHECK(framing.next()->id() == MessageId::kState);
}

TEST_CASE("a request to configure may be whole without its mode") {
  const std::string short_one = u8(1) + i32(23349);
  Framing framing;
  for (std::size_t i = 0; i < short_one.size(); ++i) {
    CHECK_FALSE(framing.may_be_whole());
    framing.add(short_one.substr(i, 1));
  }
  CHECK_FALSE(framing.next());
  REQUIRE(framing.may_be_whole());
  CHECK(framing.next_without_last_fields().numbers == Sent{23349, 0});
  CHECK_FALSE(framing.half());
  framing.add(u8(0) + u8(12));  // the mode comes late
  CHECK(framing.next()->id() == MessageId::kState);
  framing.add(u8(51) + i32(1).substr(0, 3));
  CHECK_FALSE(framing.may_be_whole());
}

TEST_CASE("bytes that are no request are refused") {
  CHECK_THROWS_WITH(all_in(u8(200)), "200 is the id of no request");
  CHECK_THROWS_AS(all_in(u8(0)), ProtocolError);
  CHECK_THROWS_AS(all_in("SSH-2.0"), ProtocolError);
  CHECK_THROWS_AS(all_in(u8(12) + u8(255)), ProtocolError);
}

TEST_CASE("a length out of bounds is refused before its bytes come") {
  const std::string head = u8(66) + f32(1) + f32(0);
  CHECK_THROWS_AS(all_in(head + i32(10'001)), ProtocolError);
  CHECK_THROWS_AS(all_in(head + i32(-1)), ProtocolError);
  CHECK_THROWS_AS(all_in(head + i32(0) + i32(0) + i32(65'537)), ProtocolError);
  CHECK_THROWS_WITH(all_in(u8(67) + i32(-1)), "the length of a text is 4294967295, expected 0 to 65536");
  CHECK(all_in(head + i32(10'000)).empty());
}

TEST_CASE("a report at its bounds is read") {
  std::string ids;
  for (int i = 0; i < 10'000; ++i) ids += i32(i);
  const Request report = request_in(likelihood_bytes(1, ids, 10'000, 0, std::string(65'536, 'x')));
  CHECK(report.ids.back() == 9'999);
  CHECK(report.text.size() == 65'536);
}

TEST_CASE("a likelihood that is not finite is refused") {
  for (const float value :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    CHECK_THROWS_AS(all_in(u8(66) + f32(value)), ProtocolError);
    CHECK_THROWS_AS(all_in(u8(66) + f32(0) + f32(value)), ProtocolError);
  }
}
