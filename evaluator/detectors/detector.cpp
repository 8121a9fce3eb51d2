#include "evaluator/detectors/detector.h"

#include <fmt/core.h>

#include <cmath>
#include <cstdlib>

#include "base/lists.h"
#include "base/text.h"
#include "evaluator/cell_measures.h"

namespace novphy {
namespace {

using Cell = std::pair<std::string, std::string>;
using Rates = std::map<Cell, std::vector<double>>;

Rates calibration_rates(const TrialLogs& logs) {
  Rates rates;
  for (const auto& [key, run] : logs.calibration())
    if (run.tasks > 0)
      rates[{key.novelty, key.scenario}].push_back(static_cast<double>(run.passed) / run.tasks);
  return rates;
}

Rates normal_rates(const TrialLogs& logs) {
  Rates rates;
  for (const auto& [key, trial] : logs.trials()) {
    Mean rate;
    for (const TaskMark& task : trial.tasks) {
      if (task.novel) break;
      if (task.has_result) rate.add(task.passed ? 1 : 0);
    }
    if (const auto value = rate.value()) rates[{key.novelty, key.scenario}].push_back(*value);
  }
  return rates;
}

/// The detector's calibration in a cell. Only pma needs one.
Calibration calibration_for(const DetectorSettings& settings, const Calibrations& all, const Cell& cell,
                            CalibrateFrom from) {
  if (settings.method != DetectorMethod::kPma) return {};
  const auto found = all.find(cell);
  if (found == all.end()) throw no_calibration(cell.first, cell.second, from);
  return found->second;
}

bool needs_spread(const DetectorSettings& settings) {
  return settings.method == DetectorMethod::kPma && !settings.as_published;
}

std::vector<bool> alarms_in(const TrialLog& trial, const DetectorSettings& settings,
                            const Calibration& calibration) {
  Detector detector(settings, calibration);
  std::vector<bool> alarms;
  for (const TaskMark& task : trial.tasks)
    alarms.push_back(task.known && task.has_result ? detector.add(task.passed) : detector.alarmed());
  return alarms;
}

bool is_watched(const Record& record) {
  return record.phase == Phase::kNormal || record.phase == Phase::kNovel;
}

}  // namespace

Calibrations calibrations_of(const TrialLogs& logs, CalibrateFrom from) {
  Calibrations calibrations;
  for (const auto& [cell, rates] :
       from == CalibrateFrom::kTrials ? normal_rates(logs) : calibration_rates(logs))
    calibrations[cell] = calibrate(rates);
  return calibrations;
}

std::string no_spread_text(const Calibrations& calibrations) {
  std::vector<std::string> cells;
  for (const auto& [cell, calibration] : calibrations)
    if (!has_spread(calibration)) cells.push_back(cell.first + " " + cell.second);
  return cells.empty() ? "" : "pma never fires where calibration has no spread: " + some_of(cells);
}

std::invalid_argument no_calibration(const std::string& novelty, const std::string& scenario,
                                     CalibrateFrom from) {
  const char* needed = from == CalibrateFrom::kTrials ? "normal tasks" : "calibration runs";
  return std::invalid_argument(
      fmt::format("pma needs {}, found none of novelty {}, scenario {}", needed, novelty, scenario));
}

std::optional<int> first_alarm(const TrialLog& trial, const DetectorSettings& settings,
                               const Calibration& calibration) {
  Detector detector(settings, calibration);
  for (std::size_t task = 0; task < trial.tasks.size(); ++task) {
    const TaskMark& mark = trial.tasks[task];
    if (mark.known && mark.has_result && detector.add(mark.passed)) return static_cast<int>(task);
  }
  return std::nullopt;
}

const Calibrations& OnlineDetector::calibrations() {
  if (!calibrations_) calibrations_ = calibrations_of(calibration_runs_, CalibrateFrom::kCalibrationTasks);
  return *calibrations_;
}

void OnlineDetector::mark(Record& record) {
  if (record.phase == Phase::kCalibration) {
    calibration_runs_.add(record);
    calibrations_.reset();
  }
  if (!is_watched(record)) return;
  const Cell cell{record.novelty, record.scenario};
  const TrialKey trial{record.novelty, record.scenario, record.control, 0, record.trial};
  if (trial_ != trial) {
    trial_ = trial;
    detector_.emplace(settings_,
                      calibration_for(settings_, calibrations(), cell, CalibrateFrom::kCalibrationTasks));
  }
  record.alarm = record.no_result ? detector_->alarmed() : detector_->add(record.passed);
}

std::string OnlineDetector::no_spread() const {
  if (!needs_spread(settings_)) return "";
  return no_spread_text(calibrations_of(calibration_runs_, CalibrateFrom::kCalibrationTasks));
}

void OfflineDetector::find() {
  const Calibrations all = calibrations_of(logs_, from_);
  for (const auto& [key, trial] : logs_.trials())
    alarms_[key] =
        alarms_in(trial, settings_, calibration_for(settings_, all, {key.novelty, key.scenario}, from_));
  if (needs_spread(settings_)) no_spread_ = no_spread_text(all);
}

std::optional<bool> OfflineDetector::alarm(const Record& record) const {
  if (!is_watched(record)) return std::nullopt;
  return alarms_.at({record.novelty, record.scenario, record.control, 1, record.trial})
      .at(static_cast<std::size_t>(record.task));
}

namespace {

/// Tolerance for rounding errors: 0.2 x 5 must reach 1, and equal pass rates must have no spread.
constexpr double kHair = 1e-9;

[[noreturn]] void reject(std::string_view text) {
  throw std::invalid_argument(fmt::format(
      "detector: found \"{}\", expected pma:WINDOW:SPREADS or sma:WINDOW:DIFFERENCE, such as pma:10:1.5 or "
      "sma:5:0.2, with a window of 1 to 1000000 tasks and a threshold above 0",
      text));
}

/// Removes the part before the next colon from the text, together with the colon, and returns it.
std::string_view take_part(std::string_view& text) {
  const std::string_view part = text.substr(0, text.find(':'));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return part;
}

}  // namespace

DetectorSettings parse_detector(std::string_view text) {
  std::string_view rest = text;
  DetectorSettings settings;
  const std::string_view method = take_part(rest);
  if (method != "sma" && method != "pma") reject(text);
  settings.method = method == "sma" ? DetectorMethod::kSma : DetectorMethod::kPma;
  settings.window = number_text<int>(take_part(rest)).value_or(0);
  settings.threshold = number_text<double>(take_part(rest)).value_or(0);
  settings.as_published = rest == "as_published";
  const bool in_range = settings.window >= 1 && settings.window <= 1'000'000 && settings.threshold > 0 &&
                        std::isfinite(settings.threshold);
  if (!in_range || (!rest.empty() && !settings.as_published)) reject(text);
  return settings;
}

std::string text_of(const DetectorSettings& settings) {
  return fmt::format("{}:{}:{}{}", settings.method == DetectorMethod::kSma ? "sma" : "pma", settings.window,
                     settings.threshold, settings.as_published ? ":as_published" : "");
}

Calibration calibrate(const std::vector<double>& pass_rates) {
  if (pass_rates.empty()) throw std::invalid_argument("no calibration runs");
  const auto runs = static_cast<double>(pass_rates.size());
  Calibration result{std::accumulate(pass_rates.begin(), pass_rates.end(), 0.0) / runs, 0};
  double squares = 0;
  for (const double rate : pass_rates) squares += (rate - result.mean) * (rate - result.mean);
  if (pass_rates.size() > 1) result.spread = std::sqrt(squares / (runs - 1));
  return result;
}

bool has_spread(const Calibration& calibration) { return calibration.spread >= kHair; }

Detector::Detector(const DetectorSettings& settings, const Calibration& calibration)
    : settings_(settings), calibration_(calibration) {}

bool Detector::add(bool passed) {
  const int passes_before = passes_;
  recent_.push_back(passed);
  passes_ += passed ? 1 : 0;
  const auto window = static_cast<std::size_t>(settings_.window);
  const bool has_before = recent_.size() > window;
  if (has_before) {
    passes_ -= recent_.front() ? 1 : 0;
    recent_.pop_front();
  }
  const bool ready = settings_.method == DetectorMethod::kSma ? has_before : recent_.size() == window;
  const bool alarm = ready && fires(passes_before);
  if (!settings_.again) return alarmed_ = alarmed_ || alarm;
  if (alarm) recent_.clear();
  if (alarm) passes_ = 0;
  return alarm;
}

bool Detector::fires(int passes_before) const {
  // Compares numbers of passes instead of rates, because whole numbers are exact.
  const double wish = settings_.threshold * settings_.window;
  if (settings_.method == DetectorMethod::kSma) return std::abs(passes_ - passes_before) >= wish - kHair;
  if (!has_spread(calibration_) && !settings_.as_published) return false;
  return std::abs(passes_ - calibration_.mean * settings_.window) >= wish * calibration_.spread - kHair;
}

std::optional<int> first_alarm(const std::vector<bool>& passed, const DetectorSettings& settings,
                               const Calibration& calibration) {
  Detector detector(settings, calibration);
  for (std::size_t i = 0; i < passed.size(); ++i)
    if (detector.add(passed[i])) return static_cast<int>(i);
  return std::nullopt;
}

std::optional<int> sma(const std::vector<bool>& passed, int window, double threshold) {
  return first_alarm(passed, {DetectorMethod::kSma, window, threshold, false});
}

std::optional<int> pma(const std::vector<bool>& passed, int window, double threshold,
                       const Calibration& calibration, bool as_published) {
  return first_alarm(passed, {DetectorMethod::kPma, window, threshold, as_published}, calibration);
}

namespace {

/// A complete uninformed trial whose tasks all have a result.
struct WatchedTrial {
  Cell cell;
  const TrialLog* trial = nullptr;
  int normal = 0;
};

std::vector<WatchedTrial> watched_trials(const TrialLogs& logs) {
  const CompleteTrials complete(logs);
  const auto has_result = [](const TaskMark& task) { return task.has_result; };
  std::vector<WatchedTrial> trials;
  for (const auto& [key, trial] : logs.trials())
    if (complete.has(key, trial) && !trial.informed && std::ranges::all_of(trial.tasks, has_result))
      trials.push_back(
          {{key.novelty, key.scenario}, &trial, static_cast<int>(trial.tasks.size()) - novel_tasks(trial)});
  return trials;
}

struct CellMeans {
  Mean cdt;
  Mean wdt;
  Mean dd;
};

DetectorScore score_of(const std::string& setting, const std::vector<WatchedTrial>& trials,
                       const Calibrations& calibrations) {
  const DetectorSettings settings = parse_detector(setting);
  std::map<Cell, CellMeans> cells;
  Mean pooled;
  for (const WatchedTrial& watched : trials) {
    const auto calibration = calibrations.find(watched.cell);
    const auto alarm = first_alarm(*watched.trial, settings,
                                   calibration == calibrations.end() ? Calibration{} : calibration->second);
    const bool correct = alarm && *alarm >= watched.normal;
    CellMeans& cell = cells[watched.cell];
    cell.cdt.add(correct ? 1 : 0);
    cell.wdt.add(alarm && !correct ? 1 : 0);
    pooled.add(correct ? 1 : 0);
    if (correct) cell.dd.add(*alarm - watched.normal + 1);
  }
  CellMeans over_cells;
  for (const auto& [name, cell] : cells) {
    over_cells.cdt.add(*cell.cdt.value());
    over_cells.wdt.add(*cell.wdt.value());
    if (const auto dd = cell.dd.value()) over_cells.dd.add(*dd);
  }
  return {setting, over_cells.cdt.value(), pooled.value(), over_cells.wdt.value(), over_cells.dd.value()};
}

/// The settings of NovPhy's Appendix D.
std::vector<std::string> appendix_d_settings() {
  std::vector<std::string> settings;
  const auto add = [&](const char* method, std::initializer_list<const char*> thresholds) {
    for (const int window : {5, 10})
      for (const char* threshold : thresholds)
        settings.push_back(fmt::format("{}:{}:{}", method, window, threshold));
  };
  add("sma", {"0.2", "0.4", "0.6", "0.8"});
  add("pma", {"1.5", "2"});
  return settings;
}

/// Empty if the agent has no complete uninformed trial with results.
std::optional<DetectorScores> detector_scores(const AgentLog& log) {
  const std::vector<WatchedTrial> trials = watched_trials(log.trials);
  if (trials.empty()) return std::nullopt;
  DetectorScores result{log.agent, static_cast<int>(trials.size()), log.trials.calibration().empty(), {}, {}};
  const auto from = result.from_trials ? CalibrateFrom::kTrials : CalibrateFrom::kCalibrationTasks;
  const Calibrations calibrations = calibrations_of(log.trials, from);
  result.no_spread = no_spread_text(calibrations);
  double best = 0;
  for (const std::string& setting : appendix_d_settings()) {
    result.rows.push_back(score_of(setting, trials, calibrations));
    if (*result.rows.back().pooled_cdt <= best) continue;
    best = *result.rows.back().pooled_cdt;
    result.best = result.rows.size() - 1;
  }
  return result;
}

}  // namespace

std::vector<DetectorScores> swept(const std::vector<AgentLog>& logs, std::vector<std::string>& warnings) {
  std::vector<DetectorScores> all;
  for (const AgentLog& log : logs) {
    auto scores = detector_scores(log);
    if (!scores) continue;
    const std::string text = fmt::format("agent {}: {}", log.agent, scores->no_spread);
    if (!scores->no_spread.empty() && !contains(warnings, text)) warnings.push_back(text);
    all.push_back(std::move(*scores));
  }
  return all;
}

}  // namespace novphy
