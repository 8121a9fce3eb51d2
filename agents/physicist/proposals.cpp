#include "agents/physicist/proposals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "agents/physicist/hypotheses.h"

namespace novphy {
namespace {

constexpr double kClearSds = 4;            ///< a force that is so many times its error acts clearly
constexpr double kClearForceShare = 0.15;  ///< ... if it is also this share of the greatest one
constexpr double kMostChi2 = 16;           ///< what one moment counts at most
constexpr double kFormShare = 0.1;         ///< by this share of itself a force may differ from a form
constexpr std::size_t kRefined = 8;        ///< laws whose numbers are fitted to the ways
constexpr std::size_t kMostTracks = 10;    ///< tracks by which laws are compared

/// A moment of a track, in the frame of an anchor.
struct Placed {
  Vec2 at{};
  Vec2 velocity{};
  Vec2 force{};
  double sd = 0;
  bool clear = false;
};

/// Where a law may be attached: an object by its name, or the world.
struct Anchor {
  ObjectName name{};
  bool world() const { return name.look.empty(); }
};

/// A region in an anchor's frame; without a box it is everywhere.
struct Region {
  std::optional<Box> box{};
  bool round = false;
  bool holds(Vec2 at) const {
    return !box || (round ? length(at - box->centre_m) <= box->size_m.x / 2 : within(*box, at));
  }
};

/// What a force depends on, as a sum of columns with unknown factors.
struct Form {
  std::vector<std::function<Vec2(const Placed&, Vec2 centre)>> columns;
  void (*set)(ForceField& field, const std::vector<double>& factors);
};

Vec2 aside(Vec2 v) { return {-v.y, v.x}; }

std::vector<Form> forms() {
  const auto right = [](const Placed&, Vec2) { return Vec2{1, 0}; };
  const auto up = [](const Placed&, Vec2) { return Vec2{0, 1}; };
  const auto out = [](const Placed& p, Vec2 centre) { return p.at - centre; };
  const auto around = [](const Placed& p, Vec2 centre) { return aside(p.at - centre); };
  const auto along = [](const Placed& p, Vec2) { return p.velocity; };
  const auto across = [](const Placed& p, Vec2) { return aside(p.velocity); };
  const auto part = [](bool of_velocity, bool from_x, bool to_x) {
    return [=](const Placed& p, Vec2 centre) {
      const Vec2 from = of_velocity ? p.velocity : p.at - centre;
      const double value = from_x ? from.x : from.y;
      return to_x ? Vec2{value, 0} : Vec2{0, value};
    };
  };
  using Factors = const std::vector<double>&;
  return {
      {{right, up},
       [](ForceField& f, Factors k) {
         f.force_n = {k[0], k[1]};
       }},
      {{out},
       [](ForceField& f, Factors k) {
         f.per_m = {{k[0], 0}, {0, k[0]}};
       }},
      {{around},
       [](ForceField& f, Factors k) {
         f.per_m = {{0, -k[0]}, {k[0], 0}};
       }},
      {{along},
       [](ForceField& f, Factors k) {
         f.per_mps = {{k[0], 0}, {0, k[0]}};
       }},
      {{across},
       [](ForceField& f, Factors k) {
         f.per_mps = {{0, -k[0]}, {k[0], 0}};
       }},
      {{right, up, out},
       [](ForceField& f, Factors k) {
         f.force_n = {k[0], k[1]};
         f.per_m = {{k[2], 0}, {0, k[2]}};
       }},
      {{part(false, true, true), part(false, false, true), part(false, true, false),
        part(false, false, false)},
       [](ForceField& f, Factors k) {
         f.per_m = {{k[0], k[1]}, {k[2], k[3]}};
       }},
      {{right, up, along, across},
       [](ForceField& f, Factors k) {
         f.force_n = {k[0], k[1]};
         f.per_mps = {{k[2], -k[3]}, {k[3], k[2]}};
       }},
  };
}

/// Solves the normal equations by Gauss; nothing where they are singular.
std::optional<std::vector<double>> solved(std::vector<std::vector<double>> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t r = i + 1; r < n; ++r)
      if (std::abs(a[r][i]) > std::abs(a[pivot][i])) pivot = r;
    if (std::abs(a[pivot][i]) < 1e-9) return std::nullopt;
    std::swap(a[i], a[pivot]);
    std::swap(b[i], b[pivot]);
    for (std::size_t r = 0; r < n; ++r) {
      if (r == i) continue;
      const double factor = a[r][i] / a[i][i];
      for (std::size_t c = i; c < n; ++c) a[r][c] -= factor * a[i][c];
      b[r] -= factor * b[i];
    }
  }
  for (std::size_t i = 0; i < n; ++i) b[i] /= a[i][i];
  return b;
}

