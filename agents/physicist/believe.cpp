#include "agents/physicist/believe.h"

#include <algorithm>
#include <stdexcept>

#include "agents/physicist/doubts.h"
#include "agents/physicist/judged_moment.h"
#include "agents/physicist/launch_site.h"
#include "view/noise.h"

namespace novphy {
namespace {

constexpr double kLeastSideM = 0.02;  // Box2D takes no box without area

Vec2 with_area(Vec2 size_m) { return {std::max(kLeastSideM, size_m.x), std::max(kLeastSideM, size_m.y)}; }

/// The share of life that may be left to an object with this picture: damage_look() turned round.
void set_life(BelievedObject& object, const LookMatch& look) {
  if (look.pictures == 1) return;
  object.life_from = 1 - (look.picture + 1.0) / look.pictures;
  object.life_to = 1 - static_cast<double>(look.picture) / look.pictures;
}

BelievedObject object_of(const JudgedThing& seen) {
  const auto& [is, kinds, familiar, look, fit, doubt] = seen.judged;
  BelievedObject object{.id = seen.thing.id,
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

BelievedRegion region_of(const JudgedThing& seen) {
  const Fit& fit = seen.judged.fit;
  return {.id = seen.thing.id,
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

std::vector<BelievedObject> objects_of(const JudgedMoment& moment, int birds, const Catalogue& catalogue) {
  std::vector<BelievedObject> objects;
  for (const JudgedThing& each : moment.things) {
    if (each.judged.is != JudgedObject::Class::kObject) continue;
    objects.push_back(object_of(each));
    weigh_by_birds(objects.back().kinds, birds, catalogue);
  }
  return objects;
}

std::vector<BelievedRegion> regions_of(const JudgedMoment& moment) {
  std::vector<BelievedRegion> regions;
  for (const JudgedThing& each : moment.things)
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
  const JudgedMoment moment = judge_moment(seen, catalogue, colours, noise_px);
  const LaunchSite site = launch_site(moment, catalogue);
  Believed believed{.objects = objects_of(moment, static_cast<int>(site.birds.size()), catalogue),
                    .regions = regions_of(moment),
                    .bird_id = site.bird_id};
  believed.task = task_of(believed, site, moment.screen.shown, catalogue);
  believed.doubts = doubts_about(moment, believed, catalogue);
  return believed;
}

}  // namespace novphy
