#include "view/geojson.h"

#include <nlohmann/json.hpp>

namespace novphy {
namespace {

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

Json properties(const std::string& id, const std::string& label) { return {{"id", id}, {"label", label}}; }

Json feature(Json geometry, Json properties) {
  return {{"type", "Feature"}, {"geometry", std::move(geometry)}, {"properties", std::move(properties)}};
}

Json geometry(const char* type, Json coordinates) {
  return {{"type", type}, {"coordinates", std::move(coordinates)}};
}

Json ground(const Observation& seen) {
  Json about = properties(kGroundId, "Ground");
  about["yindex"] = seen.ground_row_px;
  about["colormap"] = Json::array();
  return feature(Json::object(), std::move(about));
}

/// The slingshot's corners in the original's order: clockwise from the lower left.
Json slingshot(const PixelBox& box) {
  const std::vector<Pixel> corners{
      {box.left, box.bottom}, {box.left, box.top}, {box.right, box.top}, {box.right, box.bottom}};
  Json about = properties(kSlingshotId, "Slingshot");
  about["colormap"] = Json::array();
  return feature(geometry("Polygon", Json::array({points(corners)})), std::move(about));
}

Json trajectory(const std::vector<Pixel>& dots) {
  Json about = properties(kTrajectoryId, "Trajectory");
  about["colormap"] = Json::array();
  return feature(geometry("MultiPoint", points(dots)), std::move(about));
}

Json object(const SeenObject& seen) {
  Json rings = Json::array();
  for (const auto& ring : seen.rings) rings.push_back(points(ring));
  Json about = properties(std::to_string(seen.id), seen.label);
  about["colormap"] = colour_map(seen.colours);
  if (seen.life) about["currentLife"] = *seen.life;
  return feature(geometry("Polygon", std::move(rings)), std::move(about));
}

}  // namespace

std::string geojson(const Observation& seen) {
  Json features = Json::array({ground(seen), slingshot(seen.slingshot)});
  if (!seen.trajectory.empty()) features.push_back(trajectory(seen.trajectory));
  for (const SeenObject& each : seen.objects) features.push_back(object(each));
  const Json collection{{"type", "FeatureCollection"}, {"features", std::move(features)}};
  return Json::array({collection}).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace novphy
