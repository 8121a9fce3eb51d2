#include "generator/variation.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/input_error.h"
#include "generator/checks.h"
#include "generator/distractors.h"
#include "generator/member_samples.h"
#include "generator/start_checks.h"
#include "sim/play.h"

namespace novphy {
namespace {

constexpr int kPlacements = 4;

double drawn(Rng& rng, const Range& range) {
  return std::clamp(std::round(rng.uniform(range.min, range.max) * 1e4) / 1e4, range.min, range.max);
}

const std::string& drawn(Rng& rng, const std::vector<std::string>& words) {
  return words[static_cast<std::size_t>(rng.integer(0, static_cast<int>(words.size()) - 1))];
}

bool touches(const Outcome& outcome, std::size_t from, std::size_t to) {
  const auto among = [&](int body) { return body >= static_cast<int>(from) && body < static_cast<int>(to); };
  return std::any_of(outcome.events.begin(), outcome.events.end(), [&](const Event& e) {
    return e.kind == EventKind::kContact && (among(e.body) || among(e.other));
  });
}

}  // namespace

/// A side of a drawn pair while its task is proved.
struct VariationMaker::Side {
  bool novel = false;
  Task task{};
  Proved proved{};
};

VariationMaker::VariationMaker(Pair base, const VariationOptions& options, const SolverNumbers& numbers)
    : base_(std::move(base)), options_(options), numbers_(numbers) {
  if (options_.proof >= Proof::kWitness) prover_.emplace(base_, options_.novelties, numbers_);
}

Member VariationMaker::draw_member(bool novel, Rng& rng) const {
  const Pair& base = base_;
  const Template& side = novel ? base.novel : base.normal;
  const Range dx = options_.paired ? both(base.normal.dx_m, base.novel.dx_m) : side.dx_m;
  const Range dy = options_.paired ? both(base.normal.dy_m, base.novel.dy_m) : side.dy_m;
  Member member;
  for (const Parameter& parameter : base.family.parameters)
    member.values[parameter.name] = parameter.is_word()
                                        ? ParameterValue(drawn(rng, parameter.words))
                                        : ParameterValue(drawn(rng, {parameter.min, parameter.max}));
  member.shift_m.x = drawn(rng, dx);
  member.shift_m.y = drawn(rng, dy);
  return member;
}

Made VariationMaker::make(bool novel, int index, int attempt) const {
  const Pair& base = base_;
  const std::string purpose = options_.paired ? base.scenario + "/" + base.novelty
                              : novel         ? base.novel.name
                                              : base.normal.name;
  const std::string again = attempt > 0 ? "/again/" + std::to_string(attempt) : "";
  Rng rng = stream_of(options_.seed, "generator/task/" + purpose + again, static_cast<std::uint64_t>(index));
  Made made;
  for (int i = 1; i <= kMostDraws && made.sides.empty(); ++i) {
    std::string failed;
    made.sides = draw(novel, rng, failed);
    for (Variation& side : made.sides) {
      side.index = index;
      side.draws = i;
    }
    if (!failed.empty()) ++made.rejected[failed];
  }
  return made;
}

std::vector<Variation> VariationMaker::draw(bool novel, Rng& rng, std::string& failed) const try {
  const Member member = draw_member(novel, rng);
  if (!holds(base_.family, member.values)) {
    failed = "conditions";
    return {};
  }
  Pair pair = member_of(base_, member, numbers_.catalogue);
  std::vector<Side> made;
  for (const bool side : options_.paired ? std::vector<bool>{false, true} : std::vector<bool>{novel}) {
    made.push_back({.novel = side, .task = side ? pair.novel.task : pair.normal.task});
    failed = prove(pair, made.back());
    if (!failed.empty()) return {};
  }
  std::vector<Object> distractors;
  if (options_.most_distractors > 0) failed = distract(pair, made, distractors, rng);
  for (const Side& side : made) (side.novel ? pair.novel : pair.normal).task = side.task;
  std::vector<Variation> variations;
  for (const Side& side : made) {
    Variation variation{
        .novel = side.novel, .recipe = {.member = member, .distractors = distractors}, .task = side.task};
    if (failed.empty() && prover_) failed = witness(pair, side, variation);
    variations.push_back(std::move(variation));
  }
  if (failed.empty() && options_.judge && made.back().novel) failed = options_.judge(base_, pair);
  return failed.empty() ? variations : std::vector<Variation>();
} catch (const InputError&) {
  failed = "valid_start";  // no file may hold the member, for example because two of its objects overlap
  return {};
} catch (const std::invalid_argument&) {
  failed = "bounds";  // no world may hold it: a force would grow too fast
  return {};
}

/// Proves the side before distractors are placed. Returns "" or the name of the failed check.
std::string VariationMaker::prove(const Pair& member, Side& side) const {
  if (options_.proof == Proof::kValid && no_valid_start(side.task, numbers_)) return "valid_start";
  if (!prover_) return {};
  side.proved = prover_->prove(member, side.novel);
  if (!side.proved.failed.empty()) return side.proved.failed;
  const double width = side.proved.window.window.width_deg(kEdgeStepDeg);
  return width < options_.least_window_deg || width > options_.most_window_deg ? "window" : "";
}

/// Places equal distractors into all sides. Returns "" or the name of the failed check.
std::string VariationMaker::distract(const Pair& member, std::vector<Side>& sides,
                                     std::vector<Object>& distractors, Rng& rng) const {
  const int count = rng.integer(1, options_.most_distractors);
  SweptDisks disks;
  Task all = sides.front().task;
  for (const Side& side : sides) {
    const SweptDisks more = swept_disks(side.task, side.proved, numbers_);
    disks.insert(disks.end(), more.begin(), more.end());
    if (&side != &sides.front()) all = with_distractors(all, side.task.objects);
  }
  for (int i = 0; i < kPlacements; ++i) {
    distractors = place_distractors(all, member.distractors, numbers_.catalogue, disks, count, rng);
    if (static_cast<int>(distractors.size()) < count) continue;
    if (!std::all_of(sides.begin(), sides.end(),
                     [&](const Side& side) { return neutral(side, distractors); }))
      continue;
    for (Side& side : sides) side.task = with_distractors(std::move(side.task), distractors);
    return {};
  }
  return "distractors";
}

/// Whether the distractors do not move by themselves, no disturbed play touches a distractor, and as many
/// disturbed plays win as without distractors.
bool VariationMaker::neutral(const Side& side, const std::vector<Object>& distractors) const {
  const Task task = with_distractors(side.task, distractors);
  const std::size_t own = side.task.objects.size();
  if (moves_by_itself(task, numbers_, own)) return false;
  if (side.proved.plays.empty()) return true;
  const std::vector<std::vector<Shot>>& plays = side.proved.plays;
  const std::vector<std::size_t> first = first_equals(plays);
  std::vector<bool> won;
  PlayStart start(task, numbers_.catalogue, numbers_.physics, {.log_events = true});
  for (std::size_t i = 0; i < plays.size(); ++i) {
    if (first[i] < i) {
      won.push_back(won[first[i]]);
      continue;
    }
    const Outcome outcome = start.play(plays[i]);
    if (touches(outcome, own, task.objects.size())) return false;
    won.push_back(outcome.won);
  }
  return std::count(won.begin(), won.end(), true) >= side.proved.window.disturbed_wins;
}

/// Fills in the window, the witness and its digest; with Proof::kFull, makes every check of verify(), too.
/// Returns "" or the name of the failed check.
std::string VariationMaker::witness(const Pair& made, const Side& side, Variation& variation) const {
  variation.window = side.proved.window;
  variation.witness = side.proved.witness();
  const Outcome outcome = play(side.task, variation.witness, numbers_.catalogue, numbers_.physics);
  variation.digest = outcome.digest;
  if (!outcome.won) return "solvable";
  if (options_.proof != Proof::kFull) return {};
  const PairReport report = verify(made, options_.novelties, numbers_);
  const SideReport& checked = side.novel ? report.novel : report.normal;
  variation.winning_share =
      static_cast<double>(checked.solutions.size()) / static_cast<double>(checked.throws);
  const auto failed =
      std::find_if(checked.checks.begin(), checked.checks.end(),
                   [](const CheckResult& check) { return check.verdict == CheckVerdict::kFailed; });
  return failed == checked.checks.end() ? "" : failed->id;
}

}  // namespace novphy
