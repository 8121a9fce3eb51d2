#pragma once

#include <optional>
#include <string>

#include "sim/observation.h"

namespace novphy {

/// What a player of the tools gets back.
struct ToolReply {
  std::string text{};
  bool refused = false;  ///< the call changed nothing; the text says what was expected
  std::string png{};     ///< a picture as the bytes of a PNG file; "": none
};

inline ToolReply refusal(std::string text) { return {.text = std::move(text), .refused = true}; }

}  // namespace novphy
