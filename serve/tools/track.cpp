#include "serve/tools/track.h"

#include <fmt/core.h>

namespace novphy {

std::string words(const Track& track) {
  std::string text = track.pictures ? "tools: pictures" : "tools: text";
  text += track.lookahead > 0 ? fmt::format(", {} simulations a task", track.lookahead) : ", no simulations";
  return track.disguise ? text + fmt::format(", disguised by {}", *track.disguise) : text;
}

}  // namespace novphy
