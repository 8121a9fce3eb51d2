#include "window/play_view.h"

#include <fmt/core.h>

#include <cmath>

namespace novphy::window {
namespace {

constexpr double kSeeEndMs = 1500;
constexpr double kTurnDeg = 1;
constexpr double kFineTurnDeg = 0.1;
constexpr double kPullM = 0.05;
constexpr double kFinePullM = 0.01;
constexpr Colour kInk = colour(0x1c2b3a);
constexpr Colour kPaper = colour(0xffffff, 0.82);

/// The point of the world under a pixel.
Vec2 place_m(const Screen& screen, Vec2 at_px) {
  return screen.centre_m + Vec2{(at_px.x - screen.width_px / 2.0) / screen.px_per_m,
                                (screen.height_px / 2.0 - at_px.y) / screen.px_per_m};
}

}  // namespace

PlayView::PlayView(const Task& task, const SessionSetup& setup, std::string title, GameWords words,
                   const std::vector<Shot>& before)
    : game_(task, setup, before), title_(std::move(title)), words_(std::move(words)) {}

void PlayView::restart() {
  game_.restart();
  over_for_ms_ = 0;
}

void PlayView::handle(const Input& input) {
  const Vec2 at_m = place_m(screen_, input.at_px);
  switch (input.kind) {
    case Input::Kind::kPress:
      return game_.press(at_m);
    case Input::Kind::kMove:
      return game_.move(at_m);
    case Input::Kind::kRelease:
      return game_.release();
    case Input::Kind::kKey:
      break;
  }
  const double turn = input.shift ? kFineTurnDeg : kTurnDeg;
  const double pull = input.shift ? kFinePullM : kPullM;
  switch (input.key) {
    case Key::kUp:
      return game_.turn(turn);
    case Key::kDown:
      return game_.turn(-turn);
    case Key::kLeft:
      return game_.pull(-pull);
    case Key::kRight:
      return game_.pull(pull);
    case Key::kSpace:
      return game_.fire();
    case Key::kEscape:
      return game_.cancel();
    default:
      return;
  }
}

void PlayView::advance(double ms) {
  game_.advance(ms * speed);
  if (game_.over()) over_for_ms_ += ms;
}

bool PlayView::finished() const { return game_.over() && over_for_ms_ >= kSeeEndMs; }

void PlayView::draw(Canvas& canvas) {
  screen_ = canvas.world_screen();
  Stage stage = game_.stage();
  if (decorate) decorate(stage);
  canvas.world(stage);
  if (overlay) overlay(canvas);
  draw_pull(canvas);
  draw_numbers(canvas);
  draw_result(canvas);
}

/// Writes the length and the angle of the pull beside the bird.
void PlayView::draw_pull(Canvas& canvas) const {
  const GameNumbers numbers = game_.numbers();
  if (!numbers.drag_m) return;
  const double s = canvas.scale();
  const Stage stage = game_.stage();
  const Pixel at = screen_.pixel(stage.bird_rest_m);
  const std::string text = fmt::format("{:.1f}°   {:.2f} m", numbers.angle_deg, numbers.pull_m);
  const double width = canvas.text_width(text, 20 * s, true) + 24 * s;
  const double x = std::clamp(at.x - width / 2, 8 * s, canvas.width_px() - width - 8 * s);
  const Area area{{x, at.y - 110 * s}, {width, 34 * s}};
  canvas.panel(area, kPaper, 8 * s);
  canvas.text({area.low.x + 12 * s, area.low.y + 24 * s}, text, 20 * s, kInk, true);
}

void PlayView::draw_numbers(Canvas& canvas) const {
  const double s = canvas.scale();
  const GameNumbers numbers = game_.numbers();
  const std::string right = fmt::format("{} {}    {} {}    {} {}", words_.birds, numbers.birds_left,
                                        words_.pigs, numbers.pigs_left, words_.score, numbers.score);
  const double width = canvas.text_width(right, 20 * s, true);
  canvas.panel({{canvas.width_px() - width - 44 * s, 12 * s}, {width + 32 * s, 38 * s}}, kPaper, 8 * s);
  canvas.text({canvas.width_px() - width - 28 * s, 38 * s}, right, 20 * s, kInk, true);
  if (title_.empty()) return;
  const double title = canvas.text_width(title_, 20 * s, true);
  canvas.panel({{12 * s, 12 * s}, {title + 32 * s, 38 * s}}, kPaper, 8 * s);
  canvas.text({28 * s, 38 * s}, title_, 20 * s, kInk, true);
}

void PlayView::draw_result(Canvas& canvas) const {
  if (!game_.over()) return;
  const double s = canvas.scale();
  const bool won = game_.session().played().outcome.won;
  const std::string& text = won ? words_.solved : words_.not_solved;
  const double width = canvas.text_width(text, 44 * s, true) + 80 * s;
  const Area area{{(canvas.width_px() - width) / 2, 0.3 * canvas.height_px()}, {width, 90 * s}};
  canvas.panel(area, kPaper, 16 * s);
  canvas.text({area.low.x + 40 * s, area.low.y + 60 * s}, text, 44 * s,
              won ? colour(0x2b7a3d) : colour(0x8a3b2f), true);
}

}  // namespace novphy::window
