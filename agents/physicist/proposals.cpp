#include "agents/physicist/proposals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "agents/physicist/force_regression.h"
#include "agents/physicist/hypotheses.h"
#include "agents/physicist/track_laws.h"

namespace novphy {
namespace {

constexpr std::size_t kRefined = 12;  ///< laws whose numbers are fitted to the ways
/// Nats by which two changes must explain tracks better than one: a small second one makes up for the errors
/// of the first.
constexpr double kSecondNats = 20;
constexpr std::size_t kMostTracks = 10;  ///< tracks by which laws are compared

/// Another force in the visible air turbulence: its own, and what pushes birds there besides.
void add_seen_air(std::vector<RatedLaw>& laws, const TrackGroup& group, const MomentsOfTracks& moments) {
  Vec2 sum{};
  double weights = 0;
  Vec2 usual{};
  for (const BodyTrack* track : group.tracks)
    for (const ForceField* field : novphy::laws_of<ForceField>(track->in->task.effects)) {
      if (!is_seen_region(*field) || !field->region || track->category != Category::kBird) continue;
      usual = field->force_n;
      for (const PushedMoment& moment : moments.at(track)) {
        if (!within(*field->region, moment.at_m)) continue;
        sum = sum + 1 / (moment.sd_n * moment.sd_n) * moment.more_n;
        weights += 1 / (moment.sd_n * moment.sd_n);
      }
    }
  if (weights == 0) return;
  const ForceField air{.look = "air_turbulence",
                       .force_n = usual + 1 / weights * sum,
                       .on = {.birds_above_mps = kMovingMps, .blocks_above_mps = kMovingMps}};
  laws.emplace_back(0, Law{{EffectChange{.effect = air}}});
}

/// Launches that a track may have begun with.
void add_launches(std::vector<RatedLaw>& laws, const BodyTrack& track, const Catalogue& catalogue) {
  const Flight& seen = track.in->seen;
  constexpr std::size_t kFirst = 4;
  constexpr std::size_t kLast = 14;
  if (track.to < kLast) return;
  const Vec2 fall = track.gravity_scale * track.in->task.gravity_mps2;
  const Vec2 flown =
      1 / ((kLast - kFirst) * kFineFrameS) * (*seen[kLast][track.thing] - *seen[kFirst][track.thing]) -
      (kLast + kFirst) / 2.0 * kFineFrameS * fall;
  const Vec2 usual = launched(TrackLaw({}, *track.in), catalogue).velocity_mps;
  if (length(usual) <= 0 || length(flown) <= 0) return;
  const double factor = length(flown) / length(usual);
  const auto angle = [](Vec2 from, Vec2 to) { return std::atan2(cross(from, to), dot(from, to)); };
  const auto add = [&](LaunchLaw law) {
    Vec2 expected = usual;
    if (law.mirrored_x) expected.x = -expected.x;
    if (law.mirrored_y) expected.y = -expected.y;
    if (law.turn_rad != 0) law.turn_rad = angle(expected, flown);
    laws.emplace_back(0, Law{{law}});
  };
  add({.speed_factor = factor});
  add({.turn_rad = 1});
  add({.speed_factor = factor, .turn_rad = 1});
  add({.mirrored_x = true});
  add({.mirrored_y = true});
}

/// Portals through which the body of a track may have gone at its end.
void add_portals(std::vector<RatedLaw>& laws, const BodyTrack& track) {
  constexpr std::array kSizes_m{0.8, 1.6};
  const auto at = [&](std::size_t frame) { return track.in->seen[frame][track.thing]; };
  const std::size_t frame = track.to;
  if (!track.leaps_to || frame + 2 >= track.in->seen.size() || !at(frame + 2)) return;
  const Vec2 before = 1 / kFineFrameS * (*at(frame) - *at(frame - 1));
  const Vec2 after = 1 / kFineFrameS * (*at(frame + 2) - *track.leaps_to);
  const double turn_rad = std::atan2(cross(before, after), before.x * after.x + before.y * after.y);
  for (const double size_m : kSizes_m)
    for (const double turned_rad : {0.0, turn_rad})
      laws.emplace_back(
          0, Law{{EffectChange{.effect = Portal{.region = {.centre_m = *at(frame) + kFineFrameS / 2 * before,
                                                           .size_m = {size_m, size_m}},
                                                .to_m = *track.leaps_to - kFineFrameS / 2 * after,
                                                .turn_rad = turned_rad}}}});
}

/// The most telling tracks: the strangest ones, and as many of the others.
std::vector<BodyTrack> telling(std::span<const BodyTrack> tracks) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < tracks.size(); ++i) order.emplace_back(-usual_misfit(tracks[i]), i);
  std::ranges::sort(order);
  std::vector<std::size_t> chosen;
  std::size_t usual = 0;
  for (const auto& [less, i] : order) {
    const bool strange = -less > kStrangeMisfit;
    if (!strange && ++usual > kMostTracks / 2) continue;
    if (chosen.size() < kMostTracks) chosen.push_back(i);
  }
  std::ranges::sort(chosen);
  std::vector<BodyTrack> kept;
  for (const std::size_t i : chosen) kept.push_back(tracks[i]);
  return kept;
}

}  // namespace

