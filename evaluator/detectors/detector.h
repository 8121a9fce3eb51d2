#pragma once

#include <deque>

#include "evaluator/load.h"

/// NovPhy's novelty detectors: pure functions of a trial's passes and failures, with normal tasks before
/// novel tasks. The paper's Appendix D describes them. Details that it leaves open follow from the paper's
/// published detections. Source: docs/reference/measures.md.
namespace novphy {

enum class DetectorMethod {
  kSma,  ///< simple moving average: gives an alarm when two windows that are one task apart differ greatly
  kPma,  ///< prior moving average: gives an alarm when a window is far from the calibration's mean
};

/// The pass rates of an agent before the novelty.
struct Calibration {
  double mean = 0;
  double spread = 0;  ///< sample standard deviation (ddof 1) of the runs' pass rates
};

struct DetectorSettings {
  DetectorMethod method = DetectorMethod::kPma;
  int window = 10;         ///< in tasks
  double threshold = 1.5;  ///< sma: a difference of pass rates; pma: a number of spreads
  /// pma: also gives alarms if the spread is 0, even when a window equals the mean.
  bool as_published = false;
  /// For trials whose novelty ends or begins again: an alarm is of its task alone, after which the detector
  /// begins anew. Plans and records say so, not the text of the settings.
  bool again = false;
};

/// Reads "pma:10:1.5" or "sma:5:0.2": method, window, threshold. ":as_published" may follow. Throws
/// std::invalid_argument for any other text, for a window outside 1 to 1,000,000, and for a threshold that is
/// not finite and above 0.
DetectorSettings parse_detector(std::string_view text);

/// The settings as parse_detector() reads them.
std::string text_of(const DetectorSettings& settings);

/// Mean and spread of the pass rates of calibration runs. The spread of a single run is 0. Throws
/// std::invalid_argument if `pass_rates` is empty.
Calibration calibrate(const std::vector<double>& pass_rates);

/// Whether the pass rates differ by more than rounding errors.
bool has_spread(const Calibration& calibration);

/// A detector that is given the tasks of a trial one by one.
class Detector {
 public:
  /// Only pma uses the calibration.
  explicit Detector(const DetectorSettings& settings, const Calibration& calibration = {});

  /// Takes the result of the next task. Returns true from the first alarm on or, with `again`, at each alarm.
  bool add(bool passed);
  /// Whether an alarm goes on.
  bool alarmed() const { return alarmed_; }

 private:
  bool fires(int passes_before) const;

  DetectorSettings settings_;
  Calibration calibration_;
  std::deque<bool> recent_;  ///< results of the last tasks, at most `window` of them
  int passes_ = 0;           ///< passes in recent_
  bool alarmed_ = false;
};

/// 0-based index of the task with the first alarm of sma(w, theta). Let c_k be the number of passes among the
/// w tasks that end with the k-th (1-based). The alarm comes at the first k > w with |c_k - c_(k-1)| >= theta
/// w. For theta > 1 / w there is never an alarm.
std::optional<int> sma(const std::vector<bool>& passed, int window, double threshold);

/// 0-based index of the task with the first alarm of pma(w, k). Let c be the number of passes among the last
/// w tasks. The alarm comes at the first task, from the w-th on, with |c / w - mean| >= k spread; the window
/// may be above or below the mean. If the spread is 0, there are alarms only with `as_published`, and then by
/// the same inequality.
std::optional<int> pma(const std::vector<bool>& passed, int window, double threshold,
                       const Calibration& calibration, bool as_published = false);

/// 0-based index of the task with the first alarm of the detector that the settings describe.
std::optional<int> first_alarm(const std::vector<bool>& passed, const DetectorSettings& settings,
                               const Calibration& calibration = {});

// Sets a detector's alarms in records. OnlineDetector does it while a run writes the records,
// OfflineDetector in a complete file.

enum class CalibrateFrom {
  kCalibrationTasks,  ///< pass rates of the novelty-scenario's calibration runs
  kTrials,            ///< pass rates of the normal tasks of the novelty-scenario's trials
};

/// Calibrations by novelty and scenario.
using Calibrations = std::map<std::pair<std::string, std::string>, Calibration>;
Calibrations calibrations_of(const TrialLogs& logs, CalibrateFrom from);

/// A warning of the cells in which all pass rates are equal, so that pma never gives an alarm there, unless
/// its settings say as_published. "" if there are none.
std::string no_spread_text(const Calibrations& calibrations);

/// The error for a novelty-scenario in which pma finds no pass rates for its calibration.
std::invalid_argument no_calibration(const std::string& novelty, const std::string& scenario,
                                     CalibrateFrom from);

/// The index of the task at which the detector first gives an alarm in a trial. Tasks without a result are
/// skipped.
std::optional<int> first_alarm(const TrialLog& trial, const DetectorSettings& settings,
                               const Calibration& calibration);

/// Sets the alarm of each record during a run. Records must come in plan order, with the calibration runs of
/// a novelty-scenario before its trials.
class OnlineDetector {
 public:
  explicit OnlineDetector(const DetectorSettings& settings) : settings_(settings) {}

