#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// NovPhy's novelty detectors: pure functions of a trial's passes and failures, with normal tasks before
/// novel tasks. The paper's Appendix D describes them. Details that it leaves open follow from the paper's
/// published detections. Source: docs/measures.md.
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

  /// Takes the result of the next task. Returns true from the first alarm on.
  bool add(bool passed);
  /// Whether a task so far has had the alarm.
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

}  // namespace novphy
