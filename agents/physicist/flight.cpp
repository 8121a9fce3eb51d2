#include "agents/physicist/flight.h"

#include <cmath>
#include <numbers>

#include "sim/rng.h"
#include "sim/silhouette.h"

namespace novphy {
namespace {

constexpr double kFrameS = kFrameMs / 1000.0;
constexpr double kCalmM = 0.03;
constexpr double kSeenSdM = 0.015;  ///< error of the middle of an outline of whole pixels

Vec2 middle_m(const Silhouette& silhouette) {
  Vec2 sum{};
  for (int i = 0; i < silhouette.corners(0); ++i) sum = sum + silhouette.corner_m(0, i);
  return (1.0 / silhouette.corners(0)) * sum;
}

const std::vector<Pixel>* outline_of(const Observation& seen, int id) {
  const auto found = std::ranges::find(seen.objects, id, &SeenObject::id);
  if (found == seen.objects.end() || found->rings.empty() || found->rings.front().empty()) return nullptr;
  return &found->rings.front();
}

/// The ids of the things of a frame, in its order.
std::vector<int> ids_of(const Believed& believed) {
  std::vector<int> ids;
  for (const BelievedObject& object : believed.objects) ids.push_back(object.id);
  ids.push_back(believed.bird_id);
  return ids;
}

/// The corners, from their middle.
std::vector<Vec2> corners_of(const std::vector<Pixel>& outline, const Observation& seen, ViewMode shown) {
  const Vec2 middle = middle_m(outline, seen, shown);
  std::vector<Vec2> corners;
  for (const Pixel& corner : outline) corners.push_back(middle_m({corner}, seen, shown) - middle);
  return corners;
}

/// The angle that turns the corners into the others, by least squares.
double angle_between(const std::vector<Vec2>& from, const std::vector<Vec2>& to) {
  double sine = 0;
  double cosine = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    sine += from[i].x * to[i].y - from[i].y * to[i].x;
    cosine += from[i].x * to[i].x + from[i].y * to[i].y;
  }
  return std::atan2(sine, cosine);
}

constexpr double kGoesM = 0.03;     ///< a thing that goes less from one frame to the next may be at rest
constexpr double kJumpM = 0.15;     ///< second difference of places that may be a contact
constexpr double kSteadyM = 0.08;   ///< by which two second differences differ under a steady force
constexpr double kSdsOfJump = 2.5;  ///< times the noise, by which these may be larger
constexpr std::size_t kAfterContact = 5;  ///< frames in which what a contact does is compared
constexpr std::size_t kMostApart = 10;    ///< frames after which a restart may leave unclear things alone
constexpr std::size_t kFramesToSee = 4;   ///< frames that must be left

/// What the frames around one tell of a thing's motion.
class Motions {
 public:
  Motions(const Flight& seen, double noise_m) : seen_(seen), noise_m_(noise_m) {}

  std::size_t things() const { return seen_.front().size(); }
  bool there(std::size_t frame, std::size_t thing) const {
    return frame < seen_.size() && seen_[frame][thing].has_value();
  }
  /// Whether it goes anywhere around the frame.
  bool moves(std::size_t frame, std::size_t thing) const {
    return goes(frame - 1, thing) || goes(frame, thing);
  }
  /// Whether its velocity jumps at the frame, or it appears or disappears there.
  bool jumps(std::size_t frame, std::size_t thing) const {
    if (there(frame, thing) != there(frame + 1, thing)) return true;
    if (!there(frame, thing) || !moves(frame, thing)) return false;
    const std::optional<Vec2> here = bend(frame, thing);
    if (!here || length(*here) < kJumpM + slack(thing)) return !here;
    for (const std::size_t other : {frame - 1, frame + 1})
      if (const auto near = other > 0 ? bend(other, thing) : std::nullopt;
          near && length(*here - *near) < kSteadyM + slack(thing))
        return false;
    return true;
  }
  bool unmoved(std::size_t frame, std::size_t thing) const {
    const auto& first = seen_.front()[thing];
    if (thing + 1 == things()) return false;
    for (std::size_t i = 0; i <= frame + 1; ++i)
      if (!first || !there(i, thing) || length(*seen_[i][thing] - *first) > kGoesM + slack(thing))
        return false;
    return true;
  }
  double sd_m(std::size_t thing) const { return std::hypot(kSeenSdM, noise(thing)); }

