#pragma once

#include <nlohmann/json.hpp>

#include "evaluator/conventions.h"

/// Values that the tables in JSON and in CSV have in common.
namespace novphy {

/// Every choice that changes a number, as an object of numbers, texts and nulls.
nlohmann::ordered_json conventions_to_json(const Conventions& conventions);

}  // namespace novphy
