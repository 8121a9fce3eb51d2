#include "generator/invent/invent.h"

#include <catch2/catch.hpp>
#include <mutex>
#include <set>

#include "tests/generator/known.h"

using namespace novphy;

namespace {

/// A maker whose candidates are drawn from pairs of two scenarios. It is never asked to play.
struct Maker {
  SolverNumbers solver = numbers();
  CandidateMaker maker;

  explicit Maker(const CandidateOptions& options = {})
      : maker({known("falling/relations"), known("rolling/agents")}, novelties(), worlds::assets(), solver,
              options) {}
};

KnownCandidates all_accepted(const CandidateMaker& maker, int count) {
  KnownCandidates known;
  known.keep = [](const Candidate&) { FAIL("a candidate was made that was known"); };
  for (int i = 0; i < count; ++i) {
    Candidate candidate = maker.drawn(i);
    candidate.verdict = kAccepted;
    candidate.grade.other_way = true;
    candidate.base += std::to_string(i);  // no twins
    known.made[i] = candidate;
  }
  return known;
}

/// Two novelties are never alike.
double never(const Candidate& /*a*/, const Candidate& /*b*/) { return 1; }

std::vector<std::string> verdicts(const InventedSet& set) {
  std::vector<std::string> all;
  for (const Candidate& candidate : set.candidates)
    all.push_back(std::to_string(candidate.number) + " " + candidate.verdict);
  return all;
}

std::map<std::string, int> accepted_by(const InventedSet& set, std::string Candidate::*what) {
  std::map<std::string, int> counts;
  for (const Candidate& candidate : set.candidates)
    if (candidate.verdict == kAccepted) ++counts[candidate.*what];
  return counts;
}

}  // namespace

TEST_CASE("what is drawn depends on the number, the seed and the pairs, and scenarios take turns") {
  const Maker one;
  const Maker other({.seed = 2});
  CHECK(one.maker.drawn(3).law == Maker().maker.drawn(3).law);
  bool differs = false;
  for (int i = 0; i < 20; ++i) {
    CHECK(one.maker.drawn(i).scenario == one.maker.drawn(i + 2).scenario);
    differs = differs || one.maker.drawn(i).law != other.maker.drawn(i).law;
  }
  CHECK(differs);
  CHECK_FALSE(one.maker.drawn(0).scenario == one.maker.drawn(1).scenario);
  CHECK_THROWS(Maker({.scenario = "sliding"}));
}

TEST_CASE("no law makes more than a fifth of a set, and scenarios make equal parts") {
  const Maker one;
  KnownCandidates known = all_accepted(one.maker, 400);
  for (auto& [number, candidate] : known.made)
    if (number % 4 < 2) candidate.law = "whirl";
  const InventedSet set = invent(one.maker, {.count = 20, .most_candidates = 400, .apart = never}, known);
  CHECK(set.accepted == 20);
  for (const auto& [law, count] : accepted_by(set, &Candidate::law)) CHECK(count <= 4);
  for (const auto& [scenario, count] : accepted_by(set, &Candidate::scenario)) CHECK(count == 10);
  CHECK(set.candidates.back().verdict == kAccepted);  // nothing after the last that was needed
  CHECK(set.verdicts().at("too many of its law") > 0);
}

TEST_CASE("every level has its share of a set, and half of the set needs another way") {
  const Maker one;
  KnownCandidates known = all_accepted(one.maker, 1000);
  for (auto& [number, candidate] : known.made) {
    candidate.law = std::to_string(number);  // each law once
    candidate.grade.other_way = number % 3 == 0;
    candidate.level = number < 600 ? 1 + number % 6 : 1 + number % 8;  // two come late, one in one scenario
    if (number >= 600) candidate.scenario = known.made[0].scenario;
  }
  const InventedSet set = invent(one.maker, {.count = 40, .most_candidates = 1000, .apart = never}, known);
  REQUIRE(set.accepted == 40);
  std::map<int, int> of_level;
  int other = 0;
  for (const Candidate* pair : set.pairs()) {
    ++of_level[pair->level];
    other += pair->grade.other_way;
  }
  CHECK(of_level.size() == 8);
  for (const auto& [level, count] : of_level) CHECK((count >= 2 && count <= 8));
  CHECK(other >= 20);
  CHECK(set.verdicts().at("too many of its level") > 0);
  CHECK(set.verdicts().at("too many of the old way") > 0);
}

