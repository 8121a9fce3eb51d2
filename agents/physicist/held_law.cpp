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

void add_episode(std::vector<SinceChange>& sums, const std::vector<double>& of_laws, double of_usual,
                 double most_said) {
  double best = of_usual;
  for (const double of_law : of_laws) best = std::max(best, of_law);
  const double least = best - most_said;
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums[i].add(std::max(of_laws[i], least), std::max(of_usual, least));
}

std::vector<HeldLaw> scored(const std::vector<Law>& laws, std::span<const Episode> episodes,
                            std::size_t plays, const Simulator& simulator, const Surroundings& here,
                            double most_said) {
  std::vector<double> usual;
  for (const Episode& episode : episodes)
    usual.push_back(log_likelihood(episode.seen, episode.usual, simulator.exactly, episode.usual));
  std::vector<std::vector<double>> said(episodes.size(), std::vector<double>(laws.size()));
  Simulator alone = simulator;
  alone.threads = 1;
  parallel_for(laws.size(), simulator.threads, [&](std::size_t i) {
    for (std::size_t k = 0; k < episodes.size(); ++k)
      said[k][i] = log_likelihood(episodes[k].seen, believed_flights(episodes[k], laws[i], plays, alone),
                                  simulator.exactly, episodes[k].usual);
  });
  std::vector<SinceChange> sums(laws.size());
  for (std::size_t k = 0; k < episodes.size(); ++k) add_episode(sums, said[k], usual[k], most_said);
  std::vector<HeldLaw> held;
  for (std::size_t i = 0; i < laws.size(); ++i)
    held.push_back({laws[i], sums[i].log_likelihood(), complexity(laws[i], here)});
  sort_by_weight(held);
  return held;
}

}  // namespace novphy
