#include "agents/external/observation_json.h"

#include <nlohmann/json.hpp>

namespace novphy {
namespace {

using Json = nlohmann::ordered_json;

Json point(const Pixel& p) { return Json::array({p.x, p.y}); }

Json points(const std::vector<Pixel>& list) {
  Json json = Json::array();
  for (const Pixel& p : list) json.push_back(point(p));
  return json;
}

Json object(const SeenObject& seen) {
  Json rings = Json::array();
  for (const auto& ring : seen.rings) rings.push_back(points(ring));
  Json colours = Json::array();
  for (const ColourShare& colour : seen.colours)
    colours.push_back(Json::array({colour.colour, colour.share}));
  return {{"id", seen.id}, {"label", seen.label}, {"rings", rings}, {"colours", colours}};
}

Json box(const PixelBox& b) {
  return {{"left", b.left}, {"top", b.top}, {"right", b.right}, {"bottom", b.bottom}};
}

}  // namespace

std::string observation_to_json(const Observation& seen) {
  Json objects = Json::array();
  for (const SeenObject& each : seen.objects) objects.push_back(object(each));
  const Json json = {{"width_px", seen.width_px},
                     {"height_px", seen.height_px},
                     {"px_per_m", seen.px_per_m},
                     {"ground_row_px", seen.ground_row_px},
                     {"slingshot", box(seen.slingshot)},
                     {"bird_rest", point(seen.bird_rest)},
                     {"labelled", seen.labelled},
                     {"objects", objects},
                     {"trajectory", points(seen.trajectory)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace novphy
