#include <fmt/core.h>

#include <cstdio>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/common.h"
#include "app/job.h"
#include "base/text.h"
#include "evaluator/cell_measures.h"
#include "evaluator/detectors/detector.h"
#include "evaluator/record_io.h"
#include "trials/store/partial.h"

namespace novphy::app {
namespace {

struct DetectArguments {
  std::string file{};
  std::string method = "pma";
  int window = 10;
  double threshold = 1.5;
  bool as_published = false;
  bool calibrate_from_trials = false;
  std::string out{};

  Settings settings();
};

Settings DetectArguments::settings() {
  return {
      {.name = "file",
       .value = &file,
       .help = "Records, as novphy run writes them",
       .word = "RECORDS",
       .positional = true,
       .required = true},
      {.name = "method", .value = &method, .help = "sma or pma", .choices = {"sma", "pma"}},
      {.name = "window", .value = &window, .help = "Number of tasks in the moving average"},
      {.name = "threshold",
       .value = &threshold,
       .help = "sma: difference of pass rates; pma: number of standard deviations"},
      {.name = "as-published",
       .value = &as_published,
       .help = "pma without any spread fires at once, as NovPhy's published detections do"},
      {.name = "calibrate-from-trials",
       .value = &calibrate_from_trials,
       .help = "pma: take mean and spread from the normal tasks of the trials, not from calibration runs"},
      {.name = "out",
       .value = &out,
       .help = "Where to write the records with alarms; - is the standard output",
       .word = "FILE",
       .required = true,
       .writes = {{FileKind::kRecords}}}};
}

DetectorSettings settings_of(const DetectArguments& options) {
  return parse_detector(fmt::format("{}:{}:{}{}", options.method, options.window, options.threshold,
                                    options.as_published ? ":as_published" : ""));
}

OfflineDetector find_alarms(const DetectArguments& options, const DetectorSettings& settings) {
  const auto from = options.calibrate_from_trials ? CalibrateFrom::kTrials : CalibrateFrom::kCalibrationTasks;
  OfflineDetector alarms(settings, from);
  RecordReader reader(options.file);
  while (const auto record = reader.next()) {
    try {
      alarms.add(*record);
    } catch (const std::invalid_argument& error) {
      throw InputError(options.file, reader.line(), error.what());
    }
  }
  try {
    alarms.find();
  } catch (const std::invalid_argument& error) {
    if (options.calibrate_from_trials) throw;
    throw std::invalid_argument(error.what() +
                                std::string("; --calibrate-from-trials takes normal tasks of the trials"));
  }
  return alarms;
}

/// Writes all records with their alarms. Returns the trials that the measures need.
TrialLogs write_alarms(const DetectArguments& options, const DetectorSettings& settings,
                       const OfflineDetector& alarms) {
  RecordReader reader(options.file);
  Fingerprint fingerprint = reader.fingerprint();
  fingerprint.detector = text_of(settings) + (options.calibrate_from_trials ? " from trials" : "");
  RecordsFile out(options.out);
  out.write(to_line(fingerprint) + '\n');
  TrialLogs logs;
  while (auto record = reader.next()) {
    if (const auto alarm = alarms.alarm(*record)) record->alarm = alarm;
    out.write(to_line(*record) + '\n');
    logs.add(*record);
  }
  out.commit();
  return logs;
}

std::string text_of(const CellMean& mean) {
  if (!mean.mean) return "-";
  return fmt::format("{} ({} of {} novelty-scenarios)", rounded(*mean.mean), mean.defined, mean.cells);
}

void print_summary(std::FILE* to, const DetectorSettings& settings, const TrialLogs& logs,
                   const OfflineDetector& alarms) {
  std::vector<std::optional<double>> cdt;
  std::vector<std::optional<double>> dd;
  int trials = 0;
  for (const CellMeasures& cell : measure(logs, {}).cells) {
    cdt.push_back(cell.value("cdt").mean);
    dd.push_back(cell.value("dd").mean);
    trials += cell.trials;
  }
  std::string text = fmt::format("{}: {} trials, mean CDT {}, mean DD {}\n", novphy::text_of(settings),
                                 trials, text_of(mean_over_cells(cdt)), text_of(mean_over_cells(dd)));
  if (!alarms.no_spread().empty()) text += alarms.no_spread() + "\n";
  std::fputs(text.c_str(), to);  // fmt::print() would throw where the standard error is closed
}

void run_detect(DetectArguments& options) {
  const DetectorSettings settings = settings_of(options);
  const OfflineDetector alarms = find_alarms(options, settings);
  std::FILE* to = options.out == "-" ? stderr : stdout;
  print_summary(to, settings, write_alarms(options, settings, alarms), alarms);
}

}  // namespace

void add_detect(CLI::App& app) {
  add_job(
      app,
      {.name = "detect",
       .what = "Sets the alarms of records by a detector that watches passes and failures",
       .group = kResultsGroup,
       .examples = "novphy detect records.jsonl --method pma --window 10 --threshold 1.5 --out alarms.jsonl"},
      job_of(run_detect));
}

}  // namespace novphy::app
