#include "sim/world.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <stdexcept>

#include "sim/scene.h"

namespace novphy {

namespace {

/// What World keeps of a play besides PlayState.
struct Course {
  Tick last_launch = kNever;
  Tick still_for = 0;           ///< number of ticks for which all bodies have been still
  std::int64_t thought_ms = 0;  ///< total time that the player's decisions have taken
  std::vector<Vec2> trail{};
  bool certain_end_found = false;
  std::optional<End> end{};
};

}  // namespace

struct World::Impl : Course {
  Impl(const Task& task, const Catalogue& catalogue, const Physics& physics, bool log_events)
      : scene(task, catalogue, physics, log_events), effects(scene), certain_end(scene) {
    trail.reserve(static_cast<std::size_t>(physics.rules.bird_life_s / physics.rules.trail_every_s) + 2);
    settle();
  }

  static std::uint64_t next_number() {
    static std::atomic<std::uint64_t> number{0};
    return ++number;
  }

  const std::uint64_t number = next_number();  ///< unique among all worlds of the program
  Scene scene;
  Effects effects;
  CertainEnd certain_end;
  std::uint64_t engine_steps = 0;

  void settle() {
    scene.started = scene.timing.settle;
    while (scene.now < scene.started) {
      ++scene.now;
      move([] {});
      effects.begin(scene);
      count_still();
    }
  }

  /// Moves the bodies by one time step, in as many parts as the engine asks for. In each part effects push,
  /// the engine moves, `then()` follows, and magnets let go.
  template <typename Then>
  void move(Then then) {
    const int parts = scene.engine.parts();
    engine_steps += static_cast<std::uint64_t>(parts);
    for (int part = 0; part < parts; ++part) {
      scene.part_s = scene.physics.step_s / parts;
      effects.push(scene);
      scene.engine.step(parts);
      then();
      effects.let_go(scene);
    }
  }

  void tick() {
    ++scene.now;
    move([this] {
      leave_sling(scene);
      if (!scene.forbidden.empty()) note_forbidden(scene);
      apply_touches(scene);
      throw_switches(scene);
      carry_out_deaths(scene);
    });
    effects.end_step(scene);
    use_abilities(scene);
    note_leaving(scene);
    carry_out_deaths(scene);
    end_birds(scene);
    if (scene.pigs > 0 && looks_ahead() && certain_end.reached(scene, effects)) {
      certain_end_found = true;
      take_birds(scene);
    }
    end_delay(scene);
    effects.begin(scene);
    count_still();
    leave_trail();
    decide_end();
  }

  bool all_still() const {
    const Rules& rules = scene.physics.rules;
    return std::all_of(scene.movers.begin(), scene.movers.end(), [&](int id) {
      return scene.engine.slower(id, rules.still_mps, rules.still_rad_per_s);
    });
  }

  void count_still() {
    still_for = all_still() && !scene.disturbed ? still_for + 1 : 0;
    scene.disturbed = false;
  }
  bool still() const { return still_for >= scene.timing.still_for; }

  /// Whether this tick checks for a certain end: at regular times after a launch.
  bool looks_ahead() const {
    const Tick every = scene.timing.certain_end_every;
    return every > 0 && scene.physics.rules.early_end && last_launch != kNever && since_launch() % every == 0;
  }

  Tick since_launch() const { return scene.now - (last_launch == kNever ? scene.started : last_launch); }
  bool too_long() const { return since_launch() >= scene.timing.time_cap; }
  bool previous_gone() const { return scene.next_bird == 0 || bird_gone(scene, scene.next_bird - 1); }
  bool birds_waiting() const { return scene.next_bird < scene.birds(); }

  /// The first bird only waits for settling. A later bird waits until the previous one is gone and all is
  /// still, but no longer than the time cap.
  bool ready() const {
    if (end || !birds_waiting() || scene.release) return false;
    if (last_launch == kNever) return true;
    return (previous_gone() && still()) || too_long();
  }

  bool may_launch() const {
    if (end || !birds_waiting() || scene.release) return false;
    return ready() || previous_gone() || had_contact(scene, scene.next_bird - 1);
  }

  bool too_late() const {
    const auto& limit_s = scene.task.time_limit_s;
    return limit_s && static_cast<double>(thought_ms) > 1000 * *limit_s;
  }

  bool all_birds_gone() const { return !birds_waiting() && birds_gone(scene) == scene.birds(); }

  void decide_end() {
    if (end) return;
    const bool early = scene.physics.rules.early_end;
    if (scene.touched_forbidden) {
      finish(End::kForbidden);
    } else if (scene.has_goal && scene.pigs == 0 && (early || too_long())) {
      finish(End::kPigsGone);
    } else if (early && all_birds_gone() && still()) {
      finish(End::kBirdsUsed);
    } else if (!birds_waiting() && too_long()) {
      finish(End::kTime);
    }
  }

  void finish(End how) {
    const int unused = scene.birds() - scene.next_bird;
    for (int i = 0; i < unused; ++i) {
      scene.add_score(scene.bird_id(scene.next_bird + i), scene.catalogue.score.unused_bird, "unused_bird");
    }
    effects.finish_log(scene);
    end = how;
  }

