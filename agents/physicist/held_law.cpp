#include "agents/physicist/held_law.h"

#include <algorithm>

#include "base/parallel.h"

namespace novphy {

void sort_by_weight(std::vector<HeldLaw>& laws) {
  std::stable_sort(laws.begin(), laws.end(),
                   [](const HeldLaw& a, const HeldLaw& b) { return a.log_weight() > b.log_weight(); });
}

void sort_by_likelihood(std::vector<HeldLaw>& laws) {
  std::stable_sort(laws.begin(), laws.end(),
                   [](const HeldLaw& a, const HeldLaw& b) { return a.log_likelihood > b.log_likelihood; });
}

std::vector<Law> laws_of(const std::vector<HeldLaw>& held) {
  std::vector<Law> laws;
  for (const HeldLaw& each : held) laws.push_back(each.law);
  return laws;
}

std::vector<Law> distinct(const std::vector<Law>& laws) {
  std::vector<Law> once;
  for (const Law& law : laws)
    if (std::find(once.begin(), once.end(), law) == once.end()) once.push_back(law);
  return once;
}

std::vector<HeldLaw> scored(const std::vector<Law>& laws, std::span<const Episode> episodes,
                            std::size_t plays, const Simulator& simulator, const Surroundings& here) {
  std::vector<HeldLaw> held(laws.size());
  std::vector<double> usual;
  for (const Episode& episode : episodes)
    usual.push_back(log_likelihood(episode.seen, episode.usual, simulator.exactly, episode.usual));
  Simulator alone = simulator;
  alone.threads = 1;
  parallel_for(laws.size(), simulator.threads, [&](std::size_t i) {
    held[i] = {.law = laws[i], .complexity = complexity(laws[i], here)};
    SinceChange sum;
    for (std::size_t k = 0; k < episodes.size(); ++k)
      sum.add(log_likelihood(episodes[k].seen, believed_flights(episodes[k], laws[i], plays, alone),
                             simulator.exactly, episodes[k].usual),
              usual[k]);
    held[i].log_likelihood = sum.log_likelihood();
  });
  sort_by_weight(held);
  return held;
}

}  // namespace novphy
