#include "agents/external/observation_json.h"

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/json_reader.h"

namespace novphy {

namespace {

using Written = nlohmann::ordered_json;  // keeps the order of keys

Written point(const Pixel& p) { return Written::array({p.x, p.y}); }

Written points(const std::vector<Pixel>& list) {
  Written json = Written::array();
  for (const Pixel& p : list) json.push_back(point(p));
  return json;
}

Written object(const SeenObject& seen) {
  Written rings = Written::array();
  for (const auto& ring : seen.rings) rings.push_back(points(ring));
  Written colours = Written::array();
  for (const ColourShare& colour : seen.colours)
    colours.push_back(Written::array({colour.colour, colour.share}));
  return {{"id", seen.id}, {"label", seen.label}, {"rings", rings}, {"colours", colours}};
}

Written box(const PixelBox& b) {
  return {{"left", b.left}, {"top", b.top}, {"right", b.right}, {"bottom", b.bottom}};
}

constexpr int kFarPx = 1'000'000;
constexpr FileBounds kBounds{"an observation", 16 * kMebibyte, 2'000'000};

Pixel read_point(const Node& node) {
  const std::vector<Node> both = node.array(2, 2);
  if (both.empty()) return {};
  return {both[0].integer(-kFarPx, kFarPx), both[1].integer(-kFarPx, kFarPx)};
}

std::vector<Pixel> read_points(const Node& node) {
  std::vector<Pixel> list;
  for (const Node& each : node.array()) list.push_back(read_point(each));
  return list;
}

SeenObject read_object(const Node& node) {
  node.only({"id", "label", "rings", "colours"});
  SeenObject seen{.id = node.at("id").integer(), .label = node.at("label").text()};
  for (const Node& ring : node.at("rings").array()) seen.rings.push_back(read_points(ring));
  for (const Node& each : node.at("colours").array()) {
    const std::vector<Node> both = each.array(2, 2);
    if (!both.empty())
      seen.colours.push_back({.colour = both[0].integer(0, 255), .share = both[1].number(0, 1)});
  }
  return seen;
}

PixelBox read_box(const Node& node) {
  node.only({"left", "top", "right", "bottom"});
  const auto side = [&](const char* key) { return node.at(key).integer(-kFarPx, kFarPx); };
  return {.left = side("left"), .top = side("top"), .right = side("right"), .bottom = side("bottom")};
}

}  // namespace

std::string observation_to_json(const Observation& seen) {
  Written objects = Written::array();
  for (const SeenObject& each : seen.objects) objects.push_back(object(each));
  const Written json = {{"width_px", seen.width_px},
                        {"height_px", seen.height_px},
                        {"px_per_m", seen.px_per_m},
                        {"ground_row_px", seen.ground_row_px},
                        {"slingshot", box(seen.slingshot)},
                        {"bird_rest", point(seen.bird_rest)},
                        {"labelled", seen.labelled},
                        {"objects", objects},
                        {"trajectory", points(seen.trajectory)}};
  return json.dump(-1, ' ', false, Written::error_handler_t::replace);
}

Observation observation_from_json(std::string_view text) {
  JsonDocument document(text, "observation", kBounds);
  const Node node = document.root().object();
  node.only({"width_px", "height_px", "px_per_m", "ground_row_px", "slingshot", "bird_rest", "labelled",
             "objects", "trajectory"});
  Observation seen{.width_px = node.at("width_px").integer(1, kFarPx),
                   .height_px = node.at("height_px").integer(1, kFarPx),
                   .px_per_m = node.at("px_per_m").number(1e-3, kFarPx),
                   .ground_row_px = node.at("ground_row_px").integer(-kFarPx, kFarPx),
                   .slingshot = read_box(node.at("slingshot")),
                   .bird_rest = read_point(node.at("bird_rest")),
                   .labelled = node.at("labelled").boolean(),
                   .trajectory = read_points(node.at("trajectory"))};
  for (const Node& each : node.at("objects").array()) seen.objects.push_back(read_object(each));
  document.check();
  return seen;
}

}  // namespace novphy