#pragma once

#include <cstdint>

#include "sim/catalogue.h"
#include "trials/plan.h"

/// The numbers of a trial that depend on the content of its plan. Both come from a SHA-256 of everything that
/// the trial plays: templates, tasks in their order, and its own number. So a number alone tells nothing to
/// somebody who cannot make the trial's tasks. Who can make them (a plan of a public seed) knows the trial
/// by its scenes.
namespace novphy {

/// The version of told_seed(). Agents that draw from the told number play otherwise in another version
/// (VERSIONING.md).
inline constexpr int kToldSeeds = 2;

/// The number that a player is told at the beginning of the trial, below 2^53. Informed trials have the same.
std::uint64_t told_seed(const Plan& plan, const PlannedTrial& trial, const Catalogue& catalogue);

/// The seed of the noise in what the trial's player sees. Nobody is told of it.
std::uint64_t noise_seed(const Plan& plan, const PlannedTrial& trial, const Catalogue& catalogue);

}  // namespace novphy
