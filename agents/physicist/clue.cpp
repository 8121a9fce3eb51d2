#include "agents/physicist/clue.h"

#include <algorithm>
#include <variant>

namespace novphy {
namespace {

/// The frames before the surprise in which what caused it is looked for.
constexpr std::size_t kFramesBefore = 5;
/// Cosine of the angle between the force and the push up to which one may cause the other: 95 degrees. A
/// force upwards lets a thing that slides come farther, and things push each other aside.
constexpr double kAside = -0.09;
/// By how much a region may be larger or smaller than it is taken for.
constexpr double kMarginM = 0.5;

}  // namespace

Clue::Clue(const Episode& episode, std::size_t thing, std::size_t frame, const std::vector<Flight>& plays,
           const Catalogue& catalogue)
    : episode_(episode),
      thing_(thing),
      frame_(std::min(frame, episode.seen.size() - 1)),
      looks_(episode.looks()) {
  const std::vector<Object>& objects = episode.believed.task.objects;
  if (thing < objects.size()) {
    const Kind* kind = catalogue.find(objects[thing].type, objects[thing].material);
    category_ = kind ? kind->category : Category::kBlock;
    material_ = objects[thing].material;
  }
  const std::optional<Vec2> expected = mean_place(plays, frame_, thing);
  const std::optional<Vec2>& seen = episode.seen[frame_][thing];
  if (expected && seen) pushed_m_ = *seen - *expected;
}

bool Clue::acts(const Who& who) const {
  if (category_ == Category::kBird) return who.birds && who.material.empty() && who.look.empty();
  return (category_ == Category::kPig ? who.pigs : who.blocks) &&
         (who.material.empty() || who.material == material_) && (who.look.empty() || is_named(who));
}

bool Clue::is_named(const Who& who) const {
  const std::vector<int> named = named_objects(episode_.believed.task, looks_, who.look, who.which);
  return std::find(named.begin(), named.end(), static_cast<int>(thing_)) != named.end();
}

bool Clue::may_follow_from(const Law& law) const {
  return std::any_of(law.changes.begin(), law.changes.end(),
                     [&](const LawChange& change) { return follows(change); });
}

bool Clue::follows(const LawChange& change) const {
  if (std::holds_alternative<LaunchLaw>(change)) return category_ == Category::kBird;
  if (const auto* matter = std::get_if<MatterLaw>(&change)) return acts(matter->of);
  const Task& usual = episode_.believed.task;
  const Task altered = under({{change}}, usual, looks_, episode_.birds_gone);
  for (std::size_t frame = frame_ - std::min(frame_, kFramesBefore); frame <= frame_; ++frame) {
    if (!episode_.seen[frame][thing_]) continue;
    const Vec2 more = force_on(altered, frame) - force_on(usual, frame);
    if (length(more) == 0) continue;
    if (!pushed_m_ ||
        more.x * pushed_m_->x + more.y * pushed_m_->y > kAside * length(more) * length(*pushed_m_))
      return true;
  }
  return false;
}

/// The force of the effects on the thing, and of gravity on 1 kg.
Vec2 Clue::force_on(const Task& task, std::size_t frame) const {
  Vec2 sum = task.gravity_mps2;
  for (const Effect& effect : task.effects)
    sum = sum + std::visit([&](const auto& one) { return force_on(one, frame); }, effect);
  return sum;
}

Vec2 Clue::force_on(const ForceField& field, std::size_t frame) const {
  if (!aims_at(field.on)) return {};
  if (!field.region) return field.force_n;
  Box region = *field.region;
  if (field.object) {
    const auto object = static_cast<std::size_t>(*field.object);
    const double angle_rad = episode_.believed.task.objects[object].angle_rad;
    region.centre_m = place(object, frame) + rotated(region.centre_m, angle_rad);
    region.angle_rad += angle_rad;
  }
  return within(region, place(thing_, frame), kMarginM) ? rotated(field.force_n, region.angle_rad) : Vec2{};
}

Vec2 Clue::force_on(const Magnet& magnet, std::size_t frame) const {
  const auto object = static_cast<std::size_t>(magnet.object);
  if (!aims_at(magnet.on) || object == thing_) return {};
  const Vec2 towards = place(object, frame) - place(thing_, frame);
  if (length(towards) > magnet.radius_m + kMarginM) return {};
  const bool repelled = category_ == Category::kBlock && material_ == magnet.repels;
  return (repelled ? -1 : 1) * magnet.strength_n_per_m * towards;
}

bool Clue::aims_at(const Targets& on) const {
  return acts_above_mps(on, category_) && (on.material.empty() || on.material == material_) &&
         on.object.value_or(static_cast<int>(thing_)) == static_cast<int>(thing_);
}

Vec2 Clue::place(std::size_t thing, std::size_t frame) const {
  const std::optional<Vec2>& seen = episode_.seen[frame][thing];
  return seen ? *seen : episode_.believed.task.objects[thing].at_m;
}

std::vector<Law> that_explain(const std::vector<Clue>& clues, const std::vector<Law>& laws) {
  if (clues.empty()) return laws;
  std::vector<Law> kept;
  for (const Law& law : laws)
    if (std::any_of(clues.begin(), clues.end(), [&](const Clue& clue) { return clue.may_follow_from(law); }))
      kept.push_back(law);
  return kept;
}

}  // namespace novphy
