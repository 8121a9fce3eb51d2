#pragma once

#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "generator/task_index.h"

namespace novphy {

/// A folder that fills with tasks from several threads: each task's file is whole or not there, and stands in
/// the unfinished index (index.partial.jsonl) once it is. Throws InputError where something cannot be
/// written.
class TaskWriter {
 public:
  /// An empty or new folder; with `resume` one that was begun with the same head, the count aside.
  TaskWriter(std::filesystem::path folder, const TaskSetHead& head, bool resume);
  ~TaskWriter();
  TaskWriter(const TaskWriter&) = delete;
  TaskWriter& operator=(const TaskWriter&) = delete;

  /// Whether the task is there already.
  bool holds(const std::string& task_template, int task) const;
  /// Writes the task's file and its line; sets the line's hash.
  void add(TaskSetLine line, const std::string& text);
  /// Writes the index, sorted by template and task, and gives all lines of it.
  std::vector<TaskSetLine> finish();

 private:
  using Key = std::pair<std::string, int>;
  std::filesystem::path partial() const;
  void append(const std::string& text);

  std::filesystem::path folder_;
  TaskSetHead head_;
  std::map<Key, TaskSetLine> lines_{};
  std::FILE* stream_ = nullptr;
  mutable std::mutex mutex_{};
};

}  // namespace novphy