  void leave_trail() {
    if (last_launch == kNever || (scene.now - last_launch) % scene.timing.trail_every != 0) return;
    const int id = scene.bird_id(scene.next_bird - 1);
    if (scene.body(id).present) trail.push_back(scene.engine.motion(id).at_m);
  }
};

World::World(const Task& task, const Catalogue& catalogue, const Physics& physics, bool log_events)
    : impl_(std::make_unique<Impl>(task, catalogue, physics, log_events)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

bool World::ready() const { return impl_->ready(); }
bool World::may_launch() const { return impl_->may_launch(); }

void World::launch(const Shot& shot) {
  if (!may_launch()) return;
  impl_->thought_ms += std::max(0, shot.thought_ms);
  if (impl_->too_late()) return impl_->finish(End::kTooLate);
  launch_bird(impl_->scene, shot);
  impl_->last_launch = impl_->scene.now;
  impl_->still_for = 0;
  impl_->trail.clear();
  impl_->leave_trail();
}

bool World::tap(int tap_ms) { return !impl_->end && give_tap(impl_->scene, tap_ms); }

void World::tick() {
  if (!impl_->end) impl_->tick();
}

void World::put(int id, const Motion& motion) {
  Scene& scene = impl_->scene;
  if (!scene.body(id).present || std::ranges::find(scene.movers, id) == scene.movers.end()) return;
  scene.engine.put(id, motion);
  scene.disturbed = true;
  scene.path.add(scene.now).add(id);
}

void World::give_up() {
  if (!impl_->end) impl_->finish(End::kNoShot);
}

struct World::Snapshot::Impl {
  std::uint64_t of = 0;  ///< number of the world that was saved
  Engine::Snapshot engine;
  PlayState state;
  Effects effects;
  Course course;
};

std::size_t World::Snapshot::bytes() const { return impl_->engine.bytes(); }

World::Snapshot World::save() const {
  Snapshot snapshot;
  snapshot.impl_ = std::make_shared<const Snapshot::Impl>(
      Snapshot::Impl{impl_->number, impl_->scene.engine.save(), impl_->scene, impl_->effects, *impl_});
  return snapshot;
}

void World::restore(const Snapshot& snapshot) {
  const Snapshot::Impl& from = *snapshot.impl_;
  if (from.of != impl_->number)
    throw std::logic_error("world: a snapshot of another world cannot be restored");
  impl_->scene.engine.restore(from.engine);
  static_cast<PlayState&>(impl_->scene) = from.state;
  impl_->effects = from.effects;
  static_cast<Course&>(*impl_) = from.course;
}

std::optional<End> World::end() const { return impl_->end; }

Outcome World::outcome() const {
  const Scene& scene = impl_->scene;
  const End how = impl_->end.value_or(End::kNoShot);
  return {.won = how == End::kPigsGone,
          .end = how,
          .score = scene.score,
          .birds_left = birds_left(),
          .time_s = scene.time_s(),
          .steps = scene.now,
          .certain_end = impl_->certain_end_found,
          .digest = digest(),
          .events = scene.events};
}

int World::score() const { return impl_->scene.score; }
double World::time_s() const { return impl_->scene.time_s(); }
double World::since_launch_s() const {
  return static_cast<double>(impl_->since_launch()) * impl_->scene.physics.step_s;
}
int World::birds_left() const { return impl_->scene.birds() - impl_->scene.next_bird; }

std::uint64_t World::engine_steps() const { return impl_->engine_steps; }

std::uint64_t World::digest() const {
  const Scene& scene = impl_->scene;
  Hash hash;
  hash.add(scene.path.value())
      .add(scene.engine.digest())
      .add(scene.now)
      .add(scene.score)
      .add(scene.pigs)
      .add(scene.next_bird);
  for (const int id : scene.movers) hash.add(scene.body(id).life);
  if (scene.release) hash.add(scene.release->flies).add(scene.release->drag_m.x).add(scene.release->drag_m.y);
  return hash.value();
}

const Task& World::task() const { return impl_->scene.task; }
const Catalogue& World::catalogue() const { return impl_->scene.catalogue; }
const Physics& World::physics() const { return impl_->scene.physics; }

int World::body_count() const { return static_cast<int>(impl_->scene.bodies.size()); }

BodyView World::body(int id) const {
  const Scene& scene = impl_->scene;
  const Body& body = scene.body(id);
  BodyView view{.id = id, .kind = body.listed, .size_m = body.size_m, .present = body.present};
  view.life_left = body.kind->life > 0 ? body.life / body.kind->life : 1;
  view.birds_hit = std::popcount(body.hit_by);
  if (body.present) {
    const Motion motion = scene.engine.motion(id);
    view.at_m = motion.at_m;
    view.angle_rad = motion.angle_rad;
    view.velocity_mps = motion.velocity_mps;
    view.spin_rad_per_s = motion.spin_rad_per_s;
  }
  if (body.bird) {
    view.bird = body.bird->phase;
    const bool waits = *view.bird == BirdPhase::kWaiting || *view.bird == BirdPhase::kOnSling;
    if (waits) view.at_m = waiting_place_m(scene, body.bird->origin);
    view.present = body.present || waits;
  }
  return view;
}

std::vector<BodyView> World::bodies() const {
  std::vector<BodyView> views;
  views.reserve(static_cast<std::size_t>(body_count()));
  for (int id = 0; id < body_count(); ++id) views.push_back(body(id));
  return views;
}

std::vector<int> World::touching(int id) const {
  return impl_->scene.body(id).present ? impl_->scene.engine.touching(id) : std::vector<int>();
}

std::span<const Vec2> World::trail() const { return impl_->trail; }
std::span<const Event> World::events() const { return impl_->scene.events; }

void World::forget_events(std::size_t count) {
  auto& events = impl_->scene.events;
  events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(std::min(count, events.size())));
}

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

bool play_turn(World& world, const Shot& shot, std::uint64_t most) {
  world.launch(shot);
  while (!world.end() && !world.ready() && world.engine_steps() < most) world.tick();
  return world.engine_steps() < most;
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