bool any_strange(std::span<const BodyTrack> tracks, const Law& law, const Catalogue& catalogue) {
  return std::ranges::any_of(tracks, [&](const BodyTrack& track) {
    return misfit(track, TrackLaw(law, *track.in), catalogue) > kStrangeMisfit;
  });
}

namespace {

/// Laws with fewer numbers that may be as good: the same in all directions, without one of the parts of a
/// force, around the middle of an object, in a disc.
std::vector<Law> simpler(const Law& law) {
  std::vector<Law> laws;
  for (std::size_t i = 0; i < law.changes.size(); ++i) {
    const auto add = [&](const auto& simplify) {
      Law one = law;
      if (auto* force = law_in<ForceField>(one.changes[i])) simplify(*force);
      if (one != law && !is_nothing(*law_in<ForceField>(one.changes[i]))) laws.push_back(std::move(one));
    };
    const auto alike = [](ForceField& force) {
      const double mean = (force.per_m.x.x + force.per_m.y.y) / 2;
      force.per_m = {{mean, 0}, {0, mean}};
    };
    const auto in_disc = [](ForceField& force) {
      if (!force.object || !force.region || force.round) return;
      const double size_m = (force.region->size_m.x + force.region->size_m.y) / 2;
      force.region = Box{.size_m = {size_m, size_m}};
      force.round = true;
    };
    add(alike);
    add([](ForceField& force) { force.force_n = {}; });
    add([](ForceField& force) { force.per_mps = {}; });
    add([](ForceField& force) { force.per_m = {}; });
    add([](ForceField& force) {
      if (force.object && force.region) force.region->centre_m = {};
    });
    add(in_disc);
    add([&](ForceField& force) {
      alike(force);
      force.force_n = {};
      force.per_mps = {};
      in_disc(force);
    });
  }
  return laws;
}

/// A search for laws by tracks.
class TrackSearch {
 public:
  TrackSearch(std::span<const BodyTrack> all, const Surroundings& here, const Simulator& simulator)
      : here_(here), simulator_(simulator), tracks_(telling(all)) {
    simulator_.exactly.sd_m = 0;
  }

  /// The law with numbers that explain the tracks best, from its own on.
  Law refitted(const Law& law) const { return climbed({law}, small_steps(kLeastSdM)).front(); }

  /// The best laws that explain what the base leaves strange, together with the base.
  std::vector<WeightedLaw> best(const Law& base, std::vector<Law> first) const {
    std::vector<BodyTrack> strange;
    double off_m = 0;
    for (const BodyTrack& track : tracks_) {
      const TrackLaw felt(base, *track.in);
      if (misfit(track, felt, simulator_.catalogue) <= kStrangeMisfit) continue;
      strange.push_back(track);
      const TrackRest rest = rest_of(track, felt, simulator_.catalogue);
      double squares = 0;
      for (const Vec2 each : rest.off_m) squares += dot(each, each);
      off_m = std::max(off_m, kRoughShare * std::sqrt(squares / static_cast<double>(rest.off_m.size())));
    }
    if (strange.empty()) return {};
    const double sd_m = std::clamp(off_m, kLeastSdM, kMostSdM);
    if (simulator_.proposals) append(first, with(base, regressed(base, strange)));
    // Their numbers are good already, those of the grid are not.
    std::vector<Law> starts = laws_of(first_of(of_each_structure(weighed(first, tracks_, 0), 1), kAsTheyAre));
    const bool bird = std::ranges::any_of(
        strange, [](const BodyTrack& track) { return track.category == Category::kBird; });
    if (bird && base.changes.empty()) append(first, coarse(strange, sd_m));
    append(starts,
           laws_of(first_of(of_each_structure(weighed(first, tracks_, sd_m), kOfAStructure), kRoughly)));
    const Steps large{.first = 1, .last = 0.4, .moves = 6, .sd_m = sd_m};
    std::vector<WeightedLaw> held = weighed(climbed(starts, large), tracks_, sd_m / 8);
    held = first_of(of_each_structure(std::move(held), kOfAStructure), kRefined);
    held = weighed(climbed(laws_of(held), small_steps(sd_m / 2)), tracks_, 0);
    sort_by_posterior(held);
    std::vector<Law> simple;
    for (const WeightedLaw& each : first_of(held, kSimplified)) append(simple, simpler(each.law));
    append(held, weighed(climbed(simple, small_steps(kLeastSdM)), tracks_, 0));
    sort_by_posterior(held);
    return held;
  }

 private:
  static constexpr double kRoughShare = 0.5;  ///< of what is off, by which laws may be off at first
  static constexpr double kLeastSdM = 0.05;
  static constexpr double kMostSdM = 1;
  static constexpr std::size_t kOfAStructure = 2;
  static constexpr std::size_t kAsTheyAre =
      12;                                      ///< laws with which climbing begins, by what they explain ...
  static constexpr std::size_t kRoughly = 24;  ///< ... exactly and roughly
  static constexpr std::size_t kOfASort = 80;  ///< laws of each sort that are compared with all tracks

