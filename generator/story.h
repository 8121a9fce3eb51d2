#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "sim/play.h"

namespace novphy {

/// How a body moved from its place until a moment of a play.
struct Travel {
  double moved_m = 0;  ///< farthest from its place
  double supported_m =
      0;                  ///< way while it touched something else than a bird; hops of less than 0.15 s count
  double rolled_m = 0;    ///< of that, the way in which it turned as something round does that rolls
  double tilted_rad = 0;  ///< largest turn away from its first direction while supported
  double dropped_m = 0;   ///< along gravity, since it last touched anything but what it then hit
};

/// A pig's death.
struct Kill {
  int pig = 0;
  std::optional<int>
      killer{};  ///< what it died of or, where that stands fast, who had pushed it; none where nobody did
  bool by_bird = false;
  Travel travel{};           ///< of the killer until then; nothing where it is a bird
  double rule_moved_m = 0;   ///< farthest way of any block or TNT until then
  std::vector<int> chain{};  ///< from the killer back to the bird: who set whom in motion; ends without a
                             ///< bird where an effect did it
};

/// What happened in a play: who touched whom, what moved how, what effects pushed.
struct Story {
  Outcome outcome{};
  std::optional<int> first_touched{};  ///< block, TNT or pig that a bird touched first
  std::vector<Kill> kills{};
  std::map<int, int> birds_on_pig{};  ///< different birds that touched each pig, by the pig's index
  double moved_m = 0;                 ///< sum of the farthest ways of blocks and TNT
  std::map<int, double> pushed_ns{};  ///< impulse of all effects on each body, sum of magnitudes
  const Kill* last_kill() const { return kills.empty() ? nullptr : &kills.back(); }
};

/// Plays the task with these shots and tells what happened. Throws as World does.
Story tell(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue, const Physics& physics);

/// The same for shots that follow the first ones of a start whose world keeps a log; the story begins there.
Story tell(PlayStart& start, std::span<const Shot> shots);

/// Whether the body is one of the task's birds, or came of one.
bool is_bird(const Task& task, int id);

}  // namespace novphy
