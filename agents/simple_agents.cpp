#include "agents/simple_agents.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>
#include <utility>

#include "agents/published/planner.h"

namespace novphy {
namespace {

// Times of taps in the published code. NovPhy's birds are red, and a tap has no effect on them.
constexpr int kFirstTapMs = 50;
constexpr int kLastTapMs = 80;

}  // namespace

void RandomAgent::begin_trial(std::uint64_t seed) { rng_ = Rng::stream(seed, "agents/random"); }

Shot RandomAgent::choose(const Observation& seen) {
  const int right_px = rng_.integer(range_.left_px, range_.right_px);
  const int up_px = rng_.integer(range_.down_px, range_.up_px);
  const int tap_ms = rng_.integer(kFirstTapMs, kLastTapMs);
  const Pixel reference = reference_point(seen.slingshot);
  Shot shot = shot_from_release(seen, {reference.x + right_px, reference.y - up_px});
  shot.tap_ms = tap_ms;
  return shot;
}

void Oracle::told_task(const Task& task) {
  shots_ = solve_(task);
  next_ = 0;
  novel_ = !task.novelties.empty();
  faces_left_ = task.slingshot.faces_left;
}

Shot Oracle::choose(const Observation& /*seen*/) {
  if (next_ < shots_.size()) return shots_[next_++];
  return aimed(radians(faces_left_ ? 135 : 45), 1);
}

void PigShooter::begin_trial(std::uint64_t seed) { rng_ = Rng::stream(seed, "agents/pig_shooter"); }

Shot PigShooter::choose(const Observation& seen) {
  std::vector<SeenObject> pigs;
  std::copy_if(seen.objects.begin(), seen.objects.end(), std::back_inserter(pigs), is_labelled_pig);
  if (pigs.empty()) return published_way_out(seen);

  const Vec2 target_px = middle_px(pick(pigs, rng_));
  const std::vector<Release> releases = plan_releases(seen.slingshot, target_px);
  if (releases.empty()) return published_way_out(seen);
  const Release& release = pick(releases, rng_);
  return published_throw(seen, release, target_px.x, rng_);
}

namespace {

constexpr int kLateMs = 5000;

/// An object that a triple can name, and the two releases that aim at its middle, the low one first.
struct NamedAim {
  std::string kind;
  int number = 0;
  int id = 0;
  Vec2 middle_px;
  std::vector<Release> releases{};
};

/// A label without the number of its state of damage: "wood_circle" for "wood_circle_2".
std::string_view without_damage(std::string_view label) {
  const std::size_t end = label.find_last_not_of("0123456789");
  const bool numbered = end != std::string_view::npos && end + 1 < label.size() && label[end] == '_';
  return numbered ? label.substr(0, end) : label;
}

std::string kind_of(const SeenObject& object) {
  return is_labelled_pig(object) ? "pig" : std::string(without_damage(object.label));
}

bool can_be_named(const SeenObject& object) {
  return has_outline(object) && !object.label.starts_with("bird_") && object.label != "Platform";
}

/// Pigs first, then the other kinds by name, each kind from the left.
bool is_tried_before(const NamedAim& a, const NamedAim& b) {
  const auto key = [](const NamedAim& each) {
    return std::tuple(each.kind != "pig", std::string_view(each.kind), each.middle_px.x, each.id);
  };
  return key(a) < key(b);
}

/// All objects in the order of the search, numbered within their kinds. Objects out of reach are numbered
/// too, but have no releases.
std::vector<NamedAim> aims(const Observation& seen) {
  std::vector<NamedAim> all;
  for (const SeenObject& object : seen.objects) {
    if (!can_be_named(object)) continue;
    const Vec2 middle = middle_px(object);
    all.push_back({.kind = kind_of(object),
                   .number = 0,
                   .id = object.id,
                   .middle_px = middle,
                   .releases = plan_releases(seen.slingshot, middle)});
  }
  std::stable_sort(all.begin(), all.end(), is_tried_before);
  for (std::size_t i = 1; i < all.size(); ++i)
    if (all[i].kind == all[i - 1].kind) all[i].number = all[i - 1].number + 1;
  return all;
}

const NamedAim* aim_of(const std::vector<NamedAim>& all, const Triple& triple) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const NamedAim& each) {
    return each.kind == triple.kind && each.number == triple.number && !each.releases.empty();
  });
  return found == all.end() ? nullptr : &*found;
}

/// The triples that can be thrown now, in the order of the search. Before the first bird nothing moves, so
/// waiting would change nothing.
std::vector<Triple> triples(const std::vector<NamedAim>& all, bool first_bird) {
  std::vector<Triple> list;
  for (const NamedAim& each : all) {
    if (each.releases.empty()) continue;
    for (const bool high : {false, true}) {
      list.push_back({.kind = each.kind, .number = each.number, .high = high, .late = false});
      if (!first_bird) list.push_back({.kind = each.kind, .number = each.number, .high = high, .late = true});
    }
  }
  return list;
}

}  // namespace

void NaiveAdapt::begin_trial(std::uint64_t seed) {
  *this = NaiveAdapt();
  before_.begin_trial(seed);
  rng_ = Rng::stream(seed, "agents/naive_adapt");
}

Shot NaiveAdapt::choose(const Observation& seen) {
  if (!told_) return before_.choose(seen);
  const bool first_bird = std::exchange(first_bird_, false);
  const std::vector<NamedAim> all = aims(seen);
  last_.reset();
  if (kept_ && aim_of(all, *kept_) != nullptr) last_ = kept_;
  if (!last_) last_ = untried(triples(all, first_bird));
  if (!last_) return published_way_out(seen);
  tried_.insert(*last_);
  const NamedAim& aim = *aim_of(all, *last_);
  Shot shot = published_throw(seen, aim.releases.at(last_->high ? 1 : 0), aim.middle_px.x, rng_);
  if (last_->late && !first_bird) shot.launch_ms = kLateMs;
  return shot;
}

std::optional<Triple> NaiveAdapt::untried(const std::vector<Triple>& list) {
  if (list.empty()) return std::nullopt;
  const auto is_new = [this](const Triple& each) { return !tried_.contains(each); };
  const auto found = std::find_if(list.begin(), list.end(), is_new);
  if (found != list.end()) return *found;
  tried_.clear();
  return list.front();
}

void NaiveAdapt::end_task(const TaskResult& result) {
  if (!told_) return;
  kept_ = result.passed ? last_ : std::nullopt;
}

}  // namespace novphy
