#include "evaluator/input/joined_tables.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/input_error.h"

namespace novphy {
namespace {

bool same_mark(const TaskMark& a, const TaskMark& b) {
  const auto parts = [](const TaskMark& task) {
    return std::tuple(task.performance, task.probability, bool{task.novel}, bool{task.passed},
                      bool{task.alarm}, bool{task.has_result}, bool{task.has_performance},
                      bool{task.informed}, task.shots);
  };
  return parts(a) == parts(b);
}

/// The rows of a later table whose tasks an earlier table holds, too.
struct SharedRows {
  int equal = 0;
  int different = 0;
};

/// A trial that is put together from the tables of an agent.
class JoinedTrial {
 public:
  JoinedTrial(const AgentLog& log, const TrialKey& first)
      : log_(log),
        key_(first),
        trial_(log.trials.trials().at(first)),
        sources_(trial_.tasks.size(), first.source) {}

  SharedRows add(int source, const TrialLog& later) {
    SharedRows shared;
    if (later.tasks.size() > trial_.tasks.size()) trial_.tasks.resize(later.tasks.size());
    sources_.resize(trial_.tasks.size());
    for (std::size_t task = 0; task < later.tasks.size(); ++task)
      if (later.tasks[task].known) add(task, source, later, shared);
    note_order(source, later);
    trial_.informed = trial_.informed || later.informed;
    return shared;
  }
  const TrialLog& trial() const { return trial_; }

 private:
  void add(std::size_t task, int source, const TrialLog& later, SharedRows& shared) {
    const TaskMark& mark = later.tasks[task];
    const TaskMark& earlier = trial_.tasks[task];
    const bool equal =
        earlier.known && same_mark(earlier, mark) && usage_of(trial_, task) == usage_of(later, task);
    if (equal) ++shared.equal;
    if (equal || (earlier.known && !replaces(task, source, mark, shared))) return;
    put_task(trial_, task, later, task);
    sources_[task] = source;
  }

  /// Whether a row counts instead of the different one of an earlier table.
  bool replaces(std::size_t task, int source, const TaskMark& mark, SharedRows& shared) const {
    const Repeats repeats = log_.trials.conventions().repeats;
    if (repeats == Repeats::kRefuse || trial_.tasks[task].novel != mark.novel)
      refuse(
          source, mark.line,
          fmt::format("has another row in {}:{}: expected each trial of an agent once (one table may go on "
                      "where another ends, with a column \"task\"), other trial numbers, another agent or "
                      "\"run\" for other trials, or --repeats first or last",
                      path_of(sources_[task]), trial_.tasks[task].line),
          task);
    ++shared.different;
    return repeats == Repeats::kLast;
  }

  void note_order(int source, const TrialLog& later) {
    trial_.last_normal = std::max(trial_.last_normal, later.last_normal);
    if (trial_.first_novel < 0 || (later.first_novel >= 0 && later.first_novel < trial_.first_novel))
      trial_.first_novel = later.first_novel;
    if (trial_.first_novel < 0 || trial_.last_normal < trial_.first_novel) return;
    const auto normal = static_cast<std::size_t>(trial_.last_normal);
    const auto novel = static_cast<std::size_t>(trial_.first_novel);
    refuse(
        source, later.tasks.back().line,
        fmt::format("is normal ({}:{}) and comes after the novel task {} ({}:{}): expected all normal tasks "
                    "of a trial before its novel tasks",
                    path_of(sources_[normal]), trial_.tasks[normal].line, novel, path_of(sources_[novel]),
                    trial_.tasks[novel].line),
        normal);
  }

  [[noreturn]] void refuse(int source, int line, const std::string& text, std::size_t task) const {
    throw InputError(path_of(source), line,
                     fmt::format("agent {}: {} {}, trial {}, task {} {}", log_.agent, key_.novelty,
                                 key_.scenario, key_.trial, task, text));
  }
  const std::string& path_of(int source) const {
    return log_.files[static_cast<std::size_t>(source) - 1].path;  // a file's number starts at 1
  }

  const AgentLog& log_;
  const TrialKey& key_;
  TrialLog trial_;
  std::vector<int> sources_;  ///< the table of each task
};

/// The trials of tables by their names, each with its tables in order.
std::map<TrialKey, std::vector<TrialKey>> trials_of_tables(const TrialLogs& logs) {
  std::map<TrialKey, std::vector<TrialKey>> trials;
  for (const auto& [key, log] : logs.trials()) {
    if (!logs.any_length(key.source)) continue;  // a file of another kind
    TrialKey name = key;
    name.source = 0;
    trials[name].push_back(key);
  }
  return trials;
}

/// The rows that two tables share, by the number of the later and of the earlier one.
using Shared = std::map<std::pair<int, int>, SharedRows>;

void join(AgentLog& log, const std::vector<TrialKey>& parts, Shared& shared) {
  JoinedTrial joined(log, parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const SharedRows rows = joined.add(parts[i].source, log.trials.trials().at(parts[i]));
    SharedRows& all = shared[{parts[i].source, parts.front().source}];
    all.equal += rows.equal;
    all.different += rows.different;
  }
  for (std::size_t i = 1; i < parts.size(); ++i)
    log.trials.join_parts(parts.front(), joined.trial(), parts[i]);
}

void note_shared(const AgentLog& log, const Shared& shared, std::vector<std::string>& warnings) {
  for (const auto& [tables, rows] : shared) {
    const std::string& later = log.files[static_cast<std::size_t>(tables.first) - 1].path;
    const std::string& earlier = log.files[static_cast<std::size_t>(tables.second) - 1].path;
    if (rows.equal > 0)
      warnings.push_back(fmt::format("{}: agent {}: {} rows are in {}, too, and count once", later, log.agent,
                                     rows.equal, earlier));
    if (rows.different > 0)
      warnings.push_back(fmt::format(
          "{}: agent {}: {} rows repeat tasks of {}; of each task the {} row counts", later, log.agent,
          rows.different, earlier, log.trials.conventions().repeats == Repeats::kFirst ? "first" : "last"));
  }
}

}  // namespace

void join_tables(AgentLog& log, std::vector<std::string>& warnings) {
  if (log.files.size() < 2) return;
  Shared shared;
  for (const auto& [name, parts] : trials_of_tables(log.trials)) join(log, parts, shared);
  note_shared(log, shared, warnings);
}

}  // namespace novphy