double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }

/// A form fitted to the moments in a region, with what is left of all moments.
struct Fitted {
  ForceField field{};
  double chi2 = 0;
};

std::optional<Fitted> fitted(const Form& form, const Region& region, const std::vector<Placed>& moments) {
  const std::size_t n = form.columns.size();
  const Vec2 centre = region.box ? region.box->centre_m : Vec2{};
  std::vector<std::vector<double>> a(n, std::vector<double>(n, 0));
  std::vector<double> b(n, 0);
  std::size_t inside = 0;
  const auto weight = [](const Placed& p) {
    return 1 / (p.sd * p.sd + kFormShare * kFormShare * dot(p.force, p.force));
  };
  for (const Placed& p : moments) {
    if (!region.holds(p.at)) continue;
    ++inside;
    for (std::size_t i = 0; i < n; ++i) {
      const Vec2 column = form.columns[i](p, centre);
      for (std::size_t k = 0; k < n; ++k) a[i][k] += weight(p) * dot(column, form.columns[k](p, centre));
      b[i] += weight(p) * dot(column, p.force);
    }
  }
  if (2 * inside < n + 1) return std::nullopt;
  const auto factors = solved(std::move(a), std::move(b));
  if (!factors) return std::nullopt;
  Fitted found;
  form.set(found.field, *factors);
  for (const Placed& p : moments) {
    Vec2 left = p.force;
    if (region.holds(p.at))
      for (std::size_t i = 0; i < n; ++i) left = left - (*factors)[i] * form.columns[i](p, centre);
    found.chi2 += std::min(kMostChi2, weight(p) * dot(left, left));
  }
  return found;
}

/// The threshold of the keys that best parts clear moments, below it, from others; nothing where none does.
std::optional<double> parting(const std::vector<Placed>& moments, const std::function<double(Vec2)>& key) {
  std::vector<std::pair<double, int>> sorted;
  for (const Placed& p : moments) sorted.emplace_back(key(p.at), p.clear ? 1 : -1);
  std::ranges::sort(sorted);
  int sum = 0;
  int most = 0;
  std::optional<double> at;
  for (std::size_t i = 0; i + 1 < sorted.size(); ++i) {
    sum += sorted[i].second;
    if (sum > most) {
      most = sum;
      at = (sorted[i].first + sorted[i + 1].first) / 2;
    }
  }
  return at;
}

/// Regions that may part the moments at which a force acts from the others.
std::vector<Region> regions(const std::vector<Placed>& moments, bool world) {
  std::vector<Region> found{{}};
  BoundingBox hull = kNoBox;
  double step_m = 0;
  std::size_t clear = 0;
  for (const Placed& p : moments) {
    if (!p.clear) continue;
    ++clear;
    extend(hull, p.at);
    step_m = std::max(step_m, length(p.velocity) * 3 * kFineFrameMs / 1000);
  }
  if (clear == 0 || clear == moments.size()) return found;
  const auto box = [&](Vec2 low, Vec2 high) {
    const Vec2 size{std::max(0.3, high.x - low.x), std::max(0.3, high.y - low.y)};
    found.push_back({Box{.centre_m = 0.5 * (low + high), .size_m = size}});
  };
  const Vec2 margin{step_m / 2, step_m / 2};
  box(hull.low_m - margin, hull.high_m + margin);
  if (world) {
    for (int eighth = 0; eighth < 8; eighth += 2) {
      const double side = eighth * std::numbers::pi / 4;
      if (const auto at = parting(moments, [&](Vec2 p) { return -rotated(p, -side).x; }))
        found.push_back({half_plane(-*at, side)});
    }
    return found;
  }
  if (const auto radius = parting(moments, [](Vec2 p) { return length(p); }); radius && *radius > 0.1)
    found.push_back({Box{.size_m = {2 * *radius, 2 * *radius}}, true});
  const Vec2 far{std::max(std::abs(hull.low_m.x), std::abs(hull.high_m.x)) + margin.x,
                 std::max(std::abs(hull.low_m.y), std::abs(hull.high_m.y)) + margin.y};
  box(-1 * far, far);
  return found;
}

