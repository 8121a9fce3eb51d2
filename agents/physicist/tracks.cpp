#include "agents/physicist/tracks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/silhouette.h"

namespace novphy {
namespace {

constexpr double kTrackFrameS = kFineFrameMs / 1000.0;
constexpr int kSubsteps = 2;       ///< of a frame, when a law is integrated
constexpr int kSweeps = 2;         ///< places between two frames at which contacts are looked for
constexpr double kContactM = 0.1;  ///< what comes so near may touch
constexpr std::size_t kLeastFrames = 8;
constexpr double kTrackGoesM = 0.3;  ///< a thing that goes less has no track
constexpr double kTrackSeenSdM = 0.008;
constexpr double kTrackModelSdM = 0.006;
constexpr double kTrackModelSdMps = 0.01;  ///< growth of the model's error with the time since the start
constexpr double kBendLeft = 0.5;      ///< share of an error of acceleration that no other start makes up for
constexpr double kLaunchSdMps = 0.15;  ///< error of the launch velocity
constexpr double kTrackFramesThatCount = 40;
constexpr double kTrackLawShare = 0.05;  ///< of the way by which a law moves a body, its numbers are wrong
constexpr double kTrackOutlierShare = 0.01;
constexpr double kTrackScreenM2 = 900;

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

/// Whether the thing goes much farther from this frame to the next than before and after.
bool leaps(const Flight& seen, std::size_t thing, std::size_t frame) {
  constexpr double kLeapM = 0.8;
  const auto way = [&](std::size_t from) {
    if (from + 1 >= seen.size() || !seen[from][thing] || !seen[from + 1][thing]) return 0.0;
    return length(*seen[from + 1][thing] - *seen[from][thing]);
  };
  return frame > 1 && way(frame) > kLeapM + 1.5 * std::max(way(frame - 1), way(frame + 1));
}

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
    if (to >= track.from + kLeastFrames) tracks.push_back(track);
    from = to;
  }
}

Vec2 place_between(const TrackSetting& setting, std::size_t thing, double time_s) {
  const double at = std::max(0.0, time_s / kTrackFrameS);
  const std::size_t frame = std::min(static_cast<std::size_t>(at), setting.seen.size() - 1);
  const std::size_t next = std::min(frame + 1, setting.seen.size() - 1);
  const auto& a = setting.seen[frame][thing];
  const auto& b = setting.seen[next][thing];
  if (!a) return setting.task.objects[thing].at_m;
  if (!b) return *a;
  return *a + std::min(1.0, at - static_cast<double>(frame)) * (*b - *a);
}

bool is_meant(const Targets& on, const BodyTrack& track) {
  const auto above = acts_above_mps(on, track.category);
  return above && (on.material.empty() || on.material == track.material) &&
         on.object.value_or(static_cast<int>(track.thing)) == static_cast<int>(track.thing);
}

bool is_meant(const Bodies& on, const BodyTrack& track) {
  const bool of_class = track.category == Category::kBird  ? on.birds
                        : track.category == Category::kPig ? on.pigs
                                                           : on.blocks;
  return of_class && (on.material.empty() || on.material == track.material) &&
         on.object.value_or(static_cast<int>(track.thing)) == static_cast<int>(track.thing);
}

/// What accelerates the body of a track under a law.
class Motor {
 public:
  Motor(const BodyTrack& track, const TrackLaw& law)
      : track_(track), law_(law), mass_kg_(track.mass_kg), drag_per_s_(track.linear_drag_per_s) {
    double weight = track.gravity_scale;
    for (const Effect& effect : law.task.effects) {
      if (const auto* unlike = std::get_if<Alteration>(&effect); unlike && is_meant(unlike->on, track)) {
        mass_kg_ *= unlike->factors.mass;
        weight *= unlike->factors.gravity;
        drag_per_s_ = std::max(0.0, drag_per_s_ + unlike->drag_per_s);
      }
      if (const auto* field = std::get_if<ForceField>(&effect);
          field && is_meant(field->on, track) && field->after_birds_gone == 0 && !field->trigger)
        fields_.push_back(field);
      if (const auto* pull = std::get_if<Magnet>(&effect);
          pull && is_meant(pull->on, track) && pull->object != static_cast<int>(track.thing))
        pulls_.push_back(pull);
    }
    fall_mps2_ = weight * law.task.gravity_mps2;
  }

