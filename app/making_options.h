#pragma once

#include <string>
#include <vector>

#include "app/arguments.h"
#include "generator/variation.h"
#include "novelties/injected_pair.h"

/// The options of commands that make tasks.
namespace novphy::app {

/// The options --proof, --distractors and --novelties.
class MakingOptions {
 public:
  void add_to(CLI::App& command, const std::string& default_proof);
  /// Adds --proof and --distractors alone: the table of novelties is that of the program.
  void add_proof_to(CLI::App& command, const std::string& default_proof);
  void set(const std::string& proof, int most_distractors);
  /// The options of the variation, with the proof and the table of novelties filled in.
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

/// The option --inject NOVELTY[,NAME=VALUE...], once for each novelty. It makes pairs of normal tasks and the
/// same tasks with the novelty.
class InjectOption {
 public:
  CLI::Option* add_to(CLI::App& command);
  bool given() const { return !texts_.empty(); }
  /// The novelties of the command line. Throws InputError for a text that is not of this form.
  std::vector<ChosenNovelty> chosen() const;

 private:
  std::vector<std::string> texts_;
};

}  // namespace novphy::app
