#include "view/perception/believe.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "levels/overlap.h"
#include "view/geojson.h"

namespace novphy {

/// The slingshot, and the birds that wait there.
struct LaunchSite {
  Slingshot slingshot{};
  std::vector<std::string> birds{};  ///< in launch order
  int bird_id = -1;                  ///< id of the bird on the slingshot; -1: none is seen
};

namespace {

constexpr int kMostPx = 5;
constexpr int kAcross = 2 * kMostPx + 1;

bool within(double x, double y, double radius) { return x * x + y * y <= radius * radius; }

/// The share of the pixel around (x, y) that lies in the disc.
double share_in_disc(int x, int y, double radius) {
  constexpr int kParts = 8;
  int inside = 0;
  for (int i = 0; i < kParts * kParts; ++i)
    inside += within(x + (i % kParts + 0.5) / kParts - 0.5, y + (i / kParts + 0.5) / kParts - 0.5, radius);
  return static_cast<double>(inside) / (kParts * kParts);
}

std::size_t shift_index(int x, int y) {
  return static_cast<std::size_t>((y + kMostPx) * kAcross + x + kMostPx);
}

Vec2 mean_of(std::span<const Pixel> places) {
  Vec2 sum;
  for (const Pixel p : places) sum = sum + Vec2{static_cast<double>(p.x), static_cast<double>(p.y)};
  return (1 / static_cast<double>(places.size())) * sum;
}

}  // namespace

ShiftNoise::ShiftNoise(double radius_px) : radius_px_(radius_px), relative_(kAcross * kAcross) {
  double sum = 0;
  for (int y = -kMostPx; y <= kMostPx; ++y)
    for (int x = -kMostPx; x <= kMostPx; ++x)
      if (within(x, y, radius_px)) sum += relative_[shift_index(x, y)] = share_in_disc(x, y, radius_px);
  const double highest = *std::max_element(relative_.begin(), relative_.end());
  for (double& each : relative_) each /= highest;
  most_ = highest / sum;
}

double ShiftNoise::relative(int x, int y) const {
  return std::max(std::abs(x), std::abs(y)) <= kMostPx ? relative_[shift_index(x, y)] : 0;
}

/// Calls visit(place, weight) for each place where the object may truly be.
template <class Visit>
void ShiftNoise::each_true_place(std::span<const Pixel> places, const Visit& visit) const {
  const Pixel near = places.front();
  for (int y = near.y - kMostPx; y <= near.y + kMostPx; ++y)
    for (int x = near.x - kMostPx; x <= near.x + kMostPx; ++x) {
      double weight = 1;
      for (const Pixel place : places) weight *= relative(place.x - x, place.y - y);
      if (weight > 0) visit(Vec2{static_cast<double>(x), static_cast<double>(y)}, weight);
    }
}

double ShiftNoise::log_likelihood(std::span<const Pixel> places) const {
  constexpr double kNever = -1e6;
  double sum = 0;
  each_true_place(places, [&](Vec2, double weight) { sum += weight; });
  return sum > 0 ? std::log(sum) + static_cast<double>(places.size()) * std::log(most_) : kNever;
}

TrueShift ShiftNoise::true_shift(std::span<const Pixel> places) const {
  if (radius_px_ <= 0 || places.empty()) return {};
  double sum = 0, square = 0;
  TrueShift shift;
  each_true_place(places, [&](Vec2 place, double weight) {
    sum += weight;
    shift.mean_px = shift.mean_px + weight * place;
    square += weight * (place.x * place.x + place.y * place.y) / 2;
  });
  if (sum <= 0) return {.mean_px = mean_of(places), .sd_px = radius_px_ / 2};
  shift.mean_px = (1 / sum) * shift.mean_px;
  const double mean_square = (shift.mean_px.x * shift.mean_px.x + shift.mean_px.y * shift.mean_px.y) / 2;
  shift.sd_px = std::sqrt(std::max(0.0, square / sum - mean_square));
  return shift;
}

double likely_radius_px(std::span<const std::vector<Pixel>> places_of_objects, double usual_px) {
  const bool twice = std::any_of(places_of_objects.begin(), places_of_objects.end(),
                                 [](const std::vector<Pixel>& places) { return places.size() > 1; });
  if (!twice) return usual_px;
  double best = usual_px, most = std::numeric_limits<double>::lowest();
  for (int radius = 1; radius <= kMostPx; ++radius) {
    const ShiftNoise noise(radius);
    double sum = 0;
    for (const std::vector<Pixel>& places : places_of_objects) sum += noise.log_likelihood(places);
    if (sum <= most) continue;
    most = sum;
    best = radius;
  }
  return best;
}

namespace {

/// How many things have colours of the table, where a thing counts by the share of its colours.
double familiarity(const std::vector<SeenThing>& things) {
  double sum = 0;
  for (const SeenThing& each : things) sum += each.judged.look.shared;
  return sum;
}

SeenMoment in_colour_or_grey(SeenMoment seen, const Catalogue& catalogue, const ColourTable& colours) {
  judge(seen, catalogue, colours, false);
  const double familiar = familiarity(seen.things);
  const double all = static_cast<double>(seen.things.size());
  if (seen.screen.shown != ViewMode::kPlain || familiar >= kSameLook * all) return seen;
  SeenMoment grey = seen;
  judge(grey, catalogue, colours, true);
  if (familiarity(grey.things) <= familiar) return seen;
  grey.screen.shown = ViewMode::kGrey;
  return grey;
}

bool is_bird(const SeenThing& thing) { return thing.judged.is == JudgedObject::Class::kBird; }

/// Whether noise changed the colours of the thing, or its place from one observation to another.
bool noisy(const SeenThing& each) {
  constexpr double kExact = 1 - 1e-6;
  const double shared = each.judged.look.shared;
  const auto& shifts = each.shifts;
  return (shared >= kSameLook && shared < kExact) ||
         std::any_of(shifts.begin(), shifts.end(), [](Pixel p) { return p != Pixel{}; });
}

/// The size of the noise that the observations themselves show. Birds have none.
double noise_of(const std::vector<SeenThing>& things) {
  if (std::none_of(things.begin(), things.end(), noisy)) return 0;
  std::vector<std::vector<Pixel>> places;
  for (const SeenThing& each : things)
    if (!is_bird(each)) places.push_back(each.shifts);
  return likely_radius_px(places, kUsualNoisePx);
}

/// Moves what was fitted to the last outline to where all outlines together tell that it is.
void average(std::vector<SeenThing>& things, const ShiftNoise& noise, double px_per_m) {
  for (SeenThing& each : things) {
    const TrueShift shift = noise.true_shift(each.shifts);
    Fit& fit = each.judged.fit;
    fit.pose.at_m = fit.pose.at_m + (1 / px_per_m) * Vec2{shift.mean_px.x, -shift.mean_px.y};
    const double sd_m = shift.sd_px / px_per_m;
    fit.at_sd_m = std::sqrt(fit.at_sd_m * fit.at_sd_m + sd_m * sd_m);
  }
}

SeenMoment judge_moment(std::span<const Observation> seen, const Catalogue& catalogue,
                        const ColourTable& colours, std::optional<double> noise_px) {
  SeenMoment moment = in_colour_or_grey(put_together(seen), catalogue, colours);
  const double radius_px = noise_px ? *noise_px : noise_of(moment.things);
  if (radius_px > 0) average(moment.things, ShiftNoise(radius_px), moment.screen.px_per_m);
  return moment;
}

/// Objects overlap by more than this, beyond what noise explains, only if something is wrong.
constexpr double kDeepM = 0.1;
constexpr double kNoiseSds = 4;

std::string id_of(int index, const Believed& believed) {
  return std::to_string(believed.objects[static_cast<std::size_t>(index)].id);
}

double greatest_sd_m(const Believed& believed) {
  double sd_m = 0;
  for (const BelievedObject& object : believed.objects) sd_m = std::max(sd_m, object.at_sd_m);
  return sd_m;
}

std::vector<std::string> conflicts_in(const SeenMoment& moment, const Believed& believed,
                                      const Catalogue& catalogue) {
  std::vector<std::string> conflicts;
  for (const SeenThing& each : moment.things)
    if (!each.judged.conflict.empty())
      conflicts.push_back("Object " + std::to_string(each.id) + ": " + each.judged.conflict + ".");
  for (const Overlap& overlap :
       check_overlaps(believed.task, catalogue, kDeepM + kNoiseSds * greatest_sd_m(believed)))
    if (overlap.other >= 0)
      conflicts.push_back("Objects " + id_of(overlap.object, believed) + " and " +
                          id_of(overlap.other, believed) + " are in one place.");
  return conflicts;
}

/// Whether a slingshot at this place looks as it is seen.
bool agrees(Vec2 at_m, const SeenMoment& moment, const Catalogue& catalogue) {
  Screen plain = moment.screen;
  plain.shown = ViewMode::kPlain;
  const Vec2 half = 0.5 * catalogue.slingshot.size_m;
  const Pixel low = plain.pixel(at_m - half);
  const Pixel high = plain.pixel(at_m + half);
  return PixelBox{low.x, high.y, high.x, low.y} == moment.slingshot &&
         plain.pixel(at_m + catalogue.launch.anchor_offset_m) == moment.bird_rest;
}

Vec2 slingshot_place(const SeenMoment& moment, const Catalogue& catalogue) {
  const Vec2 usual = catalogue.world.slingshot.at_m;
  for (const Vec2 at_m : {usual, Vec2{-usual.x, usual.y}})
    if (agrees(at_m, moment, catalogue)) return at_m;
  const PixelBox& box = moment.slingshot;
  return in_metres({(box.left + box.right) / 2.0, (box.top + box.bottom) / 2.0}, moment.screen);
}

bool stands_right_of_objects(Vec2 at_m, const std::vector<SeenThing>& things) {
  double sum = 0;
  for (const SeenThing& each : things)
    if (each.judged.is == JudgedObject::Class::kObject) sum += at_m.x - each.judged.fit.pose.at_m.x;
  return sum > 0;
}

/// How far a bird on the slingshot may be from the rest point, and how far behind it others must be at least.
constexpr double kNearM = 0.3;

/// A bird that waits, and its distance to the rest point.
struct Waiting {
  double distance_m = 0;
  const SeenThing* bird = nullptr;
};

/// Whether a bird this far ahead of the rest point still waits: on the slingshot, or behind it.
bool waits(double distance_m, double ahead_m) { return distance_m < kNearM || ahead_m < -kNearM; }

std::vector<Waiting> waiting(const SeenMoment& moment, const Slingshot& slingshot, Vec2 rest_m) {
  std::vector<Waiting> birds;
  for (const SeenThing& each : moment.things) {
    if (each.judged.is != JudgedObject::Class::kBird) continue;
    const Vec2 from_rest = each.judged.fit.pose.at_m - rest_m;
    const double ahead_m = slingshot.faces_left ? -from_rest.x : from_rest.x;
    if (waits(length(from_rest), ahead_m)) birds.push_back({length(from_rest), &each});
  }
  std::stable_sort(birds.begin(), birds.end(),
                   [](const Waiting& a, const Waiting& b) { return a.distance_m < b.distance_m; });
  return birds;
}

LaunchSite launch_site(const SeenMoment& moment, const Catalogue& catalogue) {
  LaunchSite site{.slingshot = catalogue.world.slingshot};
  site.slingshot.at_m = slingshot_place(moment, catalogue);
  site.slingshot.faces_left = stands_right_of_objects(site.slingshot.at_m, moment.things);
  const Vec2 rest_m = site.slingshot.at_m + catalogue.launch.anchor_offset_m;
  for (const Waiting& next : waiting(moment, site.slingshot, rest_m)) {
    if (site.birds.empty() && next.distance_m < kNearM) site.bird_id = next.bird->id;
    site.birds.push_back(next.bird->judged.kinds.front().type);
  }
  return site;
}

constexpr double kLeastSideM = 0.02;  // Box2D takes no box without area

Vec2 with_area(Vec2 size_m) { return {std::max(kLeastSideM, size_m.x), std::max(kLeastSideM, size_m.y)}; }

/// The share of life that may be left to an object with this picture: damage_look() turned round.
void set_life(BelievedObject& object, const LookMatch& look) {
  if (look.pictures == 1) return;
  object.life_from = 1 - (look.picture + 1.0) / look.pictures;
  object.life_to = 1 - static_cast<double>(look.picture) / look.pictures;
}

BelievedObject object_of(const SeenThing& seen) {
  const auto& [is, kinds, familiar, look, fit, conflict] = seen.judged;
  BelievedObject object{.id = seen.id,
                        .kinds = kinds,
                        .familiar = familiar,
                        .look = look.shared >= kSameLook ? look.name : "",
                        .at_m = fit.pose.at_m,
                        .angle_rad = fit.pose.angle_rad,
                        .at_sd_m = fit.at_sd_m,
                        .angle_sd_rad = fit.angle_sd_rad,
                        .size_sd_m = fit.size_sd_m,
                        .level = fit.level};
  if (fit.size_sd_m > 0) object.size_m = with_area(fit.size_m);
  set_life(object, look);
  return object;
}

/// Of big pigs that look the same, the one that needs all birds is the most probable, and one that needs more
/// is left out: tasks can be passed, and give no bird too many.
void weigh_by_birds(std::vector<KindCandidate>& kinds, int birds, const Catalogue& catalogue) {
  std::vector<KindCandidate> mortal;
  for (KindCandidate each : kinds) {
    const int hits = catalogue.find(each.type, each.material)->birds_to_die;
    if (hits > birds) continue;
    if (hits == birds) each.weight *= 2;
    mortal.push_back(each);
  }
  if (mortal.empty()) return;
  kinds = std::move(mortal);
  normalise(kinds);
}

BelievedRegion region_of(const SeenThing& seen) {
  const Fit& fit = seen.judged.fit;
  return {.id = seen.id,
          .box = {fit.pose.at_m, with_area(fit.size_m), fit.pose.angle_rad},
          .at_sd_m = fit.at_sd_m,
          .size_sd_m = fit.size_sd_m,
          .familiar = seen.judged.familiar};
}

ForceField turbulence(const BelievedRegion& region, const Catalogue& catalogue) {
  ForceField field = std::get<ForceField>(catalogue.effects.at("air_turbulence"));
  field.name = "air_turbulence";
  field.region = region.box;
  return field;
}

void check(std::span<const Observation> seen, std::optional<double> noise_px) {
  if (seen.empty() || !(seen.back().px_per_m > 0))
    throw std::invalid_argument("believe() needs an observation with a scale");
  if (noise_px && !(*noise_px >= 0 && *noise_px <= kMostNoisePx))
    throw std::invalid_argument("noise must be 0 to 5 pixels");
}

std::vector<BelievedObject> objects_of(const SeenMoment& moment, int birds, const Catalogue& catalogue) {
  std::vector<BelievedObject> objects;
  for (const SeenThing& each : moment.things) {
    if (each.judged.is != JudgedObject::Class::kObject) continue;
    objects.push_back(object_of(each));
    weigh_by_birds(objects.back().kinds, birds, catalogue);
  }
  return objects;
}

std::vector<BelievedRegion> regions_of(const SeenMoment& moment) {
  std::vector<BelievedRegion> regions;
  for (const SeenThing& each : moment.things)
    if (each.judged.is == JudgedObject::Class::kRegion) regions.push_back(region_of(each));
  return regions;
}

Task task_of(const Believed& believed, LaunchSite site, ViewMode shown, const Catalogue& catalogue) {
  Task task{.width_m = catalogue.world.width_m,
            .gravity_mps2 = catalogue.world.gravity_mps2,
            .slingshot = site.slingshot,
            .birds = std::move(site.birds),
            .shown = shown,
            .may_overlap = true};  // by what pixels do not tell
  for (const BelievedObject& object : believed.objects)
    task.objects.push_back(as_kind(object, object.kinds.front(), (object.life_from + object.life_to) / 2));
  for (const BelievedRegion& region : believed.regions) task.effects.push_back(turbulence(region, catalogue));
  return task;
}

}  // namespace

Believed believe(std::span<const Observation> seen, const Catalogue& catalogue, const ColourTable& colours,
                 std::optional<double> noise_px) {
  check(seen, noise_px);
  const SeenMoment moment = judge_moment(seen, catalogue, colours, noise_px);
  const LaunchSite site = launch_site(moment, catalogue);
  Believed believed{.objects = objects_of(moment, static_cast<int>(site.birds.size()), catalogue),
                    .regions = regions_of(moment),
                    .bird_id = site.bird_id};
  believed.task = task_of(believed, site, moment.screen.shown, catalogue);
  believed.conflicts = conflicts_in(moment, believed, catalogue);
  return believed;
}

}  // namespace novphy
