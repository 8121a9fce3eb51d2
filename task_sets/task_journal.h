#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/append_file.h"
#include "task_sets/task_index.h"

namespace novphy {

/// The index of tasks while they are made: every line is on the disk once it is added. Safe to use from
/// several threads.
class TaskJournal {
 public:
  using Key = std::pair<std::string, int>;  ///< template, task
  using Lines = std::map<Key, TaskSetLine>;

  /// Begins the file anew with these lines. Throws InputError where it cannot be written.
  TaskJournal(const std::filesystem::path& file, const TaskSetHead& head, Lines lines);

  bool holds(const std::string& task_template, int task) const;
  /// The line must be there.
  TaskSetLine line(const std::string& task_template, int task) const;
  /// Adds a line, or puts it in the place of the one of the same task.
  void add(TaskSetLine line);
  /// Sorted by template and task. Nobody may add meanwhile.
  const Lines& lines() const { return lines_; }
  /// The file is no longer needed.
  void remove();

 private:
  AppendFile file_;
  Lines lines_;
  mutable std::mutex mutex_{};
};

/// The lines of an unfinished index, for going on with it. Throws InputError where it was made by another
/// head, the count aside, or is of more tasks than the head asks for.
TaskJournal::Lines lines_to_resume(const std::filesystem::path& index, bool finished, const TaskSetHead& head,
                                   const Catalogue& catalogue);

}  // namespace novphy
