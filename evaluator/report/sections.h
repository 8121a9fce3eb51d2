#pragma once

#include <string>

#include "evaluator/report/html.h"
#include "evaluator/report/report.h"

/// The sections of the report's page. A section that has nothing to say has no body.
namespace novphy {

Section summary_section(const ReportInput& input);
/// Results on levels that have no novelty.
Section levels_section(const ReportInput& input);
Section runs_section(const ReportInput& input);
/// The trainings of agents that have several.
Section trainings_section(const Evaluation& evaluation);
/// The NPS or the SPN table beside the paper's table.
Section means_section(const Evaluation& evaluation, bool nps);
/// A table for each family of measures: the agents' means over all cells.
Section families_section(const Evaluation& evaluation);
Section comparison_section(const ReportInput& input);
/// What each agent needs against people.
Section efficiency_section(const Evaluation& evaluation);
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

}  // namespace novphy
