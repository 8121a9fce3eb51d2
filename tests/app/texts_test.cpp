#include <catch2/catch.hpp>

#include "app/common.h"

using novphy::app::folded;
using novphy::app::nearest;

TEST_CASE("a short list stands whole, a long list is folded") {
  CHECK(folded({}).empty());
  CHECK(folded({"a"}) == "a");
  CHECK(folded({"a", "b", "c", "d", "e", "f", "g", "h"}) == "a, b, c, d, e, f, g, h");
  CHECK(folded({"a", "b", "c", "d", "e", "f", "g", "h", "i"}) == "a, b, c, d, e, f, g and 2 more");
}

TEST_CASE("the nearest word is the one with the fewest changes of a letter") {
  const std::vector<std::string> words{"plan", "play", "replay", "report", "--trials", "--novel"};
  CHECK(nearest("paln", words) == "plan");
  CHECK(nearest("plann", words) == "plan");
  CHECK(nearest("plya", words) == "play");
  CHECK(nearest("reprot", words) == "report");
  CHECK(nearest("--trial", words) == "--trials");
  CHECK(nearest("--tirals", words) == "--trials");
}

TEST_CASE("a word that is far from all has no nearest word") {
  CHECK(nearest("fly", {"run", "measure", "selftest"}).empty());
  CHECK(nearest("", {"run", "aim"}).empty());
  CHECK(nearest("ab", {"aim", "art"}).empty());
  CHECK(nearest("plan", {}).empty());
}