TEST_CASE("two pairs of one base have different laws") {
  const Maker one;
  KnownCandidates known = all_accepted(one.maker, 200);
  for (auto& [number, candidate] : known.made) candidate.base = candidate.scenario;
  const InventedSet set = invent(one.maker, {.count = 100, .most_candidates = 200, .apart = never}, known);
  std::set<std::pair<std::string, std::string>> seen;
  for (const Candidate& candidate : set.candidates)
    if (candidate.verdict == kAccepted) CHECK(seen.insert({candidate.base, candidate.law}).second);
  CHECK(set.verdicts().at("twin") > 0);
}

TEST_CASE("a novelty that is near to one of the set is a duplicate") {
  const Maker one;
  KnownCandidates known = all_accepted(one.maker, 200);
  const auto apart = [](const Candidate& a, const Candidate& b) {
    return a.number % 7 == b.number % 7 ? 0.3 : 0.6;
  };
  const InventedSet set = invent(one.maker, {.count = 7, .most_candidates = 200, .apart = apart}, known);
  CHECK(set.accepted == 7);
  std::set<int> kinds;
  for (const Candidate* pair : set.pairs()) CHECK(kinds.insert(pair->number % 7).second);
  CHECK(set.verdicts().at("duplicate") > 0);
}

TEST_CASE("a set does not depend on threads, nor on which candidates are known") {
  const CandidateOptions quick{.seed = 3, .least_distance = 0, .members = 0, .step_deg = 3};
  const auto made = [&](unsigned jobs, const std::map<int, Candidate>& before) {
    const Maker one(quick);
    std::map<int, Candidate> kept;
    KnownCandidates known{.made = before, .keep = [&](const Candidate& c) { kept[c.number] = c; }};
    const InventedSet set = invent(one.maker, {.count = 5, .most_candidates = 3, .jobs = jobs}, known);
    return std::pair(set, kept);
  };
  const auto [alone, kept] = made(1, {});
  const auto [together, kept_too] = made(4, {});
  CHECK(verdicts(alone) == verdicts(together));
  REQUIRE_FALSE(kept.empty());
  const auto [resumed, rest] = made(2, {*kept.begin()});
  CHECK(verdicts(alone) == verdicts(resumed));
  CHECK_FALSE(rest.contains(kept.begin()->first));
  for (std::size_t i = 0; i < alone.candidates.size(); ++i)
    CHECK(alone.candidates[i].pair == together.candidates[i].pair);
}

TEST_CASE("where only other ways have room, an old way ends early, and nothing else changes") {
  const SolverNumbers solver = numbers();
  const CandidateMaker maker({known("single_force/actions")}, novelties(), worlds::assets(), solver,
                             {.seed = 15, .least_distance = 0, .members = 0, .step_deg = 3});
  int ended = 0;
  for (const int number : {1, 2}) {
    StageSeconds seconds{};
    const Candidate whole = maker.made(number, seconds);
    const Candidate early = maker.made(number, seconds, true);
    CHECK((early.verdict == kOldWay || to_json_line(early, true) == to_json_line(whole, true)));
    if (early.verdict == kOldWay) CHECK_FALSE(whole.grade.other_way);
    if (whole.verdict == kAccepted) CHECK((early.verdict == kAccepted) == whole.grade.other_way);
    ended += early.verdict == kOldWay ? 1 : 0;
  }
  CHECK(ended > 0);
}
