#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluator/record.h"
#include "levels/assets.h"

namespace novphy {

/// The versions of this program, its engine and its compiler, the machine's architecture and kToldSeeds. All
/// other members keep their defaults.
Fingerprint build_info();

/// Whether a page in a browser made the records. Its compiler and architecture are never this program's,
/// which is no reason for another play.
bool made_in_browser(const Fingerprint& fingerprint);

/// build_info() with this program's numbers: the hashes of catalogue and physics, the name of the physics,
/// and the overrides.
Fingerprint made_by(const Assets& assets, const std::string& physics,
                    std::span<const std::string> overrides = {});

/// How a message words a difference. "{}" stands for the value.
struct Wording {
  std::string then = "was {}";
  std::string now = "is {} now";
};

/// The fields in which two runs differ, such as "seed was 1, is 2 now".
std::vector<std::string> differences(const Fingerprint& then, const Fingerprint& now,
                                     const Wording& wording = {});

/// The fingerprint of a run that `then` began and `now` continues: with the present path of the plan, and the
/// planned counts and settings of the run that goes on.
Fingerprint continued(Fingerprint then, const Fingerprint& now);

/// The differences that keep a run with the fingerprint `now` from continuing what a run with the fingerprint
/// `then` left. The path of the plan does not count, because the plan's hash does. Nor do the planned counts,
/// because a run may continue with more trials, and the settings, because other fields tell what came of
/// them. Of the agent's files, only those that `then` names count: records of programs before 0.2 name none,
/// and the agent may have written further files since.
std::vector<std::string> obstacles(const Fingerprint& then, const Fingerprint& now);

}  // namespace novphy
