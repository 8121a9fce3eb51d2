#pragma once

#include <string>
#include <vector>

#include "levels/pair.h"
#include "novelties/novelty.h"

namespace novphy {

/// The checks that a novel task must pass because of its novelties. A check that a novelty does not require
/// has a known result: a colour changes no motion, and a mirrored slingshot or gravity upwards acts on every
/// throw. A novelty that requires none of C2a, C2b, C2c and C3a, such as an altered view, changes no play, so
/// that C3b is not required either.
struct RequiredChecks {
  bool by_push = false;                  ///< C2a: a body meets the novelty when an effect pushes the body
  std::vector<std::string> materials{};  ///< C2a: a body of one of these materials meets the novelty
  bool by_unlike = false;                ///< C2a: an object unlike its kind meets the novelty
  bool needed = false;                   ///< C2b
  bool not_skipped = false;              ///< C2c
  bool old_plan_fails = false;           ///< C3a
  bool way_changes = false;              ///< C3b

  /// Whether C2a is required.
  bool touched() const { return by_push || by_unlike || !materials.empty(); }
};

/// All checks required by the novelties that the task is marked with. A mark without an entry in the table,
/// and a task without any mark, require C2a by push, C2b and C3a, and also C2c where an effect of the task
/// waits until some birds are gone.
RequiredChecks required_checks(const Task& novel, const std::vector<Novelty>& table);

/// A hash of all that required_checks() reads in the table for the novel tasks of these pairs: FNV-1a, 64
/// bits, 16 hexadecimal digits. Entries that no pair is marked with do not count.
std::string hash_of_checks(const std::vector<Pair>& pairs, const std::vector<Novelty>& table);

}  // namespace novphy
