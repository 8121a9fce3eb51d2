#include "view/window/game.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>

#include "view/window/camera.h"

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

namespace {

constexpr double kLeastPullM = 0.1;  // a shorter pull is no shot
constexpr double kFirstPullM = 0.8;  // pull after the first press of a key
constexpr double kGrainM = 0.001;    // finer than a pixel at every zoom

/// The nearest point of a grid, so that the same shot has the same bits at every zoom.
Vec2 on_grid(Vec2 point_m) {
  return {std::round(point_m.x / kGrainM) * kGrainM, std::round(point_m.y / kGrainM) * kGrainM};
}

SessionSetup with_log(SessionSetup setup) {
  setup.log_events = true;
  return setup;
}

bool waits(const BodyView& body) {
  return body.bird == BirdPhase::kWaiting || body.bird == BirdPhase::kOnSling;
}

}  // namespace

Game::Game(const Task& task, const SessionSetup& setup, const std::vector<Shot>& before)
    : setup_(setup),
      session_({{.phase = Phase::kNormal, .task = task}}, with_log(setup)),
      start_(session_.save()) {
  for (const Shot& shot : before) {
    const bool early = shot.launch_ms >= 0;
    while (flying() && !(early && session_.may_shoot())) step();
    if (over()) break;
    keep_trail(*this);
    session_.shoot(shot);
  }
}

Vec2 Game::rest_m() const {
  return world().task().slingshot.at_m + world().catalogue().launch.anchor_offset_m;
}

bool Game::may_pull() const { return session_.state() == SessionState::kChoose || session_.may_shoot(); }

void Game::press(Vec2 at_m, double reach_m) {
  const bool at_bird = world().birds_left() > 0 && length(at_m - rest_m()) <= reach_m;
  if (!at_bird) return use_ability();
  if (!may_pull()) return;
  drag_m_ = Vec2{};
  move(at_m);
}

void Game::move(Vec2 at_m) {
  if (!drag_m_) return;
  const Vec2 drag_m = on_grid(at_m - rest_m());
  const double most_m = world().catalogue().launch.max_drag_m;
  const double far_m = length(drag_m);
  drag_m_ = far_m > most_m ? (most_m / far_m) * drag_m : drag_m;
}

void Game::release() {
  if (drag_m_ && length(*drag_m_) >= kLeastPullM)
    launch();
  else
    cancel();
}

void Game::turn(double degrees) {
  if (!may_pull()) return;
  if (!drag_m_) pull(0);
  drag_m_ = rotated(*drag_m_, radians(degrees));
}

void Game::pull(double metres) {
  if (!may_pull()) return;
  const double most_m = world().catalogue().launch.max_drag_m;
  if (!drag_m_) {
    const double side = world().task().slingshot.faces_left ? 1 : -1;
    drag_m_ = Vec2{side * std::min(kFirstPullM, most_m), 0};
  }
  const double now_m = length(*drag_m_);
  drag_m_ = (std::clamp(now_m + metres, 0.1, most_m) / now_m) * *drag_m_;
}

void Game::fire() {
  if (drag_m_)
    release();
  else
    use_ability();
}

void Game::cancel() { drag_m_.reset(); }

void Game::keep_trail(const Game& other) {
  const auto trail = other.world().trail();
  earlier_trail_ = trail.empty() ? other.earlier_trail_ : std::vector<Vec2>(trail.begin(), trail.end());
}

void Game::restart() {
  keep_trail(*this);
  session_.restore(start_);
  cancel();
}

void Game::launch() {
  const bool early = flying();
  keep_trail(*this);
  session_.shoot({.drag_m = *drag_m_, .launch_ms = early ? 0 : -1});
  drag_m_.reset();
  if (on_shot) on_shot(session_.shots().size() - 1, session_.shots().back());
}

void Game::use_ability() {
  if (!flying() || !session_.tap()) return;
  for (std::size_t i = session_.shots().size(); i-- > 0;)
    if (session_.shots()[i].tap_ms >= 0) {
      if (on_tap) on_tap(i, session_.shots()[i]);
      return;
    }
}

void Game::advance(double ms) {
  session_.picture_shown();
  if (flying()) session_.advance(ms);
  if (over()) cancel();
}

void Game::step() { advance(1000 * step_s()); }

bool Game::can_act() const {
  if (over()) return false;
  if (!flying() || world().birds_left() > 0) return true;
  if (session_.shots().empty() || session_.shots().back().tap_ms >= 0) return false;
  const BirdKind* kind = world().catalogue().bird(world().task().birds.back());
  if (std::holds_alternative<std::monostate>(kind->ability)) return false;
  const auto bodies = world().bodies();
  return std::any_of(bodies.begin(), bodies.end(),
                     [](const BodyView& body) { return body.bird == BirdPhase::kFlying; });
}

bool Game::slow() const {
  constexpr double kSlowMps = 0.2;
  const auto bodies = world().bodies();
  return std::none_of(bodies.begin(), bodies.end(), [](const BodyView& body) {
    return body.present && !waits(body) && length(body.velocity_mps) > kSlowMps;
  });
}

std::vector<Vec2> Game::first_part_m() const {
  constexpr int kDots = 12;
  constexpr double kEveryS = 0.05;
  if (!drag_m_) return {};
  const auto bodies = world().bodies();
  const auto bird = std::find_if(bodies.begin(), bodies.end(),
                                 [](const BodyView& body) { return body.bird == BirdPhase::kOnSling; });
  if (bird == bodies.end()) return {};
  const double speed_per_drag_per_s =
      world().catalogue().launch.speed_per_drag_per_s * world().task().slingshot.speed_factor;
  const Vec2 velocity_mps = -speed_per_drag_per_s * *drag_m_;
  const Vec2 gravity_mps2 = bird->kind->gravity_scale * world().task().gravity_mps2;
  std::vector<Vec2> dots;
  for (int i = 1; i <= kDots; ++i) {
    const double s = i * kEveryS;
    dots.push_back(rest_m() + *drag_m_ + s * velocity_mps + s * s / 2 * gravity_mps2);
  }
  return dots;
}

GameNumbers Game::numbers() const {
  GameNumbers numbers{.birds_left = world().birds_left(), .score = world().score(), .drag_m = drag_m_};
  for (const BodyView& body : world().bodies())
    if (body.present && body.kind->category == Category::kPig) ++numbers.pigs_left;
  if (drag_m_) {
    numbers.pull_m = length(*drag_m_);
    numbers.angle_deg = degrees(launch_angle_rad({.drag_m = *drag_m_}));
  }
  return numbers;
}

Stage Game::stage() const {
  Stage stage = stage_of(world());
  stage.drag_m = drag_m_;
  stage.earlier_trail = earlier_trail_;
  return stage;
}

}  // namespace novphy::window
