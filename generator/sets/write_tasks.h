#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "generator/sets/make_tasks.h"
#include "novelties/injected_pair.h"

namespace novphy {

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
  TaskWriter(std::filesystem::path folder, const TaskSetHead& head, bool resume,
             const std::vector<Pair>& pairs, const Catalogue& catalogue, std::optional<Shard> shard = {});

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

// Writes tasks to disk, for `novphy generate`.

/// Orders tasks as order_of() does. Where novelties are chosen, the tasks are those of the named pairs with
/// these novelties put in. Throws InputError.
TaskOrder injected_order(const std::vector<std::string>& names, const std::vector<Pair>& library, int count,
                         const std::vector<ChosenNovelty>& chosen, const std::vector<Novelty>& table,
                         const Catalogue& catalogue);

/// Where the tasks go, and what the index says of them besides set_head().
struct TaskFolder {
  std::filesystem::path folder;
  int count = 0;             ///< number of tasks of each template, as the order has it
  std::string difficulty{};  ///< words() of the wish
  std::string physics = "standard";
  bool resume = false;  ///< goes on with what is in the folder
};

/// Makes the wanted tasks and writes each into the folder, then the index. Returns the lines of the index.
/// Throws InputError as make_tasks() and TaskWriter do, and for a window without a proof that finds one.
std::vector<TaskSetLine> write_tasks(const TaskOrder& order, const TaskRun& run, const TaskFolder& to,
                                     const Assets& assets);

}  // namespace novphy
