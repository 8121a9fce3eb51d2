#include "serve/tools/named_scene.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace novphy {
namespace {

constexpr std::size_t kFlightPoints = 12;
constexpr double kApartM = 0.15;  // points of a path that are told

Vec2 middle_of(const PixelBox& box) { return {(box.left + box.right) / 2.0, (box.top + box.bottom) / 2.0}; }

bool holds(const PixelBox& box, Pixel point) {
  return box.left <= point.x && point.x <= box.right && box.top <= point.y && point.y <= box.bottom;
}

/// Of a box with four corners: the side that is nearest to level, the side after it, and the angle of the
/// former.
void set_box(NamedThing& thing, const std::vector<Pixel>& corners, double px_per_m) {
  const auto side = [&](std::size_t i) {
    const Pixel a = corners[i % corners.size()];
    const Pixel b = corners[(i + 1) % corners.size()];
    return Vec2{static_cast<double>(b.x - a.x), static_cast<double>(a.y - b.y)};
  };
  Vec2 level = side(0);
  Vec2 other = side(1);
  if (std::abs(level.y) > std::abs(level.x)) std::swap(level, other);
  thing.size_m = {length(level) / px_per_m, length(other) / px_per_m};
  if (level.x < 0) level = -1 * level;
  thing.turned_deg = length(level) > 0 ? degrees(std::atan2(level.y, level.x)) : 0;
}

NamedThing thing_of(const SeenObject& object, const Observation& seen, const LookMatch& look,
                    const Vocabulary& vocabulary) {
  const bool known = look.shared >= kSameLook;
  NamedThing thing{.number = object.id,
                   .look = known ? look.name : "",
                   .name = vocabulary.thing(known ? look.name : ""),
                   .damage = known ? look.picture : 0};
  const PixelBox box = box_around(object.rings.front());
  thing.at_m = scene_place(seen, middle_of(box));
  thing.size_m = {(box.right - box.left) / seen.px_per_m, (box.bottom - box.top) / seen.px_per_m};
  constexpr std::size_t kCornersOfABox = 4;
  if (object.rings.front().size() == kCornersOfABox) set_box(thing, object.rings.front(), seen.px_per_m);
  return thing;
}

std::string line_of(const NamedThing& thing) {
  constexpr std::string_view kDamage[] = {"", ", damaged", ", badly damaged"};
  std::string line =
      fmt::format("{}: {}, at ({}, {}), {} x {}", thing.number, thing.name, metres(thing.at_m.x),
                  metres(thing.at_m.y), metres(thing.size_m.x), metres(thing.size_m.y));
  if (std::abs(thing.turned_deg) >= 0.5) line += fmt::format(", turned by {:.0f} degrees", thing.turned_deg);
  return line + std::string(kDamage[static_cast<std::size_t>(std::clamp(thing.damage, 0, 2))]);
}

}  // namespace

const NamedThing* NamedScene::find(int number) const {
  const auto it = std::find_if(things.begin(), things.end(),
                               [&](const NamedThing& thing) { return thing.number == number; });
  return it == things.end() ? nullptr : &*it;
}

std::string metres(double value) {
  const std::string text = fmt::format("{:.2f}", value);
  return text == "-0.00" ? "0.00" : text;
}

Vec2 scene_place(const Observation& seen, Vec2 at_px) {
  return {(at_px.x - seen.bird_rest.x) / seen.px_per_m, (seen.bird_rest.y - at_px.y) / seen.px_per_m};
}

bool SceneLooks::ByColours::operator()(const std::vector<ColourShare>& a,
                                       const std::vector<ColourShare>& b) const {
  return std::lexicographical_compare(
      a.begin(), a.end(), b.begin(), b.end(), [](const ColourShare& one, const ColourShare& other) {
        return std::pair(one.colour, one.share) < std::pair(other.colour, other.share);
      });
}

std::vector<LookMatch> SceneLooks::of(const Observation& seen) const {
  const bool grey = std::all_of(seen.objects.begin(), seen.objects.end(), [](const SeenObject& object) {
    return in_grey(object.colours) == object.colours;
  });
  Remembered& remembered = grey ? greys_ : colours_;
  std::vector<LookMatch> matches;
  for (const SeenObject& object : seen.objects) {
    auto found = remembered.matches.find(object.colours);
    if (found == remembered.matches.end())
      found = remembered.matches.emplace(object.colours, remembered.looks.best(object.colours)).first;
    matches.push_back(found->second);
  }
  return matches;
}

NamedScene scene_of(const Observation& seen, const SceneLooks& appearances, const Vocabulary& vocabulary) {
  const std::vector<LookMatch> looks = appearances.of(seen);
  NamedScene scene;
  for (std::size_t i = 0; i < seen.objects.size(); ++i) {
    const SeenObject& object = seen.objects[i];
    if (object.rings.empty() || object.rings.front().empty()) continue;
    scene.things.push_back(thing_of(object, seen, looks[i], vocabulary));
    if (scene.things.back().is_bird() && !scene.on_slingshot &&
        holds(box_around(object.rings.front()), seen.bird_rest))
      scene.on_slingshot = object.id;
  }
  scene.ground_m = scene_place(seen, {0, static_cast<double>(seen.ground_row_px)}).y;
  for (const Pixel dot : seen.trajectory)
    scene.flight_m.push_back(scene_place(seen, {static_cast<double>(dot.x), static_cast<double>(dot.y)}));
  return scene;
}

std::string text_of(const std::vector<Vec2>& path, std::size_t most) {
  std::vector<Vec2> points;
  for (const Vec2& each : path)
    if (points.empty() || length(each - points.back()) > kApartM) points.push_back(each);
  std::string text;
  const std::size_t shown = std::min(points.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t at = shown == 1 ? 0 : i * (points.size() - 1) / (shown - 1);
    text += fmt::format("{}({}, {})", i == 0 ? "" : " ", metres(points[at].x), metres(points[at].y));
  }
  return text;
}

std::string text_of(const NamedScene& scene, const Vocabulary& vocabulary) {
  const std::string& bird = vocabulary.word("bird");
  std::string text = fmt::format(
      "Places are in metres from the {} on the {}, x to the right, y up; sizes are width x height. The "
      "ground is at y = {}.\n",
      bird, vocabulary.word("slingshot"), metres(scene.ground_m));
  text += scene.on_slingshot
              ? fmt::format("On the {}: {}.\n", vocabulary.word("slingshot"), *scene.on_slingshot)
              : fmt::format("No {} is on the {}.\n", bird, vocabulary.word("slingshot"));
  for (const NamedThing& thing : scene.things) text += line_of(thing) + "\n";
  if (!scene.flight_m.empty())
    text += fmt::format("Path of the last {}: {}\n", bird, text_of(scene.flight_m, kFlightPoints));
  return text;
}

}  // namespace novphy
