#pragma once

#include "app/common.h"
#include "evaluator/record.h"

namespace novphy::app {

/// What of a fingerprint says what plays: version, engine, compiler, numbers and what changes them.
Fingerprint made_by(const AssetOptions& options, const Assets& assets);

}  // namespace novphy::app
