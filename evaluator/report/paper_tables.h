#pragma once

#include <string>

#include "evaluator/evaluation.h"

namespace novphy {

/// NovPhy's Tables 2 and 3 in Markdown: beside each number that the paper prints, the number computed for the
/// agent of the same name. A pair that differs is marked, and a list of these pairs follows. A column whose
/// files are not the paper's whole data (48 players, 1600 trials of an agent, 1565 of Random) is shown, named
/// and not compared. "people" and
/// "human" are the paper's humans, "datalab", "eagles_wing", "pig_shooter" and "random", alone or before the
/// settings of a detector ("datalab pma:10:1.5"), its agents. Other agents are left out. Throws
/// std::invalid_argument where no agent has a column in the paper, or two agents have the same one.
std::string paper_tables(const Evaluation& evaluation);

}  // namespace novphy
