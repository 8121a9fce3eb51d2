#include "bench/experiments/physicist_throw.h"

#include <string>
#include <utility>

#include "agents/physicist/law_memory.h"
#include "generator/solver.h"
#include "generator/variation.h"
#include "view/geojson.h"

namespace novphy::experiments {

Settings ThrowSettings::settings() {
  return {count_setting("plays", &agent.plays, "Most plays of the agent's simulator for a throw"),
          {"noise", &agent.noise_px, "Noise of what the agent sees, in pixels",
           Also{.least = 0, .most = kMostNoisePx}},
          seed_setting(seed, "Seed of tasks and draws"),
          jobs_setting(jobs, "Threads; they change no number")};
}

OwnWorld::OwnWorld(const Assets& assets)
    : catalogue(Hits::with_hit_pigs(assets.catalogue)), physics(assets.physics.at("fast")) {}

Simulator OwnWorld::simulator(const PhysicistOptions& options) const {
  return {.catalogue = catalogue,
          .physics = physics,
          .exactly = exactness_of(options.noise_px),
          .threads = static_cast<unsigned>(options.threads)};
}

std::vector<Task> tasks_of(const Pair& pair, bool novel, int n, std::uint64_t seed, const Assets& assets) {
  const VariationMaker maker(pair, {.seed = seed}, solver_numbers(assets));
  std::vector<Task> tasks;
  for (int i = 0; i < n; ++i)
    for (Variation& made : maker.make(novel, i).sides) tasks.push_back(std::move(made.task));
  return tasks;
}

Session session_of(const std::vector<Task>& tasks, double noise_px, std::uint64_t seed,
                   const Assets& assets) {
  std::vector<SessionTask> all;
  for (const Task& task : tasks) all.push_back({.task = task});
  return {std::move(all),
          {.catalogue = assets.catalogue,
           .physics = assets.physics.at("standard"),
           .colours = assets.colours,
           .senses = {.noise_px = noise_px},
           .noise_seed = seed}};
}

Episode believed_episode(Session& session, double noise_px, std::uint64_t seed, const Assets& assets,
                         const Simulator& simulator) {
  const Observation seen = session.observe();
  Episode episode;
  episode.believed = believe(std::span(&seen, 1), assets.catalogue, assets.colours, noise_px);
  episode.tasks = draw(episode.believed, static_cast<int>(kWorlds), seed);
  Hits{}.apply(episode.tasks, episode.believed, 0, simulator.catalogue, seed);
  episode.seen.push_back(frame_of(seen, episode.believed));
  return episode;
}

PlannedPull plan(Episode& episode, const Law& law, int plays, const Simulator& simulator) {
  const std::vector<std::string> looks = episode.looks();
  std::vector<PossibleWorld> worlds;
  for (const Task& task : episode.tasks)
    worlds.emplace_back(under(law, task, looks), law, simulator.catalogue, simulator.physics.of_plans);
  const Task& task = episode.believed.task;
  const PlannedPull best = plan_throw(worlds, task.slingshot.faces_left, task.gravity_mps2.y > 0,
                                      {.plays = plays, .threads = simulator.threads})
                               .best;
  episode.shot = shot_of(best.aim);
  return best;
}

void throw_and_watch(Session& session, Episode& episode, const Simulator& simulator) {
  session.shoot(episode.shot);
  while (session.state() == SessionState::kFlying) {
    session.advance(kFrameMs);
    if (episode.seen.size() <= kMostFrames)
      episode.seen.push_back(frame_of(session.observe(), episode.believed));
  }
  hold_bird(episode.seen);
  episode.usual = believed_flights(episode, {}, kMemoryPlays, simulator);
  episode.surprise = surprise(episode.seen, episode.usual, simulator.exactly);
}

bool passes(Session& session, const Shot& shot) {
  while (session.state() != SessionState::kReport) {
    if (session.state() == SessionState::kChoose) session.shoot(shot);
    if (session.state() == SessionState::kFlying) session.advance_until_still();
  }
  const bool passed = session.played().outcome.won;
  session.report();
  return passed;
}

}  // namespace novphy::experiments
