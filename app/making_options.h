#pragma once

#include <cstddef>
#include <functional>
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
  const std::string& proof() const { return proof_; }
  VariationOptions& rest() { return variation_; }

 private:
  std::string proof_;
  NoveltyTable novelties_;
  VariationOptions variation_{};
};

/// Returns a function of the tasks that are made and of all tasks, which shows both numbers and the time left
/// on a line that is overwritten each time. The function is empty where the standard error is no terminal.
std::function<void(std::size_t, std::size_t)> making_progress();

}  // namespace novphy::app
