#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "sim/catalogue.h"
#include "trials/plan.h"

namespace novphy::app {

/// The options of `novphy plan` for levels without pairs: --levels, --from-config and --skip-unreadable.
class LevelOptions {
 public:
  /// Adds the options, which exclude the others that the command has so far, but for those named in `kept`.
  void add_to(CLI::App& command, const std::vector<std::string>& kept);
  bool given() const { return !folder_.empty(); }
  /// Prints warnings. Throws InputError, with every problem of every level.
  Plan plan(const PlanOptions& options, const Catalogue& catalogue) const;

 private:
  Plan of_config(const PlanOptions& options, const Catalogue& catalogue) const;

  std::string folder_;
  std::string config_;
  bool skips_ = false;
  const CLI::Option* trials_ = nullptr;
};

}  // namespace novphy::app
