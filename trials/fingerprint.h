#pragma once

#include <string>
#include <vector>

#include "evaluator/record.h"

namespace novphy {

/// The fields in which two runs differ, such as "seed was 1, is 2 now".
std::vector<std::string> differences(const Fingerprint& then, const Fingerprint& now);

}  // namespace novphy
