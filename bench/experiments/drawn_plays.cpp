#include "bench/experiments/drawn_plays.h"

#include <array>
#include <cmath>
#include <utility>

#include "agents/published/planner.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "generator/variation.h"
#include "levels/pair.h"
#include "sim/scene.h"
#include "sim/world.h"

namespace novphy {
namespace {

constexpr double kSolverStepDeg = 4;
constexpr double kNearDeg = 3;
constexpr int kMostDistractors = 5;
constexpr int kMostDraws = 20;  // attempts at a member that meets the family's conditions

bool one_in(int count, Rng& rng) { return rng.integer(1, count) == 1; }

template <class Value>
const Value& one_of(const std::vector<Value>& values, Rng& rng) {
  return values[static_cast<std::size_t>(rng.integer(0, static_cast<int>(values.size()) - 1))];
}

/// A shot at an elevation above the direction in which the slingshot faces.
Shot thrown(const Task& task, double elevation_deg, double pull_m) {
  return aimed(radians(task.slingshot.faces_left ? 180 - elevation_deg : elevation_deg), pull_m);
}

Shot random_shot(const Task& task, Rng& rng) {
  const double elevation_deg = rng.uniform(-20, 90);
  return thrown(task, elevation_deg, rng.uniform(0.5, 1.2));
}

bool is_target(const Object& object) { return object.type.starts_with("pig") || object.type == "circle"; }

/// A shot at a pig or a ball, with a low or a high flight. A random shot where no such target is in reach.
Shot aimed_shot(const Task& task, const std::string& bird, const Catalogue& catalogue, Rng& rng) {
  std::vector<Vec2> targets;
  for (const Object& object : task.objects)
    if (is_target(object)) targets.push_back(object.at_m);
  if (targets.empty()) return random_shot(task, rng);
  const Vec2 target_m = one_of(targets, rng);
  const Launcher launcher{.anchor_m = bird_rest_m(task, catalogue),
                          .pull_m = catalogue.launch.max_drag_m,
                          .speed_per_pull_per_s = catalogue.launch.speed_per_drag_per_s,
                          .gravity_mps2 = catalogue.bird(bird)->body.gravity_scale * task.gravity_mps2};
  const std::vector<Aim> aims = aims_through(launcher, target_m);
  if (aims.empty()) return random_shot(task, rng);
  return aimed(one_of(aims, rng).angle_rad, launcher.pull_m);
}

void swap_birds(Task& task, const Catalogue& catalogue, Rng& rng) {
  for (std::string& bird : task.birds) bird = one_of(catalogue.birds, rng).body.type;
}

/// Adds one of the catalogue's force fields, other than a fan, at a random place.
void add_effect(Task& task, const Catalogue& catalogue, Rng& rng) {
  std::vector<ForceField> fields;
  for (const auto& [name, effect] : catalogue.effects)
    if (const auto* field = std::get_if<ForceField>(&effect); field != nullptr && name != "fan")
      fields.push_back(*field);
  ForceField field = one_of(fields, rng);
  if (field.region) field.region->centre_m = {rng.uniform(-8, 8), rng.uniform(-3, 6)};
  task.effects.emplace_back(field);
}

std::vector<Throw> solve_base(const Task& task, const SolverNumbers& numbers) {
  SolverSpec spec = solver_spec(task, kSolverStepDeg);
  spec.pulls_m = {1, 0.8, 0.6};
  std::vector<Throw> throws;
  for (const Solution& solution : solve(task, spec, numbers)) throws.push_back(solution.what);
  return throws;
}

}  // namespace

std::string_view name(ThrowKind kind) {
  constexpr std::array<std::string_view, 3> kNames{"random", "aimed", "solved"};
  return kNames[static_cast<std::size_t>(kind)];
}

PlayDrawer::PlayDrawer(std::vector<Pair> pairs, const SolverNumbers& numbers)
    : pairs_(std::move(pairs)), numbers_(numbers), solved_(std::make_unique<Solved[]>(2 * pairs_.size())) {}

const std::vector<Throw>& PlayDrawer::throws_that_pass(std::size_t side) const {
  Solved& solved = solved_[side];
  std::call_once(solved.searched, [&] { solved.throws = solve_base(base_of(side).task, numbers_); });
  return solved.throws;
}

const Template& PlayDrawer::base_of(std::size_t side) const {
  return side % 2 == 1 ? pairs_[side / 2].novel : pairs_[side / 2].normal;
}

Pair PlayDrawer::member_of(std::size_t side, Rng& rng) const {
  const Pair& pair = pairs_[side / 2];
  const Template& base = base_of(side);
  for (int i = 0; i < kMostDraws; ++i) {
    Member member;
    for (const Parameter& parameter : pair.family.parameters)
      member.values[parameter.name] = parameter.is_word()
                                          ? ParameterValue(one_of(parameter.words, rng))
                                          : ParameterValue(rng.uniform(parameter.min, parameter.max));
    member.shift_m.x = rng.uniform(base.dx_m.min, base.dx_m.max);
    member.shift_m.y = rng.uniform(base.dy_m.min, base.dy_m.max);
    try {
      return novphy::member_of(pair, member, numbers_.catalogue);
    } catch (const InputError&) {  // the values break a condition of the family; the loop draws again
    }
  }
  return pair;
}

Task PlayDrawer::task_of(std::size_t side, Rng& rng) const {
  const Pair member = member_of(side, rng);
  const Catalogue& catalogue = numbers_.catalogue;
  Task task = side % 2 == 1 ? member.novel.task : member.normal.task;
  if (one_in(2, rng)) {
    const int count = rng.integer(1, kMostDistractors);
    task = with_distractors(task, place_distractors(task, member.distractors, catalogue, {}, count, rng));
  }
  if (one_in(2, rng)) swap_birds(task, catalogue, rng);
  if (one_in(4, rng)) add_effect(task, catalogue, rng);
  return task;
}

std::vector<Shot> PlayDrawer::shots_of(std::size_t side, const Task& task, ThrowKind& kind, Rng& rng) const {
  kind = static_cast<ThrowKind>(rng.integer(0, 2));
  if (kind == ThrowKind::kSolved && throws_that_pass(side).empty()) kind = ThrowKind::kRandom;
  std::vector<Shot> shots;
  for (const std::string& bird : task.birds) {
    if (kind == ThrowKind::kSolved) {
      const Throw& known = one_of(throws_that_pass(side), rng);
      shots.push_back(thrown(task, known.angle_deg + rng.uniform(-kNearDeg, kNearDeg), known.pull_m));
    } else {
      shots.push_back(kind == ThrowKind::kAimed ? aimed_shot(task, bird, numbers_.catalogue, rng)
                                                : random_shot(task, rng));
    }
    if (one_in(2, rng)) shots.back().tap_ms = rng.integer(200, 2000);
  }
  return shots;
}

DrawnPlay PlayDrawer::draw(std::uint64_t seed, std::size_t i) const {
  Rng rng = Rng::stream(seed, "bench/drawn_plays", i);
  const std::size_t side = i % (2 * pairs_.size());
  DrawnPlay play{.name = base_of(side).name, .task = task_of(side, rng)};
  play.shots = shots_of(side, play.task, play.kind, rng);
  return play;
}

namespace {

bool is_fixed(Category category) {
  return category == Category::kPlatform || category == Category::kFan || category == Category::kGround ||
         category == Category::kSlingshot;
}

/// Whether the body is neither a bird nor fixed. Birds and fixed bodies alone cannot change the result of a
/// play.
bool matters(const World& world, int body) {
  if (body < 0) return false;
  const Category category = world.body(body).kind->category;
  return category != Category::kBird && !is_fixed(category);
}

bool matters(const World& world, const Event& event) {
  if (event.kind == EventKind::kScore) return true;
  if (event.kind == EventKind::kPush) return false;  // a push is logged when it ends, perhaps in a later turn
  return matters(world, event.body) || (event.kind == EventKind::kContact && matters(world, event.other));
}

void add_objects(const World& world, Hash& hash) {
  for (int id = 0; id < static_cast<int>(world.task().objects.size()); ++id) {
    const BodyView body = world.body(id);
    hash.add(body.present ? 1 : 0).add(body.life_left).add(body.at_m.x).add(body.at_m.y).add(body.angle_rad);
  }
}

void add_event(const World& world, const Event& event, double launch_s, Hash& hash) {
  const auto since_launch = std::llround((event.time_s - launch_s) / world.physics().step_s);
  hash.add(static_cast<std::int64_t>(since_launch)).add(static_cast<int>(event.kind)).add(event.body);
  hash.add(event.other).add(event.speed_mps).add(event.amount);
}

}  // namespace

PlayResult play_result(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
                       const Physics& physics) {
  Playback playback(task, shots, catalogue, physics, {.log_events = true});
  const World& world = playback.world();
  PlayResult result;
  Hash turn;
  double launch_s = 0;
  std::size_t seen = 0;
  bool more = true;
  while (more) {
    if (playback.next_shot() && !world.end() && launch_due(world, *playback.next_shot())) {
      result.turns.push_back(turn.value());
      turn = Hash();
      add_objects(world, turn);
      launch_s = world.time_s();
    }
    more = playback.step();
    for (; seen < world.events().size(); ++seen)
      if (matters(world, world.events()[seen])) add_event(world, world.events()[seen], launch_s, turn);
  }
  result.turns.push_back(turn.value());
  const Outcome outcome = world.outcome();
  result.won = outcome.won;
  result.score = outcome.score;
  result.steps = outcome.steps;
  return result;
}

}  // namespace novphy
