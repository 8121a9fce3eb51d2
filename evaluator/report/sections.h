#pragma once

#include <string>

#include "evaluator/report/report.h"

/// The sections of the report's page. Each function returns HTML with a heading, or "" for a section without
/// content.
namespace novphy {

std::string summary_section(const ReportInput& input);
std::string runs_section(const ReportInput& input);
/// The NPS or the SPN table beside the paper's table.
std::string means_section(const Evaluation& evaluation, bool nps);
/// A table for each family of measures: the agents' means over all cells.
std::string families_section(const Evaluation& evaluation);
std::string comparison_section(const ReportInput& input);
std::string detectors_section(const ReportInput& input);
/// Whether agents adapt better in the trials in which they notice the novelty: NovPhy's Appendix F.
std::string noticing_section(const Evaluation& evaluation);
/// A heat map for each measure and agent.
std::string cells_section(const Evaluation& evaluation);
std::string classes_section(const Evaluation& evaluation);
std::string pictures_section(const ReportInput& input);
std::string glossary_section(const Evaluation& evaluation);

/// The mean, such as "0.65", with its plus-minus and its interval on separate lines below.
std::string html_of(const CellMean& mean);

}  // namespace novphy
