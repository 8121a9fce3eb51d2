#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "generator/checks.h"
#include "generator/sets/task_index.h"

namespace novphy {

struct AuditOptions {
  std::vector<Novelty> novelties{};  ///< the table of novelties, which says what a novel task must pass
  double share = 0.01;               ///< share of the set's tasks in the sample, at least one task
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  /// Called after each task with the number of tasks checked so far and the number of tasks in the sample.
  /// Only one thread calls at a time.
  std::function<void(std::size_t, std::size_t)> progress{};
};

/// A task of a set, and the report of every check of its side. The checks play the task with its distractors.
struct AuditedTask {
  std::string task_template{};
  int task = 0;
  SideReport report{};
};

/// Indices, ascending, of the tasks that an audit looks at: this share of `count` tasks, one at least.
std::vector<std::size_t> audit_sample(std::size_t count, double share, std::uint64_t seed);

/// Makes every check on a sample of the tasks. The result has the order of the set. The pair of each task
/// must be among `pairs`.
std::vector<AuditedTask> audit(const TaskSet& set, const std::vector<Pair>& pairs,
                               const AuditOptions& options, const SolverNumbers& numbers);

/// The number of tasks on which one check was made, and the number of tasks that passed the check.
struct CheckTally {
  int asked = 0;
  int passed = 0;
};

/// The tally of each check, by the check's name, such as "novelty_needed".
std::map<std::string, CheckTally> tally(const std::vector<AuditedTask>& tasks);

}  // namespace novphy
