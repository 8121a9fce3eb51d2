#pragma once

#include <string>
#include <vector>

#include "novelties/novelty.h"

namespace novphy {

/// What a novel task must show because of the novelties in it. What is not required holds by construction: a
/// colour changes no motion, a mirrored slingshot and gravity upwards meet every throw.
struct RequiredChecks {
  bool by_push = false;                  ///< C2a: a body that an effect pushes has met the novelty ...
  std::vector<std::string> materials{};  ///< ... and so has one of these materials
  bool needed = false;                   ///< C2b
  bool not_skipped = false;              ///< C2c
  bool old_plan_fails = false;           ///< C3a

  bool touched() const { return by_push || !materials.empty(); }
};

/// What the entries of all novelties say that the task is marked with. A mark without an entry, and a task
/// without any mark, requires every check: C2a by push, and C2c where an effect waits for birds to be gone.
RequiredChecks required_checks(const Task& novel, const std::vector<Novelty>& table);

/// FNV-1a (64 bits, 16 hexadecimal digits) of all that required_checks() takes from the table: of two tables
/// with the same hash, tasks are asked the same.
std::string hash_of_checks(const std::vector<Novelty>& table);

}  // namespace novphy
