#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "generator/sets/make_tasks.h"
#include "tests/task_sets/sets.h"

namespace novphy::test {

/// Makes tasks into a journal that may hold tasks already. Keeps the texts of the tasks that were newly made.
class Maker {
 public:
  Maker(const TaskOrder& order, const TaskRun& run, TaskJournal::Lines before = {})
      : journal_(AppendFile(folder_ / "journal", {.create = true}),
                 set_head(run.variation, order.pairs, assets(), "standard"), std::move(before)) {
    make_tasks(order, run, solver_numbers(assets()), journal_,
               [&](const WantedTasks& wanted, TaskSetLine line, const Task&, const std::string& text) {
                 const std::lock_guard lock(mutex_);
                 texts_[{name_of(order, wanted), line.task}] = text;
                 journal_.add(std::move(line));
               });
  }

  const std::map<TaskJournal::Key, std::string>& texts() const { return texts_; }
  const TaskJournal::Lines& lines() const { return journal_.lines(); }
  std::string index() const {
    std::string text;
    for (const auto& [key, line] : lines()) text += to_json_line(line);
    return text;
  }

 private:
  TemporaryFolder folder_;
  TaskJournal journal_;
  std::mutex mutex_;
  std::map<TaskJournal::Key, std::string> texts_;
};

}  // namespace novphy::test
