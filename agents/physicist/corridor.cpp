#include "agents/physicist/corridor.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace novphy {
namespace {

/// How far a thing may be from where it was seen before the first surprise, when a law whose numbers are not
/// exact moves things hardly more than the true one ...
constexpr double kBeforeM = 0.5;
/// ... and after it.
constexpr double kAfterM = 2.5;

/// How far the usual plays are from where the thing was seen at this frame; 0 where it is gone in all of
/// them.
double farthest_usual(const Episode& episode, std::size_t frame, std::size_t thing) {
  const std::optional<Vec2>& seen = episode.seen[frame][thing];
  double farthest_m = 0;
  for (const Flight& play : episode.usual) {
    const std::optional<Vec2>& place = play[std::min(frame, play.size() - 1)][thing];
    if (seen && place) farthest_m = std::max(farthest_m, length(*place - *seen));
  }
  return farthest_m;
}

}  // namespace

Corridor::Corridor(const Episode& episode, std::size_t first) : seen_(episode.seen) {
  for (std::size_t frame = 0; frame < seen_.size(); ++frame) {
    widths_m_.emplace_back();
    for (std::size_t thing = 0; thing < seen_[frame].size(); ++thing)
      widths_m_.back().push_back(frame < first ? kBeforeM + 2 * farthest_usual(episode, frame, thing)
                                               : kAfterM + farthest_usual(episode, frame, thing));
  }
}

bool Corridor::holds(const Flight& play) const {
  const std::size_t frame = play.size() - 1;
  if (frame >= seen_.size()) return true;
  for (std::size_t thing = 0; thing < seen_[frame].size(); ++thing) {
    const std::optional<Vec2>& place = play[frame][thing];
    const std::optional<Vec2>& seen = seen_[frame][thing];
    if (place && seen && length(*place - *seen) > widths_m_[frame][thing]) return false;
  }
  return true;
}

}  // namespace novphy
