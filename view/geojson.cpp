#include "view/geojson.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "sim/silhouette.h"

namespace novphy {
namespace {

constexpr double kShareNoise = 0.02;

Pixel shift_within(double radius_px, Rng& rng) {
  const auto within = [&](double x, double y) { return x * x + y * y <= radius_px * radius_px; };
  for (;;) {
    const double x = rng.uniform(-radius_px, radius_px);
    const double y = rng.uniform(-radius_px, radius_px);
    const double column = std::round(x);
    const double row = std::round(y);
    if (within(x, y) && within(column, row)) return {static_cast<int>(column), static_cast<int>(row)};
  }
}

void shift(Pixel& point, Pixel by) { point = {point.x + by.x, point.y + by.y}; }

void shift(SeenObject& object, Pixel by) {
  for (auto& ring : object.rings)
    for (Pixel& point : ring) shift(point, by);
}

void blur(std::vector<ColourShare>& colours, Rng& rng) {
  double sum = 0;
  for (ColourShare& each : colours) {
    each.share *= rng.uniform(1 - kShareNoise, 1 + kShareNoise);
    sum += each.share;
  }
  if (sum <= 0) return;
  for (ColourShare& each : colours) each.share /= sum;
}

bool is_bird(const World& world, int id) {
  return id < std::min(kFirstEffectId, world.body_count()) &&
         world.body(id).kind->category == Category::kBird;
}

using Json = nlohmann::ordered_json;

// Ids of the ground, the slingshot and the trajectory. Objects have ids from 0, so negative ids are free. All
// ids of this format are strings.
constexpr const char* kGroundId = "-1";
constexpr const char* kSlingshotId = "-2";
constexpr const char* kTrajectoryId = "-3";

Json points(const std::vector<Pixel>& list) {
  Json json = Json::array();
  for (const Pixel& p : list) json.push_back(Json::array({p.x, p.y}));
  return json;
}

Json colour_map(const std::vector<ColourShare>& colours) {
  Json json = Json::array();
  for (const ColourShare& each : colours) json.push_back({{"color", each.colour}, {"percent", each.share}});
  return json;
}

Json feature(Json geometry, const std::string& id, const std::string& label, Json colours) {
  return {{"type", "Feature"},
          {"geometry", std::move(geometry)},
          {"properties", {{"id", id}, {"label", label}, {"colormap", std::move(colours)}}}};
}

Json geometry(const char* type, Json coordinates) {
  return {{"type", type}, {"coordinates", std::move(coordinates)}};
}

Json ground(const Observation& seen) {
  const Json about{
      {"id", kGroundId}, {"label", "Ground"}, {"yindex", seen.ground_row_px}, {"colormap", Json::array()}};
  return {{"type", "Feature"}, {"geometry", Json::object()}, {"properties", about}};
}

/// The slingshot's corners in the original's order: clockwise from the lower left.
Json slingshot(const PixelBox& box) {
  const std::vector<Pixel> corners{
      {box.left, box.bottom}, {box.left, box.top}, {box.right, box.top}, {box.right, box.bottom}};
  return feature(geometry("Polygon", Json::array({points(corners)})), kSlingshotId, "Slingshot",
                 Json::array());
}

Json object(const SeenObject& seen) {
  Json rings = Json::array();
  for (const auto& ring : seen.rings) rings.push_back(points(ring));
  Json made = feature(geometry("Polygon", std::move(rings)), std::to_string(seen.id), seen.label,
                      colour_map(seen.colours));
  if (seen.life) made["properties"]["currentLife"] = *seen.life;
  return made;
}

}  // namespace

void add_noise(Observation& seen, const World& world, double radius_px, Rng& rng) {
  if (!(radius_px >= 0 && radius_px <= kMostNoisePx))
    throw std::invalid_argument("noise must be 0 to 5 pixels");
  if (radius_px == 0) return;
  for (SeenObject& object : seen.objects) {
    // Each object, birds included, has a generator of its own, so that the draws for one object do not change
    // the noise of the next.
    const std::uint64_t seed = rng.seed64();
    if (is_bird(world, object.id)) continue;
    Rng own(seed, 0);
    shift(object, shift_within(radius_px, own));
    blur(object.colours, own);
  }
  for (Pixel& dot : seen.trajectory) shift(dot, shift_within(std::min(radius_px, kUsualNoisePx), rng));
}

std::string geojson(const Observation& seen) {
  Json features = Json::array({ground(seen), slingshot(seen.slingshot)});
  if (!seen.trajectory.empty())
    features.push_back(
        feature(geometry("MultiPoint", points(seen.trajectory)), kTrajectoryId, "Trajectory", Json::array()));
  for (const SeenObject& each : seen.objects) features.push_back(object(each));
  const Json collection{{"type", "FeatureCollection"}, {"features", std::move(features)}};
  return Json::array({collection}).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace novphy
