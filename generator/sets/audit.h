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
  /// Called after each task with the number of tasks checked so far and the number of tasks in the sample, by
  /// one thread at a time.
  std::function<void(std::size_t, std::size_t)> progress{};
};

/// A task of a set, and the results of all checks of its side, with its distractors in place.
struct AuditedTask {
  std::string task_template{};
  int task = 0;
  SideReport report{};
};

/// Indices of the tasks that an audit checks, ascending: this share of `count` tasks, and at least one.
std::vector<std::size_t> audit_sample(std::size_t count, double share, std::uint64_t seed);

/// Makes every check on a sample of the tasks, in the order of the set. `pairs` must have the pair of each
/// task.
std::vector<AuditedTask> audit(const TaskSet& set, const std::vector<Pair>& pairs,
                               const AuditOptions& options, const SolverNumbers& numbers);

/// On how many tasks a check was made, and how many passed it.
struct CheckTally {
  int asked = 0;
  int passed = 0;
};

/// The tally of each check, by the check's name, such as "novelty_needed".
std::map<std::string, CheckTally> tally(const std::vector<AuditedTask>& tasks);

}  // namespace novphy