 private:
  double noise(std::size_t thing) const { return thing + 1 == things() ? 0 : noise_m_; }
  double slack(std::size_t thing) const { return kSdsOfJump * noise(thing); }
  bool goes(std::size_t frame, std::size_t thing) const {
    return there(frame, thing) && there(frame + 1, thing) &&
           length(*seen_[frame + 1][thing] - *seen_[frame][thing]) > kGoesM + slack(thing);
  }
  std::optional<Vec2> bend(std::size_t frame, std::size_t thing) const {
    if (!there(frame - 1, thing) || !there(frame, thing) || !there(frame + 1, thing)) return std::nullopt;
    return *seen_[frame + 1][thing] - 2.0 * *seen_[frame][thing] + *seen_[frame - 1][thing];
  }

  const Flight& seen_;
  double noise_m_;
};

Restart restart_at(std::size_t frame, const Flight& seen, const std::vector<std::vector<double>>& turned,
                   const Motions& motions) {
  Restart restart{.frame = frame};
  for (std::size_t thing = 0; thing < motions.things(); ++thing) {
    SeenMotion& motion = restart.things.emplace_back();
    if (!motions.there(frame, thing)) {
      motion.is = SeenMotion::Is::kGone;
    } else if (motions.unmoved(frame, thing)) {
      motion.is = SeenMotion::Is::kUnmoved;
    } else if (!motions.jumps(frame, thing) && motions.there(frame - 1, thing)) {
      const auto rate = [&](auto after, auto before) { return (1 / (2 * kFrameS)) * (after - before); };
      motion = {.is = SeenMotion::Is::kMoving,
                .middle_m = *seen[frame][thing],
                .turned_rad = turned[frame][thing],
                .velocity_mps = rate(*seen[frame + 1][thing], *seen[frame - 1][thing]),
                .spin_rad_per_s = rate(turned[frame + 1][thing], turned[frame - 1][thing]),
                .sd_m = motions.sd_m(thing)};
    }
  }
  return restart;
}

/// A normal error of this size in each coordinate, as the sum of uniform ones.
Vec2 drawn_error(double sd, Rng& rng) {
  Vec2 sum{};
  for (int i = 0; i < 3; ++i) {
    sum.x += rng.uniform(-sd, sd);
    sum.y += rng.uniform(-sd, sd);
  }
  return sum;
}

/// A world in which turns are played, with the restarts of what was seen.
class Turn {
 public:
  Turn(World& world, const Shot& shot, std::size_t objects, std::span<const Restart> restarts,
       std::uint64_t play)
      : world_(world), shot_(shot), objects_(objects), restarts_(restarts), play_(play) {
    bird_ = static_cast<int>(world.task().objects.size() + world.task().birds.size()) - world.birds_left();
    if (restarts.empty()) return;
    start_ = world.save();
    for (std::size_t thing = 0; thing <= objects; ++thing) at_rest_.push_back(world.body(id_of(thing)));
    middles_ = frame_of(world, objects, bird_);
  }

  void launch() {
    world_.launch(shot_);
    counts_from_s_ = world_.time_s();
  }
  bool restarts_at(std::size_t frame) const {
    return next_ < restarts_.size() && restarts_[next_].frame == frame;
  }
  bool restarts_later() const { return next_ < restarts_.size(); }

  /// Things move on from this frame as they were seen.
  void begin_again() {
    const Restart& restart = restarts_[next_++];
    if (over() || lacks_any(restart)) {
      world_.restore(*start_);
      world_.launch(shot_);
    }
    counts_from_s_ = world_.time_s() - static_cast<double>(restart.frame) * kFrameS;
    Rng rng = Rng::stream(play_, "physicist/restart", restart.frame);
    for (std::size_t thing = 0; thing < restart.things.size(); ++thing)
      put(thing, restart.things[thing], rng);
  }

