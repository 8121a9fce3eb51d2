#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/append_file.h"
#include "generator/sets/task_index.h"

namespace novphy {

/// The index of a set of tasks while the tasks are made. Every line is on the disk when add() returns.
/// Several threads may use a journal at once.
class TaskJournal {
 public:
  using Key = std::pair<std::string, int>;  ///< name of the template, number of the task
  using Lines = std::map<Key, TaskSetLine>;

  /// Begins the file anew with these lines, so that a second interruption loses no line. Throws InputError
  /// where the file cannot be written. Who opened the file, and so locked it, has read these lines from it.
  TaskJournal(AppendFile file, const TaskSetHead& head, Lines lines);

  bool holds(const std::string& task_template, int task) const;
  /// The line of a task that the journal holds.
  TaskSetLine line(const std::string& task_template, int task) const;
  /// Adds a line. Where the journal already has a line for the task, the new line replaces the old line.
  void add(TaskSetLine line);
  /// All lines, sorted by template and task. No thread may call add() while the result is in use.
  const Lines& lines() const { return lines_; }
  /// Deletes the file.
  void remove();

 private:
  AppendFile file_;
  Lines lines_;
  mutable std::mutex mutex_{};
};

/// Reads the lines of an index in order to add more tasks. `finished` says whether the index was finished.
/// Throws InputError where the head of the index differs from `head` in anything but the count, and where the
/// count of the index is greater than the count of `head`.
TaskJournal::Lines lines_to_resume(const std::filesystem::path& index, bool finished, const TaskSetHead& head,
                                   const Catalogue& catalogue);

}  // namespace novphy
