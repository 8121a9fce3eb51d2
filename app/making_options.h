#pragma once

#include <string>

#include "app/arguments.h"
#include "generator/variation.h"

/// Options of commands that make tasks.
namespace novphy::app {

/// The options --proof, --distractors and --novelties.
class MakingOptions {
 public:
  void add_to(CLI::App& command, const std::string& default_proof);
  void set(const std::string& proof, int most_distractors);
  /// The variation's options with the proof and the table of novelties filled in.
  VariationOptions variation(const Catalogue& catalogue) const;
  /// The table of novelties.
  std::vector<Novelty> table(const Catalogue& catalogue) const { return novelties_.load(catalogue); }
  const std::string& proof() const { return proof_; }
  VariationOptions& rest() { return variation_; }

 private:
  std::string proof_;
  NoveltyTable novelties_;
  VariationOptions variation_{};
};

}  // namespace novphy::app
