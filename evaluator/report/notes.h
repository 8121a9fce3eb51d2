#pragma once

#include <string>

#include "evaluator/evaluation.h"

namespace novphy {

/// Says how many novel tasks the agents' trials have where the numbers differ. A delay of 5 is a miss for
/// people with 4 novel tasks, and early for an agent with 40. "" where all trials have equally many.
std::string lengths_note(const Evaluation& evaluation);

}  // namespace novphy
