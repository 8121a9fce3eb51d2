#pragma once

#include <cstddef>
#include <vector>

#include "agents/physicist/episode.h"
#include "agents/physicist/flight.h"

namespace novphy {

/// Where the things of a play may be, if its law is to explain what was seen: near the places where they were
/// seen, most of all before the first surprise, when all was as usual. Plays that leave it need not be played
/// on.
class Corridor {
 public:
  /// `first` is the frame at which something of the episode was first out of place.
  Corridor(const Episode& episode, std::size_t first);

  /// Whether all things of the play's last frame are in the corridor.
  bool holds(const Flight& play) const;

 private:
  Flight seen_;
  std::vector<std::vector<double>> widths_m_{};  ///< of each frame and thing
};

}  // namespace novphy
