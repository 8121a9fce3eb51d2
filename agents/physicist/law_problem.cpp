#include "agents/physicist/law_problem.h"

#include <algorithm>
#include <optional>

namespace novphy {

double deviation_m(const Flight& seen, const std::vector<Flight>& plays,
                   const std::vector<std::size_t>& things) {
  double most_m = 0;
  for (const std::size_t thing : things) {
    const std::optional<Vec2> expected = mean_place(plays, seen.size() - 1, thing);
    if (expected && seen.back()[thing]) most_m = std::max(most_m, length(*seen.back()[thing] - *expected));
  }
  return most_m;
}

}  // namespace novphy
