#include "window/marks.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "window/camera.h"

namespace novphy::window {
namespace {

constexpr double kPointsMs = 1200;
constexpr double kRisePx = 60;  // at scale 1
constexpr double kBlastMs = 450;
constexpr double kAudibleMps = 1.5;  // slower contacts are not heard

template <class Mark>
void age(std::vector<Mark>& marks, double ms, double longest_ms) {
  for (Mark& mark : marks) mark.age_ms += ms;
  std::erase_if(marks, [&](const Mark& mark) { return mark.age_ms >= longest_ms; });
}

}  // namespace

void Marks::restart(const World& world) {
  *this = {};
  seen_ = world.events().size();
  ended_ = world.end().has_value();
}

void Marks::advance(const World& world, double ms) {
  age(points_, ms, kPointsMs);
  age(blasts_, ms, kBlastMs);
  const auto events = world.events();
  for (const Event& event : events.subspan(std::min(seen_, events.size()))) note(world, event);
  seen_ = events.size();
  if (world.end() && !ended_) sound(world.outcome().won ? Sound::kWon : Sound::kLost);
  ended_ = world.end().has_value();
  places_m_.resize(static_cast<std::size_t>(world.body_count()));
  for (const BodyView& body : world.bodies())
    if (body.present) places_m_[static_cast<std::size_t>(body.id)] = body.at_m;
}

Vec2 Marks::place_m(int body) const {
  const auto id = static_cast<std::size_t>(body);
  return id < places_m_.size() ? places_m_[id] : Vec2{};
}

void Marks::note(const World& world, const Event& event) {
  switch (event.kind) {
    case EventKind::kLaunch:
      return sound(Sound::kLaunch);
    case EventKind::kTap:
      return sound(Sound::kAbility);
    case EventKind::kContact:
      if (event.speed_mps > kAudibleMps) sound(Sound::kHit);
      return;
    case EventKind::kScore:
      points_.push_back({.at_m = place_m(event.body), .points = static_cast<int>(event.amount)});
      return;
    case EventKind::kDeath:
      sound(world.body(event.body).kind->category == Category::kPig ? Sound::kPig : Sound::kBreak);
      return note_blast(world, event);
    case EventKind::kBirdGone:
      return note_blast(world, event);
    default:
      return;
  }
}

/// Notes an explosion for a removed body that explodes when it is destroyed, unless it has left the world.
void Marks::note_blast(const World& world, const Event& event) {
  const Kind& kind = *world.body(event.body).kind;
  const Catalogue& catalogue = world.catalogue();
  const Vec2 at_m = place_m(event.body);
  const bool left = event.cause == "left" || std::abs(at_m.x) >= world.task().width_m / 2;
  double radius_m = 0;
  if (kind.category == Category::kTnt) radius_m = catalogue.tnt_explosion.radius_m;
  if (kind.category == Category::kEgg) radius_m = catalogue.egg_explosion.radius_m;
  for (const BirdKind& bird : catalogue.birds)
    if (const auto* bomb = std::get_if<Explode>(&bird.ability); bomb && bird.body.type == kind.type)
      radius_m = bomb->explosion.radius_m;
  if (left || radius_m <= 0) return;
  blasts_.push_back({.at_m = at_m, .radius_m = radius_m});
  sound(Sound::kExplosion);
}

void Marks::sound(Sound sound) {
  if (std::find(sounds_.begin(), sounds_.end(), sound) == sounds_.end()) sounds_.push_back(sound);
}

std::vector<Sound> Marks::take_sounds() { return std::exchange(sounds_, {}); }

void Marks::draw(Canvas& canvas, const Screen& screen) const {
  const double s = canvas.scale();
  for (const Blast& blast : blasts_) {
    const double share = blast.age_ms / kBlastMs;
    const Vec2 at = pixel_of(screen, blast.at_m);
    const double radius = blast.radius_m * screen.px_per_m;
    canvas.pen().circle(at, radius * std::sqrt(share)).fill(colour(0xff9a2e, 0.45 * (1 - share)));
    canvas.pen().circle(at, radius).stroke(colour(0xd64545, 1 - share), 3 * s);
  }
  for (const Points& points : points_) {
    const double share = points.age_ms / kPointsMs;
    const std::string text = std::to_string(points.points);
    const double size = 22 * s;
    const Vec2 at = pixel_of(screen, points.at_m);
    const double width = canvas.text_width(text, size, true);
    const Vec2 left{std::clamp(at.x - width / 2, 4 * s, std::max(4 * s, canvas.width_px() - width - 4 * s)),
                    std::max(at.y, 100 * s) - share * kRisePx * s};
    canvas.text(left + Vec2{1.5 * s, 1.5 * s}, text, size, colour(0xffffff, 1 - share * share), true);
    canvas.text(left, text, size, colour(0x8a3b2f, 1 - share * share), true);
  }
}

}  // namespace novphy::window
