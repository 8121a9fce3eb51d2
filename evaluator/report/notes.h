#pragma once

#include <string>
#include <string_view>

#include "evaluator/evaluation.h"

namespace novphy {

/// Says how many novel tasks the agents' trials have where the numbers differ. A delay of 5 is a miss for
/// people with 4 novel tasks, and early for an agent with 40. "" where all trials have equally many.
std::string lengths_note(const Evaluation& evaluation);
/// Whether a measure counts novel tasks until detection.
bool is_delay(std::string_view key);
/// lengths_note() as a sentence: "Note: ... ."; "" without a note.
std::string note_of(const Evaluation& evaluation);

}  // namespace novphy
