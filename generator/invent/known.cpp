#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "generator/invent/signature.h"

namespace novphy {
namespace {

using Numbers = std::vector<double>;

constexpr int kStepHalvings = 6;  // of the steps of a search

/// A known law with free numbers, from which it makes a task, and where their search begins.
struct KnownLaw {
  std::string name;
  std::function<Task(const Numbers&)> make;
  std::vector<Numbers> starts;
  Numbers steps;  ///< first steps of the search, one for each number
  int most = 0;   ///< times that the probes are played after the starts
};

/// The distance of the law at these numbers; far where the world refuses them.
double distance_at(const KnownLaw& law, const Numbers& at, const std::vector<double>& signature,
                   const Probes& probes) try {
  return distance(signature, probes.signature(law.make(at)));
} catch (const std::invalid_argument&) {
  return 2;
}

/// Hooke and Jeeves' search from the best of the law's starts: steps along each number, halved where no step
/// helps.
double fitted(const KnownLaw& law, const std::vector<double>& signature, const Probes& probes,
              double near_enough) {
  Numbers at;
  double here = std::numeric_limits<double>::infinity();
  for (const Numbers& start : law.starts) {
    const double there = distance_at(law, start, signature, probes);
    if (there >= here) continue;
    here = there;
    at = start;
  }
  Numbers steps = law.steps;
  for (int halvings = 0, plays = 0; halvings < kStepHalvings && plays < law.most && here > near_enough;) {
    const double before = here;
    for (std::size_t i = 0; i < at.size() && plays < law.most; ++i)
      for (const double way : {1.0, -1.0}) {
        Numbers next = at;
        next[i] += way * steps[i];
        const double there = distance_at(law, next, signature, probes);
        ++plays;
        if (there >= here) continue;
        here = there;
        at = next;
        break;
      }
    if (here < before) continue;
    for (double& step : steps) step /= 2;
    ++halvings;
  }
  return std::min(1.0, here);
}

Task with_effect(Task task, const Effect& effect) {
  task.effects.push_back(effect);
  return task;
}

ForceField wind(Vec2 force_n, const Targets& on) {
  return {.name = "force_field", .force_n = force_n, .on = on};
}

const Targets kBirds{.birds_above_mps = 0};
const Targets kBirdsAndBlocks{.birds_above_mps = 0, .blocks_above_mps = 0.1};

KnownLaw wind_everywhere(const Task& normal, const char* name, const Targets& on) {
  return {.name = name,
          .make =
              [=](const Numbers& n) {
                return with_effect(normal, wind({n[0], n[1]}, on));
              },
          .starts = {{2, 0}, {-2, 0}, {0, 2}, {0, -2}},
          .steps = {2, 2},
          .most = 24};
}

KnownLaw wind_in_box(const Task& normal, const Invention& invention) {
  const auto [at, size, angle] = invention.place.value_or(Box{{0, 0}, {12, 12}, 0});
  return {.name = "wind in a box",
          .make =
              [=](const Numbers& n) {
                ForceField field = wind({n[4], n[5]}, kBirdsAndBlocks);
                field.region = Box{{n[0], n[1]}, {std::max(0.2, n[2]), std::max(0.2, n[3])}, 0};
                return with_effect(normal, field);
              },
          .starts = {{at.x, at.y, size.x, size.y, 4, 0},
                     {at.x, at.y, size.x, size.y, -4, 0},
                     {at.x, at.y, size.x, size.y, 0, 4},
                     {at.x, at.y, size.x, size.y, 0, -4}},
          .steps = {1, 1, 1, 1, 4, 4},
          .most = 60};
}

KnownLaw gravity(const Task& normal) {
  return {.name = "gravity",
          .make =
              [=](const Numbers& n) {
                Task task = normal;
                task.gravity_mps2 = {n[0], n[1]};
                return task;
              },
          .starts = {{0, 1.5 * normal.gravity_mps2.y}, {0, 0.5 * normal.gravity_mps2.y}},
          .steps = {3, 3},
          .most = 20};
}

KnownLaw launch_speed(const Task& normal) {
  return {.name = "launch speed",
          .make =
              [=](const Numbers& n) {
                Task task = normal;
                task.slingshot.speed_factor *= std::clamp(n[0], 0.1, 5.0);
                return task;
              },
          .starts = {{0.8}, {1.25}},
          .steps = {0.15},
          .most = 10};
}

KnownLaw changed_turbulence(const Task& normal, std::size_t effect) {
  return {.name = "changed turbulence",
          .make =
              [=](const Numbers& n) {
                Task task = normal;
                std::get<ForceField>(task.effects[effect]).force_n = {n[0], n[1]};
                return task;
              },
          .starts = {{0, 6}, {0, -6}, {-6, 0}, {6, 0}},
          .steps = {3, 3},
          .most = 24};
}

KnownLaw mirrored_slingshot(const Task& normal) {
  return {.name = "mirrored slingshot",
          .make =
              [=](const Numbers&) {
                Task task = normal;
                task.slingshot.at_m.x *= -1;
                task.slingshot.faces_left = !task.slingshot.faces_left;
                return task;
              },
          .starts = {{}},
          .steps = {},
          .most = 1};
}

KnownLaw magnet(const Task& normal, int object) {
  return {.name = "magnet",
          .make =
              [=](const Numbers& n) {
                Magnet law{.object = object, .radius_m = std::max(0.2, n[0]), .strength_n_per_m = n[1]};
                return with_effect(normal, law);
              },
          .starts = {{3, 3}, {3, -3}},
          .steps = {1, 2},
          .most = 20};
}

/// The factors of an object that the table of novelties changes.
KnownLaw unlike(const Task& normal, int object, const char* name, double HiddenFactors::*factor) {
  return {.name = name,
          .make =
              [=](const Numbers& n) {
                Task task = normal;
                task.objects[static_cast<std::size_t>(object)].hidden.*factor *= std::exp(n[0]);
                return task;
              },
          .starts = {{1.4}, {-1.4}, {-4}},
          .steps = {0.7},
          .most = 6};
}

/// The blocks, TNT and pigs nearest to a point.
std::vector<int> nearest_objects(const Task& task, Vec2 to, std::size_t count, const Catalogue& catalogue) {
  std::vector<int> objects;
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const Category category = catalogue.find(task.objects[i].type, task.objects[i].material)->category;
    if (category != Category::kPlatform && category != Category::kFan) objects.push_back(static_cast<int>(i));
  }
  const auto far = [&](int i) { return length(task.objects[static_cast<std::size_t>(i)].at_m - to); };
  std::stable_sort(objects.begin(), objects.end(), [&](int a, int b) { return far(a) < far(b); });
  objects.resize(std::min(objects.size(), count));
  return objects;
}

std::vector<KnownLaw> known_laws(const Task& normal, const Invention& invention, const Catalogue& catalogue) {
  std::vector<KnownLaw> laws{wind_everywhere(normal, "wind on birds", kBirds),
                             wind_everywhere(normal, "wind", kBirdsAndBlocks),
                             wind_in_box(normal, invention),
                             gravity(normal),
                             launch_speed(normal),
                             mirrored_slingshot(normal)};
  for (std::size_t i = 0; i < normal.effects.size(); ++i)
    if (std::holds_alternative<ForceField>(normal.effects[i])) laws.push_back(changed_turbulence(normal, i));
  for (const int object : nearest_objects(normal, invention.place.value_or(Box{}).centre_m, 3, catalogue)) {
    laws.push_back(magnet(normal, object));
    laws.push_back(unlike(normal, object, "mass of an object", &HiddenFactors::mass));
    laws.push_back(unlike(normal, object, "friction of an object", &HiddenFactors::friction));
    laws.push_back(unlike(normal, object, "gravity on an object", &HiddenFactors::gravity));
  }
  return laws;
}

}  // namespace

NearestKnown nearest_known(const Task& normal, const Invention& invention,
                           const std::vector<double>& signature, const Probes& probes,
                           const Catalogue& catalogue, double near_enough) {
  if (std::all_of(signature.begin(), signature.end(), [](double v) { return v == 0; }))
    return {.name = "no change", .distance = 0};
  NearestKnown nearest{.name = "none"};
  for (const KnownLaw& law : known_laws(normal, invention, catalogue)) {
    const double left = fitted(law, signature, probes, near_enough);
    if (left < nearest.distance) nearest = {law.name, left};
    if (left <= near_enough) break;
  }
  return nearest;
}

}  // namespace novphy
