#pragma once

#include <span>
#include <string>

#include "evaluator/record.h"
#include "levels/assets.h"

namespace novphy {

/// The versions of this program, its engine and its compiler, the machine's architecture and kToldSeeds. All
/// other members keep their defaults.
Fingerprint build_info();

/// Whether a page in a browser made the records. Its compiler and architecture are never this program's,
/// which is no reason for another play.
bool made_in_browser(const Fingerprint& fingerprint);

/// build_info() with this program's numbers: the hashes of catalogue and physics, the name of the physics,
/// and the overrides.
Fingerprint made_by(const Assets& assets, const std::string& physics,
                    std::span<const std::string> overrides = {});

}  // namespace novphy
