#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/common.h"
#include "generator/make_tasks.h"

/// What commands that make tasks share: which templates are meant, and how tasks are to be made.
namespace novphy::app {

/// The pairs of these files, and of the files below these folders, sorted by their paths. Throws InputError.
std::vector<Pair> pairs_in(const std::vector<std::string>& places, const Catalogue& catalogue);

/// `count` tasks of each template that is named: a pair file, a folder of them, a pair or a template of
/// `library` such as rolling/agents or rolling/agents/novel, or "all". Throws InputError.
TaskOrder order_of(const std::vector<std::string>& names, const std::vector<Pair>& library, int count,
                   const Catalogue& catalogue);

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

/// The first line of an index of tasks made like this.
TaskSetHead set_head(const VariationOptions& options, const std::vector<Pair>& pairs,
                     const AssetOptions& asset_options, const Assets& assets);

/// What tasks are proved with.
SolverNumbers solver_numbers(const AssetOptions& options, const Assets& assets);

/// A line that is written over and over, on a terminal only: how many tasks are made, and the time left.
std::function<void(std::size_t, std::size_t)> making_progress();

}  // namespace novphy::app
