#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "sim/observation.h"

/// The bytes of replies, big-endian. Every client reads a reply of a known length, so that a byte more or
/// less would end the client.
namespace novphy {

std::string byte_reply(std::uint8_t value);
std::string number_reply(std::int32_t value);
/// The length of a text and the text.
std::string text_reply(std::string_view text);
/// Width and height, then three bytes for each pixel.
std::string picture_reply(const Picture& picture);

/// The facts about a set of levels, in reply to "ready for set".
struct SetFacts {
  bool test = false;           ///< a test set; else a training set
  bool tells_novelty = false;  ///< whether a client may ask where the novelty begins
};
std::string set_reply(const SetFacts& facts);

/// The state text: GeoJSON (view/geojson.h) with the corners of boxes clockwise from the lower left. Five
/// filler bytes follow inside the announced length, because every client cuts the last five bytes.
std::string state_reply(Observation seen);
/// The state text of a moment without a world: no features.
std::string empty_state_reply();

/// A hint on the level of the novelty hierarchy, without filler bytes.
std::string hint_reply(std::int32_t hint_level, std::string_view novelty_type);

/// The developer label that published readers know in place of one of ours. Those readers end at any label
/// that they do not know. A pink pig is "pig_basic_...", a pink block "wood_...", and what has no published
/// name (fan, air turbulence, egg) is "unknown".
std::string published_label(std::string_view label);

}  // namespace novphy