  double mass_kg() const { return mass_kg_; }

  Vec2 acceleration(Vec2 at, Vec2 velocity, double time_s) const {
    return fall_mps2_ + push_mps2(at, velocity, time_s) - drag_per_s_ * velocity;
  }

  /// The part of it that is by forces.
  Vec2 push_mps2(Vec2 at, Vec2 velocity, double time_s) const {
    Vec2 force{};
    for (const ForceField* field : fields_) force = force + of(*field, at, velocity, time_s);
    for (const Magnet* pull : pulls_) force = force + of(*pull, at, time_s);
    return (1 / mass_kg_) * force;
  }

 private:
  double colliders() const { return track_.category == Category::kBird ? 2 : 1; }

  Vec2 of(const ForceField& field, Vec2 at, Vec2 velocity, double time_s) const {
    if (!field.times.include(time_s)) return {};
    const double above = acts_above_mps(field.on, track_.category).value_or(0);
    if (above > 0 && length(velocity) <= above) return {};
    Pose frame{};
    if (field.object) frame = pose_at(*track_.in, *field.object, time_s);
    double angle = frame.angle_rad;
    Vec2 centre = frame.at_m;
    if (field.region) {
      centre = frame.at_m + rotated(field.region->centre_m, frame.angle_rad);
      angle += field.region->angle_rad;
      const Box box{centre, field.region->size_m, angle};
      const double margin = field.by_centre ? 0 : track_.reach_m;
      if (field.round ? length(at - centre) > box.size_m.x / 2 + margin : !within(box, at, margin)) return {};
    }
    Vec2 force = field.force_n;
    if (is_affine(field))
      force = force + field.per_m * rotated(at - centre, -angle) + field.per_mps * rotated(velocity, -angle);
    force = rotated(force, angle);
    return (field.times_mass ? mass_kg_ : 1) * (field.per_collider ? colliders() : 1) * force;
  }

  Vec2 of(const Magnet& pull, Vec2 at, double time_s) const {
    const Vec2 towards = pose_at(*track_.in, pull.object, time_s).at_m - at;
    if (length(towards) > pull.radius_m + track_.reach_m) return {};
    const bool repelled = track_.category == Category::kBlock && track_.material == pull.repels;
    return (repelled ? -1 : 1) * colliders() * pull.strength_n_per_m * towards;
  }

  const BodyTrack& track_;
  const TrackLaw& law_;
  double mass_kg_;
  double drag_per_s_;
  Vec2 fall_mps2_{};
  std::vector<const ForceField*> fields_{};
  std::vector<const Magnet*> pulls_{};
};

/// How a body begins its track.
struct TrackStart {
  Vec2 at_m{};
  Vec2 velocity_mps{};
};

/// The body's places at the track's frames.
std::vector<Vec2> integrated(const BodyTrack& track, const Motor& motor, const TrackStart& start,
                             std::size_t first) {
  constexpr double kStepS = kTrackFrameS / kSubsteps;
  std::vector<Vec2> places;
  Vec2 at = start.at_m;
  Vec2 velocity = start.velocity_mps;
  for (std::size_t frame = first; frame <= track.to; ++frame) {
    if (frame >= track.from) places.push_back(at);
    for (int i = 0; i < kSubsteps; ++i) {
      const double time_s = static_cast<double>(frame) * kTrackFrameS + i * kStepS;
      const Vec2 half = velocity + kStepS / 2 * motor.acceleration(at, velocity, time_s);
      at = at + kStepS * half;
      velocity = half + kStepS / 2 * motor.acceleration(at, half, time_s + kStepS);
    }
  }
  return places;
}

/// How a bird begins that is launched under the law.
TrackStart launched(const TrackLaw& law, const Catalogue& catalogue) {
  const Slingshot& sling = law.task.slingshot;
  const double far = length(law.shot.drag_m);
  const double most = catalogue.launch.max_drag_m;
  const Vec2 drag = far > most ? (most / far) * law.shot.drag_m : law.shot.drag_m;
  return {sling.at_m + catalogue.launch.anchor_offset_m + drag,
          rotated(-catalogue.launch.speed_per_drag_per_s * sling.speed_factor * drag, sling.turn_rad)};
}

