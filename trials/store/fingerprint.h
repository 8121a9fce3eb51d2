#pragma once

#include <string>
#include <vector>

#include "evaluator/record.h"

namespace novphy {

/// How differences are said. "{}" stands for the values.
struct Saying {
  std::string then = "was {}";
  std::string now = "is {} now";
};

/// The fields in which two runs differ, such as "seed was 1, is 2 now".
std::vector<std::string> differences(const Fingerprint& then, const Fingerprint& now,
                                     const Saying& saying = {});

/// The differences for which a run with the fingerprint `now` cannot go on with what a run with the
/// fingerprint `then` left. The path of the plan does not count, because the plan's hash does. The planned
/// counts do not count, because a run may go on with more trials. Of the agent's files those count that
/// `then` names: records of programs before 0.2 name none, and a file that the agent has written since is
/// none of them.
std::vector<std::string> obstacles(const Fingerprint& then, const Fingerprint& now);

}  // namespace novphy
