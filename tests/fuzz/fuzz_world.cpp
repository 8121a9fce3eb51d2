#include <cmath>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "levels/task_file.h"
#include "sim/catalogue.h"
#include "sim/world.h"
#include "tests/fuzz/targets.h"
#include "tests/sim/drawn_law.h"

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

HiddenFactors drawn_factors(Draws& draws, double most) {
  return {.mass = draws.number(kLeastFactor, most),
          .friction = draws.number(0, most),
          .gravity = draws.number(0, most),
          .life = draws.number(kLeastFactor, most),
          .bounce = draws.number(0, most)};
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
  if (draws.whole(4) == 0) {
    task.objects.front().hidden = drawn_factors(draws, kMostFactor);
    task.slingshot.speed_factor = draws.number(kLeastFactor, kMostFactor);
  }
  if (draws.whole(4) == 1) task.slingshot.turn_rad = draws.number(-4, 4);
  if (draws.whole(4) == 1) task.slingshot.delay_s = draws.number(0, kMostDelay_s);
  for (unsigned i = 0, count = draws.whole(8); i < count; ++i)
    if (auto law = LawDraws(draws, task, catalogue).draw()) task.effects.push_back(*std::move(law));
  return task;
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
  const Task drawn = drawn_task(draws, assets.catalogue);
  const std::vector<Shot> shots = drawn_shots(draws, drawn.birds.size());
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