/// Tracks of bodies that a law may be about together.
struct Group {
  Targets on{};
  ObjectName name{};
  std::vector<const BodyTrack*> tracks{};
};

std::vector<Group> groups_of(std::span<const BodyTrack> tracks) {
  std::map<std::string, Group> by_name;
  for (const BodyTrack& track : tracks) {
    if (track.category == Category::kBird) {
      Group& birds = by_name["birds"];
      birds.on = {.birds_above_mps = 0};
      birds.tracks.push_back(&track);
      continue;
    }
    const bool pig = track.category == Category::kPig;
    Group& of_class = by_name[pig ? "pigs" : "blocks"];
    (pig ? of_class.on.pigs_above_mps : of_class.on.blocks_above_mps) = 0;
    of_class.tracks.push_back(&track);
    if (pig || track.material.empty()) continue;
    Group& of_material = by_name["of " + track.material];
    of_material.on = {.blocks_above_mps = 0, .material = track.material};
    of_material.tracks.push_back(&track);
  }
  std::vector<Group> groups;
  for (auto& [name, group] : by_name) groups.push_back(std::move(group));
  return groups;
}

/// The moments of a group in an anchor's frame; those of throws in which the anchor is not there are left
/// out.
std::vector<Placed> placed(const Group& group, const Anchor& anchor,
                           const std::map<const BodyTrack*, std::vector<PushedMoment>>& moments) {
  std::vector<Placed> all;
  double most_n = 0;
  for (const BodyTrack* track : group.tracks) {
    std::vector<int> objects;
    if (!anchor.world()) {
      objects = named_objects(track->in->task, track->in->looks, anchor.name);
      std::erase(objects, static_cast<int>(track->thing));
      if (objects.empty()) continue;
    }
    for (const PushedMoment& moment : moments.at(track)) {
      Pose frame{};
      double nearest = 1e9;
      for (const int object : objects) {
        const Pose pose =
            pose_at(*track->in, object, static_cast<double>(moment.frame) * kFineFrameMs / 1000);
        if (const double far = length(pose.at_m - moment.at_m); far < nearest) {
          nearest = far;
          frame = pose;
        }
      }
      const auto turned = [&](Vec2 v) { return rotated(v, -frame.angle_rad); };
      all.push_back({.at = turned(moment.at_m - frame.at_m),
                     .velocity = turned(moment.velocity_mps),
                     .force = turned(moment.more_n),
                     .sd = moment.sd_n});
      most_n = std::max(most_n, length(moment.more_n));
    }
  }
  for (Placed& p : all)
    p.clear = length(p.force) > kClearSds * p.sd && length(p.force) > kClearForceShare * most_n;
  return all;
}

std::vector<Anchor> anchors(const Surroundings& here) {
  std::vector<Anchor> all{{}};
  for (const SeenLook& look : here.looks) {
    all.push_back({{look.name, Selector::kEach}});
    for (const Selector single : look.singles) all.push_back({{look.name, single}});
  }
  return all;
}

/// Regressed laws, with the chi square that each leaves of its group's moments.
void add_regressed(std::vector<std::pair<double, Law>>& laws, const Group& group, const Surroundings& here,
                   const std::map<const BodyTrack*, std::vector<PushedMoment>>& moments,
                   double gravity_scale) {
  const std::vector<Form> all_forms = forms();
  for (const Anchor& anchor : anchors(here)) {
    const std::vector<Placed> mine = placed(group, anchor, moments);
    if (std::ranges::none_of(mine, &Placed::clear)) continue;
    for (const Region& region : regions(mine, anchor.world()))
      for (const Form& form : all_forms) {
        std::optional<Fitted> found = fitted(form, region, mine);
        if (!found) continue;
        ForceField& field = found->field;
        field.region = region.box;
        field.round = region.round;
        field.by_centre = region.box.has_value();
        field.on = group.on;
        if (region.box && is_half_plane(*region.box)) {
          if (field.per_m != Matrix2{} || field.per_mps != Matrix2{}) continue;
          field.force_n = rotated(field.force_n, -region.box->angle_rad);
        }
        if (!anchor.world()) field.object = kAt;
        EffectChange change{.effect = field, .at = anchor.name, .on = group.name};
        Law law{{change}};
        laws.emplace_back(found->chi2 + 2 * complexity(law, here), law);
        const bool weather = anchor.world() && !region.box && field.force_n != Vec2{};
        if (!weather || field.per_m != Matrix2{} || field.per_mps != Matrix2{} || gravity_scale == 0)
          continue;
        const double kg = group.tracks.front()->mass_kg * gravity_scale;
        Law gravity{{GravityLaw{here.gravity_mps2 + (1 / kg) * field.force_n}}};
        laws.emplace_back(found->chi2 + 2 * complexity(gravity, here), std::move(gravity));
      }
  }
}

