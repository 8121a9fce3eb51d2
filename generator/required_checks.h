#pragma once

#include <string>
#include <vector>

#include "levels/pair.h"
#include "novelties/novelty.h"

namespace novphy {

/// The checks that a novel task must pass because of its novelties. A check that a novelty does not require
/// has a known result: a colour changes no motion, and a mirrored slingshot or gravity upwards acts on every
/// throw. A novelty that requires none of the four, such as an altered view, changes no play, so that
/// way_changes is not required either.
struct RequiredChecks {
  bool by_push = false;                  ///< a body meets the novelty when an effect pushes the body
  std::vector<std::string> materials{};  ///< a body of one of these materials meets the novelty
  bool by_unlike = false;                ///< an object unlike its kind meets the novelty
  bool novelty_needed = false;
  bool storm_not_skipped = false;
  bool old_plan_fails = false;
  bool way_changes = false;

  /// A body of the winning chain must meet the novelty, in one of the ways above.
  bool novelty_touched() const { return by_push || by_unlike || !materials.empty(); }
};

/// All checks required by the novelties that the task is marked with. A mark without an entry in the table,
/// and a task without any mark, require novelty_touched by push, novelty_needed and old_plan_fails, and also
/// storm_not_skipped where an effect of the task
/// waits until some birds are gone.
RequiredChecks required_checks(const Task& novel, const std::vector<Novelty>& table);

/// A hash of all that required_checks() reads in the table for the novel tasks of these pairs: FNV-1a, 64
/// bits, 16 hexadecimal digits. Entries that no pair is marked with do not count.
std::string hash_of_checks(const std::vector<Pair>& pairs, const std::vector<Novelty>& table);

}  // namespace novphy
