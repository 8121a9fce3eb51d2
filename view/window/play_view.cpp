#include "view/window/play_view.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace novphy::window {
namespace {

constexpr double kSeeEndMs = 1500;
constexpr double kTurnDeg = 1;
constexpr double kFineTurnDeg = 0.1;
constexpr double kPullM = 0.05;
constexpr double kFinePullM = 0.01;

constexpr double kLabelPx = 20;      // size of the text of labels at the upper edge, at scale 1
constexpr double kLabelEdgePx = 16;  // space beside the text
constexpr double kZoomByKey = 1.25;
constexpr double kZoomByNotch = 1.15;
constexpr double kPanPx = 40;
constexpr double kBackMs = 300;   // longer than a click that gives the window the focus again
constexpr double kSkipSpeed = 8;  // of the world, once nothing can be done any more

Camera camera_for(const World& world, const TaskViewOptions& options) {
  return Camera(options.as_agents ? shown_by(Screen{}) : extent_for_players(world), world.task().shown);
}

}  // namespace

PlayView::PlayView(const Task& task, const SessionSetup& setup, std::string title, TaskViewOptions options,
                   const std::vector<Shot>& before)
    : game_(task, setup, before),
      title_(std::move(title)),
      options_(std::move(options)),
      camera_(camera_for(game_.world(), options_)) {
  marks_.restart(game_.world());
}

void PlayView::restart() {
  game_.restart();
  marks_.restart(game_.world());
  over_for_ms_ = 0;
  changed_ = true;
}

void PlayView::look_like(const PlayView& other) {
  if (other.camera_.moved()) camera_ = other.camera_.showing(game_.world().task().shown);
  game_.keep_trail(other.game_);
}

void PlayView::handle(const Input& input) {
  if (input.kind != Input::Kind::kMove) changed_ = true;
  if (comes_back(input)) return;
  switch (input.kind) {
    case Input::Kind::kPress:
      return press(input);
    case Input::Kind::kMove:
      return move(input);
    case Input::Kind::kRelease:
      return release(input);
    case Input::Kind::kWheel:
      return zoom(std::pow(kZoomByNotch, input.notches), input.at_px);
    case Input::Kind::kKey:
      return key(input);
    case Input::Kind::kFocusLost:
      away_ = true;
      panned_from_px_.reset();
      return game_.cancel();
    case Input::Kind::kFocusGained:
      away_ = false;
      back_for_ms_ = 0;
      return;
    case Input::Kind::kText:
      return;
  }
}

/// Whether the input only brings the person back to the window: a click that gives it the focus again is no
/// tap.
bool PlayView::comes_back(const Input& input) {
  const bool press = input.kind == Input::Kind::kPress;
  if (!press && input.kind != Input::Kind::kKey) return false;
  return std::exchange(away_, false) || (press && back_for_ms_ < kBackMs);
}

void PlayView::press(const Input& input) {
  if (input.button != MouseButton::kLeft)
    panned_from_px_ = input.at_px;
  else if (skip_area_.holds(input.at_px))
    skipping_ = true;
  else
    game_.press(place_m(screen_, input.at_px), std::max(Game::kReachM, input.reach_px / screen_.px_per_m));
}

void PlayView::move(const Input& input) {
  if (panned_from_px_) {
    pan(input.at_px - *panned_from_px_);
    panned_from_px_ = input.at_px;
  } else if (game_.numbers().drag_m) {
    game_.move(place_m(screen_, input.at_px));
    changed_ = true;
  }
}

void PlayView::release(const Input& input) {
  if (input.button != MouseButton::kLeft)
    panned_from_px_.reset();
  else
    game_.release();
}

void PlayView::zoom(double factor, Vec2 at_px) {
  if (!options_.zoom) return;
  camera_.zoom(factor, at_px, screen_);
  screen_ = camera_.screen(screen_.width_px, screen_.height_px);
  changed_ = true;
}

void PlayView::pan(Vec2 by_px) {
  if (!options_.zoom) return;
  camera_.pan(by_px, screen_);
  screen_ = camera_.screen(screen_.width_px, screen_.height_px);
  changed_ = true;
}

void PlayView::key(const Input& input) {
  const double turn = input.shift ? kFineTurnDeg : kTurnDeg;
  const double pull = input.shift ? kFinePullM : kPullM;
  const Vec2 middle_px{screen_.width_px / 2.0, screen_.height_px / 2.0};
  switch (input.key) {
    case Key::kUp:
      return input.control ? pan({0, kPanPx}) : game_.turn(turn);
    case Key::kDown:
      return input.control ? pan({0, -kPanPx}) : game_.turn(-turn);
    case Key::kLeft:
      return input.control ? pan({kPanPx, 0}) : game_.pull(-pull);
    case Key::kRight:
      return input.control ? pan({-kPanPx, 0}) : game_.pull(pull);
    case Key::kPlus:
      return zoom(kZoomByKey, middle_px);
    case Key::kMinus:
      return zoom(1 / kZoomByKey, middle_px);
    case Key::kZero:
      if (options_.zoom) camera_.fit();
      return;
    case Key::kSpace:
      if (input.repeated) return;
      if (game_.can_act())
        game_.fire();
      else
        skipping_ = true;
      return;
    case Key::kEscape:
      return game_.cancel();
    default:
      return;
  }
}

