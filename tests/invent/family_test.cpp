#include "generator/invent/family.h"

#include <catch2/catch.hpp>

#include "tests/generator/known.h"

using namespace novphy;

namespace {

const std::string& text() {
  static const std::string kText = known("falling/relations").text;
  return kText;
}

Pair read(const std::string& pair_text) { return parse_pair_json(pair_text, "pair", numbers().catalogue); }

}  // namespace

TEST_CASE("ranges shrink around their base") {
  const Pair whole = read(text());
  const Pair half = read(narrowed(text(), 0.5));
  REQUIRE_FALSE(whole.family.parameters.empty());
  REQUIRE(half.family.parameters.size() == whole.family.parameters.size());
  for (std::size_t i = 0; i < whole.family.parameters.size(); ++i) {
    const Parameter& before = whole.family.parameters[i];
    const Parameter& after = half.family.parameters[i];
    if (before.is_word()) continue;
    const double base = std::get<double>(before.base);
    CHECK(after.base == before.base);
    CHECK(after.max - base == Approx((before.max - base) / 2).margin(1e-4));
    CHECK(after.min - base == Approx((before.min - base) / 2).margin(1e-4));
  }
  CHECK(half.normal.dx_m.max == Approx(whole.normal.dx_m.max / 2).margin(1e-4));
  CHECK(half.normal.task == whole.normal.task);
}

TEST_CASE("with a factor of 0 nothing varies, and the base stays") {
  const Pair whole = read(text());
  const Pair fixed = read(narrowed(text(), 0));
  CHECK(fixed.family.parameters.empty());
  CHECK(fixed.normal.dx_m == Range{});
  CHECK(fixed.normal.task == whole.normal.task);
  CHECK(fixed.novel.task == whole.novel.task);
}

TEST_CASE("a shipped family passes its audit as it is, and one that nobody can win never does") {
  const FamilyOptions few{.members = 1, .step_deg = 2};
  const Pair good = read(text());
  const FoundFamily found = find_family(text(), "good", novelties(), numbers(), few);
  CHECK(found.failed.empty());
  Pair hopeless = good;
  std::string walled = text();
  // Without a bird that reaches it, the pig lives.
  const auto at = walled.find("\"birds\"");
  REQUIRE(at != std::string::npos);
  walled.insert(at, "\"gravity\": [0, -500], ");
  const FoundFamily none = find_family(walled, "walled", novelties(), numbers(), few);
  CHECK(none.failed == "solvable");
}
