#include "agents/physicist/track_laws.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <tuple>
#include <utility>

namespace novphy {
namespace {

constexpr int kSubsteps = 2;  ///< of a frame, when a law is integrated
constexpr double kTrackModelSdM = 0.006;
constexpr double kTrackModelSdMps = 0.01;  ///< growth of the model's error with the time since the start
constexpr double kBendLeft = 0.5;      ///< share of an error of acceleration that no other start makes up for
constexpr double kLaunchSdMps = 0.15;  ///< error of the launch velocity
constexpr double kLaunchS = 0.5;       ///< in which it moves a bird by as much as places are compared to
constexpr double kLaunchCounts = 4;    ///< frames as many as which it counts
constexpr double kLeapSdM = 0.3;       ///< error of where a leap leads
constexpr double kLeapCounts = 6;      ///< frames as many as which it counts
constexpr double kUnknownLeap = 20;    ///< misfit of a leap of which the law knows nothing
constexpr double kTrackFramesThatCount = 20;
constexpr double kTrackLawShare = 0.05;  ///< of the way by which a law moves a body, its numbers are wrong
constexpr double kMostOfAPush = 16;  ///< what one push counts in a misfit: some are contacts that nobody saw
constexpr double kPushLawShare = 0.25;  ///< the same of pushes on bodies that slide or roll
constexpr double kTrackOutlierShare = 0.01;
constexpr double kTrackScreenM2 = 900;
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
  Motor(const BodyTrack& track, const Task& task)
      : track_(track), mass_kg_(track.mass_kg), drag_per_s_(track.linear_drag_per_s) {
    double weight = track.gravity_scale;
    for (const Effect& effect : task.effects) {
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
    fall_mps2_ = weight * task.gravity_mps2;
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
    return (field.times_mass ? mass_kg_ : 1) * (field.per_collider ? track_.colliders : 1) * force;
  }

  Vec2 of(const Magnet& pull, Vec2 at, double time_s) const {
    const Vec2 towards = pose_at(*track_.in, pull.object, time_s).at_m - at;
    if (length(towards) > pull.radius_m + track_.reach_m) return {};
    const bool repelled = track_.category == Category::kBlock && track_.material == pull.repels;
    return (repelled ? -1 : 1) * track_.colliders * pull.strength_n_per_m * towards;
  }

  const BodyTrack& track_;
  double mass_kg_;
  double drag_per_s_;
  Vec2 fall_mps2_{};
  std::vector<const ForceField*> fields_{};
  std::vector<const Magnet*> pulls_{};
};

/// The body's places at the track's frames.
std::vector<Vec2> integrated(const BodyTrack& track, const Motor& motor, const TrackStart& start,
                             std::size_t first) {
  constexpr double kStepS = kFineFrameS / kSubsteps;
  std::vector<Vec2> places;
  Vec2 at = start.at_m;
  Vec2 velocity = start.velocity_mps;
  for (std::size_t frame = first; frame <= track.to; ++frame) {
    if (frame >= track.from) places.push_back(at);
    for (int i = 0; i < kSubsteps; ++i) {
      const double time_s = static_cast<double>(frame) * kFineFrameS + i * kStepS;
      const Vec2 half = velocity + kStepS / 2 * motor.acceleration(at, velocity, time_s);
      at = at + kStepS * half;
      velocity = half + kStepS / 2 * motor.acceleration(at, half, time_s + kStepS);
    }
  }
  return places;
}

/// The body's places at the track's frames if it is pushed as the law says of the places where it was seen.
/// Unlike a play, the account does not miss a force because of a small error at the edge of its region.
std::vector<Vec2> along_seen(const BodyTrack& track, const Motor& motor, const TrackStart& start,
                             std::size_t first) {
  constexpr double kStepS = kFineFrameS / kSubsteps;
  constexpr std::size_t kAround = 2;  ///< frames before and after, whose places give the velocity
  const auto seen = [&](std::size_t frame) { return *track.in->seen[frame][track.thing]; };
  std::vector<Vec2> places;
  Vec2 at = start.at_m;
  Vec2 velocity = start.velocity_mps;
  for (std::size_t frame = first; frame <= track.to; ++frame) {
    if (frame >= track.from) places.push_back(at);
    const std::size_t before = std::max(track.from, frame - std::min(frame, kAround));
    const std::size_t after = std::min(track.to, frame + kAround);
    const bool is_seen = frame >= track.from && frame < track.to;
    const Vec2 pace =
        is_seen ? 1 / (kFineFrameS * static_cast<double>(after - before)) * (seen(after) - seen(before))
                : velocity;
    for (int i = 0; i < kSubsteps; ++i) {
      const double share = static_cast<double>(i) / kSubsteps;
      const Vec2 place = is_seen ? seen(frame) + share * (seen(frame + 1) - seen(frame)) : at;
      const double time_s = (static_cast<double>(frame) + share) * kFineFrameS;
      const Vec2 more = motor.acceleration(place, pace, time_s);
      at = at + kStepS * velocity + kStepS * kStepS / 2 * more;
      velocity = velocity + kStepS * more;
    }
  }
  return places;
}

/// A correction of the start by least squares, in one coordinate: place + velocity t.
struct Line {
  double place = 0;
  double velocity = 0;
};

Line line_through(const std::vector<double>& off, double first_s) {
  double n = 0, t1 = 0, t2 = 0, y0 = 0, y1 = 0;
  for (std::size_t i = 0; i < off.size(); ++i) {
    const double t = first_s + static_cast<double>(i) * kFineFrameS;
    n += 1;
    t1 += t;
    t2 += t * t;
    y0 += off[i];
    y1 += off[i] * t;
  }
  const double det = n * t2 - t1 * t1;
  if (det <= 0) return {};
  return {(t2 * y0 - t1 * y1) / det, (n * y1 - t1 * y0) / det};
}

/// How far the law's portals lead the body from where it leaps to; nothing if it comes into none.
std::optional<Vec2> leap_off(const BodyTrack& track, const TrackLaw& law) {
  constexpr double kNearM = 0.5;  ///< the body goes on for a moment before it is seen again
  const Vec2 at = *track.in->seen[track.to][track.thing];
  for (const Portal* portal : laws_of<Portal>(law.task.effects)) {
    if (!is_meant(portal->on, track) || !within(portal->region, at, kNearM)) continue;
    return *track.leaps_to - portal->to_m - rotated(at - portal->region.centre_m, portal->turn_rad);
  }
  return std::nullopt;
}

double variance(const BodyTrack& track, std::size_t i, double least_sd_m) {
  if (!track.pushes.empty()) {
    const double sd_m = kPushS * kPushS / 2 * track.acceleration_sd_mps2;
    return std::max(track.sd_m * track.sd_m + sd_m * sd_m, least_sd_m * least_sd_m);
  }
  const double time_s = static_cast<double>(i) * kFineFrameS;
  const double model = kTrackModelSdM + kTrackModelSdMps * time_s +
                       kBendLeft * track.acceleration_sd_mps2 * time_s * time_s / 2;
  return std::max(track.sd_m * track.sd_m + model * model, least_sd_m * least_sd_m);
}

/// What a law does to a body that slides or rolls, along its motion, besides the normal world. A body that
/// rolls takes up two thirds of a push, one that slides all of it, more or less its friction.
double pushed_along(const PushAlong& push, const Motor& motor, const Motor& usual) {
  constexpr double kTakenUp = 0.8;
  const double time_s = static_cast<double>(push.frame) * kFineFrameS;
  return kTakenUp * dot(push.along, motor.acceleration(push.at_m, push.velocity_mps, time_s) -
                                        usual.acceleration(push.at_m, push.velocity_mps, time_s));
}

TrackRest rest_of_pushes(const BodyTrack& track, const TrackLaw& law) {
  const Motor motor(track, law.task);
  const Motor usual(track, track.in->task);
  TrackRest rest;
  for (const PushAlong& push : track.pushes)
    rest.off_m.push_back(kPushS * kPushS / 2 * (push.more_mps2 - pushed_along(push, motor, usual)) *
                         push.along);
  return rest;
}

}  // namespace

TrackStart launched(const TrackLaw& law, const Catalogue& catalogue) {
  const Slingshot& sling = law.task.slingshot;
  const double far = length(law.shot.drag_m);
  const double most = catalogue.launch.max_drag_m;
  const Vec2 drag = far > most ? (most / far) * law.shot.drag_m : law.shot.drag_m;
  return {sling.at_m + catalogue.launch.anchor_offset_m + drag,
          rotated(-catalogue.launch.speed_per_drag_per_s * sling.speed_factor * drag, sling.turn_rad)};
}

TrackRest rest_of(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue) {
  if (!track.pushes.empty()) return rest_of_pushes(track, law);
  const Flight& seen = track.in->seen;
  const Motor motor(track, law.task);
  const auto place = [&](std::size_t frame) { return *seen[frame][track.thing]; };
  TrackStart start;
  std::size_t first = track.from;
  if (track.launch) {
    start = launched(law, catalogue);
    first = 0;
  } else {
    const Vec2 velocity = (1 / kFineFrameS) * (place(track.from + 1) - place(track.from));
    const double time_s = static_cast<double>(track.from) * kFineFrameS;
    start = {place(track.from),
             velocity - kFineFrameS / 2 * motor.acceleration(place(track.from), velocity, time_s)};
  }
  const double first_s = static_cast<double>(track.from - first) * kFineFrameS;
  TrackRest rest;
  const std::vector<Vec2> places = along_seen(track, motor, start, first);
  std::vector<double> x, y;
  for (std::size_t i = 0; i < places.size(); ++i) {
    rest.off_m.push_back(place(track.from + i) - places[i]);
    x.push_back(rest.off_m.back().x);
    y.push_back(rest.off_m.back().y);
  }
  const Line of_x = line_through(x, first_s);
  const Line of_y = line_through(y, first_s);
  for (std::size_t i = 0; i < rest.off_m.size(); ++i) {
    const double t = first_s + static_cast<double>(i) * kFineFrameS;
    rest.off_m[i] = rest.off_m[i] - Vec2{of_x.place + t * of_x.velocity, of_y.place + t * of_y.velocity};
  }
  if (track.launch) rest.launch_off_mps = {of_x.velocity, of_y.velocity};
  if (track.leaps_to) rest.leap_m = leap_off(track, law);
  return rest;
}

TrackLaw::TrackLaw(const Law& law, const TrackSetting& setting)
    : task(under(law, setting.task, setting.looks, setting.birds_gone)), shot(under(law, setting.shot)) {}

double greatest_push_mps2(const BodyTrack& track, const TrackLaw& law) {
  const Motor motor(track, law.task);
  double most = 0;
  for (const PushAlong& push : track.pushes)
    most = std::max(most, length(motor.push_mps2(push.at_m, push.velocity_mps,
                                                 static_cast<double>(push.frame) * kFineFrameS)));
  for (std::size_t frame = track.from; frame < track.to && track.pushes.empty(); ++frame) {
    const Vec2 at = *track.in->seen[frame][track.thing];
    const Vec2 velocity = (1 / kFineFrameS) * (*track.in->seen[frame + 1][track.thing] - at);
    most = std::max(most, length(motor.push_mps2(at, velocity, static_cast<double>(frame) * kFineFrameS)));
  }
  return most;
}

std::vector<Vec2> launched_places(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue) {
  return integrated(track, Motor(track, law.task), launched(law, catalogue), 0);
}

namespace {

/// The log-density of an error of this variance in each coordinate, mixed with one over the screen.
double log_error(Vec2 off, double variance) {
  const double squares = off.x * off.x + off.y * off.y;
  const double near = std::exp(-squares / (2 * variance)) / (2 * std::numbers::pi * variance);
  return std::log((1 - kTrackOutlierShare) * near + kTrackOutlierShare / kTrackScreenM2);
}

/// By how much what a law changes is wrong, because its numbers are, as a variance.
double of_law(Vec2 usual, Vec2 under_law, double share = kTrackLawShare) {
  const double off = share * length(usual - under_law);
  return off * off;
}

/// The same for a place of a track.
double of_law(const BodyTrack& track, const TrackRest& rest, std::size_t i) {
  if (track.usual.off_m.empty()) return 0;
  return of_law(track.usual.off_m[i], rest.off_m[i], track.pushes.empty() ? kTrackLawShare : kPushLawShare);
}

double log_likelihood_of(const TrackRest& rest, const BodyTrack& track, double least_sd_m) {
  double sum = 0;
  for (std::size_t i = 0; i < rest.off_m.size(); ++i)
    sum += log_error(rest.off_m[i], variance(track, i, least_sd_m) + of_law(track, rest, i));
  sum *= std::min(1.0, kTrackFramesThatCount / static_cast<double>(rest.off_m.size()));
  if (track.launch) {
    const double sd = std::max(kLaunchSdMps, least_sd_m / kLaunchS);
    sum += kLaunchCounts *
           log_error(rest.launch_off_mps, sd * sd + of_law(track.usual.launch_off_mps, rest.launch_off_mps));
  }
  if (track.leaps_to) {
    const double sd = std::max(kLeapSdM, least_sd_m);
    sum += kLeapCounts *
           (rest.leap_m ? log_error(*rest.leap_m, sd * sd) : std::log(kTrackOutlierShare / kTrackScreenM2));
  }
  return sum;
}

}  // namespace

double log_likelihood(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue,
                      double least_sd_m) {
  return log_likelihood_of(rest_of(track, law, catalogue), track, least_sd_m);
}

double usual_log_likelihood(std::span<const BodyTrack> tracks, double least_sd_m) {
  double sum = 0;
  for (const BodyTrack& track : tracks) sum += log_likelihood_of(track.usual, track, least_sd_m);
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

double misfit_of(const TrackRest& rest, const BodyTrack& track) {
  double sum = 0;
  for (std::size_t i = 0; i < rest.off_m.size(); ++i) {
    const double by_law = track.pushes.empty() ? 0 : of_law(track, rest, i);
    const double squares = dot(rest.off_m[i], rest.off_m[i]) / (2 * (variance(track, i, 0) + by_law));
    sum += track.pushes.empty() ? squares : std::min(kMostOfAPush, squares);
  }
  const double way = std::sqrt(sum / static_cast<double>(rest.off_m.size()));
  const double launch = length(rest.launch_off_mps) / (std::numbers::sqrt2 * kLaunchSdMps);
  const double leap = !track.leaps_to ? 0 : rest.leap_m ? length(*rest.leap_m) / kLeapSdM : kUnknownLeap;
  return std::max({way, launch, leap});
}

}  // namespace

double misfit(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue) {
  return misfit_of(rest_of(track, law, catalogue), track);
}

double usual_misfit(const BodyTrack& track) { return misfit_of(track.usual, track); }

namespace {

/// The velocity and the acceleration at a frame, by a parabola through the frames around it.
struct Bend {
  Vec2 velocity_mps{};
  Vec2 acceleration_mps2{};
  double sd_mps2 = 0;
};

/// Nothing where the places do not follow a parabola, since the force changes among them.
std::optional<Bend> bend_at(const BodyTrack& track, std::size_t frame, std::size_t around) {
  constexpr double kUnsteadySds = 2;
  if (frame < track.from + around || frame + around > track.to) return std::nullopt;
  const auto time = [&](std::size_t i) {
    return (static_cast<double>(i) - static_cast<double>(frame)) * kFineFrameS;
  };
  const auto place = [&](std::size_t i) { return *track.in->seen[i][track.thing]; };
  double t2 = 0, t4 = 0;
  Vec2 x0{}, x1{}, x2{};
  for (std::size_t i = frame - around; i <= frame + around; ++i) {
    const double t = time(i);
    t2 += t * t;
    t4 += t * t * t * t;
    x0 = x0 + place(i);
    x1 = x1 + t * place(i);
    x2 = x2 + t * t * place(i);
  }
  const double n = 2.0 * static_cast<double>(around) + 1;
  const double det = n * t4 - t2 * t2;
  const Vec2 middle = 1 / det * (t4 * x0 - t2 * x2);
  const Bend bend{1 / t2 * x1, 2 / det * (n * x2 - t2 * x0), 2 * track.sd_m * std::sqrt(n / det)};
  double squares = 0;
  for (std::size_t i = frame - around; i <= frame + around; ++i) {
    const Vec2 off =
        place(i) - (middle + time(i) * bend.velocity_mps + time(i) * time(i) / 2 * bend.acceleration_mps2);
    squares += dot(off, off);
  }
  if (squares > 2 * n * kUnsteadySds * kUnsteadySds * track.sd_m * track.sd_m) return std::nullopt;
  return bend;
}

}  // namespace

std::vector<PushedMoment> pushed_moments(const BodyTrack& track, const TrackLaw& law) {
  constexpr std::size_t kLong = 8;
  constexpr std::size_t kShort = 3;
  constexpr std::size_t kStride = 3;
  const Motor motor(track, law.task);
  std::vector<PushedMoment> moments;
  const Motor usual(track, track.in->task);
  const double sd_mps2 = std::sqrt(variance(track, 0, 0)) * 2 / (kPushS * kPushS);
  for (const PushAlong& push : track.pushes) {
    const double more_mps2 = push.more_mps2 - pushed_along(push, motor, usual);
    moments.push_back({.frame = push.frame,
                       .at_m = push.at_m,
                       .velocity_mps = push.velocity_mps,
                       .along = push.along,
                       .more_n = motor.mass_kg() * more_mps2 * push.along,
                       .sd_n = motor.mass_kg() * sd_mps2});
  }
  for (std::size_t frame = track.from + kShort; frame + kShort <= track.to; frame += kStride) {
    const Vec2 at = *track.in->seen[frame][track.thing];
    std::optional<Bend> bend = bend_at(track, frame, kLong);
    if (!bend) bend = bend_at(track, frame, kShort);
    if (!bend) continue;
    const Vec2 usual_mps2 =
        motor.acceleration(at, bend->velocity_mps, static_cast<double>(frame) * kFineFrameS);
    moments.push_back({.frame = frame,
                       .at_m = at,
                       .velocity_mps = bend->velocity_mps,
                       .more_n = motor.mass_kg() * (bend->acceleration_mps2 - usual_mps2),
                       .sd_n = motor.mass_kg() * bend->sd_mps2});
  }
  return moments;
}

}  // namespace novphy
