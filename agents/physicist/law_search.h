#pragma once

#include <cstddef>
#include <vector>

#include "agents/physicist/held_law.h"

namespace novphy {

/// Looks for laws that explain the episodes better than `known` do. Where the bird flew strangely before
/// anything else happened, laws are fitted to its flight (flight_laws.h), else to the time up to a moment
/// after the first surprise (start_laws.h). The best are compared over all episodes. Where a law that was
/// known before leaves something very surprising, a second change is looked for, too. Returns the most
/// probable first; the normal law is among them. `key` is the index of the last episode that surprised
/// clearly. `plays` bounds the work (see PhysicistOptions::plays).
std::vector<HeldLaw> find_laws(const std::vector<Episode>& episodes, std::size_t key,
                               const std::vector<Law>& known, int plays, const Simulator& simulator);

/// The same without looking for other laws: those that are known, with numbers that explain the episodes
/// better.
std::vector<HeldLaw> improve_laws(const std::vector<Episode>& episodes, std::size_t key,
                                  const std::vector<Law>& known, const Simulator& simulator);

}  // namespace novphy
