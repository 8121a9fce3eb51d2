#pragma once

#include <span>
#include <vector>

#include "generator/trace.h"
#include "sim/play.h"

namespace novphy {

/// The same throw from every bird of a task, at every angle of a range. Angles are elevations: for a
/// slingshot that faces left they are mirrored.
struct SweepSpec {
  double from_deg = -5;
  double to_deg = 82;
  double step_deg = 1;
  double pull_m = 1;
  int sacrificed = 0;  ///< birds thrown away backwards before, so that a storm begins
};

/// The angles of a sweep, in degrees, ascending.
std::vector<double> angles_deg(const SweepSpec& spec);

/// The shots of one angle: the birds to sacrifice, then the same throw from all others.
std::vector<Shot> shots_at(const Task& task, double elevation_deg, const SweepSpec& spec);

/// A winning throw and its way.
struct Win {
  double angle_deg = 0;
  int score = 0;
  Trace trace{};
};

/// The throws of a sweep that win under `physics`, in ascending angle. Where `search` is another physics (one
/// that may let slow birds go early), throws are searched under it and confirmed under `physics`.
std::vector<Win> winning_throws(const Task& task, const SweepSpec& spec, const Catalogue& catalogue,
                                const Physics& search, const Physics& physics);

/// Whether the throws of one angle win.
bool wins(const Task& task, double elevation_deg, const SweepSpec& spec, const Catalogue& catalogue,
          const Physics& physics);

}  // namespace novphy
