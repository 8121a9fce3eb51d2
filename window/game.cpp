#include "window/game.h"

#include <algorithm>
#include <cmath>

namespace novphy::window {
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
