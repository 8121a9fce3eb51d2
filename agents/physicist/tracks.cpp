#include "agents/physicist/tracks.h"

#include <algorithm>
#include <cmath>

#include "agents/physicist/track_laws.h"
#include "sim/silhouette.h"

namespace novphy {
namespace {

constexpr int kSweeps = 2;          ///< places between two frames at which contacts are looked for
constexpr double kContactM = 0.16;  ///< what comes so near may touch: believed sizes are off, too
constexpr std::size_t kLeastFrames = 8;
constexpr double kPushSdMps2 = 1.5;  ///< error of a push
/// Times the error of a place, by which a push moves a body more or less in kPushS: from accelerated_more(),
/// for three places after the one with which a play began again.
constexpr double kNoiseGrows = 4.5;
constexpr double kTrackGoesM = 0.3;  ///< a thing that goes less has no track

double distance_to_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 way = b - a;
  const double squared = way.x * way.x + way.y * way.y;
  const Vec2 off = p - a;
  const double share = squared > 0 ? std::clamp((off.x * way.x + off.y * way.y) / squared, 0.0, 1.0) : 0.0;
  return length(off - share * way);
}

/// Distance of a point to an outline; 0 within it.
double distance_to(const std::vector<Vec2>& outline, Vec2 p) {
  double least = 1e9;
  bool inside = false;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2 a = outline[i];
    const Vec2 b = outline[(i + 1) % outline.size()];
    least = std::min(least, distance_to_segment(p, a, b));
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside ? 0 : least;
}

/// The outlines of an episode's things, wherever they are.
class Things {
 public:
  Things(const TrackSetting& setting, const Catalogue& catalogue)
      : setting_(setting), ground_m_(catalogue.world.ground_top_m) {
    const auto add = [&](const Kind* kind, Vec2 size_m, double angle_rad) {
      kinds_.push_back(kind);
      std::vector<Vec2>& corners = corners_.emplace_back();
      double& reach = reaches_.emplace_back(0);
      if (!kind) return;
      const Silhouette silhouette(BodyView{.kind = kind, .angle_rad = angle_rad, .size_m = size_m});
      Vec2 middle{};
      for (int i = 0; i < silhouette.corners(0); ++i)
        middle = middle + (1.0 / silhouette.corners(0)) * silhouette.corner_m(0, i);
      for (int i = 0; i < silhouette.corners(0); ++i) {
        corners.push_back(silhouette.corner_m(0, i) - middle);
        reach = std::max(reach, length(corners.back()));
      }
    };
    for (const Object& object : setting.task.objects) {
      const Kind* kind = catalogue.find(object.type, object.material);
      add(kind, object.size_m.value_or(kind ? kind->size_m : Vec2{}), object.angle_rad);
    }
    const BirdKind* bird = setting.task.birds.empty() ? nullptr : catalogue.bird(setting.task.birds.front());
    add(bird ? &bird->body : nullptr, bird ? bird->body.size_m : Vec2{}, 0);
  }

  std::size_t size() const { return kinds_.size(); }
  const Kind* kind(std::size_t thing) const { return kinds_[thing]; }
  double reach_m(std::size_t thing) const { return reaches_[thing]; }

  /// Whether it may touch anything between this frame and the next.
  bool may_touch(std::size_t thing, std::size_t frame) const {
    const Flight& seen = setting_.seen;
    for (std::size_t other = 0; other < size(); ++other) {
      if (other == thing || corners_[other].empty() || !seen[frame][other]) continue;
      const Vec2 from = *seen[frame][other];
      const Vec2 to = seen[frame + 1][other].value_or(from);
      const double near = reaches_[thing] + kContactM;
      const double way = length(*seen[frame + 1][thing] - *seen[frame][thing]) + length(to - from);
      if (length(*seen[frame][thing] - from) > near + reaches_[other] + way) continue;
      const double turn = setting_.turned[frame][other];
      for (int i = 0; i <= kSweeps; ++i) {
        const double share = static_cast<double>(i) / kSweeps;
        const Vec2 at = *seen[frame][thing] + share * (*seen[frame + 1][thing] - *seen[frame][thing]);
        const Vec2 off = rotated(at - (from + share * (to - from)), -turn);
        if (distance_to(corners_[other], off) < near) return true;
      }
    }
    return std::min(seen[frame][thing]->y, seen[frame + 1][thing]->y) <
           ground_m_ + reaches_[thing] + kContactM;
  }