  static constexpr std::size_t kSimplified = 2;  ///< laws of which simpler ones are tried

  static Steps small_steps(double sd_m) { return {.first = 0.5, .last = 0.03, .moves = 12, .sd_m = sd_m}; }

  std::vector<WeightedLaw> weighed(const std::vector<Law>& laws, std::span<const BodyTrack> by,
                                   double sd_m) const {
    const TrackSetting& first = *by.front().in;
    std::vector<WeightedLaw> held;
    for (const Law& law : playable(laws, first.task, first.looks, simulator_.catalogue))
      held.push_back({law, since_change(by, law, sd_m), complexity(law, here_)});
    return held;
  }

  std::vector<Law> climbed(const std::vector<Law>& laws, const Steps& steps) const {
    const Score on_tracks = [&](const std::vector<Law>& some, const Simulator& by) {
      std::vector<WeightedLaw> near = weighed(some, tracks_, by.exactly.sd_m);
      sort_by_likelihood(near);
      return near;
    };
    std::vector<Law> better;
    for (const Law& law : laws) better.push_back(hill_climbed(law, on_tracks, simulator_, steps).law);
    return distinct(better);
  }

  /// The log-likelihood of tracks, which stand in the order in which they were seen, under a law that came
  /// into force at some throw.
  double since_change(std::span<const BodyTrack> by, const Law& law, double sd_m) const {
    ChangePointLikelihood sum;
    for (std::size_t i = 0; i < by.size();) {
      std::size_t end = i;
      while (end < by.size() && by[end].in == by[i].in) ++end;
      const std::span<const BodyTrack> of_throw = by.subspan(i, end - i);
      sum.add(log_likelihood(of_throw, law, simulator_.catalogue, sd_m),
              usual_log_likelihood(of_throw, sd_m));
      i = end;
    }
    return sum.log_likelihood();
  }

  static std::vector<Law> with(const Law& base, const std::vector<Law>& more) {
    if (base.changes.size() != 1) return more;
    return pairs(base, more);
  }

  std::vector<Law> regressed(const Law& base, const std::vector<BodyTrack>& strange) const {
    MomentsOfTracks moments;
    // Before the first strange throw the law may not have been in force.
    const auto changed = std::ranges::find(tracks_, strange.front().in, &BodyTrack::in);
    const std::span<const BodyTrack> since(changed, tracks_.end());
    for (const BodyTrack& track : since) moments[&track] = pushed_moments(track, TrackLaw(base, *track.in));
    std::vector<RatedLaw> laws;
    for (const TrackGroup& group : groups_of(since)) {
      add_regressed(laws, group, moments, here_);
      add_seen_air(laws, group, moments);
    }
    sort_by(laws, [](const auto& each) { return each.first; });
    if (laws.size() > kOfASort) laws.resize(kOfASort);
    for (const BodyTrack& track : strange) {
      if (track.launch) add_launches(laws, track, simulator_.catalogue);
      add_portals(laws, track);
    }
    std::vector<Law> found;
    for (auto& [chi2, law] : laws) found.push_back(std::move(law));
    return found;
  }

  /// Of all laws that birds feel, those that explain the strange tracks best by their first numbers.
  std::vector<Law> coarse(const std::vector<BodyTrack>& strange, double sd_m) const {
    std::vector<Law> felt;
    for (const FlightGroup& group : flight_groups(hypotheses(here_)))
      if (!group.in_flight.changes.empty()) felt.push_back(group.in_flight);
    std::vector<WeightedLaw> held = weighed(felt, strange, sd_m);
    sort_by_posterior(held);
    if (held.size() > kOfASort) held.resize(kOfASort);
    return laws_of(held);
  }

  const Surroundings& here_;
  Simulator simulator_;
  std::vector<BodyTrack> tracks_;
};

}  // namespace

Law refitted(const Law& law, std::span<const BodyTrack> tracks, const Surroundings& here,
             const Simulator& simulator) {
  return TrackSearch(tracks, here, simulator).refitted(law);
}

std::vector<WeightedLaw> proposals(std::span<const BodyTrack> tracks, const std::vector<Law>& known,
                                   const Surroundings& here, std::size_t most, const Simulator& simulator) {
  const TrackSearch search(tracks, here, simulator);
  std::vector<Law> first = known;
  std::erase(first, Law{});
  std::vector<WeightedLaw> held = search.best({}, std::move(first));
  if (held.empty()) return held;
  const Law best = held.front().law;
  if (best.changes.size() == 1 && any_strange(tracks, best, simulator.catalogue)) {
    const double least = held.front().log_posterior() + kSecondNats;
    for (WeightedLaw& two : search.best(best, {}))
      if (two.log_posterior() > least) held.push_back(std::move(two));
    sort_by_posterior(held);
  }
  if (held.size() > most) held.resize(most);
  return held;
}

}  // namespace novphy
