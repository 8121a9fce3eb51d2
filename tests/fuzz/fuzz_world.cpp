#include <cmath>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "levels/task_file.h"
#include "sim/catalogue.h"
#include "sim/world.h"
#include "tests/fuzz/targets.h"

namespace novphy::fuzz {
namespace {

/// Draws values from the bytes. After the last byte every value is 0.
class Draws {
 public:
  explicit Draws(std::string_view bytes) : bytes_(bytes) {}

  unsigned whole(unsigned below) {
    unsigned value = 0;
    for (int i = 0; i < 2 && !bytes_.empty(); ++i, bytes_.remove_prefix(1))
      value = value * 256 + static_cast<unsigned char>(bytes_.front());
    return value % below;
  }
  double number(double low, double high) { return low + (high - low) * whole(65536) / 65535; }
  Vec2 point(double left, double right, double bottom, double top) {
    const double x = number(left, right);
    return {x, number(bottom, top)};
  }
  /// Mostly moderate, at times as large as files may say.
  double extent(double moderate, double most) {
    return whole(16) == 0 ? number(-most, most) : number(-moderate, moderate);
  }

 private:
  std::string_view bytes_;
};

Object drawn_object(Draws& draws, const Catalogue& catalogue) {
  const Kind& kind = catalogue.objects[draws.whole(static_cast<unsigned>(catalogue.objects.size()))];
  Object object{.type = kind.type, .material = kind.material, .at_m = draws.point(-15, 15, -4, 12)};
  object.angle_rad = draws.number(-4, 4);
  if (kind.category == Category::kPlatform) object.size_m = draws.point(0.01, 12, 0.01, 3);
  return object;
}

/// Narrows a force to one material or one object, at times.
void narrow(Targets& on, Draws& draws, const Task& task) {
  if (draws.whole(8) == 1) on.material = "wood";
  if (draws.whole(8) == 1)
    on.object = static_cast<int>(draws.whole(static_cast<unsigned>(task.objects.size())));
}

Matrix2 drawn_matrix(Draws& draws, double most) {
  const Vec2 x = draws.point(-most, most, -most, most);
  return {x, draws.point(-most, most, -most, most)};
}

/// Lets the force grow with place and velocity, up to the bounds of sim/effects.h, and come in gusts.
void make_affine(ForceField& field, Draws& draws) {
  field.times_mass = draws.whole(4) > 0;
  field.per_m = drawn_matrix(draws, draws.whole(2) == 0 ? 5 : kMostPerM_per_s2 / 2 / std::sqrt(2));
  field.per_mps = drawn_matrix(draws, draws.whole(2) == 0 ? 1 : kMostPerMps_per_s / 2 / std::sqrt(2));
  field.round = field.region && draws.whole(2) == 0;
  if (field.round) field.region->size_m.y = field.region->size_m.x;
  if (field.round) field.look.clear();
  if (draws.whole(2) == 0) return;
  field.times.from_s = draws.number(0, 5);
  field.times.until_s = field.times.from_s + draws.number(0.001, 5);
  if (draws.whole(2) == 0) field.times.every_s = *field.times.until_s + draws.number(0, 5);
}

HiddenFactors drawn_factors(Draws& draws, double most) {
  return {.mass = draws.number(kLeastFactor, most),
          .friction = draws.number(0, most),
          .gravity = draws.number(0, most),
          .life = draws.number(kLeastFactor, most),
          .bounce = draws.number(0, most)};
}

Bodies drawn_bodies(Draws& draws) {
  const unsigned classes = 1 + draws.whole(7);
  Bodies bodies{.birds = (classes & 1) != 0, .blocks = (classes & 2) != 0, .pigs = (classes & 4) != 0};
  if (bodies.blocks && draws.whole(4) == 1) bodies.material = "wood";
  return bodies;
}

Alteration drawn_alteration(Draws& draws) {
  if (draws.whole(3) == 1)
    return {.on = {.platforms = true, .ground = draws.whole(2) == 0},
            .factors = {.friction = draws.number(0, kMostFactor)},
            .restitution = draws.number(-1, 1)};
  return {.on = drawn_bodies(draws),
          .factors = drawn_factors(draws, draws.whole(2) == 0 ? 4 : kMostFactor),
          .drag_per_s = draws.number(-kMostDrag_per_s, kMostDrag_per_s),
          .restitution = draws.number(-1, 1)};
}

Effect drawn_effect(Draws& draws, const Task& task, const Catalogue& catalogue) {
  auto entry = catalogue.effects.begin();
  std::advance(entry, draws.whole(static_cast<unsigned>(catalogue.effects.size())));
  Effect effect = entry->second;
  const int object = static_cast<int>(draws.whole(static_cast<unsigned>(task.objects.size())));
  if (auto* magnet = std::get_if<Magnet>(&effect)) {
    magnet->object = object;
    magnet->strength_n_per_m = draws.extent(100, 1000);
    narrow(magnet->on, draws, task);
    return effect;
  }
  auto& field = std::get<ForceField>(effect);
  if (field.object) field.object = object;
  const double along = draws.extent(100, 1e6);
  field.force_n = {along, draws.extent(100, 1e6)};
  if (field.region) field.region->centre_m = draws.point(-15, 15, -4, 12);
  narrow(field.on, draws, task);
  if (draws.whole(3) == 1) make_affine(field, draws);
  return effect;
}

Task drawn_task(Draws& draws, const Catalogue& catalogue) {
  Task task;
  task.width_m = catalogue.world.width_m;
  task.slingshot = catalogue.world.slingshot;
  task.slingshot.faces_left = draws.whole(4) == 0;
  task.gravity_mps2 = catalogue.world.gravity_mps2;
  if (draws.whole(4) == 0) task.gravity_mps2 = {draws.extent(10, 1000), draws.extent(20, 1000)};
  for (unsigned i = 0, count = 1 + draws.whole(5); i < count; ++i)
    task.birds.push_back(
        catalogue.birds[draws.whole(static_cast<unsigned>(catalogue.birds.size()))].body.type);
  task.objects.push_back({.type = "pig_small", .at_m = draws.point(-10, 10, -3, 8)});
  for (unsigned i = 0, count = draws.whole(12); i < count; ++i)
    task.objects.push_back(drawn_object(draws, catalogue));
  for (unsigned i = 0, count = draws.whole(3); i < count; ++i)
    task.effects.push_back(drawn_effect(draws, task, catalogue));
  if (draws.whole(4) == 0) {
    task.objects.front().hidden = drawn_factors(draws, kMostFactor);
    task.slingshot.speed_factor = draws.number(kLeastFactor, kMostFactor);
  }
  return task;
}

int drawn_index(Draws& draws, const Task& task) {
  return static_cast<int>(draws.whole(static_cast<unsigned>(task.objects.size())));
}

Trigger drawn_trigger(Draws& draws, const Task& task) {
  const int object = drawn_index(draws, task);
  if (draws.whole(2) == 0) return {.object = object, .at_death = true};
  return {.object = object, .by = drawn_bodies(draws)};
}

/// A law that the catalogue has no entry of.
Effect drawn_law(Draws& draws, const Task& task) {
  switch (draws.whole(8)) {
    case 3:
    case 4: {
      Portal law{.region = {.centre_m = draws.point(-15, 15, -4, 12), .angle_rad = draws.number(-4, 4)}};
      law.region.size_m = draws.point(0.01, 4, 0.01, 4);
      law.to_m = draws.point(-15, 15, -4, 12);
      law.turn_rad = draws.number(-4, 4);
      law.on = drawn_bodies(draws);
      return law;
    }
    case 1:
      return Forbidden{.object = drawn_index(draws, task)};
    case 2:
      return Shield{.by = drawn_bodies(draws)};
    default:
      return drawn_alteration(draws);
  }
}

/// Drawn last, so that the inputs found before there were these laws mean what they meant.
void add_laws(Task& task, Draws& draws) {
  for (unsigned i = 0, count = draws.whole(4); i < count; ++i) task.effects.push_back(drawn_law(draws, task));
  for (Effect& effect : task.effects)
    if (auto* field = std::get_if<ForceField>(&effect); field && draws.whole(4) == 1)
      field->trigger = drawn_trigger(draws, task);
  for (int i = 0; i < static_cast<int>(task.objects.size()); ++i)
    if (task.objects[static_cast<std::size_t>(i)].size_m && draws.whole(3) == 1)
      task.effects.emplace_back(PlatformSurface{.object = i,
                                                .speed_mps = draws.number(-kMostBelt_mps, kMostBelt_mps),
                                                .one_way = draws.whole(2) == 0});
  if (draws.whole(4) == 1) task.slingshot.turn_rad = draws.number(-4, 4);
  if (draws.whole(4) == 1) task.slingshot.delay_s = draws.number(0, kMostDelay_s);
}

std::vector<Shot> drawn_shots(Draws& draws, std::size_t birds) {
  std::vector<Shot> shots;
  for (std::size_t i = 0; i < birds && draws.whole(8) > 0; ++i) {
    Shot shot;
    shot.drag_m = {draws.extent(3, 1e6), draws.extent(3, 1e6)};
    shot.tap_ms = static_cast<int>(draws.whole(4000)) - 1000;
    shot.launch_ms = static_cast<int>(draws.whole(8000)) - 4000;
    shots.push_back(shot);
  }
  return shots;
}

bool is_finite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }

void check_bodies(const World& world) {
  for (const BodyView& body : world.bodies())
    need(is_finite(body.at_m) && is_finite(body.velocity_mps) && std::isfinite(body.angle_rad) &&
             std::isfinite(body.spin_rad_per_s) && std::isfinite(body.life_left),
         "a body with a number that is not finite");
}

/// The task as its file gives it, or nothing for a task that the reader refuses.
std::optional<Task> as_read(const Task& task, const Catalogue& catalogue) try {
  return parse_task_json(task_to_json(task, catalogue), "drawn", catalogue);
} catch (const InputError&) {
  return std::nullopt;
}

constexpr double kLongestPlayS = 1000;

}  // namespace

void run_world(std::string_view bytes) {
  const Assets& assets = shipped_assets();
  Draws draws(bytes);
  Task drawn = drawn_task(draws, assets.catalogue);
  const std::vector<Shot> shots = drawn_shots(draws, drawn.birds.size());
  add_laws(drawn, draws);
  const auto task = as_read(drawn, assets.catalogue);
  if (!task) return;
  Playback playback(*task, shots, assets.catalogue, assets.physics.at("standard"));
  for (long steps = 0; playback.step(); ++steps) {
    if (steps % 16 == 0) check_bodies(playback.world());
    need(playback.world().time_s() < kLongestPlayS, "a play without an end");
  }
  check_bodies(playback.world());
  need(playback.world().end().has_value(), "a play that is over has no end");
}

}  // namespace novphy::fuzz
