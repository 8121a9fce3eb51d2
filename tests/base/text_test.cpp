#include "base/text.h"

#include <catch2/catch.hpp>

using novphy::base64;
using namespace std::string_view_literals;

TEST_CASE("base 64 is that of RFC 4648, padding included") {
  CHECK(base64("") == "");
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foob") == "Zm9vYg==");
  CHECK(base64("fooba") == "Zm9vYmE=");
  CHECK(base64("foobar") == "Zm9vYmFy");
}

TEST_CASE("any byte can be written in base 64") {
  CHECK(base64("\x00\xff\xfe"sv) == "AP/+");
  CHECK(base64("\xfb\xf0\x00\x80"sv) == "+/AAgA==");
}

TEST_CASE("what is counted stands in the singular once, else in the plural") {
  CHECK(counted(0, "trial") == "0 trials");
  CHECK(counted(1, "trial") == "1 trial");
  CHECK(counted(2, "entry") == "2 entries");
  CHECK(counted(2, "play") == "2 plays");
  CHECK(counted(1, "trial is", "trials are") == "1 trial is");
  CHECK(counted(3, "trial is", "trials are") == "3 trials are");
}
