#pragma once

#include <compare>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "evaluator/measures/detection.h"
#include "evaluator/record.h"

namespace novphy {

/// The number that a task contributes to NRP, M3, OPTI and other measures of performance.
enum class Performance {
  kPass,   ///< 1 for a passed task, 0 for a failed task
  kScore,  ///< the task's score
};

/// Accuracy, precision, recall and F1 of a trial can be undefined. This tells how such a trial enters the
/// mean of its trial-set.
enum class Undefined {
  kPropagate,  ///< the mean is undefined, as Pinto et al. 2022 print it (NaN)
  kSkip,       ///< the mean is over the other trials, with a count of the undefined ones
};

/// What to do with a second record of a task of a trial: a participant may have reloaded a page, a script may
/// have appended its rows again.
enum class Repeats {
  kRefuse,
  kFirst,  ///< the first record of the task counts
  kLast,   ///< the last record of the task counts
};

/// The program whose way of computing M1 to M6 is followed; see evaluator/measure_table.h.
enum class Definitions { kNovphy, kSailOn, kWsu, kWsuScript, kParcScript, kSailOnClient };

/// Every choice that changes a number. docs/reference/measures.md gives the source of each choice.
struct Conventions {
  AlarmRule alarm;
  Performance performance = Performance::kPass;
  Undefined undefined = Undefined::kPropagate;
  Repeats repeats = Repeats::kRefuse;
  /// Measures are of this change of each trial, from 1; nothing: trials have one.
  std::optional<int> at_change{};
  bool paired = false;    ///< trials of tables that have equal numbers are of the same tasks
  std::optional<int> m;   ///< number of last novel tasks for AP; default_m() if absent
  std::optional<int> m1;  ///< number of last novel tasks for Pinto; if absent, a tenth of the novel tasks, at
                          ///< least 1
  std::optional<int> m2;  ///< number of first novel tasks for Pinto; if absent, as for m1
  Definitions definitions = Definitions::kNovphy;  ///< of M1 to M6
  std::optional<int> sailon_m;  ///< number of first or last novel tasks for SAIL-ON and WSU; if absent, that
                                ///< of the definitions
  std::optional<double>
      sailon_m_share;        ///< replaces sailon_m: a share of the trial, rounded down, at least 1 task
  int regain_window = 5;     ///< number of tasks over which the running pass rate is taken
  double neutral = 0.05;     ///< largest difference, as a share, for which a novelty is neutral
  int resamples = 0;         ///< of the bootstrap; 0 gives no intervals
  double confidence = 0.95;  ///< of every interval
  std::uint64_t seed = 1;    ///< of the bootstrap
  unsigned threads = 1;      ///< number of agents read and measured at the same time; does not change the
                             ///< results
};

/// The lengths of a trial's windows, in tasks.
struct Windows {
  int ap = 0;
  int m1 = 0;
  int m2 = 0;
  int sailon = 0;
};
/// The windows of a trial with these numbers of tasks. Throws std::invalid_argument if a window set by the
/// conventions is below 1 or above `novel_tasks`. A share of the trial is limited to `novel_tasks`.
Windows windows_of(const Conventions& conventions, int novel_tasks, int normal_tasks = 0);

/// What the measures need of a task's record.
struct TaskMark {
  double performance = 0;  ///< 1 or 0 for passed or failed, or the score, by the conventions
  double probability = 0;  ///< of novelty; 1 or 0 if the record holds an alarm
  int line = 0;            ///< of the task's record in its file; 0: not known
  bool known : 1 = false;  ///< whether a record of the task was added
  bool novel : 1 = false;
  bool passed : 1 = false;
  bool alarm : 1 = false;
  bool has_result : 1 = false;       ///< whether `passed` is known
  bool has_performance : 1 = false;  ///< whether `performance` is known
  bool informed : 1 = false;         ///< the record says that the agent was told of the novelty
  std::uint8_t change = 0;           ///< as in the record
  std::uint16_t shots = kShotsNotKnown;
  static constexpr std::uint16_t kShotsNotKnown = 0xffff;
};

/// Identifies a trial of one agent. Sorts by novelty-scenario.
struct TrialKey {
  std::string novelty;
  std::string scenario;
  bool control = false;
  int source = 0;  ///< index of the file; trials with the same number in two files are different trials
  int trial = 0;
  int run = 0;            ///< for TrialLogs::run_name(); the same trial in two trainings is two trials
  bool informed = false;  ///< in tables, the informed version of a trial that was played in both ways
  friend auto operator<=>(const TrialKey&, const TrialKey&) = default;
};

/// The tasks of a trial, 24 bytes each, and 72 more where they tell their usage.
struct TrialLog {
  bool informed = false;
  bool agent_error = false;     ///< the agent could not go on
  bool only_levels = true;      ///< every task is a play of a level without novelties
  int last_normal = -1;         ///< the greatest index of a normal task; -1: none
  int first_novel = -1;         ///< the least index of a novel task; -1: none
  int first_task = 0;           ///< of a trial that was cut, the index of its first task in the whole trial
  std::vector<TaskMark> tasks;  ///< by index within the trial
  std::vector<PlayerUsage> usage;  ///< by index within the trial, up to the last task that tells its usage
  /// Of a table, hashes of the tasks' names, up to the last task that has one; 0: it has none.
  std::vector<std::uint64_t> task_names;
  /// Of records, the sum of hashes of the tasks' plays: shots, results and final states. 0: no play is known.
  std::uint64_t plays = 0;
  std::vector<RecordedQuestion> questions;  ///< asked after the trial
  bool ends_novel = false;                  ///< whether the task before the questions was novel
};

/// Notes where the trial's normal tasks end and its novel tasks begin: -1 for none. Returns whether all
/// normal tasks come before the novel ones.
bool note_order(TrialLog& trial, int last_normal, int first_novel);
/// For each task, how often a novelty has begun, this time included. 0: none holds.
std::vector<int> changes_of(const TrialLog& trial);
/// Whether the trial's novel tasks are of one change, and no normal task follows them.
bool has_one_change(const TrialLog& trial);
/// What the player spent on a task of the trial.
PlayerUsage usage_of(const TrialLog& trial, std::size_t task);
/// Puts a task of another trial, with its usage and its name, into the trial.
void put_task(TrialLog& trial, std::size_t at, const TrialLog& other, std::size_t task);

/// The number of shots of a record. Empty where the record does not say how its task ended, where the task
/// has no result, and where the agent could not end it.
std::optional<int> thrown_shots(const Record& record);

/// The thresholds that an agent reported and that decided about alarms.
struct OwnThresholds {
  int tasks = 0;  ///< normal and novel tasks whose alarm followed from such a threshold
  double low = 0;
  double high = 0;
  void add(double threshold);
};
/// "0.3", or "0.3 to 0.6" if the thresholds differ.
std::string range_text(const OwnThresholds& thresholds);

/// Records that repeat an earlier one of the same task in their file, of which one counts.
struct RepeatedTasks {
  int records = 0;
  int line = 0;      ///< of the first one that repeats a task; 0: not known
  int repeated = 0;  ///< line of the record that it repeats
};

/// The number of normal tasks with a result in a calibration run, and how many the agent passed.
struct CalibrationRun {
  int passed = 0;
  int tasks = 0;
  std::vector<bool> known;  ///< by index within the run
};

/// A second record of a task, which cannot count beside the first.
struct RepeatedTask : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// A hash of the names of all tasks of a table's trial. Empty if a task has none.
std::optional<std::uint64_t> named_tasks(const TrialLog& trial);

/// A file of an agent's trials.
struct TrialSource {
  std::string plan{};  ///< the plan of its records: a hash or another name; "": not known
  /// Its trials may have any number of novel tasks. Otherwise a trial with fewer than the longest of its cell
  /// counts as cut off.
  bool any_length = false;
  bool numbered = false;  ///< it names no plan, so that its trials have numbers only
  int planned_novel = 0;  ///< novel tasks that each trial was planned to have; 0: not known
  bool spans = false;     ///< normal tasks may follow novel ones (Fingerprint::novel_spans)
};

/// All trials of one agent. Records may be added in any order. Training tasks are left out. Of calibration
/// runs only the passes are kept.
class TrialLogs {
 public:
  explicit TrialLogs(const Conventions& conventions = {}) : conventions_(conventions) {}

