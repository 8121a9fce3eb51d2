#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>

#include "levels/overlap.h"
#include "sim/rng.h"
#include "sim/world.h"
#include "view/perception/believe.h"

namespace novphy {

namespace {

/// The errors of pixels and of noise have a greatest size, and so have the errors that are drawn: those of
/// places and of all other numbers, in standard deviations.
constexpr double kMostPlaceSds = 2;
const double kMostSds = std::sqrt(6.0);

/// A draw with mean 0 and standard deviation 1: the sum of two uniform draws.
double bounded(Rng& rng) {
  const double a = rng.uniform();
  const double b = rng.uniform();
  return kMostSds * (a + b - 1);
}

/// A point of the disc whose coordinates have a standard deviation of 1. Noise shifts objects within a disc.
Vec2 in_disc(Rng& rng) {
  for (;;) {
    const double x = rng.uniform(-kMostPlaceSds, kMostPlaceSds);
    const double y = rng.uniform(-kMostPlaceSds, kMostPlaceSds);
    if (length({x, y}) <= kMostPlaceSds) return {x, y};
  }
}

const KindCandidate& drawn_kind(const std::vector<KindCandidate>& kinds, Rng& rng) {
  double left = rng.uniform();
  for (const KindCandidate& each : kinds)
    if ((left -= each.weight) < 0) return each;
  return kinds.front();
}

/// The error of the believed angle: none for most objects that may lie level.
double drawn_turn(const BelievedObject& believed, Rng& rng) {
  const bool lies_level = rng.uniform() < kLevelShare;
  const double turn = believed.angle_sd_rad * bounded(rng);
  if (!believed.level) return turn;
  return lies_level ? 0 : turn / std::sqrt(1 - kLevelShare);
}

/// Sides keep at least half their believed length.
Vec2 drawn_size(Vec2 size_m, double sd_m, Rng& rng) {
  const double x_m = size_m.x + sd_m * bounded(rng);
  const double y_m = size_m.y + sd_m * bounded(rng);
  return {std::max(size_m.x / 2, x_m), std::max(size_m.y / 2, y_m)};
}

void draw_region(const BelievedRegion& believed, Box& box, Rng& rng) {
  box.centre_m = box.centre_m + believed.at_sd_m * in_disc(rng);
  box.size_m = drawn_size(box.size_m, believed.size_sd_m, rng);
}

/// The random numbers of the draw with this index.
Rng stream_of_draw(std::uint64_t seed, std::size_t index) {
  return Rng::stream(seed, "physicist/draw", index);
}

/// The object as it may be.
Object drawn_object(const BelievedObject& believed, Rng& rng) {
  const KindCandidate& kind = drawn_kind(believed.kinds, rng);
  Object object = as_kind(believed, kind, rng.uniform(believed.life_from, believed.life_to));
  object.at_m = object.at_m + believed.at_sd_m * in_disc(rng);
  object.angle_rad += drawn_turn(believed, rng);
  if (object.size_m) object.size_m = drawn_size(*object.size_m, believed.size_sd_m, rng);
  return object;
}

/// The task as it may be, before anything settles.
Task drawn_task(const Believed& believed, Rng& rng) {
  Task task = believed.task;
  for (std::size_t i = 0; i < believed.objects.size(); ++i)
    task.objects[i] = drawn_object(believed.objects[i], rng);
  for (std::size_t i = 0; i < believed.regions.size(); ++i)
    draw_region(believed.regions[i], *std::get<ForceField>(task.effects[i]).region, rng);
  return task;
}

/// A drawn task, and which of its objects do not rest where they are seen.
struct Attempt {
  Task task{};
  std::vector<std::size_t> restless{};
  Task settled{};  ///< the task with the poses that its other objects settle in
};

/// Whether an object that has settled is still where it is believed to be, up to what the solver of contacts
/// leaves.
bool stays(const BelievedObject& believed, const BodyView& settled) {
  constexpr double kSlackM = 0.03, kSlackRad = 0.03;
  const Vec2 off = settled.at_m - believed.at_m;
  const double turn = std::remainder(settled.angle_rad - believed.angle_rad, 2 * std::numbers::pi);
  return settled.present && length(off) <= kMostPlaceSds * believed.at_sd_m + kSlackM &&
         std::abs(turn) <= kMostSds * believed.angle_sd_rad + kSlackRad;
}

Attempt attempt(Task task, const Believed& believed, const Catalogue& catalogue, const Physics& physics) {
  const World world(task, catalogue, physics);
  Attempt tried{.task = task, .settled = std::move(task)};
  for (std::size_t i = 0; i < believed.objects.size(); ++i) {
    const BodyView settled = world.body(static_cast<int>(i));
    if (!stays(believed.objects[i], settled)) {
      tried.restless.push_back(i);
      continue;
    }
    tried.settled.objects[i].at_m = settled.at_m;
    tried.settled.objects[i].angle_rad = settled.angle_rad;
  }
  return tried;
}

/// Draws the restless objects again, and each object near one of them with one chance in three: it may be
/// what pushes, or what should carry.
Task redrawn(const Attempt& tried, const Believed& believed, Rng& rng) {
  constexpr double kCloseM = 1.5, kChance = 1.0 / 3;
  Task task = tried.task;
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const bool chance = rng.uniform() < kChance;
    const bool again = std::any_of(tried.restless.begin(), tried.restless.end(), [&](std::size_t restless) {
      const double apart_m = length(tried.task.objects[i].at_m - tried.task.objects[restless].at_m);
      return i == restless || (chance && apart_m < kCloseM);
    });
    if (again) task.objects[i] = drawn_object(believed.objects[i], rng);
  }
  return task;
}

Task task_at_rest(const Believed& believed, Rng rng, const Catalogue& catalogue, const Physics& physics) {
  constexpr int kMostAttempts = 40, kMostInVain = 16;
  Attempt best = attempt(drawn_task(believed, rng), believed, catalogue, physics);
  int in_vain = 0;
  for (int i = 1; i < kMostAttempts && in_vain < kMostInVain && !best.restless.empty(); ++i) {
    Attempt next = attempt(redrawn(best, believed, rng), believed, catalogue, physics);
    in_vain = next.restless.size() < best.restless.size() ? 0 : in_vain + 1;
    if (next.restless.size() <= best.restless.size()) best = std::move(next);
  }
  return best.settled;
}

}  // namespace

