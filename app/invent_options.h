#pragma once

#include <CLI/CLI.hpp>

#include "generator/invent/invent.h"

namespace novphy::app {

/// The options that say how a set of invented pairs is drawn: all of `novphy invent` but seed, threads, shard
/// and places.
void add_candidate_options(CLI::App& command, CandidateOptions& candidate, InventOptions& set);

}  // namespace novphy::app
