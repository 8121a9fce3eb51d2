#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "generator/checks.h"
#include "task_sets/task_index.h"

namespace novphy {

struct AuditOptions {
  std::vector<Novelty> novelties{};  ///< whose entries say which checks a novel task must pass
  double share = 0.01;               ///< of the tasks, drawn by the seed; one at least
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  /// Called with how many tasks are checked, and of how many, by one thread at a time.
  std::function<void(std::size_t, std::size_t)> progress{};
};

/// A task of a set and every check of its side, distractors included.
struct AuditedTask {
  std::string task_template{};
  int task = 0;
  SideReport report{};
};

/// Indices, ascending, of the tasks that an audit looks at: this share of `count` tasks, one at least.
std::vector<std::size_t> audit_sample(std::size_t count, double share, std::uint64_t seed);

/// Asks every check of a sample of the tasks, in the order of the set. Each task's pair must be among the
/// pairs.
std::vector<AuditedTask> audit(const TaskSet& set, const std::vector<Pair>& pairs,
                               const AuditOptions& options, const SolverNumbers& numbers);

/// How many tasks one check was asked of, and how many of them passed it.
struct CheckTally {
  int asked = 0;
  int passed = 0;
};

/// By the check's name, such as "C2b".
std::map<std::string, CheckTally> tally(const std::vector<AuditedTask>& tasks);

}  // namespace novphy
