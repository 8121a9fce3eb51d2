#include "evaluator/detectors/detector_scores.h"

#include <fmt/core.h>

#include <algorithm>

#include "evaluator/cell_measures.h"
#include "evaluator/detectors/alarms.h"
#include "evaluator/measures/series.h"

namespace novphy {
namespace {

/// A complete uninformed trial whose tasks all have a result.
struct WatchedTrial {
  std::pair<std::string, std::string> cell;
  const TrialLog* trial = nullptr;
  int normal = 0;
};

std::vector<WatchedTrial> watched_trials(const TrialLogs& logs) {
  const CompleteTrials complete(logs);
  const auto has_result = [](const TaskMark& task) { return task.has_result; };
  std::vector<WatchedTrial> trials;
  for (const auto& [key, trial] : logs.trials()) {
    const bool counts = complete.has(key, trial) && !trial.informed &&
                        std::all_of(trial.tasks.begin(), trial.tasks.end(), has_result);
    if (counts)
      trials.push_back(
          {{key.novelty, key.scenario}, &trial, static_cast<int>(trial.tasks.size()) - novel_tasks(trial)});
  }
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
  std::map<std::pair<std::string, std::string>, CellMeans> cells;
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

}  // namespace

std::vector<std::string> appendix_d_settings() {
  std::vector<std::string> settings;
  for (const int window : {5, 10})
    for (const char* threshold : {"0.2", "0.4", "0.6", "0.8"})
      settings.push_back(fmt::format("sma:{}:{}", window, threshold));
  for (const int window : {5, 10})
    for (const char* threshold : {"1.5", "2"})
      settings.push_back(fmt::format("pma:{}:{}", window, threshold));
  return settings;
}

std::optional<DetectorScores> detector_scores(const AgentLog& log) {
  const std::vector<WatchedTrial> trials = watched_trials(log.trials);
  if (trials.empty()) return std::nullopt;
  DetectorScores result{log.agent, static_cast<int>(trials.size()), log.trials.calibration().empty(), {}, {}};
  const auto from = result.from_trials ? CalibrateFrom::kTrials : CalibrateFrom::kCalibrationTasks;
  const Calibrations calibrations = calibrations_of(log.trials, from);
  result.no_spread = no_spread_text(without_spread(calibrations));
  double best = 0;
  for (const std::string& setting : appendix_d_settings()) {
    result.rows.push_back(score_of(setting, trials, calibrations));
    if (*result.rows.back().pooled_cdt <= best) continue;
    best = *result.rows.back().pooled_cdt;
    result.best = result.rows.size() - 1;
  }
  return result;
}

std::vector<DetectorScores> detector_scores(const std::vector<AgentLog>& logs) {
  std::vector<DetectorScores> all;
  for (const AgentLog& log : logs)
    if (auto found = detector_scores(log)) all.push_back(std::move(*found));
  return all;
}

std::vector<DetectorScores> swept(const std::vector<AgentLog>& logs, std::vector<std::string>& warnings) {
  std::vector<DetectorScores> all = detector_scores(logs);
  for (const DetectorScores& scores : all) {
    const std::string text = fmt::format("agent {}: {}", scores.agent, scores.no_spread);
    if (!scores.no_spread.empty() && std::find(warnings.begin(), warnings.end(), text) == warnings.end())
      warnings.push_back(text);
  }
  return all;
}

}  // namespace novphy
