#include "agents/physicist/flight.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

#include "sim/observation.h"
#include "sim/silhouette.h"

namespace novphy {
namespace {

constexpr double kCalmM = 0.03;

Vec2 middle_m(const Silhouette& silhouette) {
  Vec2 sum{};
  for (int i = 0; i < silhouette.corners(0); ++i) sum = sum + silhouette.corner_m(0, i);
  return (1.0 / silhouette.corners(0)) * sum;
}

std::optional<Vec2> place_of(const Observation& seen, int id, ViewMode shown) {
  const auto found = std::ranges::find(seen.objects, id, &SeenObject::id);
  if (found == seen.objects.end() || found->rings.empty() || found->rings.front().empty())
    return std::nullopt;
  return middle_m(found->rings.front(), seen, shown);
}

}  // namespace

Vec2 middle_m(const std::vector<Pixel>& outline, const Observation& seen, ViewMode shown) {
  Vec2 sum{};
  for (const Pixel& corner : outline)
    sum = sum + Vec2{static_cast<double>(corner.x), static_cast<double>(corner.y)};
  const Vec2 middle = (1.0 / static_cast<double>(outline.size())) * sum;
  Vec2 off = (1 / seen.px_per_m) * Vec2{middle.x - seen.width_px / 2.0, seen.height_px / 2.0 - middle.y};
  if (shown == ViewMode::kMirrored) off.x = -off.x;
  if (shown == ViewMode::kUpsideDown) off.y = -off.y;
  return Screen{}.centre_m + off;
}

Frame frame_of(const Observation& seen, const Believed& believed) {
  Frame frame;
  for (const BelievedObject& object : believed.objects)
    frame.push_back(place_of(seen, object.id, believed.task.shown));
  frame.push_back(place_of(seen, believed.bird_id, believed.task.shown));
  return frame;
}

std::size_t frames_of_free_flight(const Flight& flight) {
  constexpr double kJumpM =
      0.25;  // between the places that two equal steps lead to; gravity makes 0.05 of it
  const auto bird = [&](std::size_t frame) { return flight[frame].back(); };
  for (std::size_t i = 3; i + 1 < flight.size(); ++i) {  // frame 0 is at rest
    if (!bird(i - 2) || !bird(i - 1) || !bird(i)) return i;
    const Vec2 jump = *bird(i) - 2.0 * *bird(i - 1) + *bird(i - 2);
    if (length(jump) > kJumpM) return i;
  }
  return flight.size();
}

Frame frame_of(const World& world, std::size_t objects, int bird) {
  Frame frame;
  const auto add = [&](int id) {
    const BodyView body = world.body(id);
    frame.push_back(body.present ? std::optional(middle_m(Silhouette(body))) : std::nullopt);
  };
  for (std::size_t i = 0; i < objects; ++i) add(static_cast<int>(i));
  add(bird);
  return frame;
}

void hold_bird(Flight& flight) {
  for (std::size_t i = 1; i < flight.size(); ++i)
    if (!flight[i].back()) flight[i].back() = flight[i - 1].back();
}

std::optional<Vec2> mean_place(std::span<const Flight> plays, std::size_t frame, std::size_t thing) {
  Vec2 sum{};
  int there = 0;
  for (const Flight& play : plays) {
    const auto& place = play[std::min(frame, play.size() - 1)][thing];
    if (!place) continue;
    sum = sum + *place;
    ++there;
  }
  if (there == 0) return std::nullopt;
  return (1.0 / there) * sum;
}

Flight fly(World& world, const Shot& shot, std::size_t objects, std::size_t frames, const GoOn& go_on) {
  const int bird =
      static_cast<int>(world.task().objects.size() + world.task().birds.size()) - world.birds_left();
  Flight flight{frame_of(world, objects, bird)};
  const double started_s = world.time_s();
  const auto stopped = [&] { return go_on && !go_on(flight); };
  bool stop = stopped();
  if (!stop) world.launch(shot);
  while (!stop && flight.size() <= frames && !world.end() && !world.ready()) {
    world.tick();
    const double due_s = started_s + static_cast<double>(flight.size()) * kFrameMs / 1000.0;
    if (world.time_s() < due_s - 1e-9) continue;
    flight.push_back(frame_of(world, objects, bird));
    stop = stopped();
  }
  if (!stop && flight.size() <= frames) flight.push_back(frame_of(world, objects, bird));
  hold_bird(flight);
  return flight;
}

std::size_t frames_until_calm(const Flight& flight) {
  const auto same = [](const Frame& a, const Frame& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
      return one.has_value() == other.has_value() && (!one || length(*one - *other) < kCalmM);
    });
  };
  std::size_t frames = flight.size();
  while (frames > 2 && same(flight[frames - 2], flight.back())) --frames;
  return frames;
}

