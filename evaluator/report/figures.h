#pragma once

#include <string>
#include <vector>

#include "evaluator/curves.h"
#include "evaluator/evaluation.h"
#include "evaluator/plot/figure.h"
#include "evaluator/plot/line_plot.h"
#include "evaluator/report/report.h"

/// The figures of a report. A figure without any value has no hints.
namespace novphy {

inline constexpr int kNarrowPx = 500;  ///< The width of figures with one panel: two stand side by side.
inline constexpr int kWidePx = 1240;   ///< The width of figures that have many panels in a row.

plot::Figure agents_figure(const Evaluation& evaluation, bool by_novelty);
plot::Figure pass_rates_figure(const Evaluation& evaluation, bool by_novelty);
/// NovPhy's Figure E.27: a panel for each cell, a row of panels for each novelty.
plot::Figure cells_figure(const Evaluation& evaluation);
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
/// Adds NovPhy's Figures F.43 and F.44 where any test is defined.
void add_noticing(std::vector<plot::Figure>& figures, const Evaluation& evaluation);
/// Adds what agents achieve by the difficulty of the cells, and heat maps of difficulty, where it is given.
void add_difficulty_scatter(std::vector<plot::Figure>& figures, const ReportInput& input);
/// Adds a heat map for each measure that any agent has.
void add_heat_maps(std::vector<plot::Figure>& figures, const Evaluation& evaluation);

/// The confidence of intervals, such as "95 %".
std::string percent(const Evaluation& evaluation);
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

}  // namespace novphy
