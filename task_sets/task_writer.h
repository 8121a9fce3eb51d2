#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "task_sets/task_journal.h"

namespace novphy {

/// A folder that fills with tasks from several threads: each task's file is whole or not there, and stands in
/// the unfinished index (index.partial.jsonl) once it is. Throws InputError where something cannot be
/// written.
class TaskWriter {
 public:
  /// An empty or new folder; with `resume` one that was begun with the same head, the count aside.
  TaskWriter(std::filesystem::path folder, const TaskSetHead& head, bool resume, const Catalogue& catalogue);

  const TaskJournal& journal() const { return *journal_; }
  /// Writes the task's file and its line.
  void add(TaskSetLine line, const std::string& text);
  /// Writes the index, sorted by template and task, and gives all lines of it.
  std::vector<TaskSetLine> finish();

 private:
  std::filesystem::path folder_;
  TaskSetHead head_;
  std::unique_ptr<TaskJournal> journal_{};
};

}  // namespace novphy
