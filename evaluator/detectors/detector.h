#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// NovPhy's novelty detectors (its Appendix D, completed by what its published detections force): pure
/// functions of the passes and failures of a trial, normal tasks first, then novel ones. Source:
/// docs/measures.md.
namespace novphy {

enum class DetectorMethod {
  kSma,  ///< simple moving average: a jump between two windows one task apart
  kPma,  ///< prior moving average: a window far from what calibration saw
};

/// What normal pass rates look like.
struct Calibration {
  double mean = 0;
  double spread = 0;  ///< sample standard deviation (ddof 1) of the pass rates of runs
};

struct DetectorSettings {
  DetectorMethod method = DetectorMethod::kPma;
  int window = 10;            ///< tasks
  double threshold = 1.5;     ///< sma: difference of pass rates; pma: number of spreads
  bool as_published = false;  ///< pma: with no spread at all, a window that equals the mean is an alarm too
};

/// "pma:10:1.5" or "sma:5:0.2", behind it ":as_published" or nothing. Throws std::invalid_argument for other
/// text, a window below 1 or a threshold that is not above 0.
DetectorSettings parse_detector(std::string_view text);

/// What parse_detector() reads.
std::string text_of(const DetectorSettings& settings);

/// Mean and spread of the pass rates of calibration runs; the spread of a single run is 0. Throws
/// std::invalid_argument where there is none.
Calibration calibrate(const std::vector<double>& pass_rates);

/// Whether pass rates differed at all, binary fractions aside.
bool has_spread(const Calibration& calibration);

/// A detector that sees the tasks of a trial one by one.
class Detector {
 public:
  /// The calibration matters for pma only.
  explicit Detector(const DetectorSettings& settings, const Calibration& calibration = {});

  /// The result of the next task; true from the first alarm on.
  bool add(bool passed);

 private:
  bool fires(int passes_before) const;

  DetectorSettings settings_;
  Calibration calibration_;
  std::deque<bool> recent_;  ///< at most a window
  int passes_ = 0;           ///< in recent_
  bool alarmed_ = false;
};

/// 0-based index of the task with the first alarm. sma(w, theta): with c_k the passes of the last w tasks,
/// the first k > w with |c_k - c_(k-1)| >= theta w (1-based k): it never fires for theta > 1 / w.
std::optional<int> sma(const std::vector<bool>& passed, int window, double threshold);

/// 0-based index of the task with the first alarm. pma(w, k): the first task >= w with
/// |c / w - mean| >= k spread, to both sides. With no spread it never fires, as published: wherever the rule
/// holds.
std::optional<int> pma(const std::vector<bool>& passed, int window, double threshold,
                       const Calibration& calibration, bool as_published = false);

/// The first alarm of any detector.
std::optional<int> first_alarm(const std::vector<bool>& passed, const DetectorSettings& settings,
                               const Calibration& calibration = {});

}  // namespace novphy
