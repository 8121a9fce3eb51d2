#include <algorithm>
#include <cmath>
#include <numbers>

#include "agents/physicist/believe.h"
#include "agents/physicist/drawn_object.h"
#include "base/parallel.h"
#include "sim/world.h"

namespace novphy {
namespace {

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
  constexpr double kNearM = 1.5, kChance = 1.0 / 3;
  Task task = tried.task;
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const bool chance = rng.uniform() < kChance;
    const bool again = std::any_of(tried.restless.begin(), tried.restless.end(), [&](std::size_t restless) {
      const double apart_m = length(tried.task.objects[i].at_m - tried.task.objects[restless].at_m);
      return i == restless || (chance && apart_m < kNearM);
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

std::vector<Task> draw_at_rest(const Believed& believed, int n, std::uint64_t seed,
                               const Catalogue& catalogue, const Physics& physics, unsigned threads) {
  std::vector<Task> tasks(static_cast<std::size_t>(std::max(0, n)));
  parallel_for(tasks.size(), threads, [&](std::size_t i) {
    tasks[i] = task_at_rest(believed, stream_of_draw(seed, i), catalogue, physics);
  });
  return tasks;
}

}  // namespace novphy
