#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "evaluator/conventions.h"

namespace novphy {

/// The value of a convention as tables show it. Empty: none was asked for, so the default applies.
using ConventionValue = std::variant<std::monostate, bool, int, std::uint64_t, double, std::string_view>;

/// Every choice that changes a number, by the keys of the tables in JSON and CSV.
std::vector<std::pair<std::string_view, ConventionValue>> convention_values(const Conventions& conventions);

}  // namespace novphy
