#pragma once

#include <CLI/CLI.hpp>

/// One function for each experiment, in the file of the experiment's name. The function declares the options
/// and the callback that runs the experiment.
namespace novphy::experiments {

void add_adaptations(CLI::App& experiments);
void add_believed(CLI::App& experiments);
void add_calibrate(CLI::App& experiments);
void add_coverage(CLI::App& experiments);
void add_decisions(CLI::App& experiments);
void add_ends(CLI::App& experiments);
void add_known_novelties(CLI::App& experiments);
void add_physicist_calibration(CLI::App& experiments);
void add_physicist_paths(CLI::App& experiments);
void add_recorded(CLI::App& experiments);
void add_sine(CLI::App& experiments);
void add_timestep(CLI::App& experiments);

}  // namespace novphy::experiments
