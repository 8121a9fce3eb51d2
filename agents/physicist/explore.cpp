#include "agents/physicist/explore.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "agents/physicist/grammar.h"
#include "base/parallel.h"
#include "sim/rng.h"

namespace novphy {
namespace {

constexpr std::size_t kNormalPlays = 3;
constexpr double kMostNats = 20;  ///< what one law counts at most
/// A pass counts like so many laws that a throw tells from the normal one.
constexpr double kPassCounts = 1;
constexpr std::size_t kFrames = 60;
/// Laws that are drawn before anything is played, for each that is drawn in the end.
constexpr std::size_t kDrawnFirst = 4;
constexpr std::size_t kPlaysToDraw = 1;  ///< plays of each episode that then decide
constexpr std::size_t kEpisodesToDraw = 2;
constexpr double kGuessSdM = 0.3;  ///< how exactly such plays are compared

std::vector<std::size_t> pigs_of(const Task& task, const Catalogue& catalogue) {
  std::vector<std::size_t> pigs;
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const Kind* kind = catalogue.find(task.objects[i].type, task.objects[i].material);
    if (kind && kind->category == Category::kPig) pigs.push_back(i);
  }
  return pigs;
}

bool passes(const Flight& flight, const std::vector<std::size_t>& pigs) {
  return !pigs.empty() && std::none_of(pigs.begin(), pigs.end(),
                                       [&](std::size_t pig) { return flight.back()[pig].has_value(); });
}

Flight flown(PossibleWorld& world, const Pull& aim, std::size_t objects) {
  return fly(world.at_rest(), under(world.law(), shot_of(aim)), objects, kFrames);
}

/// What a flight under a law tells: how unlike the normal flights it is, and whether it passes.
double told_by(const Flight& flight, std::span<const Flight> normal, const std::vector<std::size_t>& pigs,
               const Simulator& simulator) {
  const double usual = log_likelihood(normal[0], normal.subspan(1), simulator.exactly);
  const double found = log_likelihood(flight, normal.subspan(1), simulator.exactly);
  return std::clamp(usual - found, 0.0, kMostNats) + (passes(flight, pigs) ? kPassCounts * kMostNats : 0);
}

/// n of the laws, drawn without replacement by the exponential of their log weights.
std::vector<Law> drawn(const std::vector<Law>& laws, const std::vector<double>& log_weights, std::size_t n,
                       Rng& rng) {
  std::vector<std::pair<double, std::size_t>> order;  // the greatest of log weight + Gumbel noise first
  for (std::size_t i = 0; i < laws.size(); ++i)
    order.emplace_back(std::log(-std::log(rng.uniform(1e-9, 1 - 1e-9))) - log_weights[i], i);
  std::sort(order.begin(), order.end());
  std::vector<Law> chosen;
  for (std::size_t i = 0; i < std::min(n, order.size()); ++i) chosen.push_back(laws[order[i].second]);
  return chosen;
}

template <class LogWeight>
std::vector<Law> drawn(const std::vector<Law>& laws, std::size_t n, LogWeight log_weight, Rng& rng) {
  std::vector<double> weights;
  for (const Law& law : laws) weights.push_back(log_weight(law));
  return drawn(laws, weights, n, rng);
}

/// What a law of one change is about, such as gravity or a force in a region, after whether it is about
/// something suspect: unfamiliar, or visible air turbulence. Laws are drawn from each sort.
using Sort = std::pair<bool, int>;
Sort sort_of(const Law& law, const std::vector<std::string>& unfamiliar) {
  const LawChange& change = law.changes.front();
  const auto* force = std::get_if<ForceLaw>(&change);
  return {is_about_suspects(law, unfamiliar),
          static_cast<int>(change.index()) * 10 + (force ? static_cast<int>(force->where.kind) : 0)};
}

}  // namespace

std::vector<Law> drawn_laws(std::span<const Episode> episodes, std::size_t n, const Simulator& simulator,
                            std::uint64_t seed) {
  const Episode& last = episodes.back();
  const std::vector<std::string> unfamiliar = last.unfamiliar_looks();
  const Surroundings here = surroundings_of(last, simulator.catalogue);
  std::map<Sort, std::vector<Law>> sorts;
  for (Law& law : conceivable(here)) sorts[sort_of(law, unfamiliar)].push_back(std::move(law));
  std::map<bool, std::size_t> alike;  // sorts about something suspect, which get half of the laws, and others
  for (const auto& [sort, all] : sorts) ++alike[sort.first];
  Rng rng = Rng::stream(seed, "physicist/drawn_laws");
  std::vector<Law> laws;
  for (const auto& [sort, all] : sorts) {
    for (Law& law : drawn(
             all, kDrawnFirst * n / (alike.size() * alike[sort.first]),
             [&](const Law& each) { return -complexity(each, here); }, rng))
      laws.push_back(std::move(law));
  }
  std::span<const Episode> thrown = episodes.first(episodes.size() - 1);
  if (thrown.size() > kEpisodesToDraw) thrown = thrown.last(kEpisodesToDraw);
  Simulator guessing = simulator;
  guessing.guess = true;
  guessing.exactly.sd_m = std::max(guessing.exactly.sd_m, kGuessSdM);
  const std::vector<HeldLaw> held = scored(laws, thrown, kPlaysToDraw, guessing, here);
  std::vector<double> likely;
  for (const HeldLaw& each : held) likely.push_back(each.log_likelihood);
  return drawn(laws_of(held), likely, n, rng);
}

Pull telling_throw(const Episode& episode, std::span<const Pull> aims, std::span<const Law> laws,
                   const Simulator& simulator) {
  const std::vector<std::string> looks = episode.looks();
  const auto world_of = [&](const Law& law, std::size_t task) {
    return PossibleWorld(under(law, episode.tasks[task], looks, episode.birds_gone), law, simulator.catalogue,
                         simulator.physics.of_guesses);
  };
  std::vector<std::vector<Flight>> normal(aims.size());
  for (std::size_t i = 0; i < kNormalPlays; ++i) {
    PossibleWorld world = world_of({}, i);
    for (std::size_t k = 0; k < aims.size(); ++k) normal[k].push_back(flown(world, aims[k], looks.size()));
  }
  const std::vector<std::size_t> pigs = pigs_of(episode.tasks.front(), simulator.catalogue);
  std::vector<std::vector<double>> told(laws.size());
  parallel_for(laws.size(), simulator.threads, [&](std::size_t i) {
    PossibleWorld world = world_of(laws[i], 0);
    for (std::size_t k = 0; k < aims.size(); ++k)
      told[i].push_back(told_by(flown(world, aims[k], looks.size()), normal[k], pigs, simulator));
  });
  std::vector<double> sums(aims.size());
  for (const auto& of_law : told)
    for (std::size_t k = 0; k < aims.size(); ++k) sums[k] += of_law[k];
  return aims[static_cast<std::size_t>(std::max_element(sums.begin(), sums.end()) - sums.begin())];
}

}  // namespace novphy
