#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/variation.h"
#include "task_sets/task_journal.h"

namespace novphy {

/// A template of which tasks 0, 1, ... count - 1 are wanted.
struct WantedTasks {
  std::size_t pair = 0;  ///< index into TaskOrder::pairs
  bool novel = false;
  int count = 0;
};

struct TaskOrder {
  std::vector<Pair> pairs{};
  std::vector<WantedTasks> wanted{};
};

/// "rolling/agents/novel".
const std::string& name_of(const TaskOrder& order, const WantedTasks& wanted);

/// Of what makes the tasks, in whatever order the pairs stand.
std::string hash_of_pairs(const std::vector<Pair>& pairs);

/// The first line of an index of tasks that are made of these pairs and proved with the physics of this name.
/// Its count is 0 and its format "json".
TaskSetHead set_head(const VariationOptions& options, const std::vector<Pair>& pairs, const Assets& assets,
                     const std::string& physics);

struct TaskRun {
  VariationOptions variation{};
  bool xml = false;  ///< the text of a task is Science Birds XML, not our JSON
  unsigned jobs = 1;
  /// Called with how many are made, and of how many, by one thread at a time.
  std::function<void(std::size_t, std::size_t)> progress{};
};

/// Takes a task that was made, its text and line, and adds the line to the journal. Called from several
/// threads.
using TaskSink = std::function<void(const WantedTasks& wanted, TaskSetLine line, const std::string& text)>;

/// Makes the tasks that the journal does not hold yet: the same tasks for any number of jobs. Two tasks of a
/// template are never the same: the later one is made again. Throws InputError naming the template, and the
/// check that most draws failed, where fewer than 10 % of its draws are accepted; and what the sink throws.
void make_tasks(const TaskOrder& order, const TaskRun& run, const SolverNumbers& numbers,
                const TaskJournal& journal, const TaskSink& sink);

}  // namespace novphy