/// Another force in the visible air turbulence: its own, and what pushes birds there besides.
void add_seen_air(std::vector<std::pair<double, Law>>& laws, const Group& group,
                  const std::map<const BodyTrack*, std::vector<PushedMoment>>& moments) {
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
void add_launches(std::vector<std::pair<double, Law>>& laws, const BodyTrack& track,
                  const Catalogue& catalogue) {
  const Flight& seen = track.in->seen;
  constexpr std::size_t kFirst = 4;
  constexpr std::size_t kLast = 14;
  if (track.to < kLast) return;
  const double frame_s = kFineFrameMs / 1000.0;
  const Vec2 fall = track.gravity_scale * track.in->task.gravity_mps2;
  const Vec2 launched =
      1 / ((kLast - kFirst) * frame_s) * (*seen[kLast][track.thing] - *seen[kFirst][track.thing]) -
      (kLast + kFirst) / 2.0 * frame_s * fall;
  const Vec2 drag = track.in->shot.drag_m;
  const double far = std::min(length(drag), catalogue.launch.max_drag_m);
  if (far <= 0 || length(launched) <= 0) return;
  const Vec2 usual = -(catalogue.launch.speed_per_drag_per_s * far / length(drag)) * drag;
  const double factor = length(launched) / length(usual);
  const auto angle = [](Vec2 from, Vec2 to) { return std::atan2(cross(from, to), dot(from, to)); };
  const auto add = [&](LaunchLaw law) {
    Vec2 expected = usual;
    if (law.mirrored_x) expected.x = -expected.x;
    if (law.mirrored_y) expected.y = -expected.y;
    if (law.turn_rad != 0) law.turn_rad = angle(expected, launched);
    laws.emplace_back(0, Law{{law}});
  };
  add({.speed_factor = factor});
  add({.turn_rad = 1});
  add({.speed_factor = factor, .turn_rad = 1});
  add({.mirrored_x = true});
  add({.mirrored_y = true});
}

/// A portal where a thing goes on from another place than it was at.
void add_portals(std::vector<std::pair<double, Law>>& laws, const BodyTrack& track) {
  constexpr double kLeapM = 0.8;
  const Flight& seen = track.in->seen;
  const auto at = [&](std::size_t frame) { return seen[frame][track.thing]; };
  const double frame_s = kFineFrameMs / 1000.0;
  for (std::size_t frame = 1; frame + 2 < seen.size(); ++frame) {
    if (!at(frame - 1) || !at(frame) || !at(frame + 1) || !at(frame + 2)) continue;
    const Vec2 before = 1 / frame_s * (*at(frame) - *at(frame - 1));
    const Vec2 after = 1 / frame_s * (*at(frame + 2) - *at(frame + 1));
    const double leap = length(*at(frame + 1) - *at(frame));
    if (leap < kLeapM + 1.5 * frame_s * std::max(length(before), length(after))) continue;
    const Vec2 entry = *at(frame) + frame_s / 2 * before;
    const double turn = std::atan2(cross(before, after), dot(before, after));
    for (const double size : {0.8, 1.6})
      for (const bool turned : {false, true})
        laws.emplace_back(0, Law{{EffectChange{.effect = Portal{.region = {entry, {size, size}},
                                                                .to_m = *at(frame + 1) - frame_s / 2 * after,
                                                                .turn_rad = turned ? turn : 0}}}});
  }
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

/// A search for laws by tracks.
class TrackSearch {
 public:
  TrackSearch(std::span<const BodyTrack> all, const Surroundings& here, const Simulator& simulator)
      : here_(here), simulator_(simulator), tracks_(telling(all)) {
    simulator_.exactly.sd_m = 0;
  }

  /// The best laws that explain what the base leaves strange, together with the base.
  std::vector<WeightedLaw> best(const Law& base, std::vector<Law> first) const {
    std::vector<BodyTrack> strange;
    double off_m = 0;
    for (const BodyTrack& track : tracks_) {
      const double off = misfit(track, TrackLaw(base, *track.in), simulator_.catalogue);
      if (off <= kStrangeMisfit) continue;
      strange.push_back(track);
      off_m = std::max(off_m, off * track.sd_m);
    }
    if (strange.empty()) return {};
    const double sd_m = std::clamp(off_m, kLeastSdM, kMostSdM);
    append(first, with(base, regressed(base, strange)));
    // Their numbers are good already, those of the grid are not.
    std::vector<Law> starts = laws_of(first_of(of_each_structure(weighed(first, tracks_, 0), 1), kAsTheyAre));
    const bool bird = std::ranges::any_of(
        strange, [](const BodyTrack& track) { return track.category == Category::kBird; });
    if (bird && base.changes.empty()) append(first, coarse(strange, sd_m));
    append(starts,
           laws_of(first_of(of_each_structure(weighed(first, tracks_, sd_m), kOfAStructure), kRoughly)));
    const Steps large{.first = 1, .last = 0.4, .moves = 2, .sd_m = sd_m};
    std::vector<WeightedLaw> held = weighed(climbed(starts, large), tracks_, sd_m / 8);
    held = first_of(of_each_structure(std::move(held), kOfAStructure), kRefined);
    const Steps small{.first = 0.5, .last = 0.03, .moves = 4, .sd_m = sd_m / 2};
    held = weighed(climbed(laws_of(held), small), tracks_, 0);
    sort_by_posterior(held);
    return held;
  }

 private:
  static constexpr double kLeastSdM = 0.05;
  static constexpr double kMostSdM = 1;
  static constexpr std::size_t kOfAStructure = 2;
  static constexpr std::size_t kAsTheyAre = 6;  ///< laws with which climbing begins, by what they explain ...
  static constexpr std::size_t kRoughly = 18;   ///< ... exactly and roughly
  static constexpr std::size_t kOfASort = 80;   ///< laws of each sort that are compared with all tracks

  std::vector<WeightedLaw> weighed(const std::vector<Law>& laws, std::span<const BodyTrack> by,
                                   double sd_m) const {
    const TrackSetting& first = *by.front().in;
    std::vector<WeightedLaw> held;
    for (const Law& law : playable(laws, first.task, first.looks, simulator_.catalogue))
      held.push_back({law, since_change(by, law, sd_m), complexity(law, here_)});
    return held;
  }

  static std::vector<WeightedLaw> first_of(std::vector<WeightedLaw> laws, std::size_t most) {
    if (laws.size() > most) laws.resize(most);
    return laws;
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
    std::map<const BodyTrack*, std::vector<PushedMoment>> moments;
    for (const BodyTrack& track : tracks_) moments[&track] = pushed_moments(track, TrackLaw(base, *track.in));
    std::vector<std::pair<double, Law>> laws;
    for (const Group& group : groups_of(tracks_))
      add_regressed(laws, group, here_, moments, group.tracks.front()->gravity_scale);
    for (const Group& group : groups_of(tracks_)) add_seen_air(laws, group, moments);
    sort_by(laws, [](const auto& each) { return each.first; });
    if (laws.size() > kOfASort) laws.resize(kOfASort);
    for (const BodyTrack& track : strange) {
      if (track.launch) add_launches(laws, track, simulator_.catalogue);
      if (track.category == Category::kBird) add_portals(laws, track);
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

std::vector<WeightedLaw> proposals(std::span<const BodyTrack> tracks, const std::vector<Law>& known,
                                   const Surroundings& here, std::size_t most, const Simulator& simulator) {
  const TrackSearch search(tracks, here, simulator);
  std::vector<Law> first = known;
  std::erase(first, Law{});
  std::vector<WeightedLaw> held = search.best({}, std::move(first));
  if (held.empty()) return held;
  const Law best = held.front().law;
  if (best.changes.size() == 1 && any_strange(tracks, best, simulator.catalogue)) {
    append(held, search.best(best, {}));
    sort_by_posterior(held);
  }
  if (held.size() > most) held.resize(most);
  return held;
}

}  // namespace novphy
