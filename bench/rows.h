#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace novphy {

/// The whole rows of a file of JSON lines; none where it is not there. What a killed run cut off is left out.
std::vector<nlohmann::json> read_rows(const std::string& file);

/// Appends a row, on a line of its own even after one that was cut off. Throws InputError.
void append_row(const std::string& file, const nlohmann::ordered_json& row);

}  // namespace novphy
