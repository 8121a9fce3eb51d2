#include "agents/physicist/answering.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace novphy {
namespace {

/// What one play tells.
struct Told {
  Vec2 end_m{};
  int hit = kHitsNothing;  ///< index of an object, or as in Answer
  bool passes = false;
};

Told played(const Task& task, const Shot& shot, const Catalogue& catalogue, const Physics& physics) {
  World world(task, catalogue, physics, true);
  const int objects = static_cast<int>(task.objects.size());
  const int birds = static_cast<int>(task.birds.size());
  Told told{.end_m = world.body(objects).at_m};
  world.launch(shot);
  while (!world.end() && !world.ready()) {
    world.tick();
    const BodyView bird = world.body(objects);
    if (bird.bird == BirdPhase::kFlying || bird.bird == BirdPhase::kDying) told.end_m = bird.at_m;
  }
  for (const Event& event : world.events()) {
    if (event.kind != EventKind::kContact || told.hit != kHitsNothing) continue;
    for (const auto& [bird, other] : {std::pair(event.body, event.other), std::pair(event.other, event.body)})
      if (bird == objects && (other < objects || other == objects + birds))
        told.hit = other < objects ? other : kHitsGround;
  }
  told.passes = world.outcome().won;
  return told;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace

Answer answered(const Episode& episode, std::span<const Law> laws, const Shot& shot,
                const Simulator& simulator) {
  Physics patient = simulator.physics.of_plans;  // birds stay until they rest, as in judged tasks
  patient.slow_bird_mps = 0;
  const std::vector<std::string> looks = episode.looks();
  std::vector<double> x, y;
  std::map<int, int> hits;
  double passes = 0;
  for (std::size_t i = 0; i < std::min(laws.size(), episode.tasks.size()); ++i) {
    const Task task = under(laws[i], episode.tasks[i], looks);
    const Told told = played(task, under(laws[i], shot), simulator.catalogue, patient);
    x.push_back(told.end_m.x);
    y.push_back(told.end_m.y);
    ++hits[told.hit];
    passes += told.passes ? 1 : 0;
  }
  if (x.empty()) return {};
  const auto most = std::ranges::max_element(hits, {}, [](const auto& each) { return each.second; });
  const Pixel end = Screen{.shown = episode.believed.task.shown}.pixel({median(x), median(y)});
  const int hit = most->first;
  return {.end_px = Vec2{static_cast<double>(end.x), static_cast<double>(end.y)},
          .hit = hit < 0 ? hit : episode.believed.objects[static_cast<std::size_t>(hit)].id,
          .passes = passes / static_cast<double>(x.size())};
}

}  // namespace novphy