/// A correction of the start by least squares, in one coordinate: place + velocity t.
struct Line {
  double place = 0;
  double velocity = 0;
};

/// `sd_place` and `sd_velocity` are those of the start as it is believed; 0: nothing is known of it.
Line line_through(const std::vector<double>& off, double first_s, double sd_m, const TrackStart* sds) {
  double n = 0, t1 = 0, t2 = 0, y0 = 0, y1 = 0;
  for (std::size_t i = 0; i < off.size(); ++i) {
    const double t = first_s + static_cast<double>(i) * kTrackFrameS;
    n += 1;
    t1 += t;
    t2 += t * t;
    y0 += off[i];
    y1 += off[i] * t;
  }
  if (sds) {
    const double place = sd_m / sds->at_m.x;
    const double velocity = sd_m / sds->velocity_mps.x;
    n += place * place;
    t2 += velocity * velocity;
  }
  const double det = n * t2 - t1 * t1;
  if (det <= 0) return {};
  return {(t2 * y0 - t1 * y1) / det, (n * y1 - t1 * y0) / det};
}

/// How far what was seen is from the law's best account of it, at each frame of the track.
std::vector<Vec2> residuals(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue) {
  const Flight& seen = track.in->seen;
  const Motor motor(track, law);
  const auto place = [&](std::size_t frame) { return *seen[frame][track.thing]; };
  TrackStart start;
  std::size_t first = track.from;
  const TrackStart known{{kTrackSeenSdM, 0}, {kLaunchSdMps, 0}};
  if (track.launch) {
    start = launched(law, catalogue);
    first = 0;
  } else {
    start.at_m = place(track.from);
    start.velocity_mps = (1 / kTrackFrameS) * (place(track.from + 1) - place(track.from));
    start.velocity_mps =
        start.velocity_mps - kTrackFrameS / 2 *
                                 motor.acceleration(start.at_m, start.velocity_mps,
                                                    static_cast<double>(track.from) * kTrackFrameS);
  }
  const double first_s = static_cast<double>(track.from - first) * kTrackFrameS;
  std::vector<Vec2> off;
  const auto look = [&] {
    const std::vector<Vec2> places = integrated(track, motor, start, first);
    off.clear();
    for (std::size_t i = 0; i < places.size(); ++i) off.push_back(place(track.from + i) - places[i]);
    std::vector<double> x, y;
    for (const Vec2 one : off) x.push_back(one.x), y.push_back(one.y);
    const TrackStart* sds = track.launch ? &known : nullptr;
    return std::pair(line_through(x, first_s, track.sd_m, sds), line_through(y, first_s, track.sd_m, sds));
  };
  auto [x, y] = look();
  start = {start.at_m + Vec2{x.place, y.place}, start.velocity_mps + Vec2{x.velocity, y.velocity}};
  std::tie(x, y) = look();
  for (std::size_t i = 0; i < off.size(); ++i) {
    const double t = first_s + static_cast<double>(i) * kTrackFrameS;
    off[i] = off[i] - Vec2{x.place + t * x.velocity, y.place + t * y.velocity};
  }
  return off;
}

double variance(const BodyTrack& track, std::size_t i, double least_sd_m) {
  const double time_s = static_cast<double>(i) * kTrackFrameS;
  const double model = kTrackModelSdM + kTrackModelSdMps * time_s +
                       kBendLeft * track.acceleration_sd_mps2 * time_s * time_s / 2;
  return std::max(track.sd_m * track.sd_m + model * model, least_sd_m * least_sd_m);
}

}  // namespace

