#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evaluator/changes.h"
#include "evaluator/detectors/detector.h"
#include "evaluator/evaluation.h"
#include "evaluator/level_results.h"
#include "evaluator/report/report.h"
#include "evaluator/trial_log.h"
#include "jobs/context.h"
#include "jobs/setting.h"
#include "levels/assets.h"

/// Measures of records: what novphy measure, novphy report and Python's measure() and report() share.
namespace novphy {

/// The files, the baseline, and every choice that changes a number.
struct EvaluationSettings {
  std::vector<std::string> files{};
  std::vector<std::string> baseline{};
  std::map<std::string, std::string> columns{};
  std::optional<double> threshold{};
  bool at_least = false;
  std::optional<int> passed_by_people{};
  int resamples = 2000;
  int jobs = 0;          ///< 0: as many as there are cores
  Conventions chosen{};  ///< without the fields above
  LoadOptions load_options{};

  Settings settings();
  Conventions conventions() const;
};

struct MeasureSettings {
  EvaluationSettings evaluation{};
  bool compare = false;
  bool sweep = false;

  Settings settings();
};

/// What records hold: trials with novelties, levels without any, or both. Warnings of all parts stand in
/// `evaluation`, first those of the files.
struct Measured {
  Loaded loaded;
  LevelTable levels;
  Evaluation evaluation{};  ///< without cells where levels are alone
  std::vector<Comparison> comparisons{};
  std::vector<DetectorScores> scores{};
  /// Where trials have several changes, or one that ends, and the settings name none of them: everything that
  /// is known, in place of the parts above but `loaded`. Else empty.
  std::vector<ChangeMeasures> changes{};
};

/// Throws InputError for a setting whose measures are of one change in each trial.
void refuse_with_changes(bool given, const std::string& name, Face face);

/// Throws InputError for a setting that shows nothing where no trial has a novelty.
void refuse_with_levels(bool given, const std::string& name);

/// Reads and measures. Throws InputError.
Measured measure(const MeasureSettings& wanted, Face face, const JobWatch& watch = {});

struct ReportSettings {
  EvaluationSettings evaluation{};
  std::string title = "novphy: a report";
  std::string plan{};
  std::string difficulty{};  ///< file of novphy difficulty --json
  bool paper = false;        ///< a folder of paper_files() in place of the page

  Settings settings();
};

/// The input of make_report() with what it refers to.
struct ReportParts {
  Measured measured{};
  DifficultyTable difficulty{};
  ReportInput input{};
  std::vector<std::string> warnings{};  ///< but for those of detectors, which stand in the page alone
};

/// Reads and measures, with all comparisons and detectors. Throws InputError.
std::unique_ptr<ReportParts> report_parts(const ReportSettings& wanted, const Assets& assets, Face face,
                                          const JobWatch& watch = {});

/// Writes paper_files() into the folder, which then holds nothing else, and returns warnings. Throws
/// InputError, for a folder with files of others before it reads records.
std::vector<std::string> write_paper(const ReportSettings& wanted, const std::string& folder, Face face,
                                     const JobWatch& watch = {});

// Alarms of a detector that watches passes and failures: what novphy detect and Python's detect() share.

struct DetectSettings {
  std::string file{};
  DetectorSettings detector{};
  bool calibrate_from_trials = false;
  std::string out{};

  /// All but those of the detector.
  Settings settings();
};

struct Detected {
  TrialLogs logs{};  ///< with the alarms; of the first change, where trials have several
  bool at_first_change = false;
  std::string no_spread{};  ///< a warning of cells in which pma never fires; "": none
};

/// Writes the records of the file with their alarms. Throws InputError, and std::invalid_argument for a
/// detector that there is not.
Detected detect(const DetectSettings& wanted, Face face);

}  // namespace novphy
