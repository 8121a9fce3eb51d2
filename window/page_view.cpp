#include "window/page_view.h"

#include <algorithm>
#include <utility>

namespace novphy::window {
namespace {

constexpr double kMostTitle = 0.35;  // of the height; longer titles are written smaller
constexpr double kMostTitleAlone = 0.5;
constexpr double kMostButtons = 0.25;

}  // namespace

PageView::PageView(std::string title, std::string text, std::vector<std::string> buttons,
                   std::size_t tab_first)
    : title_(std::move(title)), text_(std::move(text)), buttons_(std::move(buttons)), tab_first_(tab_first) {}

void PageView::handle(const Input& input) {
  const bool scrolls = text_rows_.handle(input);
  if (input.kind == Input::Kind::kKey || scrolls) changed_ = true;
  if (scrolls) return;
  switch (input.kind) {
    case Input::Kind::kKey:
      return key(input);
    case Input::Kind::kMove:
      return point(hovered_, button_at(input.at_px));
    case Input::Kind::kPress:
      if (input.button == MouseButton::kLeft && takes_presses()) pressed_ = button_at(input.at_px);
      return;
    case Input::Kind::kRelease:
      return release(input);
    default:
      return;
  }
}

void PageView::release(const Input& input) {
  if (input.button != MouseButton::kLeft) return;
  const auto pressed = std::exchange(pressed_, std::nullopt);
  if (pressed && pressed == button_at(input.at_px)) chosen_ = pressed;
}

void PageView::key(const Input& input) {
  switch (input.key) {
    case Key::kUp:
      return text_rows_.scroll(-1);
    case Key::kDown:
      return text_rows_.scroll(1);
    default:
      if (!input.repeated) choose(input.key);
  }
}

void PageView::choose(Key key) {
  const std::size_t last = buttons_.size() - 1;
  const std::size_t next = !selected_ || *selected_ == last ? 0 : *selected_ + 1;
  switch (key) {
    case Key::kTab:
      return point(selected_, selected_ ? next : tab_first_);
    case Key::kRight:
      return point(selected_, selected_ ? next : last);
    case Key::kLeft:
      return point(selected_, !selected_ ? 0 : *selected_ == 0 ? last : *selected_ - 1);
    case Key::kEnter:
      if (takes_presses()) chosen_ = buttons_.size() == 1 ? 0 : selected_;
      return;
    default:
      return;
  }
}

std::optional<std::size_t> PageView::button_at(Vec2 at_px) const {
  const auto found =
      std::find_if(areas_.begin(), areas_.end(), [&](const Area& area) { return area.holds(at_px); });
  if (found == areas_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - areas_.begin());
}

void PageView::point(std::optional<std::size_t>& at, std::optional<std::size_t> button) {
  changed_ = changed_ || button != at;
  at = button;
}

/// Places the buttons side by side or, if they do not fit, one above the other. Returns their upper end.
double PageView::place_buttons(Canvas& canvas, double left, double width) {
  const double s = canvas.scale();
  const double m = canvas.margin_scale();
  const double gap = 24 * m;
  const double most = kMostButtons * canvas.height_px() / static_cast<double>(buttons_.size());
  const double height = std::min(52 * s, most);
  std::vector<double> widths;
  double all = -gap;
  for (const std::string& label : buttons_) {
    const double wanted = canvas.text_width(label, 0.42 * height, true) + 1.1 * height;
    widths.push_back(std::min(width, std::max(3.1 * height, wanted)));
    all += widths.back() + gap;
  }
  const bool stacked = all > width;
  const double rows = stacked ? static_cast<double>(buttons_.size()) : 1;
  double x = left + (width - all) / 2;
  double y = canvas.height_px() - 70 * m - rows * height - (rows - 1) * gap / 2;
  const double top = y;
  areas_.clear();
  for (const double each : widths) {
    areas_.push_back({{stacked ? left + (width - each) / 2 : x, y}, {each, height}});
    x += each + gap;
    if (stacked) y += height + gap / 2;
  }
  return top;
}

void PageView::draw(Canvas& canvas) {
  changed_ = false;
  const double s = canvas.scale();
  const double m = canvas.margin_scale();
  const double width = std::min<double>(canvas.width_px() - 48 * m, 760 * s);
  const double x = (canvas.width_px() - width) / 2;
  canvas.begin(colour(0xcfe6f2));
  canvas.panel({{x - 24 * m, 40 * m}, {width + 48 * m, canvas.height_px() - 80 * m}}, colour(0xffffff),
               18 * m);
  const double most = (text_.empty() ? kMostTitleAlone : kMostTitle) * canvas.height_px();
  double size_px = 32 * s;
  while (size_px > 4 && canvas.paragraphs_height(width - 32 * m, title_, size_px, true) > most)
    size_px *= 0.9;
  const double title = canvas.paragraphs({x + 16 * m, 60 * m}, width - 32 * m, title_, size_px, kInk, true);
  const double top = 76 * m + title;
  const double end = place_buttons(canvas, x, width) - 16 * m;
  text_area_ = {{x + 16 * m, top}, {width - 32 * m, end - top}};
  text_rows_.draw(canvas, text_area_, text_, 20 * s);
  for (std::size_t i = 0; i < buttons_.size(); ++i)
    canvas.button(areas_[i], buttons_[i], hovered_ == i || selected_ == i);
}

}  // namespace novphy::window
