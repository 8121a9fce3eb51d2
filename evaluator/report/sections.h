#pragma once

#include <string>

#include "evaluator/report/report.h"

/// The parts of the page, each as HTML with its heading; empty where there is nothing to say.
namespace novphy {

std::string summary_section(const ReportInput& input);
std::string runs_section(const ReportInput& input);
/// NPS or SPN beside the paper's table.
std::string means_section(const Evaluation& evaluation, bool nps);
/// One table for each family of measures: the agents' means over all cells.
std::string families_section(const Evaluation& evaluation);
std::string comparison_section(const ReportInput& input);
std::string detectors_section(const ReportInput& input);
/// Whether those who notice adapt better: NovPhy's Appendix F.
std::string noticing_section(const Evaluation& evaluation);
/// A heat map of each measure and agent.
std::string cells_section(const Evaluation& evaluation);
std::string classes_section(const Evaluation& evaluation);
std::string pictures_section(const ReportInput& input);
std::string glossary_section(const Evaluation& evaluation);

/// "0.65", its plus-minus and interval on lines of their own below.
std::string html_of(const CellMean& mean);

}  // namespace novphy
