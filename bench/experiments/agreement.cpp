#include "bench/experiments/agreement.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>

#include "sim/rng.h"

namespace novphy {
namespace {

constexpr int kDraws = 2000;

/// Their and our answer for every shot whose recording has an answer.
struct Pairs {
  std::vector<std::array<int, 2>> pairs;
};
using ByFamily = std::map<std::string, Pairs>;

ByFamily by_family(const std::vector<ComparedShot>& shots, Question question) {
  ByFamily families;
  for (const ComparedShot& shot : shots) {
    const Answers both = answers(shot, question);
    if (both.theirs) families[shot.theirs.family].pairs.push_back({*both.theirs, both.ours});
  }
  return families;
}

double ratio(double part, double all) { return all > 0 ? part / all : 0; }

double share_same(std::span<const Pairs* const> families) {
  double same = 0, all = 0;
  for (const Pairs* family : families) {
    for (const auto& [theirs, ours] : family->pairs) same += theirs == ours ? 1 : 0;
    all += static_cast<double>(family->pairs.size());
  }
  return ratio(same, all);
}

/// Computes kappa from the agreement that chance gives with these frequencies of answers, and the share of
/// the recordings' commonest answer.
void add_chance(const ByFamily& families, AnswerAgreement& to) {
  std::array<double, kEndings> theirs{}, ours{};
  for (const auto& [name, family] : families) {
    for (const auto& [their_answer, our_answer] : family.pairs) {
      ++theirs[static_cast<std::size_t>(their_answer)];
      ++ours[static_cast<std::size_t>(our_answer)];
    }
  }
  double chance = 0;
  for (std::size_t i = 0; i < theirs.size(); ++i) chance += theirs[i] * ours[i];
  chance = ratio(chance, static_cast<double>(to.shots) * to.shots);
  to.kappa = chance < 1 ? (to.share - chance) / (1 - chance) : 1;
  to.commonest = ratio(*std::max_element(theirs.begin(), theirs.end()), to.shots);
}

void add_interval(const std::vector<const Pairs*>& families, std::uint64_t seed, AnswerAgreement& to) {
  std::vector<double> shares;
  Rng rng = Rng::stream(seed, "bench/agreement");
  const int last = static_cast<int>(families.size()) - 1;
  for (int draw = 0; draw < kDraws; ++draw) {
    std::vector<const Pairs*> drawn;
    for (std::size_t i = 0; i < families.size(); ++i)
      drawn.push_back(families[static_cast<std::size_t>(rng.integer(0, last))]);
    shares.push_back(share_same(drawn));
  }
  std::sort(shares.begin(), shares.end());
  to.low = shares[kDraws / 40];
  to.high = shares[kDraws - 1 - kDraws / 40];
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

}  // namespace

const char* name(Question question) {
  switch (question) {
    case Question::kEnding:
      return "ending";
    case Question::kPigDead:
      return "pig dead";
    case Question::kMoved:
      return "moved";
  }
  return "";
}

Answers answers(const ComparedShot& shot, Question question) {
  const auto& [theirs, ours] = shot;
  if (question == Question::kEnding) return {static_cast<int>(theirs.ending), static_cast<int>(ours.ending)};
  if (question == Question::kMoved) return {theirs.moved ? 1 : 0, ours.moved ? 1 : 0};
  if (!theirs.pig_dead) return {};
  return {*theirs.pig_dead ? 1 : 0, ours.pig_dead ? 1 : 0};
}

AnswerAgreement agreement(const std::vector<ComparedShot>& shots, Question question, std::uint64_t seed) {
  const ByFamily families = by_family(shots, question);
  AnswerAgreement result;
  std::vector<const Pairs*> all;
  for (const auto& [name, family] : families) {
    all.push_back(&family);
    result.shots += static_cast<int>(family.pairs.size());
  }
  if (result.shots == 0) return result;
  result.share = share_same(all);
  result.same = static_cast<int>(std::lround(result.share * result.shots));
  add_chance(families, result);
  add_interval(all, seed, result);
  return result;
}

int half_of(const std::vector<ComparedShot>& shots, const std::string& family) {
  std::set<std::string> families;
  for (const ComparedShot& shot : shots) families.insert(shot.theirs.family);
  return static_cast<int>(std::distance(families.begin(), families.find(family)) % 2);
}

Removals removals(const std::vector<ComparedShot>& shots) {
  constexpr double kNearS = 0.01;
  constexpr double kFirstCheckS = 3;
  Removals found;
  for (const auto& [theirs, ours] : shots) {
    if (!theirs.bird_gone_s || !ours.contact_s) continue;
    const double after_s = *theirs.bird_gone_s - *ours.contact_s;
    ++found.shots;
    const bool whole = std::abs(after_s - std::round(after_s)) <= kNearS;
    found.whole_seconds += whole && after_s > kFirstCheckS - 0.5 ? 1 : 0;
  }
  return found;
}

std::optional<RestTimes> rest_times(const std::vector<ComparedShot>& shots) {
  std::vector<double> apart_s;
  for (const auto& [theirs, ours] : shots)
    if (theirs.rest_s && ours.ending != Ending::kMoving)
      apart_s.push_back(std::abs(*theirs.rest_s - ours.end_s));
  if (apart_s.empty()) return std::nullopt;
  const auto near = std::count_if(apart_s.begin(), apart_s.end(), [](double s) { return s <= 0.5; });
  return RestTimes{
      .shots = static_cast<int>(apart_s.size()),
      .median_s = median(apart_s),
      .within_half_second = ratio(static_cast<double>(near), static_cast<double>(apart_s.size()))};
}

}  // namespace novphy
