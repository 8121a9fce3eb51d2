#pragma once

#include <span>
#include <string>

#include "evaluator/tables/table.h"

namespace novphy {

/// The table's notes, its rows, and the notes of its cells, as HTML. "" without rows and notes.
std::string html_of(const Table& table);
/// Each note as a paragraph.
std::string html_notes(std::span<const std::string> notes);

}  // namespace novphy
