#include "serve/replies.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "sim/screen.h"
#include "view/geojson.h"

namespace novphy {
namespace {

constexpr std::string_view kFiller = "     ";
// The protocol cannot say "no limit". These numbers of minutes, interactions and attempts limit nobody.
constexpr std::int32_t kNoLimit = 1'000'000;
constexpr std::size_t kBoxCorners = 4;

void put(std::string& bytes, std::uint32_t value) {
  for (const unsigned shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>(value >> shift & 255U);
}

/// Measures how far to the lower left a corner lies.
int lower_left(Pixel p) { return p.y - p.x; }

/// Our boxes have their corners counter-clockwise; the original's are clockwise and begin at the lower left.
void order_corners(std::vector<Pixel>& ring) {
  if (ring.size() != kBoxCorners) return;
  std::reverse(ring.begin(), ring.end());
  const auto first = std::max_element(ring.begin(), ring.end(),
                                      [](Pixel a, Pixel b) { return lower_left(a) < lower_left(b); });
  std::rotate(ring.begin(), first, ring.end());
}

std::string with_filler(std::string_view json) { return text_reply(std::string(json).append(kFiller)); }

}  // namespace

std::string byte_reply(std::uint8_t value) { return {static_cast<char>(value)}; }

std::string number_reply(std::int32_t value) {
  std::string bytes;
  put(bytes, static_cast<std::uint32_t>(value));
  return bytes;
}

std::string text_reply(std::string_view text) {
  return number_reply(static_cast<std::int32_t>(text.size())).append(text);
}

std::string picture_reply(const Picture& picture) {
  std::string bytes;
  bytes.reserve(picture.rgb.size() + 8);
  put(bytes, static_cast<std::uint32_t>(picture.width_px));
  put(bytes, static_cast<std::uint32_t>(picture.height_px));
  bytes.append(reinterpret_cast<const char*>(picture.rgb.data()), picture.rgb.size());
  return bytes;
}

std::string blank_picture_reply() {
  const Screen screen;
  Picture picture{.width_px = screen.width_px, .height_px = screen.height_px};
  picture.rgb.assign(3 * static_cast<std::size_t>(screen.width_px * screen.height_px), 0);
  return picture_reply(picture);
}

std::string set_reply(const SetFacts& facts) {
  std::string bytes;
  for (const std::int32_t number : {kNoLimit, kNoLimit, facts.levels, facts.repeats ? kNoLimit : 1})
    put(bytes, static_cast<std::uint32_t>(number));
  for (const bool fact : {facts.test, true, facts.tells_novelty}) bytes += static_cast<char>(fact ? 1 : 0);
  return bytes;
}

std::string state_reply(Observation seen) {
  for (SeenObject& object : seen.objects)
    for (std::vector<Pixel>& ring : object.rings) order_corners(ring);
  return with_filler(geojson(seen));
}

std::string empty_state_reply() { return with_filler(R"([{"type":"FeatureCollection","features":[]}])"); }

namespace {

/// A novelty and its name in the protocol.
struct HintName {
  std::string_view novelty;
  std::string_view type;
};
constexpr std::array kHintNames{
    HintName{"objects", "OBJECT"},     HintName{"agents", "AGENT"},
    HintName{"actions", "ACTION"},     HintName{"interactions", "INTERACTION"},
    HintName{"relations", "REACTION"}, HintName{"environments", "ENVIRONMENT"},
    HintName{"goals", "GOAL"},         HintName{"events", "EVENT"},
};
constexpr std::string_view kNoHint = "NOT_AVAILABLE";

std::string_view hint_name(std::string_view novelty) {
  const auto* row = std::find_if(kHintNames.begin(), kHintNames.end(),
                                 [&](const HintName& each) { return each.novelty == novelty; });
  return row == kHintNames.end() ? kNoHint : row->type;
}

}  // namespace

std::string hint_reply(std::int32_t hint_level, std::string_view novelty) {
  return text_reply(
      fmt::format(R"([{{"hint_level":{},"novelty_type":"{}"}}])", hint_level, hint_name(novelty)));
}

namespace {

constexpr std::string_view kPink = "pink_";
constexpr std::string_view kPig = "pig_basic_";

/// The beginnings of labels that published readers know.
constexpr std::array<std::string_view, 15> kKnown{
    "bird_red",         "bird_yellow",   "bird_blue", "bird_black", "bird_white", "pig_basic_small",
    "pig_basic_medium", "pig_basic_big", "ice_",      "stone_",     "wood_",      "TNT",
    "Platform",         "platform",      "Object"};

}  // namespace

std::string published_label(std::string_view label) {
  if (label.starts_with(kPink)) {
    const std::string_view rest = label.substr(kPink.size());
    return rest.starts_with(kPig) ? std::string(rest) : std::string("wood_").append(rest);
  }
  const bool known = std::any_of(kKnown.begin(), kKnown.end(),
                                 [&](std::string_view begin) { return label.starts_with(begin); });
  return known ? std::string(label) : "unknown";
}

}  // namespace novphy