 private:
  const TrackSetting& setting_;
  double ground_m_;
  std::vector<const Kind*> kinds_{};
  std::vector<std::vector<Vec2>> corners_{};  ///< from the middle, as turned before the throw
  std::vector<double> reaches_{};
};

/// Adds the tracks of one thing.
void add_tracks(std::vector<BodyTrack>& tracks, const BodyTrack& like, const Things& things) {
  const Flight& seen = like.in->seen;
  const bool bird = like.thing + 1 == things.size();
  const auto there = [&](std::size_t frame) { return seen[frame][like.thing].has_value(); };
  const auto free = [&](std::size_t frame) {
    if (!there(frame) || !there(frame + 1)) return false;
    if (leaps(seen, like.thing, frame)) return false;
    if (bird && frame < 5) return true;  // the slingshot touches nothing
    return !things.may_touch(like.thing, frame);
  };
  for (std::size_t from = 0; from + 1 < seen.size(); ++from) {
    if (!free(from)) continue;
    std::size_t to = from;
    while (to + 1 < seen.size() && free(to)) ++to;
    BodyTrack track = like;
    track.launch = bird && from == 0;
    track.from = track.launch ? 2 : from;
    track.to = to;
    if (to + 1 < seen.size() && leaps(seen, like.thing, to)) track.leaps_to = seen[to + 1][like.thing];
    if (to >= track.from + kLeastFrames) tracks.push_back(track);
    from = to;
  }
}

Vec2 place_between(const TrackSetting& setting, std::size_t thing, double time_s) {
  const double at = std::max(0.0, time_s / kFineFrameS);
  const std::size_t frame = std::min(static_cast<std::size_t>(at), setting.seen.size() - 1);
  const std::size_t next = std::min(frame + 1, setting.seen.size() - 1);
  const auto& a = setting.seen[frame][thing];
  const auto& b = setting.seen[next][thing];
  if (!a) return setting.task.objects[thing].at_m;
  if (!b) return *a;
  return *a + std::min(1.0, at - static_cast<double>(frame)) * (*b - *a);
}

}  // namespace

bool leaps(const Flight& seen, std::size_t thing, std::size_t frame) {
  constexpr double kLeapM = 0.8;
  const auto way = [&](std::size_t from) {
    if (from + 1 >= seen.size() || !seen[from][thing] || !seen[from + 1][thing]) return 0.0;
    return length(*seen[from + 1][thing] - *seen[from][thing]);
  };
  return frame > 1 && way(frame) > kLeapM + 1.5 * std::max(way(frame - 1), way(frame + 1));
}

