#pragma once

#include <string>
#include <vector>

#include "evaluator/detectors/detector_scores.h"
#include "evaluator/difficulty/difficulty_table.h"
#include "evaluator/evaluation.h"
#include "evaluator/level_results.h"
#include "evaluator/plot/figure.h"

namespace novphy {

/// The pictures of a novelty-scenario: two PNG files, as base 64.
struct TaskPicture {
  std::string novelty;
  std::string scenario;
  std::string normal_png;
  std::string novel_png;
};

/// A picture of plays of a cell's first trial, in a file beside the page.
struct PlayLink {
  std::size_t agent = 0;  ///< index in Evaluation::agents
  std::size_t cell = 0;   ///< index in the agent's TrialTable::cells
  std::string url;        ///< relative to the page
};

/// The content of a report.
struct ReportInput {
  std::string title;
  std::string made_by;  ///< the program and its version
  const Evaluation* evaluation = nullptr;
  std::vector<Comparison> comparisons;  ///< empty where no two agents played the same plan
  std::vector<DetectorScores> detector_scores;
  std::vector<TaskPicture> pictures;
  std::vector<PlayLink> plays{};
  std::vector<std::string> warnings;
  const LevelTable* levels = nullptr;           ///< null: no agent played levels without novelties
  const DifficultyTable* difficulty = nullptr;  ///< null: no section on difficulty
  std::string watch{};  ///< HTML that shows plays, for a section of its own; "": no such section
};

/// A report: one HTML page that needs no other file but those of ReportInput::plays, and the figures in it.
/// Equal input gives equal bytes.
struct Report {
  std::string html;
  std::vector<plot::Figure> figures;
};
Report make_report(const ReportInput& input);

/// The report's figures, each with a name: agents side by side, pass rates by novelty, by scenario and by
/// cell, detection, novelty probabilities, AMOC, detector settings, Appendix F, achievement by difficulty,
/// and a heat map for each measure that any agent has. A figure without any value is left out.
std::vector<plot::Figure> report_figures(const ReportInput& input);

}  // namespace novphy
