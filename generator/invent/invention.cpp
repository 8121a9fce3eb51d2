#include "generator/invent/invention.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace novphy {
namespace {

constexpr std::size_t kTracedPlays = 4;
constexpr int kTraceEvery = 5;      // time steps between two points of a way
constexpr double kMovingMps = 0.3;  // a slower body makes no way
constexpr double kMovedAbove =
    0.1;  // m/s; forces leave slower blocks and pigs alone, so that starts stay valid

Category category_of(const Task& task, const World& world, int id) {
  return is_bird(task, id) ? Category::kBird : world.body(id).kind->category;
}

void follow(const Task& task, PlayStart& start, const std::vector<Shot>& shots, std::vector<WayPoint>& to) {
  Playback playback(start.world(), shots);
  for (int steps = 0; playback.step(); ++steps) {
    if (steps % kTraceEvery != 0) continue;
    const World& world = playback.world();
    for (int id = 0; id < world.body_count(); ++id) {
      const BodyView body = world.body(id);
      if (body.present && length(body.velocity_mps) > kMovingMps)
        to.push_back({body.at_m, id, category_of(task, world, id)});
    }
  }
}

double rounded(double value) { return std::round(value * 1e3) / 1e3; }
Vec2 rounded(Vec2 v) { return {rounded(v.x), rounded(v.y)}; }
Matrix2 rounded(const Matrix2& m) { return {rounded(m.x), rounded(m.y)}; }

bool chance(double share, Rng& rng) { return rng.uniform() < share; }
double sign(Rng& rng) { return chance(0.5, rng) ? 1 : -1; }

Vec2 direction(Rng& rng) { return rotated({1, 0}, rng.uniform(0, 2 * std::numbers::pi)); }

/// Draws the parts that all forces share.
class Place {
 public:
  Place(const Task& task, const OldWays& ways, Rng& rng) : task_(task), ways_(ways), rng_(rng) {}

  /// A force on the body that made the drawn way, and perhaps on others.
  ForceField field() {
    point_ =
        ways_.points[static_cast<std::size_t>(rng_.integer(0, static_cast<int>(ways_.points.size()) - 1))];
    ForceField field{.name = "force_field", .by_centre = true, .times_mass = true};
    const bool all = chance(0.4, rng_);
    if (all || point_.category == Category::kBird) field.on.birds_above_mps = 0;
    if (all || point_.category != Category::kBird) field.on.blocks_above_mps = kMovedAbove;
    if (point_.category == Category::kPig || chance(0.3, rng_)) field.on.pigs_above_mps = kMovedAbove;
    return field;
  }

  /// Acts in a disc or box on the drawn way.
  void somewhere(ForceField& field) {
    const Vec2 away = rng_.uniform(0, 1) * direction(rng_);
    field.round = chance(0.5, rng_);
    const double width = rng_.uniform(2, 6);
    const double height = field.round ? width : rng_.uniform(2, 6);
    field.region = Box{rounded(point_.at_m + away), rounded(Vec2{width, height}), 0};
  }

  /// Acts in a disc around an object of the task, and moves with it; somewhere() if the task has none that
  /// lies near the drawn way.
  void around_object(ForceField& field) {
    std::vector<int> near;
    for (std::size_t i = 0; i < task_.objects.size(); ++i)
      if (static_cast<int>(i) != point_.body && length(task_.objects[i].at_m - point_.at_m) < 3)
        near.push_back(static_cast<int>(i));
    if (near.empty()) return somewhere(field);
    field.object = near[static_cast<std::size_t>(rng_.integer(0, static_cast<int>(near.size()) - 1))];
    const double diameter = rounded(rng_.uniform(4, 8));
    field.region = Box{{}, {diameter, diameter}, 0};
    field.round = true;
  }

  void anywhere(ForceField& field, double share_everywhere) {
    const double what = rng_.uniform();
    if (what < share_everywhere) return;
    what < share_everywhere + (1 - share_everywhere) / 3 ? around_object(field) : somewhere(field);
  }