namespace {

std::shared_ptr<const TrackSetting> setting_of(const Episode& episode, const Flight& fine,
                                               const std::vector<std::vector<double>>& turned) {
  auto setting = std::make_shared<TrackSetting>();
  setting->task = episode.tasks.front();
  setting->looks = episode.looks();
  setting->shot = episode.shot;
  setting->birds_gone = episode.birds_gone;
  setting->seen = fine;
  setting->seen.resize(std::min(fine.size(), turned.size()));
  setting->turned = turned;
  return setting;
}

/// A track of a thing, without its frames; nothing if it does not move.
std::optional<BodyTrack> track_of(std::size_t thing, const std::shared_ptr<const TrackSetting>& setting,
                                  const Things& things, const Exactness& exactly) {
  const Kind* kind = things.kind(thing);
  if (!kind || (kind->category != Category::kBird && !may_move(kind->category))) return std::nullopt;
  const auto far = [&](const Frame& frame) {
    return frame[thing] && setting->seen.front()[thing] &&
           length(*frame[thing] - *setting->seen.front()[thing]) > kTrackGoesM;
  };
  if (std::ranges::none_of(setting->seen, far)) return std::nullopt;
  const bool bird = thing + 1 == things.size();
  return BodyTrack{.in = setting,
                   .thing = thing,
                   .category = kind->category,
                   .material = kind->material,
                   .mass_kg = kind->mass_kg * (bird ? 1 : setting->task.objects[thing].hidden.mass),
                   .gravity_scale = kind->gravity_scale,
                   .linear_drag_per_s = kind->linear_drag_per_s,
                   .colliders = kind->shape.colliders(),
                   .reach_m = things.reach_m(thing),
                   .sd_m = std::hypot(kTrackSeenSdM, bird ? 0 : exactly.noise_m)};
}

/// By how much more a body is accelerated than a play whose start it shares: of the differences of places,
/// kFrameMs apart, the part that grows with the square of time. Nothing where they do not follow such a
/// curve.
std::optional<Vec2> accelerated_more(const std::vector<Vec2>& off_m) {
  constexpr double kUnlikeM = 0.04;
  double t2 = 0, t3 = 0, t4 = 0;
  Vec2 x1{}, x2{};
  for (std::size_t i = 0; i < off_m.size(); ++i) {
    const double t = static_cast<double>(i + 1) * kFrameMs / 1000;
    t2 += t * t;
    t3 += t * t * t;
    t4 += t * t * t * t;
    x1 = x1 + t * off_m[i];
    x2 = x2 + t * t * off_m[i];
  }
  const double det = t2 * t4 - t3 * t3;
  const Vec2 velocity = 1 / det * (t4 * x1 - t3 * x2);
  const Vec2 half = 1 / det * (t2 * x2 - t3 * x1);
  for (std::size_t i = 0; i < off_m.size(); ++i) {
    const double t = static_cast<double>(i + 1) * kFrameMs / 1000;
    if (length(off_m[i] - t * velocity - t * t * half) > kUnlikeM) return std::nullopt;
  }
  return 2.0 * half;
}

}  // namespace

std::vector<BodyTrack> tracks_of(const Episode& episode, const Flight& fine,
                                 const std::vector<std::vector<double>>& turned, const Catalogue& catalogue,
                                 const Exactness& exactly) {
  if (episode.tasks.empty() || turned.empty()) return {};
  const std::shared_ptr<const TrackSetting> setting = setting_of(episode, fine, turned);
  const Things things(*setting, catalogue);
  std::vector<BodyTrack> tracks;
  for (std::size_t thing = 0; thing < things.size(); ++thing)
    if (const auto like = track_of(thing, setting, things, exactly)) add_tracks(tracks, *like, things);
  for (BodyTrack& track : tracks) track.usual = rest_of(track, TrackLaw({}, *setting), catalogue);
  return tracks;
}