Object as_kind(const BelievedObject& believed, const KindCandidate& kind, double life) {
  Object object{
      .type = kind.type, .material = kind.material, .at_m = believed.at_m, .angle_rad = believed.angle_rad};
  if (kind.type == "platform") object.size_m = believed.size_m;
  if (believed.life_to < 1) object.hidden.life = std::max(kLeastFactor, life);
  return object;
}

std::vector<Task> draw(const Believed& believed, int n, std::uint64_t seed) {
  std::vector<Task> tasks;
  for (int i = 0; i < n; ++i) {
    Rng rng = stream_of_draw(seed, static_cast<std::size_t>(i));
    tasks.push_back(drawn_task(believed, rng));
  }
  return tasks;
}

std::vector<Task> draw_at_rest(const Believed& believed, int n, std::uint64_t seed,
                               const Catalogue& catalogue, const Physics& physics) {
  std::vector<Task> tasks;
  for (std::size_t i = 0; i < static_cast<std::size_t>(std::max(0, n)); ++i)
    tasks.push_back(task_at_rest(believed, stream_of_draw(seed, i), catalogue, physics));
  return tasks;
}

void make_room(Task& drawn, const Catalogue& catalogue) {
  static constexpr double kRoomM = 0.016;  // bodies that rest keep so far from one another
  static constexpr double kLeastM = 0.01;
  const auto grow = [](Object& platform, double by_m) {
    const Vec2 now = *platform.size_m;
    platform.size_m = Vec2{std::max(kLeastM, now.x + by_m), std::max(kLeastM, now.y + by_m)};
  };
  Task wider = drawn;
  for (Object& object : wider.objects)
    if (object.size_m) grow(object, 2 * kRoomM);
  std::map<int, std::vector<Overlap>> around;
  for (const Overlap& each : check_overlaps(wider, catalogue, 0))
    if (each.other >= 0 && drawn.objects[static_cast<std::size_t>(each.other)].size_m)
      around[each.object].push_back(each);
  for (const auto& [object, platforms] : around) {
    if (platforms.size() < 2) continue;
    for (const Overlap& each : platforms)
      grow(drawn.objects[static_cast<std::size_t>(each.other)], -2 * each.depth_m);
  }
}

}  // namespace novphy
