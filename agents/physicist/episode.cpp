#include "agents/physicist/episode.h"

#include <algorithm>

#include "base/parallel.h"
#include "sim/world.h"

namespace novphy {

std::vector<std::string> Episode::looks() const {
  std::vector<std::string> all;
  for (const BelievedObject& object : believed.objects) all.push_back(object.look);
  return all;
}

std::vector<std::string> Episode::unfamiliar_looks() const {
  std::vector<std::string> unfamiliar;
  for (const BelievedObject& object : believed.objects)
    if (!object.familiar) unfamiliar.push_back(object.look);
  return unfamiliar;
}

BelievedPhysics::BelievedPhysics(const Physics& search)
    : of_plans(search), of_flights(search), of_guesses(search) {
  constexpr double kLongestPlanS = 20;  // balls may roll for long before they hit a pig
  constexpr double kLongestFlightS = 10;
  constexpr double kSettleS = 0.1;
  of_plans.rules.time_cap_s = std::min(search.rules.time_cap_s, kLongestPlanS);
  for (Physics* each : {&of_flights, &of_guesses}) {
    each->rules.time_cap_s = std::min(search.rules.time_cap_s, kLongestFlightS);
    each->rules.settle_s = std::min(search.rules.settle_s, kSettleS);
  }
  of_guesses.cut.reset();
}

Surroundings surroundings_of(const Episode& episode, const Catalogue& catalogue) {
  return surroundings_of(episode.believed.task, episode.looks(), catalogue, episode.birds_gone,
                         episode.unfamiliar_looks());
}

Episode first_frames(const Episode& episode, std::size_t frames) {
  Episode start = episode;
  start.seen.resize(std::min(start.seen.size(), frames));
  return start;
}

std::vector<Flight> believed_flights(const Episode& episode, const Law& law, std::size_t plays,
                                     const Simulator& simulator, const GoOn& go_on) {
  plays = std::min(plays, episode.tasks.size());
  std::vector<Flight> flights(plays);
  const std::vector<std::string> looks = episode.looks();
  parallel_for(plays, simulator.threads, [&](std::size_t i) {
    World world(under(law, episode.tasks[i], looks, episode.birds_gone), simulator.catalogue,
                simulator.guess ? simulator.physics.of_guesses : simulator.physics.of_flights);
    flights[i] = fly(world, under(law, episode.shot), looks.size(), episode.seen.size() - 1, go_on);
  });
  return flights;
}

}  // namespace novphy