namespace {

/// How many times likelier a law is about an appearance never seen before than about a familiar one.
constexpr double kUnfamiliarWeight = 8;
/// How much farther to a side an object must lie than all others that look so, for its side to be its name.
constexpr double kClearlyM = 0.2;

double weight(const SeenLook& look) { return look.familiar ? 1 : kUnfamiliarWeight; }

/// Nats of a choice of this appearance among those in sight.
double look_nats(const Surroundings& here, const std::string& name) {
  double all = 0;
  double own = 0;
  for (const SeenLook& look : here.looks) {
    all += weight(look);
    if (look.name == name) own = weight(look);
  }
  return own > 0 ? std::log(all / own) : std::log(kUsualLooks);
}

SeenLook look_of(const Object& object, const std::string& name, const Catalogue& catalogue) {
  SeenLook look{.name = name, .material = object.material};
  if (const Kind* kind = catalogue.find(object.type, object.material)) {
    look.block = kind->category == Category::kBlock || kind->category == Category::kTnt;
    look.pig = kind->category == Category::kPig;
    look.bounces = kind->restitution > 0;
  }
  return look;
}

std::vector<Which> singles_of(const Task& task, std::vector<int> objects) {
  std::vector<Which> singles;
  std::vector<int> named;
  for (const Which side : {Which::kLeftmost, Which::kRightmost, Which::kHighest, Which::kLowest}) {
    const auto farness = [&](int object) {
      return farness_m(task.objects[static_cast<std::size_t>(object)], side);
    };
    std::sort(objects.begin(), objects.end());
    sort_by(objects, [&](int object) { return -farness(object); });
    const bool clearly = objects.size() > 1 && farness(objects[0]) - farness(objects[1]) >= kClearlyM;
    if (!clearly || std::find(named.begin(), named.end(), objects[0]) != named.end()) continue;
    named.push_back(objects[0]);
    singles.push_back(side);
  }
  return singles;
}

}  // namespace

Surroundings surroundings_of(const Task& task, std::span<const std::string> looks, const Catalogue& catalogue,
                             int birds_gone, std::span<const std::string> unfamiliar) {
  Surroundings here{.region = std::any_of(task.effects.begin(), task.effects.end(), is_seen_region),
                    .birds_gone = birds_gone,
                    .gravity_mps2 = task.gravity_mps2,
                    .width_m = task.width_m};
  for (std::size_t i = 0; i < std::min(looks.size(), task.objects.size()); ++i) {
    const auto known = [&](const SeenLook& look) { return look.name == looks[i]; };
    if (looks[i].empty() || std::any_of(here.looks.begin(), here.looks.end(), known)) continue;
    here.looks.push_back(look_of(task.objects[i], looks[i], catalogue));
    here.looks.back().familiar = std::ranges::find(unfamiliar, looks[i]) == unfamiliar.end();
    here.looks.back().singles = singles_of(task, named_objects(task, looks, looks[i], Which::kEach));
  }
  return here;
}

double complexity(const Law& law, const Surroundings& here) {
  double nats = complexity(law);
  for (const std::string& look : named_looks(law)) nats += look_nats(here, look) - std::log(kUsualLooks);
  return nats;
}

}  // namespace novphy
