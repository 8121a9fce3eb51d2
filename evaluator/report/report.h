#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/zip_archive.h"
#include "evaluator/changes.h"
#include "evaluator/detectors/detector.h"
#include "evaluator/difficulty/difficulty_table.h"
#include "evaluator/evaluation.h"
#include "evaluator/level_results.h"
#include "evaluator/plot/figure.h"

/// Figures and heat maps of a report with very many agents or novelty-scenarios show a part of them, as a
/// figure of all would be longer than a drawing can be. The tables of means hold all.
namespace novphy {

inline constexpr std::size_t kMostAgents = 24;
inline constexpr std::size_t kSomeAgents =
    12;  ///< Shown of more agents: as many as there are looks of series.
inline constexpr std::size_t kMostNovelties = 24;
inline constexpr std::size_t kMostScenarios = 12;

/// At most `most` of the values, in equal steps from the first to the last.
template <class Value>
std::vector<Value> spread(const std::vector<Value>& values, std::size_t most) {
  if (values.size() <= most) return values;
  std::vector<Value> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(values[i * (values.size() - 1) / (most - 1)]);
  return some;
}

/// "24 of 250 agents"; "" where all are shown.
std::string share_text(std::size_t shown, std::size_t all, const std::string& of);

struct ShownPart {
  std::vector<std::size_t> agents;  ///< Indices in Evaluation::agents, in its order.
  CellNames cells;
  std::string agents_note, novelties_note, scenarios_note;  ///< share_text() of each.

  bool has(const std::string& novelty, const std::string& scenario) const;
  /// What is not shown, as a sentence without its full stop: of agents, and of novelties and scenarios where
  /// the figure has a part for each. "" where everything is shown.
  std::string note(bool by_novelty, bool by_scenario) const;
};

/// All agents, novelties and scenarios, or where these are too many, some: twelve agents in equal steps from
/// the highest to the lowest AP and those of the baseline, novelties and scenarios in equal steps of their
/// order.
ShownPart shown_part(const Evaluation& evaluation);
/// The evaluation with the agents of the part, and their means of its novelties, scenarios and cells. Trials
/// stay, so that a curve of a novelty is still that of all its trials.
Evaluation part_of(const Evaluation& evaluation, const ShownPart& part);

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
  const LevelTable* levels = nullptr;  ///< null: no agent played levels without novelties
  /// Where trials have several changes: what the page shows in place of measures. `evaluation` is that of the
  /// first change.
  const std::vector<ChangeMeasures>* changes = nullptr;
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

/// The files for a paper: four figures, each as SVG and PDF, 17 cm wide, with its caption below it, and the
/// tables of NPS and SPN in LaTeX. Equal input gives equal bytes.
struct PaperFiles {
  std::vector<NamedBytes> files{};
  std::vector<std::string> warnings{};  ///< of figures that have nothing to show
};
PaperFiles paper_files(const Evaluation& evaluation);
/// Whether paper_files() has a file of this name.
bool is_paper_file(std::string_view name);

/// Heat maps of the cells: the means of each dimension of detection, and of adaptation. A state without any
/// value has no figure.
std::vector<plot::Figure> difficulty_figures(const DifficultyTable& table);

/// NovPhy's Tables 2 and 3 in Markdown: beside each number that the paper prints, the number computed for the
/// agent of the same name. A pair that differs is marked, and a list of these pairs follows. A column whose
/// files are not the paper's whole data (48 players, 1600 trials of an agent, 1565 of Random) is shown, named
/// and not compared. "people" and
/// "human" are the paper's humans, "datalab", "eagles_wing", "pig_shooter" and "random", alone or before the
/// settings of a detector ("datalab pma:10:1.5"), its agents. Other agents are left out. Throws
/// std::invalid_argument where no agent has a column in the paper, or two agents have the same one.
std::string paper_tables(const Evaluation& evaluation);

}  // namespace novphy
