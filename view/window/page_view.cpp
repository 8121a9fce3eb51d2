#include "view/window/page_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace novphy::window {

bool ScrolledText::handle(const Input& input) {
  const auto page = static_cast<double>(end_row_ - first_row_) - 1;
  const auto all = static_cast<double>(rows_);
  if (input.kind == Input::Kind::kWheel) return scroll(-3 * input.notches), true;
  if (input.kind != Input::Kind::kKey) return false;
  switch (input.key) {
    case Key::kPageUp:
      return scroll(-page), true;
    case Key::kPageDown:
      return scroll(page), true;
    case Key::kHome:
      return scroll(-all), true;
    case Key::kEnd:
      return scroll(all), true;
    default:
      return false;
  }
}

void ScrolledText::scroll(double rows) {
  wanted_row_ = std::clamp(wanted_row_ + rows, 0.0, static_cast<double>(rows_));
}

void ScrolledText::draw(Canvas& canvas, const Area& area, const std::string& text, double size_px) {
  const double row_px = Canvas::row_height(size_px);
  const auto rows = canvas.rows(area.size.x, text, size_px);
  const auto fit = static_cast<std::size_t>(std::max(1.0, std::floor(area.size.y / row_px + 1e-9)));
  rows_ = rows.size();
  wanted_row_ = std::min(wanted_row_, static_cast<double>(rows_ - std::min(rows_, fit)));
  first_row_ = static_cast<std::size_t>(wanted_row_);
  end_row_ = std::min(rows_, first_row_ + fit);
  double y = area.low.y;
  for (std::size_t row = first_row_; row < end_row_; ++row, y += row_px)
    canvas.row({{area.low.x, y}, {area.size.x, row_px}}, rows[row], size_px, colour(0x2d3e4f));
  if (rows_ > fit) draw_bar(canvas, area);
}

void ScrolledText::draw_bar(Canvas& canvas, const Area& area) const {
  const double s = canvas.margin_scale();
  const double x = area.low.x + area.size.x + 14 * s;
  const double row = area.size.y / static_cast<double>(rows_);
  canvas.panel({{x, area.low.y}, {8 * s, area.size.y}}, colour(0xdde6ec), 4 * s);
  canvas.panel({{x, area.low.y + row * static_cast<double>(first_row_)},
                {8 * s, row * static_cast<double>(end_row_ - first_row_)}},
               colour(0x389150), 4 * s);
  if (end_row_ == rows_) return;
  const Vec2 tip{area.centre().x, area.low.y + area.size.y + 12 * s};
  canvas.pen().ring({tip, tip + Vec2{-16 * s, -12 * s}, tip + Vec2{16 * s, -12 * s}}).fill(colour(0x389150));
}

namespace {

constexpr double kMostTitle = 0.35;  // of the height; longer titles are written smaller
constexpr double kMostTitleAlone = 0.5;
constexpr double kMostButtons = 0.25;
constexpr double kTextPx = 20;      // at scale 1
constexpr double kPullPx = 352;     // width of the picture of how to pull, at scale 1
constexpr double kLeastPull = 0.2;  // of the height of text and picture
constexpr double kLeastRows = 3;    // of the text above the picture

}  // namespace

PageView::PageView(std::string title, std::string text, std::vector<std::string> buttons,
                   std::size_t tab_first)
    : title_(std::move(title)), text_(std::move(text)), buttons_(std::move(buttons)), tab_first_(tab_first) {}

void PageView::advance(double ms) {
  shown_for_ms_ += ms;
  if (pull_ && !away_) pull_->advance(ms);
}

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
    case Input::Kind::kFocusLost:
    case Input::Kind::kFocusGained:
      away_ = input.kind == Input::Kind::kFocusLost;
      return;
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

/// Places the text and, below it, the picture of how to pull, if it leaves room for some rows.
void PageView::place_text(Canvas& canvas, const Area& free) {
  text_area_ = free;
  pull_area_ = {};
  const double s = canvas.scale();
  const double gap = 16 * canvas.margin_scale();
  const double text = canvas.paragraphs_height(free.size.x, text_, kTextPx * s);
  const double least = kLeastPull * free.size.y;
  if (!pull_ || free.size.y - least - gap < kLeastRows * Canvas::row_height(kTextPx * s)) return;
  const double most = std::max(least, PullPicture::kHeight * std::min(kPullPx * s, free.size.x));
  const double height = std::clamp(free.size.y - text - gap, least, most);
  text_area_.size.y = std::min(text, free.size.y - height - gap);
  pull_area_ = {free.low + Vec2{0, text_area_.size.y + gap}, {free.size.x, height}};
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
  const double title =
      canvas.paragraphs({{x + 16 * m, 60 * m}, {width - 32 * m, most}}, title_, size_px, kInk, true);
  const double top = 76 * m + title;
  const double end = place_buttons(canvas, x, width) - 16 * m;
  place_text(canvas, {{x + 16 * m, top}, {width - 32 * m, end - top}});
  text_rows_.draw(canvas, text_area_, text_, kTextPx * s);
  if (pull_area_.size.y > 0) pull_->draw(canvas, pull_area_);
  for (std::size_t i = 0; i < buttons_.size(); ++i)
    canvas.button(areas_[i], buttons_[i], hovered_ == i || selected_ == i);
}

}  // namespace novphy::window