namespace {

/// The push on a thing after a restart with which the play began again; nothing where it is unclear.
std::optional<PushAlong> push_after(const Restart& restart, std::size_t thing, const Flight& seen,
                                    const Flight& play) {
  constexpr double kSlowMps = 0.4;
  if (restart.things[thing].is != SeenMotion::Is::kMoving) return std::nullopt;
  std::vector<Vec2> off_m;
  for (std::size_t frame = restart.frame + 1; frame <= restart.frame + kPushFrames; ++frame) {
    const auto& played = place_at(play, frame, thing);
    if (!played || !seen[frame][thing]) return std::nullopt;
    off_m.push_back(*seen[frame][thing] - *played);
  }
  const Vec2 from = *seen[restart.frame][thing];
  const Vec2 way = *seen[restart.frame + kPushFrames][thing] - from;
  const std::optional<Vec2> more = accelerated_more(off_m);
  if (!more || length(way) < kSlowMps * kPushS) return std::nullopt;
  const Vec2 along = 1 / length(way) * way;
  return PushAlong{.frame = restart.frame * kFineFrames + kPushFrames * kFineFrames / 2,
                   .at_m = from + 0.5 * way,
                   .velocity_mps = 1 / kPushS * way,
                   .along = along,
                   .more_mps2 = dot(*more, along)};
}

/// The pushes on bodies that slide or roll, as one track of each. Plays in the normal world begin again every
/// kPushS with what was seen; by how much more a body is accelerated is the push. `turned` has the angles in
/// each frame of the episode's flight, `setting` is that of its other tracks.
std::vector<BodyTrack> pushed_tracks(const Episode& episode, const std::vector<std::vector<double>>& turned,
                                     const std::shared_ptr<const TrackSetting>& setting,
                                     const Simulator& simulator) {
  const Things things(*setting, simulator.catalogue);
  const auto flies = [&](std::size_t thing, const PushAlong& push) {
    return std::ranges::any_of(episode.tracks, [&](const BodyTrack& each) {
      return each.thing == thing && each.from <= push.frame && push.frame <= each.to;
    });
  };
  std::vector<BodyTrack> tracks;
  for (std::size_t thing = 0; thing < things.size(); ++thing)
    if (auto track = track_of(thing, setting, things, simulator.exactly)) tracks.push_back(std::move(*track));
  if (tracks.empty()) return {};
  for (std::size_t from = 2; from < 2 + kPushFrames; ++from) {
    Episode again = episode;
    again.restarts = restarts_every(kPushFrames, from, episode.seen, turned);
    const std::vector<Flight> plays = believed_flights(again, {}, 1, simulator);
    for (BodyTrack& track : tracks)
      for (const Restart& restart : again.restarts)
        if (const auto push = push_after(restart, track.thing, episode.seen, plays.front());
            push && !flies(track.thing, *push))
          track.pushes.push_back(*push);
  }
  std::erase_if(tracks, [](const BodyTrack& track) { return track.pushes.empty(); });
  for (BodyTrack& track : tracks) {
    track.sd_m = std::hypot(kPushS * kPushS / 2 * kPushSdMps2, kNoiseGrows * track.sd_m);
    track.usual = rest_of(track, TrackLaw({}, *setting), simulator.catalogue);
  }
  return tracks;
}

}  // namespace

void see(Episode& episode, const Flight& fine, const Turns& turns, bool shooting,
         const Simulator& simulator) {
  episode.seen = {fine.front()};
  std::vector<std::vector<double>> turned{turns.by_frame().front()};
  for (std::size_t i = kFineFrames; i < fine.size() + kFineFrames - 1; i += kFineFrames) {
    const std::size_t frame = std::min(i, fine.size() - 1);
    episode.seen.push_back(fine[frame]);
    turned.push_back(turns.by_frame()[frame]);
  }
  if (shooting) episode.restarts = restarts_of(episode.seen, turned, simulator.exactly.noise_m);
  episode.tracks = tracks_of(episode, fine, turns.by_frame(), simulator.catalogue, simulator.exactly);
  if (shooting && !episode.tasks.empty()) {
    const auto setting =
        episode.tracks.empty() ? setting_of(episode, fine, turns.by_frame()) : episode.tracks.front().in;
    append(episode.tracks, pushed_tracks(episode, turned, setting, simulator));
  }
  hold_bird(episode.seen);
}

Pose pose_at(const TrackSetting& setting, int object, double time_s) {
  const auto thing = static_cast<std::size_t>(object);
  const std::size_t frame =
      std::min(static_cast<std::size_t>(std::max(0.0, time_s / kFineFrameS)), setting.turned.size() - 1);
  return {place_between(setting, thing, time_s),
          setting.task.objects[thing].angle_rad + setting.turned[frame][thing]};
}

}  // namespace novphy