  /// Adds the record in this line of a file. Throws RepeatedTask for a second record of the same task, unless
  /// the conventions say which of them counts, and std::invalid_argument for a normal task after a novel one
  /// and for records that contradict each other about what the agent was told.
  void add(const Record& record, int line = 0) { add(record, line, thrown_shots(record)); }
  /// The same of a source that counts the shots and does not list them.
  void add(const Record& record, int line, std::optional<int> shots);
  /// Adds a row of a table. Unlike in a record, the result, the score and the shots may each be unknown, and
  /// a trial may have an informed and an uninformed version. The record's template is the task's name.
  void add_row(const Record& record, std::optional<double> score, int line = 0,
               std::optional<int> shots = std::nullopt);
  /// Makes one trial of the uninformed version, which must have normal tasks only, and the informed version,
  /// which must have novel tasks only: the agent was told when the novelty came. `renumber` puts the novel
  /// tasks behind the normal ones; otherwise they keep their indices.
  void join_versions(const TrialKey& uninformed, bool renumber);
  /// Replaces a trial by this one, which was put together from the trial and a later file's trial of the same
  /// name, and takes the later one away.
  void join_parts(const TrialKey& trial, TrialLog together, const TrialKey& later);
  /// The logs with this part of each trial in its place; one without tasks is left out. Incomplete trials
  /// stay incomplete, and of the parts none is cut off.
  TrialLogs cut(const std::function<TrialLog(const TrialLog&)>& part) const;
  /// Leaves out the trials and calibration runs that are not wanted.
  void keep(const std::function<bool(const TrialKey&)>& wanted);
  /// Counts the tasks of the current file from 0 if its trials count them from 1. If an earlier file of the
  /// agent did so, a file that lacks task 0 of every trial does, too: it may hold the ends of trials.
  void count_tasks_from_zero();
  /// Starts another file.
  void next_source(TrialSource source = {});
  /// named_tasks(); otherwise 0 where the trial's name says which tasks it has: in a plan, or if the
  /// conventions say so. Nothing where it is not known.
  std::optional<std::uint64_t> tasks_of(const TrialKey& key, const TrialLog& trial) const;
  /// Adds the next records to the trials of an earlier file or, after next_source(), of the current file.
  void go_on_in(int source) { source_ = source; }
  /// Says which training of the agent the next records are of; "" if it is not known.
  void set_run(const std::string& name);
  const std::string& run_name(int run) const { return runs_.at(static_cast<std::size_t>(run)); }
  const Conventions& conventions() const { return conventions_; }
  const std::map<TrialKey, TrialLog>& trials() const { return trials_; }
  /// The calibration runs. TrialKey::trial is the number of the run, from 0.
  const std::map<TrialKey, CalibrationRun>& calibration() const { return calibration_; }
  /// How many trials and calibration runs were begun more than once (Record::attempts).
  int begun_again() const { return static_cast<int>(begun_again_.size()); }
  const OwnThresholds& own_thresholds() const { return own_thresholds_; }
  /// The repeated records of the current file.
  const RepeatedTasks& repeated() const { return repeated_; }
  int source() const { return source_; }
  const TrialSource& source_of(int source) const { return sources_.at(static_cast<std::size_t>(source)); }
  /// Whether each file holds one person, who played several trials. The bootstrap then draws people instead
  /// of trials.
  bool of_people() const { return of_people_; }
  void set_of_people() { of_people_ = true; }