  /// Sets the alarm of normal and novel tasks: true from the trial's first alarm on. A task without a result
  /// changes nothing. Calibration tasks enter the calibration and get no alarm. Throws std::invalid_argument
  /// if pma meets a trial whose novelty-scenario had no calibration runs.
  void mark(Record& record);
  /// Forgets the present trial: the next record begins a trial, even if it is of the same one again.
  void forget_trial() { trial_.reset(); }
  /// no_spread_text() of the calibration runs so far. "" for detectors that need no spread.
  std::string no_spread() const;

 private:
  const Calibrations& calibrations();

  DetectorSettings settings_;
  TrialLogs calibration_runs_{};
  std::optional<Calibrations> calibrations_{};  ///< of all calibration runs so far; empty: not computed yet
  std::optional<TrialKey> trial_{};             ///< trial of the last record
  std::optional<Detector> detector_{};
};

/// Finds the alarms for the records of a complete file, whatever the order of its lines. Call add() for every
/// record, then find(), then alarm() for each record.
class OfflineDetector {
 public:
  /// With DetectorSettings::again, normal tasks of a trial may follow novel ones.
  OfflineDetector(const DetectorSettings& settings, CalibrateFrom from) : settings_(settings), from_(from) {
    logs_.next_source({.spans = settings.again});
  }

  /// Throws std::invalid_argument for a second record of the same task.
  void add(const Record& record) { logs_.add(record); }
  /// Computes all alarms. Throws std::invalid_argument if pma has no pass rates to calibrate with.
  void find();
  /// The alarm of a record that was added, as of Detector::add(). Empty for tasks that are
  /// neither normal nor novel.
  std::optional<bool> alarm(const Record& record) const;
  /// no_spread_text() of the records. "" for detectors that need no spread.
  const std::string& no_spread() const { return no_spread_; }

 private:
  DetectorSettings settings_;
  CalibrateFrom from_;
  TrialLogs logs_{};
  std::map<TrialKey, std::vector<bool>> alarms_{};  ///< by index of the task
  std::string no_spread_{};
};

/// The detection measures that a detector with one setting would have had on an agent's passes and failures.
struct DetectorScore {
  std::string detector;       ///< "pma:10:1.5"
  std::optional<double> cdt;  ///< mean over cells
  /// Share of all trials. NovPhy's Appendix D chose the best setting by this number.
  std::optional<double> pooled_cdt;
  std::optional<double> wdt;  ///< mean over cells
  std::optional<double> dd;   ///< mean over the cells with a correct detection
};

/// The scores of every setting of NovPhy's Appendix D on one agent's uninformed trials with results.
struct DetectorScores {
  std::string agent;
  int trials = 0;
  /// pma was calibrated with the trials' own normal tasks, because there were no calibration runs.
  bool from_trials = false;
  std::vector<DetectorScore> rows;
  /// The first row with the highest pooled CDT. Empty if every pooled CDT is 0.
  std::optional<std::size_t> best;
  std::string no_spread{};  ///< no_spread_text() of pma's calibration
};

/// The scores of all agents with complete uninformed trials with results. The settings of NovPhy's Appendix D
/// are sma with windows 5, 10 and thresholds 0.2, 0.4, 0.6, 0.8, and pma with windows 5, 10 and
/// thresholds 1.5, 2. Adds warnings of cells in which pma could not fire, unless they are there already.
std::vector<DetectorScores> swept(const std::vector<AgentLog>& logs, std::vector<std::string>& warnings);

}  // namespace novphy
