#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>

#include "levels/pair.h"
#include "sim/rng.h"
#include "trials/plan.h"

namespace novphy {

/// The random numbers of a novelty-scenario's draws for one purpose, such as "trial-seed".
inline Rng draws_of(const Pair& pair, const PlanOptions& options, const std::string& purpose, int index) {
  return Rng::stream(options.seed, fmt::format("trials/{}/{}/{}", pair.novelty, pair.scenario, purpose),
                     static_cast<std::uint64_t>(index));
}

/// The number of normal tasks of a trial, or of a control trial, with this index.
inline int normal_tasks_of(const Pair& pair, const PlanOptions& options, bool control, int index) {
  Rng rng = draws_of(pair, options, control ? "control-normal-tasks" : "normal-tasks", index);
  return rng.integer(options.min_normal, options.max_normal);
}

}  // namespace novphy