 private:
  /// The trial of the last record, to find it quickly again. A copy starts without it, because the pointer
  /// would point into the other object's trials.
  struct Last {
    Last() = default;
    Last(const Last&) {}
    Last& operator=(const Last&) {
      trial = nullptr;
      return *this;
    }
    std::pair<const TrialKey, TrialLog>* trial = nullptr;
  };

  TrialLog& log_of(const Record& record, bool informed);
  void add_task(const Record& record, const TaskMark& mark, TrialLog& log);
  bool replaces(const Record& record, const TaskMark& earlier, int line);
  TaskMark mark_of(const Record& record, int line, std::optional<int> shots) const;
  void add_calibration(const Record& record);
  TrialKey key_of(const Record& record, bool informed) const;

  Conventions conventions_;
  std::vector<TrialSource> sources_{1};
  std::vector<std::string> runs_{""};  ///< names of the trainings
  int run_ = 0;                        ///< index in runs_ of the training of the next record
  bool of_people_ = false;
  int source_ = 0;
  bool counts_from_one_ = false;  ///< a file did
  RepeatedTasks repeated_{};
  OwnThresholds own_thresholds_{};
  std::map<TrialKey, TrialLog> trials_;
  Last last_;
  std::map<TrialKey, CalibrationRun> calibration_;
  std::set<std::pair<TrialKey, bool>> begun_again_;  ///< true: a calibration run
};

/// The threshold that the agent reported, if the rule lets it decide and the record has no alarm.
std::optional<double> own_threshold(const Record& record, const AlarmRule& rule);

/// Whether the agent said after this task that the world has changed. The record's alarm decides. Without
/// one, the rule is applied to the record's probability, with own_threshold() if there is one.
bool is_alarm(const Record& record, const AlarmRule& rule);

/// The number of novel tasks with a record.
int novel_tasks(const TrialLog& trial);

/// Decides which trials count. A complete trial has a record of every task, at least one novel task, and as
/// many novel tasks as planned or, if that is not known, as the longest trial of its cell and file. Control
/// trials never count.
class CompleteTrials {
 public:
  explicit CompleteTrials(const TrialLogs& logs);
  bool has(const TrialKey& key, const TrialLog& trial) const;

 private:
  /// Planned number of novel tasks, or that of the longest trial, by cell and file (the key's trial is 0).
  /// Files with TrialSource::any_length have no entry.
  std::map<TrialKey, int> planned_;
};

}  // namespace novphy
