#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "agents/physicist/posterior.h"

namespace novphy {

/// What a search for laws is to explain, and with what means.
struct LawProblem {
  const std::vector<Episode>& episodes;
  std::size_t key = 0;  ///< index of the episode by which laws are looked for (LawPosterior::key())
  int plays = 0;        ///< PhysicistOptions::plays
  Simulator simulator;  ///< which takes the numbers of laws as known to kLawShare
  Surroundings here{};  ///< of the key
  Screening screening;
  std::span<const std::vector<BodyTrack>> older{};  ///< tracks of earlier episodes

  /// The tracks of all episodes.
  std::vector<BodyTrack> tracks() const;

  const Episode& key_episode() const { return episodes[key]; }
};

/// By how much those things are out of place at the end of what was seen, of which the plays are.
double deviation_m(const Flight& seen, const std::vector<Flight>& plays,
                   const std::vector<std::size_t>& things);

/// Looks for laws that explain the episodes better than `known` do. Where the bird flew strangely before
/// anything else happened, laws are fitted to its flight, else to the time up to a moment after the first
/// surprise. The best are compared over all episodes. Where a law that was known before leaves something very
/// surprising, a second change is looked for, too. Returns the most probable first; the normal law is among
/// them. `plays` bounds the work (see PhysicistOptions::plays).
std::vector<WeightedLaw> find_laws(const std::vector<Episode>& episodes, std::size_t key,
                                   const std::vector<Law>& known, int plays, const Simulator& simulator,
                                   std::span<const std::vector<BodyTrack>> older = {});

/// The frames before the surprise in which what caused it is looked for.
inline constexpr std::size_t kFramesBefore = 5;
/// Cosine of the angle between the force and the push up to which one may cause the other: 95 degrees. A
/// force upwards lets a thing that slides come farther, and things push each other aside.
inline constexpr double kAside = -0.09;
/// By how much a region may be larger or smaller than it is taken for.
inline constexpr double kMarginM = 0.5;

/// The error of the prediction for one thing: which thing it is, where it was just before, and in which
/// direction it was pushed.
class PredictionError {
 public:
  /// `thing` is an index into the frames of the episode. The plays do not expect it where it is at `frame`.
  PredictionError(const Episode& episode, std::size_t thing, std::size_t frame,
                  const std::vector<Flight>& plays, const Catalogue& catalogue)
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

  /// Whether a change of the law acts on the thing. A force must act where the thing was, and must not point
  /// against the direction in which it was pushed.
  bool may_result_from(const Law& law) const {
    return std::ranges::any_of(law.changes, [&](const LawChange& change) { return follows(change); });
  }

 private:
  bool acts(const Bodies& on) const {
    const bool of_class = category_ == Category::kBird  ? on.birds
                          : category_ == Category::kPig ? on.pigs
                                                        : on.blocks;
    return of_class && is_meant(on);
  }

  bool follows(const LawChange& change) const {
    if (std::holds_alternative<LaunchLaw>(change)) return category_ == Category::kBird;
    const Task& usual = episode_.believed.task;
    const auto* held = std::get_if<EffectChange>(&change);
    if (held && !pushes(held->effect))
      return std::ranges::any_of(effects_in(usual, looks_, *held), [&](const Effect& effect) {
        const auto* law = std::get_if<Alteration>(&effect);
        return !law || acts(law->on);  // other laws that push nothing may have any consequence
      });
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
  Vec2 force_on(const Task& task, std::size_t frame) const {
    Vec2 sum = task.gravity_mps2;
    for (const Effect& effect : task.effects) {
      const auto* field = std::get_if<ForceField>(&effect);
      const auto* magnet = std::get_if<Magnet>(&effect);
      sum = sum + (field ? force_of(*field, frame) : magnet ? force_of(*magnet, frame) : Vec2{});
    }
    return sum;
  }

  Vec2 force_of(const ForceField& field, std::size_t frame) const {
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

  Vec2 force_of(const Magnet& magnet, std::size_t frame) const {
    const auto object = static_cast<std::size_t>(magnet.object);
    if (!aims_at(magnet.on) || object == thing_) return {};
    const Vec2 towards = place(object, frame) - place(thing_, frame);
    if (length(towards) > magnet.radius_m + kMarginM) return {};
    const bool repelled = category_ == Category::kBlock && material_ == magnet.repels;
    return (repelled ? -1 : 1) * magnet.strength_n_per_m * towards;
  }

  bool aims_at(const Targets& on) const { return acts_above_mps(on, category_) && is_meant(on); }

  /// Whether the thing has the material, and is the object, to which they are narrowed.
  template <class Who>
  bool is_meant(const Who& on) const {
    const auto thing = static_cast<int>(thing_);
    return (on.material.empty() || on.material == material_) && on.object.value_or(thing) == thing;
  }

  Vec2 place(std::size_t thing, std::size_t frame) const {
    const std::optional<Vec2>& seen = episode_.seen[frame][thing];
    return seen ? *seen : episode_.believed.task.objects[thing].at_m;
  }

  const Episode& episode_;
  std::size_t thing_;
  std::size_t frame_;
  std::vector<std::string> looks_;
  Category category_ = Category::kBird;
  std::string material_{};
  std::optional<Vec2> pushed_m_{};  ///< nothing where the thing is gone, or should be
};

/// The laws that may cause one of the errors; all of them without an error.
std::vector<Law> that_explain(const std::vector<PredictionError>& errors, std::vector<Law> laws);

/// How far the things of a play may be from where they were seen, if its law is to explain that: least before
/// the first surprise, when all was as usual. Plays beyond it are rejected before their end.
class Tolerance {
 public:
  /// `first` is the frame at which something of the episode was first out of place.
  Tolerance(const Episode& episode, std::size_t first);

  /// Whether all things of the play's last frame are within it.
  bool accepts(const Flight& play) const;

 private:
  Flight seen_;
  std::vector<std::vector<double>> widths_m_{};  ///< of each frame and thing
};

/// Of these laws, the structures that explain the key best from its beginning to a moment after its first
/// surprise, with better numbers. Laws count that hardly touch the bird's free flight, and that act on what
/// surprised.
std::vector<Law> fitted_to_start(const LawProblem& problem, const std::vector<Law>& laws);

}  // namespace novphy