void PlayView::step() {
  game_.step();
  marks_.advance(game_.world(), 1000 * game_.step_s());
  changed_ = true;
}

void PlayView::advance(double ms) {
  if (away_) return;
  back_for_ms_ += ms;
  const bool moves = (game_.flying() || marks_.moving()) && speed > 0;
  game_.advance(ms * speed * (skips() ? kSkipSpeed : 1));
  if (game_.can_act()) skipping_ = false;
  if (speed > 0) marks_.advance(game_.world(), ms);
  if (moves || countdown() != countdown_drawn_) changed_ = true;
  if (game_.over()) over_for_ms_ += ms;
}

/// Whether the world runs faster: nothing can be done any more, and the player wants to skip the rest or
/// there is nothing to watch. Slow motion stays slow.
bool PlayView::skips() const {
  return game_.flying() && !game_.can_act() && (skipping_ || (speed >= 1 && game_.slow()));
}

bool PlayView::finished() const { return game_.over() && over_for_ms_ >= kSeeEndMs; }

void PlayView::draw(Canvas& canvas) {
  changed_ = false;
  if (!options_.as_agents) camera_.keep_clear(covered_px, game_.world().catalogue().world.ground_top_m);
  screen_ = camera_.screen(canvas.width_px(), canvas.height_px());
  Stage stage = game_.stage();
  if (options_.as_agents) stage.earlier_trail.clear();
  if (decorate) decorate(stage);
  place_labels(canvas);
  canvas.world(stage, screen_);
  if (show_first_part) draw_first_part(canvas);
  if (overlay) overlay(canvas);
  marks_.draw(canvas, screen_);
  draw_birds_outside(canvas);
  draw_pull(canvas);
  draw_labels(canvas);
  draw_countdown(canvas);
  draw_result(canvas);
  draw_skip(canvas);
  if (away_) draw_pause(canvas);
}

/// Draws an arrow at the edge of the window for each flying bird outside the picture.
void PlayView::draw_birds_outside(Canvas& canvas) const {
  const double s = canvas.scale();
  const double edge = 16 * s;
  for (const BodyView& body : game_.world().bodies()) {
    if (!body.present || !body.bird || length(body.velocity_mps) == 0) continue;
    const Vec2 at = pixel_of(screen_, body.at_m);
    const Vec2 near{std::clamp(at.x, edge, std::max(edge, canvas.width_px() - edge)),
                    std::clamp(at.y, edge, std::max(edge, canvas.height_px() - edge))};
    const bool inside = at.x >= 0 && at.y >= 0 && at.x <= canvas.width_px() && at.y <= canvas.height_px();
    if (inside) continue;
    const Vec2 ahead = (1 / length(at - near)) * (at - near);
    const Vec2 side{-ahead.y, ahead.x};
    canvas.pen()
        .ring(
            {near + 12 * s * ahead, near - 8 * s * ahead + 9 * s * side, near - 8 * s * ahead - 9 * s * side})
        .paint(colour(0xd64545), colour(0xffffff), 2 * s);
  }
}

/// When nothing can be done any more, draws a button with two arrowheads, which skips the rest.
void PlayView::draw_skip(Canvas& canvas) {
  skip_area_ = {};
  if (!game_.flying() || game_.can_act()) return;
  const double s = canvas.scale();
  skip_area_ = {{canvas.width_px() - 84 * s, canvas.height_px() - covered_px - 64 * s}, {72 * s, 52 * s}};
  canvas.panel(skip_area_, kPaper, 10 * s);
  const Vec2 middle = skip_area_.centre();
  for (const double x : {-16.0, 4.0})
    canvas.pen()
        .ring({middle + Vec2{x * s, -13 * s}, middle + Vec2{(x + 18) * s, 0}, middle + Vec2{x * s, 13 * s}})
        .fill(skips() ? colour(0x389150) : kInk);
}

void PlayView::draw_first_part(Canvas& canvas) const {
  for (const Vec2 dot : game_.first_part_m())
    canvas.pen().circle(pixel_of(screen_, dot), 0.06 * screen_.px_per_m).fill(colour(0x1c2b3a, 0.7));
}

/// Draws the sign of a pause, two bars.
void PlayView::draw_pause(Canvas& canvas) const {
  const double s = canvas.scale();
  const Vec2 middle{canvas.width_px() / 2.0, canvas.height_px() / 2.0};
  canvas.panel({middle - Vec2{50 * s, 50 * s}, {100 * s, 100 * s}}, kPaper, 16 * s);
  for (const double side : {-1.0, 1.0})
    canvas.panel({middle + Vec2{side * 18 * s - 9 * s, -28 * s}, {18 * s, 56 * s}}, kInk, 3 * s);
}