std::vector<BodyTrack> tracks_of(const Episode& episode, const Flight& fine,
                                 const std::vector<std::vector<double>>& turned, const Catalogue& catalogue,
                                 const Exactness& exactly) {
  if (episode.tasks.empty() || turned.empty()) return {};
  auto setting = std::make_shared<TrackSetting>();
  setting->task = episode.tasks.front();
  setting->looks = episode.looks();
  setting->shot = episode.shot;
  setting->birds_gone = episode.birds_gone;
  setting->seen = fine;
  setting->seen.resize(std::min(fine.size(), turned.size()));
  setting->turned = turned;
  const Things things(*setting, catalogue);
  std::vector<BodyTrack> tracks;
  for (std::size_t thing = 0; thing < things.size(); ++thing) {
    const Kind* kind = things.kind(thing);
    if (!kind || kind->category == Category::kPlatform || kind->category == Category::kFan) continue;
    const auto far = [&](const Frame& frame) {
      return frame[thing] && setting->seen.front()[thing] &&
             length(*frame[thing] - *setting->seen.front()[thing]) > kTrackGoesM;
    };
    if (std::ranges::none_of(setting->seen, far)) continue;
    const double noise = thing + 1 == things.size() ? 0 : exactly.noise_m;
    add_tracks(tracks,
               {.in = setting,
                .thing = thing,
                .category = kind->category,
                .material = kind->material,
                .mass_kg = kind->mass_kg *
                           (thing + 1 < things.size() ? setting->task.objects[thing].hidden.mass : 1),
                .gravity_scale = kind->gravity_scale,
                .linear_drag_per_s = kind->linear_drag_per_s,
                .reach_m = things.reach_m(thing),
                .sd_m = std::hypot(kTrackSeenSdM, noise)},
               things);
  }
  const TrackLaw usual({}, *setting);
  for (BodyTrack& track : tracks) track.usual_off = residuals(track, usual, catalogue);
  return tracks;
}

void see(Episode& episode, const Flight& fine, const Turns& turns, bool shooting, const Catalogue& catalogue,
         const Exactness& exactly) {
  episode.seen = {fine.front()};
  std::vector<std::vector<double>> turned{turns.by_frame().front()};
  for (std::size_t i = kFineFrames; i < fine.size() + kFineFrames - 1; i += kFineFrames) {
    const std::size_t frame = std::min(i, fine.size() - 1);
    episode.seen.push_back(fine[frame]);
    turned.push_back(turns.by_frame()[frame]);
  }
  if (shooting) episode.restarts = restarts_of(episode.seen, turned, exactly.noise_m);
  episode.tracks = tracks_of(episode, fine, turns.by_frame(), catalogue, exactly);
  hold_bird(episode.seen);
}

TrackLaw::TrackLaw(const Law& law, const TrackSetting& setting)
    : task(under(law, setting.task, setting.looks, setting.birds_gone)), shot(under(law, setting.shot)) {}

double greatest_push_mps2(const BodyTrack& track, const TrackLaw& law) {
  const Motor motor(track, law);
  double most = 0;
  for (std::size_t frame = track.from; frame < track.to; ++frame) {
    const Vec2 at = *track.in->seen[frame][track.thing];
    const Vec2 velocity = (1 / kTrackFrameS) * (*track.in->seen[frame + 1][track.thing] - at);
    most = std::max(most, length(motor.push_mps2(at, velocity, static_cast<double>(frame) * kTrackFrameS)));
  }
  return most;
}

std::vector<Vec2> launched_places(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue) {
  return integrated(track, Motor(track, law), launched(law, catalogue), 0);
}

namespace {

double log_likelihood_of(const std::vector<Vec2>& off, const BodyTrack& track, double least_sd_m) {
  double sum = 0;
  for (std::size_t i = 0; i < off.size(); ++i) {
    const double by_law = track.usual_off.empty() ? 0 : kTrackLawShare * length(track.usual_off[i] - off[i]);
    const double v = variance(track, i, least_sd_m) + by_law * by_law;
    const double near =
        std::exp(-(off[i].x * off[i].x + off[i].y * off[i].y) / (2 * v)) / (2 * std::numbers::pi * v);
    sum += std::log((1 - kTrackOutlierShare) * near + kTrackOutlierShare / kTrackScreenM2);
  }
  return sum * std::min(1.0, kTrackFramesThatCount / static_cast<double>(off.size()));
}

}  // namespace

