#pragma once

#include <span>

#include "agents/agent.h"
#include "agents/physicist/episode.h"

namespace novphy {

/// What a throw of the first bird does by plays in the episode's tasks, one under each of the laws: the
/// median of the bird's last places, what most of them hit first, and the share that passes.
Answer answered(const Episode& episode, std::span<const Law> laws, const Shot& shot,
                const Simulator& simulator);

}  // namespace novphy
