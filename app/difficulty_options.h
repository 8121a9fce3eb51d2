#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "generator/difficulty/pair_difficulty.h"

namespace novphy::app {

/// The options for the constants of the measures of difficulty.
class DifficultyOptions {
 public:
  void add_to(CLI::App& command);
  /// Throws InputError where the distances do not ascend.
  DifficultyNumbers numbers() const;

 private:
  DifficultyNumbers numbers_{};
  std::string distances_ = "10,30,80,200";
  bool no_relabel_ = false;
};

}  // namespace novphy::app
