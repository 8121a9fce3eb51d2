#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "app/arguments.h"
#include "generator/variation.h"

/// What commands that make tasks share.
namespace novphy::app {

/// --proof, --distractors and --novelties.
class MakingOptions {
 public:
  void add_to(CLI::App& command, const std::string& default_proof);
  void set(const std::string& proof, int most_distractors);
  /// With the proof and the table of novelties put in.
  VariationOptions variation(const Catalogue& catalogue) const;
  const std::string& proof() const { return proof_; }
  VariationOptions& rest() { return variation_; }

 private:
  std::string proof_;
  NoveltyTable novelties_;
  VariationOptions variation_{};
};

/// A line that is written over and over, on a terminal only: how many tasks are made, and the time left.
std::function<void(std::size_t, std::size_t)> making_progress();

}  // namespace novphy::app
