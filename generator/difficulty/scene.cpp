#include "generator/difficulty/scene.h"

#include <algorithm>
#include <cctype>

namespace novphy {
namespace {

constexpr double kShapeUnitPx = 100;

Rings rings_of(const SeenObject& object, int height_px) {
  Rings rings;
  for (const std::vector<Pixel>& pixels : object.rings) {
    auto& ring = rings.emplace_back();
    for (const Pixel pixel : pixels) {
      const OutlinePoint point{static_cast<double>(pixel.x), static_cast<double>(height_px - pixel.y)};
      if (ring.empty() || ring.back().x != point.x || ring.back().y != point.y) ring.push_back(point);
    }
  }
  return rings;
}

/// The label without its state of damage: "_1" to "_9".
std::string without_damage(const std::string& label) {
  const bool damaged = label.size() > 2 && label[label.size() - 2] == '_' &&
                       std::isdigit(static_cast<unsigned char>(label.back())) != 0;
  return damaged ? label.substr(0, label.size() - 2) : label;
}

void name_classes(SeenThing& thing, const std::string& label) {
  const std::string name = without_damage(label);
  const auto bar = name.find('_');
  thing.colour_class = name.substr(0, bar);
  thing.shape_class = bar == std::string::npos ? name : name.substr(bar + 1);
}

}  // namespace

SeenScene scene_of(const Observation& seen, const SceneNumbers& numbers) {
  SeenScene scene;
  for (const SeenObject& object : seen.objects) {
    if (object.rings.empty() || object.rings.front().size() < 3) continue;
    SeenThing thing{.id = object.id, .colours = object.colours, .outline = rings_of(object, seen.height_px)};
    thing.shape = shape_numbers(thing.outline, kShapeUnitPx);
    thing.rotation_deg = rotation_deg(thing.outline, numbers.slack_px, numbers.most_corners);
    if (seen.labelled) name_classes(thing, object.label);
    scene.push_back(std::move(thing));
  }
  return scene;
}

}  // namespace novphy
