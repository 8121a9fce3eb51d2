#pragma once

#include <string>
#include <vector>

#include "app/arguments.h"
#include "levels/pair.h"

namespace novphy::app {

/// The option --inject NOVELTY[,NAME=VALUE...], given once for each novelty: commands that make tasks then
/// make pairs of normal tasks and the same tasks with the novelty.
class InjectOption {
 public:
  CLI::Option* add_to(CLI::App& command);
  bool given() const { return !texts_.empty(); }
  /// The pairs with each novelty put into their normal sides. Without `named`, a novelty goes into the pairs
  /// of the novelty's own level only. Throws InputError.
  std::vector<Pair> into(const std::vector<Pair>& pairs, bool named, const std::vector<Novelty>& table,
                         const Catalogue& catalogue) const;
  /// The table without what pairs with the novelties must show of them: a novelty that was put into a normal
  /// task need not change the way in which the task is passed.
  std::vector<Novelty> not_asked(std::vector<Novelty> table) const;

 private:
  std::vector<std::string> texts_;
};

}  // namespace novphy::app
