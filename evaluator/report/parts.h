#pragma once

#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/lists.h"
#include "evaluator/curves.h"
#include "evaluator/evaluation.h"
#include "evaluator/plot/plots.h"
#include "evaluator/report/html.h"
#include "evaluator/report/report.h"

/// The parts of a report: sections of its page, and figures.
namespace novphy {

// The sections. One that has nothing to say has no body.

Section summary_section(const ReportInput& input);
/// Results on levels that have no novelty.
Section levels_section(const ReportInput& input);
Section runs_section(const ReportInput& input);
/// The measures of all agents at each change of their trials.
Section changes_section(const ReportInput& input);
/// The trainings of agents that have several.
Section trainings_section(const Evaluation& evaluation);
/// The NPS or the SPN table beside the paper's table.
Section means_section(const Evaluation& evaluation, bool nps);
/// A table for each family of measures: the agents' means over all cells.
Section families_section(const Evaluation& evaluation);
Section comparison_section(const ReportInput& input);
/// What each agent needs against people.
Section efficiency_section(const Evaluation& evaluation);
Section questions_section(const Evaluation& evaluation);
Section detectors_section(const ReportInput& input);
/// What agents achieve beside the difficulty of the cells.
Section difficulty_section(const ReportInput& input);
/// Whether agents adapt better in the trials in which they notice the novelty: NovPhy's Appendix F.
Section noticing_section(const Evaluation& evaluation);
/// A heat map for each measure and each agent that is shown.
Section cells_section(const Evaluation& evaluation, const ShownPart& part);
Section classes_section(const Evaluation& evaluation);
/// The first trial of each agent's cell, with the command that films it. Heat maps link there.
Section plays_section(const ReportInput& input);
Section pictures_section(const ReportInput& input);
Section glossary_section(const Evaluation& evaluation);

/// lengths_note() as a paragraph; "" without a note.
std::string lengths_paragraph(const Evaluation& evaluation);
/// The ids of a cell's row in plays_section() and of a picture in pictures_section().
std::string play_id(std::size_t agent, std::size_t cell);
std::string picture_id(std::size_t picture);

// The figures. One without any value has no hints.

inline constexpr int kNarrowPx = 500;  ///< The width of figures with one panel: two stand side by side.
inline constexpr int kWidePx = 1240;   ///< The width of figures that have many panels in a row.

/// A dot plot of NPS or SPN: a panel for each of the measures that any agent has.
plot::Figure agents_figure(const Evaluation& evaluation, bool by_novelty,
                           std::span<const std::string_view> keys, int width_px = kWidePx);
/// Curves of pass rates, or of the share of detected trials, in panels.
struct CurvePanels {
  std::string name, of;
  std::vector<std::string> titles;
  std::vector<Curve> (*curves)(const TrialTable&, double confidence);
  std::string (*title_of)(const Curve&);
  bool banded = false;
  bool gaps = false;  ///< whether panels without a curve stay
  std::size_t across = 0;
  bool detection = false;
  int width_px = 1000;
  double panel_height_px = 0;
};
plot::Figure curves_figure(const Evaluation& evaluation, const CurvePanels& wanted);
/// The pass rates before and after a change.
plot::Figure change_figure(const ChangeMeasures& change);
/// The pass rates of all trials, a panel with a band for each agent.
plot::Figure curves_of_agents(const Evaluation& evaluation, const CurvePanels& wanted);
plot::Figure detection_figure(const Evaluation& evaluation);
plot::Figure detection_time_figure(const Evaluation& evaluation);
plot::Figure probability_figure(const Evaluation& evaluation);
/// Pinto's Figure 3: the probabilities of single trials.
plot::Figure trial_probability_figure(const Evaluation& evaluation);
/// The performance profiles of rliable, a panel for each measure.
plot::Figure profiles_figure(const Evaluation& evaluation);
plot::Figure amoc_figure(const Evaluation& evaluation);
/// NovPhy's Figure D.18: detection under every setting of the detectors.
plot::Figure settings_figure(const Evaluation& evaluation, const std::vector<DetectorScores>& scores);
/// Adds what agents achieve by the difficulty of the cells, and heat maps of difficulty, where it is given.
void add_difficulty(std::vector<plot::Figure>& figures, const ReportInput& input);

/// The confidence of intervals, such as "95 %".
std::string percent(const Evaluation& evaluation);
/// "n = 36 trials of each agent in 9 novelty-scenarios". A range where agents differ; of trials with
/// detection if `uninformed`.
std::string n_text(const Evaluation& evaluation, bool uninformed = false);
/// "n = 4 trials of a curve", or a range where curves differ. Points of a curve may have fewer.
std::string n_text(const std::vector<Curve>& curves);
/// Whose intervals the means over cells have, as tables say it: "Student's 95 % intervals of stratified
/// trials".
std::string intervals_text(const Evaluation& evaluation);
/// Whose bands curves have, or why they have none.
std::string bands_text(const Evaluation& evaluation, bool banded);

/// The agents' names, whose order gives every figure's looks.
std::vector<std::string> agent_names(const Evaluation& evaluation);
/// Whether figures have bands. More than five overlapping bands cannot be told apart.
bool has_bands(const Evaluation& evaluation);
/// The curve with its band, or else with the band in its notes.
plot::Line line_of(const std::string& agent, const Curve& curve, bool band);
/// The panel with this title. Adds a panel where `panels` has none with the title.
plot::LinePanel& panel_of(std::vector<plot::LinePanel>& panels, const std::string& title);
/// "objects, single force".
std::string cell_title(const std::string& novelty, const std::string& scenario);

/// A heat map with a row for each novelty and a column for each scenario. `of` gives the value of a cell and
/// the note below it.
template <class Cell, class Of>
plot::HeatMap map_of(const std::string& title, const CellNames& names, const std::vector<Cell>& cells,
                     const Of& of) {
  plot::HeatMap map{.title = title, .rows = names.novelties, .columns = names.scenarios};
  map.values.assign(map.rows.size(), std::vector<std::optional<double>>(map.columns.size()));
  map.notes.assign(map.rows.size(), std::vector<std::string>(map.columns.size()));
  for (const Cell& cell : cells)
    if (const std::size_t row = index_in(map.rows, cell.novelty),
        column = index_in(map.columns, cell.scenario);
        row < map.rows.size() && column < map.columns.size())
      std::tie(map.values[row][column], map.notes[row][column]) = of(cell);
  return map;
}
/// What map_of() shows of a cell.
using ValueAndNote = std::pair<std::optional<double>, std::string>;
/// Whether any cell of the map has a value.
bool has_values(const plot::HeatMap& map);
/// The measures in the order of their families, without those that another one is under these definitions.
std::vector<std::size_t> measures_by_family(const Evaluation& evaluation);
/// The range of a measure's colours: 0 to 1 for rates, so that maps of rates can be compared, else the range
/// of the values.
plot::Range colours_of(const Evaluation& evaluation, std::size_t measure);

}  // namespace novphy
