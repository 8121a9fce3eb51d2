#pragma once

#include <span>
#include <string>

#include "evaluator/record.h"
#include "levels/assets.h"

namespace novphy {

/// The versions of this program, its engine and its compiler, and the machine's architecture, as the
/// fingerprint of records gives them.
struct BuildInfo {
  std::string version;
  std::string box2d;
  std::string compiler;      ///< "GNU 12.2.0"
  std::string architecture;  ///< "x86_64"
};
BuildInfo build_info();

/// Whether a page in a browser made the records. Its compiler and architecture are never this program's,
/// which is no reason for another play.
bool made_in_browser(const Fingerprint& fingerprint);

/// A fingerprint of this program and its numbers: version, engine, compiler, architecture, the hashes of
/// catalogue and physics, the name of the physics, and the overrides. All other members keep their defaults.
Fingerprint made_by(const Assets& assets, const std::string& physics,
                    std::span<const std::string> overrides = {});

}  // namespace novphy