 private:
  const Task& task_;
  const OldWays& ways_;
  Rng& rng_;
  WayPoint point_{};
};

using Draw = void (*)(Invention&, Place&, Rng&);

/// A law whose force grows with the place, at strength 1 by 4 m/s2 per metre.
template <class Shape>
void by_place(Invention& to, Place& place, Rng& rng, Shape shape) {
  ForceField field = place.field();
  place.anywhere(field, 0);
  field.per_m = shape(4 * sign(rng));
  to.field = field;
}

/// A law whose force grows with the velocity, at strength 1 by `rate` m/s2 per m/s.
void by_velocity(Invention& to, Place& place, const Matrix2& rate) {
  ForceField field = place.field();
  place.anywhere(field, 0.4);
  field.per_mps = rate;
  to.field = field;
}

void spring(Invention& to, Place& place, Rng& rng) {
  by_place(to, place, rng, [](double k) { return Matrix2{{-std::abs(k), 0}, {0, -std::abs(k)}}; });
}
void source(Invention& to, Place& place, Rng& rng) {
  by_place(to, place, rng, [](double k) { return Matrix2{{std::abs(k), 0}, {0, std::abs(k)}}; });
}
void whirl(Invention& to, Place& place, Rng& rng) {
  by_place(to, place, rng, [](double k) { return Matrix2{{0, -k}, {k, 0}}; });
}
void saddle(Invention& to, Place& place, Rng& rng) {
  by_place(to, place, rng, [](double k) { return Matrix2{{k, 0}, {0, -k}}; });
}
void shear(Invention& to, Place& place, Rng& rng) {
  const bool level = chance(0.5, rng);
  by_place(to, place, rng, [=](double k) {
    return level ? Matrix2{{0, k}, {0, 0}} : Matrix2{{0, 0}, {k, 0}};
  });
}
void drag(Invention& to, Place& place, Rng& /*rng*/) { by_velocity(to, place, {{-1, 0}, {0, -1}}); }
void boost(Invention& to, Place& place, Rng& /*rng*/) { by_velocity(to, place, {{0.5, 0}, {0, 0.5}}); }
void swerve(Invention& to, Place& place, Rng& rng) {
  const double turn = sign(rng);
  by_velocity(to, place, {{0, -turn}, {turn, 0}});
}
void gusts(Invention& to, Place& place, Rng& rng) {
  ForceField field = place.field();
  place.anywhere(field, 0.5);
  field.force_n = rounded(10 * direction(rng));
  field.times.from_s = rounded(rng.uniform(0.2, 0.8));
  field.times.until_s = rounded(field.times.from_s + rng.uniform(0.2, 0.5));
  field.times.every_s = rounded(*field.times.until_s + rng.uniform(0.3, 1));
  to.field = field;
}
void late_wind(Invention& to, Place& place, Rng& rng) {
  ForceField field = place.field();
  place.anywhere(field, 0.5);
  field.force_n = rounded(6 * direction(rng));
  field.times.from_s = rounded(rng.uniform(0.5, 1.5));
  to.field = field;
}
void moved_slingshot(Invention& to, Place& /*place*/, Rng& rng) {
  to.slingshot_m = rounded(direction(rng));
  to.least = 0.2;
  to.most = 3;
}

struct Law {
  std::string_view name;
  Draw draw;
};
constexpr std::array kLaws{
    Law{"spring", spring},
    Law{"source", source},
    Law{"whirl", whirl},
    Law{"saddle", saddle},
    Law{"shear", shear},
    Law{"drag", drag},
    Law{"boost", boost},
    Law{"swerve", swerve},
    Law{"gusts", gusts},
    Law{"late_wind", late_wind},
    Law{"moved_slingshot", moved_slingshot},
};

/// The level of the novelty hierarchy, by what the law acts on. docs/novelties.md has the table.
int level_of(const Invention& invention) {
  if (!invention.field) return 5;
  const ForceField& field = *invention.field;
  if (!field.times.always()) return 8;
  if (field.object) return 4;
  if (!field.on.blocks_above_mps && !field.on.pigs_above_mps) return 3;
  return field.region ? 2 : 6;
}

std::optional<int> nearest_object(const Task& task, Vec2 to) {
  std::optional<int> nearest;
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const auto far = [&](int object) {
      return length(task.objects[static_cast<std::size_t>(object)].at_m - to);
    };
    if (!nearest || far(static_cast<int>(i)) < far(*nearest)) nearest = static_cast<int>(i);
  }
  return nearest;
}

Matrix2 times(double factor, const Matrix2& m) { return rounded(Matrix2{factor * m.x, factor * m.y}); }

}  // namespace

OldWays old_ways(const Task& task, const std::vector<Solution>& solutions, const SolverNumbers& numbers) {
  OldWays ways;
  const std::size_t count = std::min(kOldPlays, solutions.size());
  for (std::size_t i = 0; i < count; ++i) ways.plays.push_back(solutions[i * solutions.size() / count].shots);
  PlayStart start(task, numbers.catalogue, numbers.physics);
  const std::size_t traced = std::min(kTracedPlays, count);
  for (std::size_t i = 0; i < traced; ++i)
    follow(task, start, ways.plays[(2 * i + 1) * count / (2 * traced)], ways.points);
  return ways;
}

std::vector<std::string_view> law_names() {
  std::vector<std::string_view> names;
  for (const Law& law : kLaws) names.push_back(law.name);
  return names;
}

Invention draw_invention(std::string_view law, const Task& task, const OldWays& ways, Rng& rng) {
  const auto row =
      std::find_if(kLaws.begin(), kLaws.end(), [&](const Law& each) { return each.name == law; });
  Invention invention{.law = std::string(row->name)};
  Place place(task, ways, rng);
  row->draw(invention, place, rng);
  invention.level = level_of(invention);
  return invention;
}

Injected put_in(const Task& task, const Invention& invention, double strength, const std::string& name) {
  Injected made{.task = task};
  NoveltyMark mark{.name = name};
  if (invention.field) {
    ForceField field = *invention.field;
    field.force_n = rounded(strength * field.force_n);
    field.per_m = times(strength, field.per_m);
    field.per_mps = times(strength, field.per_mps);
    mark.undo.push_back({.remove_effect = static_cast<int>(task.effects.size())});
    if (field.region && !field.object) made.beside = nearest_object(task, field.region->centre_m);
    made.task.effects.emplace_back(field);
    made.place = field.region && !field.object ? "a region" : field.object ? "an object" : "the whole task";
  } else {
    mark.undo.push_back({.task = {.slingshot = task.slingshot}});
    made.task.slingshot.at_m = rounded(task.slingshot.at_m + strength * invention.slingshot_m);
    made.place = "the slingshot";
  }
  made.task.novelties.push_back(mark);
  return made;
}

}  // namespace novphy
