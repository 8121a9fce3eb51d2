#pragma once

#include <map>
#include <string>
#include <vector>

#include "generator/sweep.h"
#include "levels/pair.h"

namespace novphy {

/// Which object of a published template is meant to be pushed, by its place: see published_intents.json.
using Intents = std::map<std::string, Vec2>;
/// Throws InputError.
Intents read_intents(const std::string& file);

/// Whether the bird itself should hit the pig.
bool direct(const Pair& pair);

/// The throws to try on one side: upside down where gravity is, after a sacrificed bird where a storm comes.
SweepSpec sweep_of(const Pair& pair, bool novel, double step_deg);

/// The template's own place, moved into its rectangle, then the centres of grid x grid strata.
std::vector<Vec2> shifts(const Template& base, int grid);

/// The object of the template that is meant: the one its file says, or the one nearest to the place that is
/// named here, else the pig.
int intended_object(const Template& base, const Intents& intents);

}  // namespace novphy
