#pragma once

#include <string>
#include <vector>

#include "generator/sets/make_tasks.h"
#include "novelties/novelty.h"
#include "tests/temporary_folder.h"
#include "tests/trials/fixtures.h"

/// Small sets of tasks for tests.
namespace novphy::test {

/// The pair levels/templates/NAME.json, for a name such as "rolling/agents".
inline Pair shipped(const std::string& name) {
  return read_pair(NOVPHY_SOURCE_DIR "/levels/templates/" + name + ".json", assets().catalogue);
}

inline std::vector<Novelty> shipped_novelties() {
  return read_novelties(NOVPHY_SOURCE_DIR "/novelties", assets().catalogue);
}

/// Orders `count` tasks of both sides of each pair.
inline TaskOrder order_of_both(const std::vector<Pair>& pairs, int count) {
  TaskOrder order{.pairs = pairs};
  for (std::size_t pair = 0; pair < pairs.size(); ++pair)
    for (const bool novel : {false, true})
      order.wanted.push_back({.pair = pair, .novel = novel, .count = count});
  return order;
}

/// Options for tasks without a proof, which are made in a moment.
inline VariationOptions unproved() {
  VariationOptions options;
  options.proof = Proof::kNone;
  return options;
}

}  // namespace novphy::test
