#include "jobs/detect.h"

#include <fmt/core.h>

#include <cstdio>

#include "app/commands.h"
#include "base/text.h"
#include "evaluator/cell_measures.h"

namespace novphy::app {
namespace {

struct DetectArguments {
  DetectSettings detect{};

  Settings settings() {
    DetectorSettings& detector = detect.detector;
    return joined({detect.settings(),
                   {choice("method", detector.method,
                           {{"sma", DetectorMethod::kSma}, {"pma", DetectorMethod::kPma}}, "sma or pma"),
                    {"window", &detector.window, "Number of tasks in the moving average"},
                    {"threshold", &detector.threshold,
                     "sma: difference of pass rates; pma: number of standard deviations"},
                    {"as-published", &detector.as_published,
                     "pma without any spread fires at once, as NovPhy's published detections do"}}});
  }
};

std::string text_of(const CellMean& mean) {
  if (!mean.mean) return "-";
  return fmt::format("{} ({} of {} novelty-scenarios)", rounded(*mean.mean), mean.defined, mean.cells);
}

void print_summary(std::FILE* to, const DetectorSettings& detector, const Detected& detected) {
  std::vector<std::optional<double>> cdt;
  std::vector<std::optional<double>> dd;
  int trials = 0;
  for (const CellMeasures& cell : measure(detected.logs, {}).cells) {
    cdt.push_back(cell.value("cdt").mean);
    dd.push_back(cell.value("dd").mean);
    trials += cell.trials;
  }
  std::string text = fmt::format("{}: {} trials, mean CDT {}, mean DD {}\n", novphy::text_of(detector),
                                 trials, text_of(mean_over_cells(cdt)), text_of(mean_over_cells(dd)));
  if (!detected.no_spread.empty()) text += detected.no_spread + "\n";
  std::fputs(text.c_str(), to);  // fmt::print() would throw where the standard error is closed
}

void run_detect(DetectArguments& options) {
  const DetectSettings& wanted = options.detect;
  const Detected detected = detect(wanted, Face::kProgram);
  print_summary(wanted.out == "-" ? stderr : stdout, wanted.detector, detected);
}

}  // namespace

void add_detect(Command& program) {
  add_job(
      program,
      {"detect", "Sets the alarms of records by a detector that watches passes and failures", kResultsGroup,
       "novphy detect records.jsonl --method pma --window 10 --threshold 1.5 --out alarms.jsonl"},
      job_of(run_detect));
}

}  // namespace novphy::app