  bool over() const { return world_.end() || world_.ready(); }
  /// Ticks until the frame, or until the turn is over.
  void advance_to(std::size_t frame) {
    const double due_s = counts_from_s_ + static_cast<double>(frame) * kFrameS;
    while (!over() && world_.time_s() < due_s - 1e-9) world_.tick();
  }
  Frame frame() const { return frame_of(world_, objects_, bird_); }

 private:
  int id_of(std::size_t thing) const { return thing < objects_ ? static_cast<int>(thing) : bird_; }

  bool lacks_any(const Restart& restart) const {
    for (std::size_t thing = 0; thing < restart.things.size(); ++thing)
      if (restart.things[thing].is != SeenMotion::Is::kGone && !world_.body(id_of(thing)).present)
        return true;
    return false;
  }

  void put(std::size_t thing, const SeenMotion& seen, Rng& rng) {
    const int id = id_of(thing);
    const BodyView& rest = at_rest_[thing];
    if (seen.is == SeenMotion::Is::kGone) return world_.put(id, {.at_m = {world_.task().width_m, 0}});
    if (seen.is == SeenMotion::Is::kUnclear || !middles_[thing]) return;
    if (seen.is == SeenMotion::Is::kUnmoved) {
      const BodyView now = world_.body(id);
      if (now.at_m != rest.at_m || now.angle_rad != rest.angle_rad)
        world_.put(id, {.at_m = rest.at_m, .angle_rad = rest.angle_rad});
      return;
    }
    const Vec2 off = rotated(rest.at_m - *middles_[thing], seen.turned_rad);
    const Vec2 place_error = drawn_error(seen.sd_m, rng);
    const Vec2 velocity_error = drawn_error(seen.sd_m / (std::numbers::sqrt2 * kFrameS), rng);
    world_.put(id, {.at_m = seen.middle_m + off + place_error,
                    .angle_rad = rest.angle_rad + seen.turned_rad,
                    .velocity_mps = seen.velocity_mps + velocity_error,
                    .spin_rad_per_s = seen.spin_rad_per_s});
  }

  World& world_;
  Shot shot_;
  std::size_t objects_;
  std::span<const Restart> restarts_;
  std::uint64_t play_;
  int bird_ = 0;
  std::size_t next_ = 0;
  double counts_from_s_ = 0;
  std::optional<World::Snapshot> start_{};
  std::vector<BodyView> at_rest_{};
  Frame middles_{};
};

}  // namespace

Vec2 middle_m(const std::vector<Pixel>& outline, const Observation& seen, ViewMode shown) {
  Vec2 sum{};
  for (const Pixel& corner : outline)
    sum = sum + Vec2{static_cast<double>(corner.x), static_cast<double>(corner.y)};
  const Vec2 middle = (1.0 / static_cast<double>(outline.size())) * sum;
  Vec2 off = (1 / seen.px_per_m) * Vec2{middle.x - seen.width_px / 2.0, seen.height_px / 2.0 - middle.y};
  if (shown == ViewMode::kMirrored) off.x = -off.x;
  if (shown == ViewMode::kUpsideDown) off.y = -off.y;
  return Screen{}.centre_m + off;
}

Frame frame_of(const Observation& seen, const Believed& believed) {
  Frame frame;
  for (const int id : ids_of(believed)) {
    const std::vector<Pixel>* outline = outline_of(seen, id);
    frame.push_back(outline ? std::optional(middle_m(*outline, seen, believed.task.shown)) : std::nullopt);
  }
  return frame;
}

Frame frame_of(const World& world, std::size_t objects, int bird) {
  Frame frame;
  const auto add = [&](int id) {
    const BodyView body = world.body(id);
    frame.push_back(body.present ? std::optional(middle_m(Silhouette(body))) : std::nullopt);
  };
  for (std::size_t i = 0; i < objects; ++i) add(static_cast<int>(i));
  add(bird);
  return frame;
}

void Turns::see(const Observation& seen, const Believed& believed) {
  const std::vector<int> ids = ids_of(believed);
  std::vector<double> now = turned_.empty() ? std::vector<double>(ids.size(), 0) : turned_.back();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::vector<Pixel>* outline = outline_of(seen, ids[i]);
    const auto corners = outline ? corners_of(*outline, seen, believed.task.shown) : std::vector<Vec2>{};
    if (turned_.empty())
      outlines_.push_back(corners);
    else if (corners.size() == outlines_[i].size() && !corners.empty())
      now[i] += std::remainder(angle_between(outlines_[i], corners) - now[i], 2 * std::numbers::pi);
  }
  turned_.push_back(std::move(now));
}

