#include "generator/sets/task_journal.h"

#include <fmt/core.h>

#include <utility>

#include "base/input_error.h"

namespace novphy {
namespace {

bool same_but_count(TaskSetHead a, const TaskSetHead& b) {
  a.count = b.count;
  return a == b;
}

}  // namespace

TaskJournal::TaskJournal(AppendFile file, const TaskSetHead& head, Lines lines)
    : file_(std::move(file)), lines_(std::move(lines)) {
  std::string text = to_json_line(head);
  for (const auto& [key, line] : lines_) text += to_json_line(line);
  file_.replace(text);
}

bool TaskJournal::holds(const std::string& task_template, int task) const {
  const std::lock_guard lock(mutex_);
  return lines_.contains({task_template, task});
}

TaskSetLine TaskJournal::line(const std::string& task_template, int task) const {
  const std::lock_guard lock(mutex_);
  return lines_.at({task_template, task});
}

void TaskJournal::add(TaskSetLine line) {
  const std::string text = to_json_line(line);
  const std::lock_guard lock(mutex_);
  file_.append(text);
  Key key{line.task_template, line.task};
  lines_[std::move(key)] = std::move(line);
}

void TaskJournal::remove() { file_.remove(); }

TaskJournal::Lines lines_to_resume(const std::filesystem::path& index, bool finished, const TaskSetHead& head,
                                   const Catalogue& catalogue) {
  const TaskSet before = finished ? read_finished(index, catalogue) : read_unfinished(index, catalogue);
  if (!same_but_count(before.head, head))
    throw InputError(index.string(), "was made with other options, numbers, templates or novelties");
  if (before.head.count > head.count)
    throw InputError(index.string(),
                     fmt::format("is of {} tasks of each template, more than the {} asked for",
                                 before.head.count, head.count));
  TaskJournal::Lines lines;
  for (const TaskSetLine& line : before.lines) lines[{line.task_template, line.task}] = line;
  return lines;
}

}  // namespace novphy
