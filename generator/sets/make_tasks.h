#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/shard.h"
#include "generator/sets/task_index.h"
#include "generator/variation.h"

/// Many tasks: which are wanted, made on threads, and written into a folder.
namespace novphy {

/// A template, of which the tasks first, first + 1, ... first + count - 1 are wanted. They are not compared
/// with tasks before `first`, so that these need not be made.
struct WantedTasks {
  std::size_t pair = 0;  ///< index into TaskOrder::pairs
  bool novel = false;
  int count = 0;
  int first = 0;
};

struct TaskOrder {
  std::vector<Pair> pairs{};
  std::vector<WantedTasks> wanted{};
};

/// The name of the wanted template, such as "rolling/agents/novel".
const std::string& name_of(const TaskOrder& order, const WantedTasks& wanted);

/// A hash of everything in the pairs that tasks depend on. The order of the pairs does not change it.
std::string hash_of_pairs(const std::vector<Pair>& pairs);

/// The first line of an index of tasks that are made from these pairs and proved with the physics of this
/// name. Its count is 0 and its format is "json".
TaskSetHead set_head(const VariationOptions& options, const std::vector<Pair>& pairs, const Assets& assets,
                     const std::string& physics);

struct TaskRun {
  VariationOptions variation{};
  bool play_witnesses = false;  ///< of certified tasks, for the digests of their lines
  bool xml = false;             ///< tasks are written as Science Birds XML instead of novphy's JSON
  unsigned jobs = 1;
  /// Only tasks whose numbers belong to the shard are made. A later call without a shard compares the tasks
  /// of all shards, and makes equal ones again.
  std::optional<Shard> shard{};
  double least_acceptance = 0.1;                   ///< share of a template's draws that should be accepted
  std::function<void(const std::string&)> warn{};  ///< called for a template of which fewer were accepted
  StageBegin stage{};  ///< called before the pairs are solved that must be, and before tasks are made
  PieceCounter::Progress progress{};  ///< called with tasks made so far and wanted tasks, or pairs solved
  StopFlag stop =
      nullptr;  ///< looked at before each pair that is solved and each task: then Stopped is thrown
};

/// Takes a task that was made, its text and its line, and adds the line to the journal. Several threads call
/// the sink.
using TaskSink = std::function<void(const WantedTasks& wanted, TaskSetLine line, const Task& task,
                                    const std::string& text)>;

/// Makes the wanted tasks that the journal does not hold yet. They do not depend on the number of jobs. No
/// two tasks of a template are equal: except in shards, the later one of two equal tasks is made again.
/// Throws InputError, which names the template and the check that most draws failed, where none of 100 draws
/// of a task is accepted, and as soon as its first tasks show (p < .001) that fewer than
/// TaskRun::least_acceptance of all draws are; where they only seem to be fewer in the end, warns. Also
/// throws what the sink throws.
void make_tasks(const TaskOrder& order, const TaskRun& run, const SolverNumbers& numbers,
                const TaskJournal& journal, const TaskSink& sink);

/// Reads a folder that novphy generate wrote, and removes the pairs that have no task there from `pairs`.
/// Throws InputError where the tasks were made with other pairs, objects or physics, and where a file or the
/// recipe of a task has been changed since.
TaskSet read_tasks_of(const std::string& folder, std::vector<Pair>& pairs, const Assets& assets);

/// Reads the pairs of these files, and of all files below these folders. The pairs are sorted by path. Throws
/// InputError, also where there are places and no pair in any of them.
std::vector<Pair> pairs_in(const std::vector<std::string>& places, const Catalogue& catalogue);

/// Orders `count` tasks of each named template. A name is a pair file, a folder of pair files, or one of
/// these of `library`: a pair such as rolling/agents, a template such as rolling/agents/novel, a scenario, or
/// "all". Throws InputError.
TaskOrder order_of(const std::vector<std::string>& names, const std::vector<Pair>& library, int count,
                   const Catalogue& catalogue);

/// Folders that were made for files. Those that hold nothing in the end are removed.
class NewFolders {
 public:
  NewFolders() = default;
  ~NewFolders();
  NewFolders(const NewFolders&) = delete;
  NewFolders& operator=(const NewFolders&) = delete;

  /// Makes a folder and the folders above it, where they are missing. Throws InputError.
  void make(const std::filesystem::path& folder);

 private:
  std::vector<std::filesystem::path> made_;
  std::mutex mutex_;
};

/// Writes tasks into a folder, from several threads. A task's file is complete or absent. The unfinished
/// index (index.partial.jsonl, or the index of a shard) names a task only when its file is complete. Throws
/// InputError where a file cannot be written.
class TaskWriter {
 public:
  /// Without `resume`, the folder must hold no tasks. With `resume`, it may hold tasks of an index with the
  /// same head, except that the count may differ; without a shard, the tasks of all shards in the folder are
  /// taken over. A shard is written beside the other shards.
  /// Folders that an error leaves empty are removed again.
  TaskWriter(std::filesystem::path folder, Resumption resumption, std::optional<Shard> shard = {});

  const TaskJournal& journal() const { return *journal_; }
  /// Writes the task's file and its line.
  void add(TaskSetLine line, const std::string& text);
  /// Writes the index, sorted by template and task, and returns all its lines. The index of a shard stays as
  /// it is, for the call that takes over the tasks of all shards.
  std::vector<TaskSetLine> finish();

 private:
  std::filesystem::path folder_;
  TaskSetHead head_;
  std::optional<Shard> shard_;
  NewFolders new_folders_;
  std::unique_ptr<TaskJournal> journal_{};
};

}  // namespace novphy
