#include "sim/play.h"

#include <algorithm>

namespace novphy {

bool launch_due(const World& world, const Shot& shot) {
  if (shot.launch_ms < 0) return world.ready();
  const double asked_s = std::min(shot.launch_ms / 1000.0, world.physics().rules.time_cap_s);
  return world.may_launch() && world.since_launch_s() >= asked_s - 1e-9;
}

Playback::Playback(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
                   const Physics& physics, const PlayOptions& options)
    : own_(std::in_place, task, catalogue, physics, options.log_events), world_(&*own_), shots_(shots) {}

Playback::Playback(World& world, std::span<const Shot> shots) : world_(&world), shots_(shots) {}

bool Playback::step() {
  while (const Shot* shot = next_shot()) {
    if (!world_->end() && world_->birds_left() > 0 && !launch_due(*world_, *shot)) break;
    world_->launch(*shot);
    ++launched_;
  }
  if (!world_->end() && (next_shot() || !world_->ready())) {
    world_->tick();
    return true;
  }
  world_->give_up();
  return false;
}

void Playback::advance_to(double time_s) {
  constexpr double kRoundingS = 1e-9;  // rounding error of the sum of time steps
  while (world_->time_s() < time_s - kRoundingS && step()) {
  }
}

void play_turn(World& world, const Shot& shot) {
  world.launch(shot);
  while (!world.end() && !world.ready()) world.tick();
}

PlayStart::PlayStart(const Task& task, const Catalogue& catalogue, const Physics& physics,
                     const PlayOptions& options, std::span<const Shot> first)
    : world_(task, catalogue, physics, options.log_events), start_([&] {
        for (const Shot& shot : first) play_turn(world_, shot);
        return world_.save();
      }()) {}

World& PlayStart::world() {
  world_.restore(start_);
  return world_;
}

Outcome PlayStart::play(std::span<const Shot> shots) {
  Playback playback(world(), shots);
  while (playback.step()) {
  }
  return world_.outcome();
}

Outcome play(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
             const Physics& physics, const PlayOptions& options) {
  Playback playback(task, shots, catalogue, physics, options);
  while (playback.step()) {
  }
  return playback.world().outcome();
}

}  // namespace novphy
