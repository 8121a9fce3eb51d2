#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"
#include "evaluator/measure_table.h"
#include "evaluator/measures/series.h"

namespace novphy {

/// Sorts names as comes_before() does.
struct PapersOrder {
  std::span<const std::string_view> papers;
  bool operator()(std::string_view a, std::string_view b) const { return comes_before(papers, a, b); }
};

/// Holds a number for each task of a trial.
struct OwnedSeries {
  std::vector<double> normal, novel;
  operator TaskSeries() const { return {normal, novel}; }
};

/// What a trial cost, as means over its tasks. A mean is empty where any of the tasks does not tell its
/// number.
struct TrialCost {
  std::optional<double> shots;  ///< over novel tasks, all others over normal and novel tasks
  std::optional<double> calls, tokens_in, tokens_out, cost, wall_s;
};

/// A trial in the form that measures need: normal tasks and novel tasks separately.
struct MeasuredTrial {
  explicit MeasuredTrial(const TrialLog& log);

  bool informed = false;
  bool has_results = false;      ///< of every task it is known whether it was passed
  bool has_performance = false;  ///< the performance of every task is known
  Alarms alarms;
  OwnedSeries probability;
  OwnedSeries passes;  ///< 1 or 0
  OwnedSeries performance;
  TrialCost cost;
  std::optional<OwnedSeries> baseline;  ///< the baseline's performance in the same trial
  Windows windows;
};

/// Names a trial in the same way for every agent that plays it: the plan's hash, the novelty, the scenario
/// and the trial's number. Trainings of one agent give equal names to the same trial. One training may play a
/// plan several times; `time` tells these times apart.
struct TrialName {
  std::string plan;
  std::string novelty;
  std::string scenario;
  int trial = 0;
  int time = 0;  ///< 0 unless the files of one training hold the same plan more than once
  friend auto operator<=>(const TrialName&, const TrialName&) = default;
};

/// The complete trials of an agent by name, one for each training. `logs` must outlive the map.
using NamedTrials = std::map<TrialName, std::vector<const TrialLog*>>;
NamedTrials by_name(const TrialLogs& logs);

/// Gives the trials of an agent their names, in the order of TrialLogs::trials().
class TrialNames {
 public:
  explicit TrialNames(const TrialLogs& logs) : logs_(&logs) {}
  TrialName of(const TrialKey& key);

 private:
  const TrialLogs* logs_;
  std::set<std::pair<TrialName, int>> given_;  ///< with the training
};

/// An agent that other agents are compared with on the same tasks, or the mean of several such agents.
class Baseline {
 public:
  /// The logs must outlive the baseline. Throws std::invalid_argument if `agents` is empty.
  explicit Baseline(std::span<const TrialLogs* const> agents);

  /// The baseline's performance on the named trial: for each task, the mean over the baseline's agents, of
  /// which each is the mean over its trainings. Both parts are empty if an agent of the baseline did not play
  /// the trial or has no results of it. Throws std::invalid_argument if a trial of the baseline has other
  /// numbers of normal and novel tasks than `of_agent`.
  OwnedSeries performance(const TrialName& name, const TrialLog& of_agent) const;
  /// Whether every agent of the baseline completed a trial of the plan with this hash.
  bool has_plan(const std::string& plan) const;

 private:
  std::vector<NamedTrials> agents_;
};

/// A complete trial with all its measures.
struct TrialRow {
  std::size_t cell = 0;  ///< index in TrialTable::cells
  std::size_t unit = 0;  ///< the unit that the bootstrap draws: the trial, or the person or training that
                         ///< played it
  std::size_t run = 0;   ///< index in TrialTable::runs
  TrialName name;
  int source = 0;                         ///< the trial's file, as in TrialKey
  int first_task = 0;                     ///< TrialLog::first_task
  std::optional<std::uint64_t> tasks{0};  ///< TrialLogs::tasks_of()
  bool informed = false;
  bool has_results = false;
  Detection detection = Detection::kMissed;  ///< meaningful for uninformed trials only
  int delay = 0;                             ///< detection_delay(); 0 unless detected correctly
  int normal_tasks = 0;
  int novel_tasks = 0;
  Windows windows{};
  std::vector<double> values{};         ///< one for each of measures(); NaN if undefined
  std::vector<double> normal_passes{};  ///< 1 or 0 for each normal task; empty without results
  std::vector<double> passes{};         ///< 1 or 0 for each novel task; empty without results
  std::vector<double> shots{};          ///< of each novel task; empty where any task does not tell its shots
};

/// Whether two trials of one name are known to have the same tasks.
inline bool same_tasks(const TrialRow& a, const TrialRow& b) {
  return a.tasks && b.tasks && (a.tasks == b.tasks || *a.tasks == 0 || *b.tasks == 0) &&
         a.normal_tasks == b.normal_tasks && a.novel_tasks == b.novel_tasks;
}

/// A cell: the trials of one novelty-scenario.
struct CellRows {
  std::string novelty;
  std::string scenario;
  int incomplete = 0;
  int agent_errors = 0;
  std::vector<std::size_t> rows{};  ///< indices in TrialTable::rows
  std::vector<int> undefined;       ///< for each measure, the trials that should have it but for which it is
                                    ///< undefined
};

/// One agent's trials. All other numbers are means over these rows.
struct TrialTable {
  std::vector<TrialRow> rows;
  std::vector<CellRows> cells;                   ///< in the papers' order; none of levels without novelties
  std::vector<std::vector<std::size_t>> strata;  ///< sets of units; the bootstrap draws within each set
  std::size_t units = 0;
  std::vector<std::string> runs;  ///< the trainings that have a row; "" for one without a name
  /// Two of the trainings or people hold the same plays (has_equal_units()), so that there is no interval or
  /// test.
  bool equal_units = false;
};

/// Throws std::invalid_argument if a window is longer than a trial, if the baseline played other tasks, or if
/// a trial has several changes.
TrialTable tabulate(const TrialLogs& logs, const Conventions& conventions, const Baseline* baseline);

}  // namespace novphy
