#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "sim/observation.h"

/// The bytes of replies, big-endian. Clients expect each reply to have a certain length: one byte more or
/// less and they crash.
namespace novphy {

std::string byte_reply(std::uint8_t value);
std::string number_reply(std::int32_t value);
/// The length of a text and the text.
std::string text_reply(std::string_view text);
/// Width and height, then three bytes for each pixel.
std::string picture_reply(const Picture& picture);
/// A black picture of the usual size.
std::string blank_picture_reply();

/// The facts about a set of levels, in reply to "ready for set".
struct SetFacts {
  int levels = 0;              ///< 0 where the number is hidden
  bool repeats = false;        ///< levels may be tried as often as the client likes; else once
  bool test = false;           ///< a test set; else a training set
  bool tells_novelty = false;  ///< whether a client may ask where the novelty begins
};
std::string set_reply(const SetFacts& facts);

/// The text of the state: GeoJSON (view/geojson.h) with the corners of boxes clockwise from the lower left.
/// Five filler bytes follow it and count in the announced length, because every client cuts off the last five
/// bytes.
std::string state_reply(Observation seen);
/// The text of the state while there is no world: it has no features.
std::string empty_state_reply();

/// A hint that names the level of the novelty hierarchy of a novelty such as "objects", without filler bytes.
/// For any other novelty, and "", no hint is available.
std::string hint_reply(std::int32_t hint_level, std::string_view novelty);

/// The developer label that published readers know in place of one of ours. They stop at any other label. A
/// pink pig is "pig_basic_...", a pink block "wood_...", and what has no published name (fan, air turbulence,
/// egg) is "unknown".
std::string published_label(std::string_view label);

}  // namespace novphy
