#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "levels/pair.h"

namespace novphy::app {

/// Asks how many trials a difference needs, instead of for a plan.
struct PowerOptions {
  std::optional<double> difference;
  std::optional<double> rate;
  std::vector<std::string> like;

  void add_to(CLI::App& command);
  /// Throws CLI::RequiredError unless it is known how much trials differ.
  void check() const;
};

/// Prints the trials that each novelty-scenario of these pairs needs. `novel` is the number of novel tasks.
void print_trials_needed(const std::vector<Pair>& pairs, int novel, const PowerOptions& options);

}  // namespace novphy::app