std::vector<Restart> restarts_of(const Flight& seen, const std::vector<std::vector<double>>& turned,
                                 double noise_m) {
  const Motions motions(seen, noise_m);
  std::vector<Restart> restarts;
  std::optional<std::size_t> contact;  // the first one since the last restart
  std::size_t last = 0;
  for (std::size_t frame = 2; frame + kFramesToSee < std::min(seen.size(), turned.size()); ++frame) {
    std::size_t moving = 0;
    std::size_t jumping = 0;
    for (std::size_t thing = 0; thing < motions.things(); ++thing) {
      moving += motions.there(frame, thing) && motions.moves(frame, thing) ? 1 : 0;
      jumping += motions.jumps(frame, thing) ? 1 : 0;
    }
    if (jumping > 0 && !contact) contact = frame;
    const std::size_t apart = frame - last;
    if (!contact || moving == 0 || frame < *contact + kAfterContact) continue;
    if (jumping > 0 && (apart < kMostApart || 2 * jumping > moving)) continue;
    restarts.push_back(restart_at(frame, seen, turned, motions));
    last = frame;
    contact = jumping > 0 ? std::optional(frame) : std::nullopt;
  }
  return restarts;
}

std::vector<Restart> restarts_every(std::size_t frames, std::size_t from, const Flight& seen,
                                    const std::vector<std::vector<double>>& turned) {
  const Motions motions(seen, 0);
  std::vector<Restart> restarts;
  for (std::size_t frame = from; frame + frames < std::min(seen.size(), turned.size()); frame += frames) {
    restarts.push_back(restart_at(frame, seen, turned, motions));
    for (SeenMotion& motion : restarts.back().things) motion.sd_m = 0;
  }
  return restarts;
}

Flight fly(World& world, const Shot& shot, std::size_t objects, std::size_t frames, const GoOn& go_on,
           std::span<const Restart> restarts, std::uint64_t play) {
  Turn turn(world, shot, objects, restarts, play);
  Flight flight;
  const auto stopped = [&] { return go_on && !go_on(flight); };
  if (turn.restarts_at(0)) {
    turn.launch();
    turn.begin_again();
    flight.push_back(turn.frame());
  } else {
    flight.push_back(turn.frame());
    if (stopped()) return flight;
    turn.launch();
  }
  bool stop = false;
  while (!stop && flight.size() <= frames && (!turn.over() || turn.restarts_later())) {
    turn.advance_to(flight.size());
    flight.push_back(turn.frame());
    stop = stopped();
    if (!stop && turn.restarts_at(flight.size() - 1)) turn.begin_again();
  }
  hold_bird(flight);
  return flight;
}

void hold_bird(Flight& flight) {
  for (std::size_t i = 1; i < flight.size(); ++i)
    if (!flight[i].back()) flight[i].back() = flight[i - 1].back();
}

std::size_t frames_of_free_flight(const Flight& flight) {
  constexpr double kHitM = 0.25;  // between the places that two equal steps lead to; gravity makes 0.05 of it
  const auto bird = [&](std::size_t frame) { return flight[frame].back(); };
  for (std::size_t i = 3; i + 1 < flight.size(); ++i) {  // frame 0 is at rest
    if (!bird(i - 2) || !bird(i - 1) || !bird(i)) return i;
    const Vec2 jump = *bird(i) - 2.0 * *bird(i - 1) + *bird(i - 2);
    if (length(jump) > kHitM) return i;
  }
  return flight.size();
}

std::size_t frames_until_calm(const Flight& flight) {
  const auto same = [](const Frame& a, const Frame& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
      return one.has_value() == other.has_value() && (!one || length(*one - *other) < kCalmM);
    });
  };
  std::size_t frames = flight.size();
  while (frames > 2 && same(flight[frames - 2], flight.back())) --frames;
  return frames;
}

}  // namespace novphy
