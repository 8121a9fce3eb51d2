#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/json_fields.h"
#include "serve/tools/seen_turn.h"

namespace novphy {

/// What a reply says, for programs. A reply has the facts that its tool tells. No key says what the game is
/// about, for tracks that disguise it.
struct ReplyFacts {
  bool told_novel = false;  ///< from now on, the world does not work as it did at first
  std::optional<bool> task_over{};
  std::optional<bool> passed{};
  std::optional<bool> trial_over{};  ///< the last task is over
  std::optional<int> throws_left{};
  std::optional<double> angle_deg{};
  std::optional<double> pull_m{};
  std::optional<bool> passes{};  ///< in the simulator
  std::optional<int> simulations_left{};
  std::optional<NamedScene> scene{};
  std::string observation{};  ///< as JSON; "": none
  std::optional<TurnFacts> turn{};
  std::optional<std::string> notes{};
};

void describe(FieldIo& io, ReplyFacts& facts);

/// What a player of the tools gets back.
struct ToolReply {
  std::string text{};
  bool refused = false;  ///< the call changed nothing; the text says what was expected
  std::string png{};     ///< a picture as the bytes of a PNG file; "": none
  ReplyFacts facts{};
};

}  // namespace novphy
