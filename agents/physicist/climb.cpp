#include "agents/physicist/climb.h"

#include <algorithm>

#include "agents/physicist/grammar.h"

namespace novphy {

Simulator at_least(Simulator simulator, double sd_m) {
  simulator.exactly.sd_m = std::max(simulator.exactly.sd_m, sd_m);
  return simulator;
}

HeldLaw climbed(const Law& law, const Score& score, const Simulator& simulator, const Steps& steps) {
  HeldLaw best{.law = law};
  for (double step = steps.first; step > steps.last; step /= 2) {
    const Simulator here = at_least(simulator, steps.sd_m * step * step);
    const std::vector<HeldLaw> now = score({best.law}, here);
    if (now.empty()) return best;
    best = now.front();
    for (int i = 0; i < steps.moves; ++i) {
      const std::vector<HeldLaw> near = score(neighbours(best.law, step), here);
      if (near.empty() || near.front().log_likelihood <= best.log_likelihood) break;
      best = near.front();
    }
  }
  return best;
}

}  // namespace novphy
