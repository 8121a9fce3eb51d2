#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "task_sets/task_journal.h"

namespace novphy {

/// Writes tasks into a folder, from several threads. The file of a task is either whole or absent. The
/// unfinished index (index.partial.jsonl) names a task only after the task's file is whole. Throws InputError
/// where a file cannot be written.
class TaskWriter {
 public:
  /// Without `resume`, the folder must hold no tasks. With `resume`, the folder may hold tasks that were
  /// begun with the same head, of which only the count may differ.
  TaskWriter(std::filesystem::path folder, const TaskSetHead& head, bool resume, const Catalogue& catalogue);

  const TaskJournal& journal() const { return *journal_; }
  /// Writes the task's file and its line.
  void add(TaskSetLine line, const std::string& text);
  /// Writes the index, sorted by template and task, and gives all its lines.
  std::vector<TaskSetLine> finish();

 private:
  std::filesystem::path folder_;
  TaskSetHead head_;
  std::unique_ptr<TaskJournal> journal_{};
};

}  // namespace novphy
