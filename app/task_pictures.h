#pragma once

#include <string>
#include <vector>

#include "evaluator/evaluation.h"
#include "evaluator/report/report.h"
#include "levels/assets.h"

namespace novphy::app {

/// Small pictures of the first normal and the first novel task of each novelty-scenario of a plan. `plan` is
/// its file; where it is empty it is the one that records name, if that is there and still the same: else
/// there are none. Throws InputError for a plan that was asked for and that no record was played with.
std::vector<TaskPicture> task_pictures(const std::string& plan, const Evaluation& evaluation,
                                       const Assets& assets);

}  // namespace novphy::app