/// Writes the length and the angle of the pull beside the bird.
void PlayView::draw_pull(Canvas& canvas) const {
  const GameNumbers numbers = game_.numbers();
  if (!numbers.drag_m || !options_.readout) return;
  const double s = canvas.scale();
  const Stage stage = game_.stage();
  const Vec2 at = pixel_of(screen_, stage.bird_rest_m);
  const std::string text = fmt::format("{:.1f}°   {:.2f} m", numbers.angle_deg, numbers.pull_m);
  const double width = canvas.text_width(text, 20 * s, true) + 24 * s;
  const double x = std::clamp(at.x - width / 2, 8 * s, std::max(8 * s, canvas.width_px() - width - 8 * s));
  const double y = std::clamp(at.y - 1.6 * screen_.px_per_m - 34 * s, 60 * s,
                              std::max(60 * s, canvas.height_px() - 90 * s));
  const Area area{{x, y}, {width, 34 * s}};
  canvas.panel(area, kPaper, 8 * s);
  canvas.text({area.low.x + 12 * s, area.low.y + 24 * s}, text, 20 * s, kInk, true);
}

std::string PlayView::numbers_text() const {
  const GameNumbers numbers = game_.numbers();
  return fmt::format("{} {}    {} {}    {} {}", options_.words.birds, numbers.birds_left, options_.words.pigs,
                     numbers.pigs_left, options_.words.score, numbers.score);
}

/// Places the numbers at the upper right and the title at the upper left or, where there is no room, below.
void PlayView::place_labels(Canvas& canvas) {
  const double s = canvas.scale();
  const double most = canvas.right_px() - 24 * s;
  const auto area_of = [&](const std::string& text) {
    return Area{{12 * s, 12 * s},
                {std::min(most, canvas.text_width(text, kLabelPx * s, true) + 2 * kLabelEdgePx * s), 38 * s}};
  };
  numbers_area_ = area_of(numbers_text());
  numbers_area_.low.x = canvas.right_px() - 12 * s - numbers_area_.size.x;
  title_area_ = title_.empty() ? Area{{0, 12 * s}, {0, 38 * s}} : area_of(title_);
  if (title_area_.low.x + title_area_.size.x > numbers_area_.low.x) title_area_.low.y += 44 * s;
}

/// Writes a text into its area, smaller where the area is too narrow.
void PlayView::draw_label(Canvas& canvas, const Area& area, const std::string& text) {
  const double s = canvas.scale();
  const double width = area.size.x - 2 * kLabelEdgePx * s;
  const double wanted = canvas.text_width(text, kLabelPx * s, true);
  canvas.panel(area, kPaper, 8 * s);
  canvas.text(area.low + Vec2{kLabelEdgePx * s, 26 * s}, text, kLabelPx * s * std::min(1.0, width / wanted),
              kInk, true);
}

void PlayView::draw_labels(Canvas& canvas) const {
  draw_label(canvas, numbers_area_, numbers_text());
  if (!title_.empty()) draw_label(canvas, title_area_, title_);
}

std::string PlayView::countdown() const {
  const auto left_s = game_.session().time_left_s();
  return left_s ? fmt::format("{:.1f} s", std::max(0.0, std::ceil(10 * *left_s - 1e-9) / 10)) : "";
}

/// Writes the time that is left below the labels, in red in its last second.
void PlayView::draw_countdown(Canvas& canvas) {
  constexpr double kHurryS = 1;
  countdown_drawn_ = countdown();
  if (countdown_drawn_.empty()) return;
  const double s = canvas.scale();
  const double size = 28 * s;
  const double width = canvas.text_width(countdown_drawn_, size, true) + 32 * s;
  const double below =
      std::max(numbers_area_.low.y + numbers_area_.size.y, title_area_.low.y + title_area_.size.y);
  const Area area{{(canvas.width_px() - width) / 2, below + 8 * s}, {width, 46 * s}};
  const bool hurry = game_.session().time_left_s().value_or(0) <= kHurryS;
  canvas.panel(area, kPaper, 8 * s);
  canvas.text(area.low + Vec2{16 * s, 33 * s}, countdown_drawn_, size, hurry ? colour(0xb3261e) : kInk, true);
}

void PlayView::draw_result(Canvas& canvas) const {
  if (!game_.over()) return;
  const double s = canvas.scale();
  const bool won = game_.session().played().outcome.won;
  const std::string& text = won ? options_.words.solved : options_.words.not_solved;
  const double width = canvas.text_width(text, 44 * s, true) + 80 * s;
  const Area area{{(canvas.width_px() - width) / 2, 0.3 * canvas.height_px()}, {width, 90 * s}};
  canvas.panel(area, kPaper, 16 * s);
  canvas.text({area.low.x + 40 * s, area.low.y + 60 * s}, text, 44 * s,
              won ? colour(0x2b7a3d) : colour(0x8a3b2f), true);
}

}  // namespace novphy::window
