#pragma once

#include <string>
#include <vector>

#include "evaluator/detectors/detector_scores.h"
#include "evaluator/evaluation.h"
#include "plot/figure.h"

namespace novphy {

/// How a novelty-scenario looks: two PNG files, as base 64.
struct TaskPicture {
  std::string novelty;
  std::string scenario;
  std::string normal_png;
  std::string novel_png;
};

/// Everything a report is made of.
struct ReportInput {
  std::string title;
  std::string made_by;  ///< the program and its version
  const Evaluation* evaluation = nullptr;
  std::vector<Comparison> comparisons;  ///< none: no two agents played the same plan
  std::vector<DetectorScores> detector_scores;
  std::vector<TaskPicture> pictures;
  std::vector<std::string> warnings;
};

/// A page that needs nothing else, and the figures in it. The same input gives the same bytes.
struct Report {
  std::string html;
  std::vector<plot::Figure> figures;
};
Report make_report(const ReportInput& input);

/// The figures alone, by name: pass rates by novelty and scenario, detection, agents side by side, a heat map
/// for each measure that any agent has.
std::vector<plot::Figure> report_figures(const Evaluation& evaluation);

}  // namespace novphy
