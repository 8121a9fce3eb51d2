#include "agents/physicist/force_regression.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <string>

#include "agents/physicist/least_squares.h"

namespace novphy {
namespace {

constexpr double kClearSds = 4;            ///< a force that is so many times its error acts clearly
constexpr double kClearForceShare = 0.15;  ///< ... if it is also this share of the greatest one
constexpr double kMostChi2 = 16;           ///< what one moment counts at most
constexpr double kFormShare = 0.1;         ///< by this share of itself a force may differ from a form

/// A moment of a track, in the frame of an anchor.
struct Placed {
  Vec2 at{};
  Vec2 velocity{};
  Vec2 along{};  ///< PushedMoment::along
  Vec2 force{};
  double sd = 0;
  bool clear = false;
  bool first = false;  ///< of its track

  /// What of a force is known at this moment.
  Vec2 known(Vec2 any) const { return along == Vec2{} ? any : dot(any, along) * along; }
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
      const Vec2 column = p.known(form.columns[i](p, centre));
      for (std::size_t k = 0; k < n; ++k) a[i][k] += weight(p) * dot(column, form.columns[k](p, centre));
      b[i] += weight(p) * dot(column, p.force);
    }
  }
  if (2 * inside < n + 1) return std::nullopt;
  const auto sides = solved(std::move(a), {std::move(b)});
  if (!sides) return std::nullopt;
  const std::vector<double>& factors = sides->front();
  Fitted found;
  form.set(found.field, factors);
  for (const Placed& p : moments) {
    Vec2 left = p.force;
    if (region.holds(p.at))
      for (std::size_t i = 0; i < n; ++i) left = left - factors[i] * p.known(form.columns[i](p, centre));
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

/// Boxes that part clear moments from others best: their sides pass where a body came into the force or out
/// of it. Centred ones have their middle at the anchor. Of boxes that part them equally well, the smallest
/// and the largest.
void add_boxes(std::vector<Region>& regions, const std::vector<Placed>& moments, bool centred) {
  constexpr std::size_t kMostSides = 12;
  constexpr double kLeastM = 0.3;
  std::vector<double> xs, ys;
  BoundingBox hull = kNoBox;
  const auto add = [&](Vec2 at) {
    xs.push_back(centred ? std::abs(at.x) : at.x);
    ys.push_back(centred ? std::abs(at.y) : at.y);
  };
  for (std::size_t i = 0; i < moments.size(); ++i) {
    if (moments[i].clear) extend(hull, moments[i].at);
    if (i > 0 && !moments[i].first && moments[i].clear != moments[i - 1].clear)
      add(0.5 * (moments[i].at + moments[i - 1].at));
  }
  const Vec2 margin{kLeastM / 2, kLeastM / 2};
  add(hull.low_m - margin);
  add(hull.high_m + margin);
  for (auto* sides : {&xs, &ys}) {
    std::ranges::sort(*sides);
    while (sides->size() > kMostSides)
      sides->erase(sides->begin() + static_cast<std::ptrdiff_t>(sides->size() / 2));
  }
  struct Parting {
    int wrong = 0;
    double area_m2 = 0;
    Box box{};
  };
  std::vector<Parting> boxes;
  const auto judge = [&](Vec2 low, Vec2 high) {
    const Vec2 size = high - low;
    if (size.x < kLeastM || size.y < kLeastM) return;
    Parting one{.area_m2 = size.x * size.y, .box = {.centre_m = 0.5 * (low + high), .size_m = size}};
    for (const Placed& p : moments) one.wrong += within(one.box, p.at) != p.clear ? 1 : 0;
    boxes.push_back(one);
  };
  const std::size_t last = centred ? 1 : xs.size();
  for (std::size_t x = 0; x < last; ++x)
    for (const double right : xs)
      for (std::size_t y = 0; y < (centred ? 1 : ys.size()); ++y)
        for (const double top : ys) judge(centred ? Vec2{-right, -top} : Vec2{xs[x], ys[y]}, {right, top});
  if (boxes.empty()) return;
  const auto least = std::ranges::min(boxes, {}, &Parting::wrong).wrong;
  std::erase_if(boxes, [&](const Parting& one) { return one.wrong > least; });
  const auto [small, large] = std::ranges::minmax_element(boxes, {}, &Parting::area_m2);
  regions.push_back({small->box});
  if (large->area_m2 > small->area_m2) regions.push_back({large->box});
}

/// Regions that may part the moments at which a force acts from the others.
std::vector<Region> regions(const std::vector<Placed>& moments, bool world) {
  std::vector<Region> found{{}};
  if (std::ranges::count(moments, true, &Placed::clear) == std::ssize(moments)) return found;
  add_boxes(found, moments, false);
  if (world) {
    for (int eighth = 0; eighth < 8; eighth += 2) {
      const double side = eighth * std::numbers::pi / 4;
      if (const auto at = parting(moments, [&](Vec2 p) { return -rotated(p, -side).x; }))
        found.push_back({half_plane(-*at, side)});
    }
    return found;
  }
  add_boxes(found, moments, true);
  if (const auto radius = parting(moments, [](Vec2 p) { return length(p); }); radius && *radius > 0.1)
    found.push_back({Box{.size_m = {2 * *radius, 2 * *radius}}, true});
  return found;
}

/// The moments of a group in an anchor's frame; those of throws in which the anchor is not there are left
/// out.
std::vector<Placed> placed(const TrackGroup& group, const Anchor& anchor, const MomentsOfTracks& moments) {
  std::vector<Placed> all;
  double most_n = 0;
  // Pushes tell of one direction alone, so that they count where there is nothing better.
  const auto is_way = [](const BodyTrack* track) { return track->pushes.empty(); };
  const bool any_way = std::ranges::any_of(group.tracks, is_way);
  for (const BodyTrack* track : group.tracks) {
    if (any_way && !is_way(track)) continue;
    std::vector<int> objects;
    if (!anchor.world()) {
      objects = named_objects(track->in->task, track->in->looks, anchor.name);
      std::erase(objects, static_cast<int>(track->thing));
      if (objects.empty()) continue;
    }
    bool first = true;
    for (const PushedMoment& moment : moments.at(track)) {
      Pose frame{};
      double nearest = 1e9;
      for (const int object : objects) {
        const Pose pose = pose_at(*track->in, object, static_cast<double>(moment.frame) * kFineFrameS);
        if (const double far = length(pose.at_m - moment.at_m); far < nearest) {
          nearest = far;
          frame = pose;
        }
      }
      const auto turned = [&](Vec2 v) { return rotated(v, -frame.angle_rad); };
      all.push_back({.at = turned(moment.at_m - frame.at_m),
                     .velocity = turned(moment.velocity_mps),
                     .along = turned(moment.along),
                     .force = turned(moment.more_n),
                     .sd = moment.sd_n,
                     .first = std::exchange(first, false)});
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

}  // namespace

std::vector<TrackGroup> groups_of(std::span<const BodyTrack> tracks) {
  std::map<std::string, TrackGroup> by_name;
  for (const BodyTrack& track : tracks) {
    if (track.category == Category::kBird) {
      TrackGroup& birds = by_name["birds"];
      birds.on = {.birds_above_mps = 0};
      birds.tracks.push_back(&track);
      continue;
    }
    const bool pig = track.category == Category::kPig;
    TrackGroup& of_class = by_name[pig ? "pigs" : "blocks"];
    (pig ? of_class.on.pigs_above_mps : of_class.on.blocks_above_mps) = 0;
    of_class.tracks.push_back(&track);
    if (pig || track.material.empty()) continue;
    TrackGroup& of_material = by_name["of " + track.material];
    of_material.on = {.blocks_above_mps = 0, .material = track.material};
    of_material.tracks.push_back(&track);
  }
  std::vector<TrackGroup> groups;
  for (auto& [name, group] : by_name) groups.push_back(std::move(group));
  return groups;
}

void add_regressed(std::vector<RatedLaw>& laws, const TrackGroup& group, const MomentsOfTracks& moments,
                   const Surroundings& here) {
  const double gravity_scale = group.tracks.front()->gravity_scale;
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

}  // namespace novphy
