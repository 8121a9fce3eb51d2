#pragma once

#include <string>
#include <vector>

#include "evaluator/evaluation.h"
#include "evaluator/report/report.h"
#include "levels/assets.h"

namespace novphy {

/// Small pictures of the first normal and the first novel task of each novelty-scenario of a plan. `plan` is
/// the plan's file. Where `plan` is empty, the file is the one that the records name. No pictures are
/// returned where that file does not exist or holds another plan by now. Throws InputError where `plan` is
/// given but no record was played with that plan.
std::vector<TaskPicture> task_pictures(const std::string& plan, const Evaluation& evaluation,
                                       const Assets& assets);

}  // namespace novphy
