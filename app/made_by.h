#pragma once

#include "app/common.h"
#include "evaluator/record.h"

namespace novphy::app {

/// A fingerprint of this program and its numbers: version, engine, compiler, architecture, the hashes of
/// catalogue and physics, the name of the physics and the overrides of --set. All other members keep their
/// defaults.
Fingerprint made_by(const AssetOptions& options, const Assets& assets);

}  // namespace novphy::app