double log_likelihood(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue,
                      double least_sd_m) {
  return log_likelihood_of(residuals(track, law, catalogue), track, least_sd_m);
}

double usual_log_likelihood(std::span<const BodyTrack> tracks, double least_sd_m) {
  double sum = 0;
  for (const BodyTrack& track : tracks) sum += log_likelihood_of(track.usual_off, track, least_sd_m);
  return sum;
}

double log_likelihood(std::span<const BodyTrack> tracks, const Law& law, const Catalogue& catalogue,
                      double least_sd_m) {
  double sum = 0;
  std::optional<TrackLaw> felt;
  const TrackSetting* of = nullptr;
  for (const BodyTrack& track : tracks) {
    if (track.in.get() != of) felt.emplace(law, *track.in);
    of = track.in.get();
    sum += log_likelihood(track, *felt, catalogue, least_sd_m);
  }
  return sum;
}

namespace {

double misfit_of(const std::vector<Vec2>& off, const BodyTrack& track) {
  double sum = 0;
  for (std::size_t i = 0; i < off.size(); ++i)
    sum += (off[i].x * off[i].x + off[i].y * off[i].y) / (2 * variance(track, i, 0));
  return std::sqrt(sum / static_cast<double>(off.size()));
}

}  // namespace

double misfit(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue) {
  return misfit_of(residuals(track, law, catalogue), track);
}

double usual_misfit(const BodyTrack& track) { return misfit_of(track.usual_off, track); }

namespace {

/// The velocity and the acceleration at a frame, by a parabola through the frames around it.
struct Bend {
  Vec2 velocity_mps{};
  Vec2 acceleration_mps2{};
  double sd_mps2 = 0;
};

Bend bend_at(const BodyTrack& track, std::size_t frame, int around) {
  double t2 = 0, t4 = 0;
  Vec2 x0{}, x1{}, x2{};
  for (int i = -around; i <= around; ++i) {
    const double t = i * kTrackFrameS;
    const Vec2 at = *track.in->seen[static_cast<std::size_t>(static_cast<int>(frame) + i)][track.thing];
    t2 += t * t;
    t4 += t * t * t * t;
    x0 = x0 + at;
    x1 = x1 + t * at;
    x2 = x2 + t * t * at;
  }
  const double n = 2 * around + 1;
  const double det = n * t4 - t2 * t2;
  return {1 / t2 * x1, 2 / det * (n * x2 - t2 * x0), 2 * track.sd_m * std::sqrt(n / det)};
}

}  // namespace

std::vector<PushedMoment> pushed_moments(const BodyTrack& track, const TrackLaw& law) {
  constexpr int kLong = 8;
  constexpr int kShort = 3;
  constexpr double kStrongSds = 6;
  constexpr std::size_t kStride = 3;
  const Motor motor(track, law);
  std::vector<PushedMoment> moments;
  for (std::size_t frame = track.from + kShort; frame + kShort <= track.to; frame += kStride) {
    const Vec2 at = *track.in->seen[frame][track.thing];
    const auto more = [&](const Bend& bend) {
      return bend.acceleration_mps2 -
             motor.acceleration(at, bend.velocity_mps, static_cast<double>(frame) * kTrackFrameS);
    };
    Bend bend = bend_at(track, frame, kShort);
    if (length(more(bend)) < kStrongSds * bend.sd_mps2) {
      if (frame < track.from + kLong || frame + kLong > track.to) continue;
      bend = bend_at(track, frame, kLong);
    }
    moments.push_back({.frame = frame,
                       .at_m = at,
                       .velocity_mps = bend.velocity_mps,
                       .more_n = motor.mass_kg() * more(bend),
                       .sd_n = motor.mass_kg() * bend.sd_mps2});
  }
  return moments;
}

Pose pose_at(const TrackSetting& setting, int object, double time_s) {
  const auto thing = static_cast<std::size_t>(object);
  const std::size_t frame =
      std::min(static_cast<std::size_t>(std::max(0.0, time_s / kTrackFrameS)), setting.turned.size() - 1);
  return {place_between(setting, thing, time_s),
          setting.task.objects[thing].angle_rad + setting.turned[frame][thing]};
}

}  // namespace novphy
