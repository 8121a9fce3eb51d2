#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace novphy {

/// The rows of a file of JSON lines. Empty where the file does not exist. A row that a killed run cut off is
/// left out.
std::vector<nlohmann::json> read_rows(const std::string& file);

/// Appends a row. The row gets a line of its own, even where the last line of the file was cut off. Throws
/// InputError.
void append_row(const std::string& file, const nlohmann::ordered_json& row);

}  // namespace novphy
