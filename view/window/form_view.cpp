#include "view/window/form_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "view/window/page_view.h"

namespace novphy::window {
namespace {

using Kind = FormQuestion::Kind;

constexpr std::size_t kMostLetters = 2000;  // as on pages
constexpr std::size_t kMostDigits = 8;
constexpr Colour kMark = colour(0x389150);
constexpr Colour kLine = colour(0x6b7a8c);

std::string trimmed_answer(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\n");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

std::size_t letters_in(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

void drop_last_letter(std::string& text) {
  while (!text.empty() && (text.back() & 0xC0) == 0x80) text.pop_back();
  if (!text.empty()) text.pop_back();
}

}  // namespace

bool FormView::takes_text() const {
  return !finished() && (question().kind == Kind::kNumber || question().kind == Kind::kText);
}

std::string FormView::answers() const { return json_object(given_); }

/// The JSON of the present answer; "null" without one.
std::string FormView::answer() const {
  const FormQuestion& asked = question();
  if (asked.kind == Kind::kSlider) return touched_ ? std::to_string(value_) : "null";
  const std::string typed = trimmed_answer(typed_);
  if (asked.kind == Kind::kText) return typed.empty() ? "null" : in_quotes(typed);
  if (asked.kind == Kind::kNumber) {
    const bool number = !typed.empty() && typed.find_first_of("0123456789") != std::string::npos;
    return number ? std::to_string(std::stol(typed)) : "null";
  }
  std::vector<std::string> choices;
  for (const std::size_t choice : chosen_) choices.push_back(std::to_string(choice));
  if (asked.several) return json_array(choices);
  return choices.empty() ? "null" : choices.front();
}

bool FormView::answer_fits() const {
  StudyForm alone;
  alone.questions = {question()};
  return problem_of(alone, json_object({{question().name, answer()}})).empty();
}

void FormView::go_on() {
  if (shown_for_ms_ < PageView::kFirstMomentMs || !answer_fits()) return;
  given_.emplace_back(question().name, answer());
  shown_for_ms_ = 0;
  typed_.clear();
  chosen_.clear();
  marked_ = 0;
  touched_ = sliding_ = false;
  changed_ = true;
}

void FormView::handle(const Input& input) {
  if (finished()) return;
  if (input.kind == Input::Kind::kText) return type(input.text);
  if (input.kind == Input::Kind::kKey) return key(input);
  point(input);
}

void FormView::point(const Input& input) {
  if (input.kind == Input::Kind::kRelease) sliding_ = false;
  const bool press = input.kind == Input::Kind::kPress && input.button == MouseButton::kLeft;
  if (press && button_.holds(input.at_px)) return go_on();
  if (question().kind == Kind::kSlider && !areas_.empty()) {
    const Area& bar = areas_.front();
    if (press && bar.holds(input.at_px)) sliding_ = true;
    const double part = std::clamp((input.at_px.x - bar.low.x) / bar.size.x, 0.0, 1.0);
    if (sliding_)
      slide(static_cast<int>(std::lround(question().from + part * (question().to - question().from))));
    return;
  }
  for (std::size_t i = 0; press && i < areas_.size(); ++i)
    if (areas_[i].holds(input.at_px)) return choose(i);
}

void FormView::key(const Input& input) {
  changed_ = true;
  if (input.key == Key::kEnter && !input.repeated) return go_on();
  if (question().kind == Kind::kSlider) {
    const int middle = question().from + (question().to - question().from) / 2;
    const int step = input.key == Key::kRight || input.key == Key::kUp    ? 1
                     : input.key == Key::kLeft || input.key == Key::kDown ? -1
                     : input.key == Key::kPageUp                          ? 10
                     : input.key == Key::kPageDown                        ? -10
                                                                          : 0;
    if (step != 0) slide((touched_ ? value_ : middle) + step);
  } else if (question().kind == Kind::kChoice) {
    const std::size_t last = question().choices.size() - 1;
    if (input.key == Key::kDown || input.key == Key::kTab) marked_ = marked_ == last ? 0 : marked_ + 1;
    if (input.key == Key::kUp) marked_ = marked_ == 0 ? last : marked_ - 1;
    if (input.key == Key::kSpace && !input.repeated) choose(marked_);
  }
}

void FormView::choose(std::size_t choice) {
  changed_ = true;
  marked_ = choice;
  const bool had = chosen_.contains(choice);
  if (!question().several) chosen_.clear();
  if (had && question().several)
    chosen_.erase(choice);
  else
    chosen_.insert(choice);
}

void FormView::slide(int to) {
  value_ = std::clamp(to, question().from, question().to);
  touched_ = changed_ = true;
}

void FormView::type(const std::string& text) {
  if (!takes_text()) return;
  changed_ = true;
  const bool number = question().kind == Kind::kNumber;
  if (text == "\b") return drop_last_letter(typed_);
  const bool fits =
      number ? typed_.size() < kMostDigits && (text == "-" ? typed_.empty() : text >= "0" && text <= "9")
             : letters_in(typed_) < kMostLetters && text >= " ";
  if (fits) typed_ += text;
}

/// The form's title, its text above the first question, and the question. Returns where they end.
double FormView::draw_heading(Canvas& canvas, const Area& area) const {
  const double s = canvas.scale();
  double y = area.low.y;
  const auto write = [&](const std::string& text, double size_px, double gap, bool bold) {
    if (text.empty()) return;
    double fits_px = size_px;
    while (fits_px > 4 && canvas.paragraphs_height(area.size.x, text, fits_px, bold) > 0.25 * area.size.y)
      fits_px *= 0.9;
    y += canvas.paragraphs({{area.low.x, y}, {area.size.x, area.size.y}}, text, fits_px, kInk, bold) + gap;
  };
  write(form_.title, 30 * s, 8 * s, true);
  if (given_.empty()) write(form_.text, 20 * s, 8 * s, false);
  write(question().text, 22 * s, 12 * s, true);
  return y;
}

void FormView::draw_choices(Canvas& canvas, const Area& area) {
  const double s = canvas.scale();
  const double height = std::min(44 * s, area.size.y / static_cast<double>(question().choices.size()));
  for (std::size_t i = 0; i < question().choices.size(); ++i) {
    const Area row{{area.low.x, area.low.y + static_cast<double>(i) * height}, {area.size.x, height}};
    areas_.push_back(row);
    if (i == marked_) canvas.panel(row, colour(0xe8f0fa), 8 * s);
    const double side = 0.5 * height;
    const Area box{{row.low.x + 0.25 * height, row.low.y + 0.25 * height}, {side, side}};
    const double round = question().several ? 0.2 * side : 0.5 * side;
    canvas.panel(box, kLine, round);
    const auto inner = [&](double edge, Colour fill) {
      canvas.panel({box.low + Vec2{edge, edge}, {side - 2 * edge, side - 2 * edge}}, fill,
                   std::max(0.0, round - edge));
    };
    inner(0.1 * side, colour(0xffffff));
    if (chosen_.contains(i)) inner(0.25 * side, kMark);
    canvas.text({row.low.x + 1.1 * height, row.low.y + 0.65 * height}, question().choices[i],
                std::min(20 * s, 0.45 * height), kInk);
  }
}

void FormView::draw_slider(Canvas& canvas, const Area& area) {
  const double s = canvas.scale();
  const Area bar{area.low, {area.size.x, 48 * s}};
  areas_.push_back(bar);
  canvas.panel({{bar.low.x, bar.centre().y - 4 * s}, {bar.size.x, 8 * s}}, colour(0xdde6ec), 4 * s);
  if (touched_) {
    const double part = static_cast<double>(value_ - question().from) / (question().to - question().from);
    const Vec2 at{bar.low.x + part * bar.size.x, bar.centre().y};
    canvas.panel({at - Vec2{14 * s, 14 * s}, {28 * s, 28 * s}}, kMark, 14 * s);
  }
  const double y = bar.low.y + bar.size.y + 20 * s;
  canvas.text({bar.low.x, y}, question().low, 18 * s, kInk);
  canvas.text({bar.low.x + bar.size.x - canvas.text_width(question().high, 18 * s), y}, question().high,
              18 * s, kInk);
}

/// What was typed, with its end in sight.
void FormView::draw_field(Canvas& canvas, const Area& area) const {
  const double s = canvas.scale();
  const bool number = question().kind == Kind::kNumber;
  const Area field{area.low,
                   {number ? 200 * s : area.size.x, std::min(area.size.y, (number ? 48 : 200) * s)}};
  canvas.panel(field, kLine, 8 * s);
  canvas.panel({field.low + Vec2{2 * s, 2 * s}, field.size - Vec2{4 * s, 4 * s}}, colour(0xffffff), 6 * s);
  const double row_px = Canvas::row_height(20 * s);
  const auto rows = canvas.rows(field.size.x - 24 * s, typed_ + "|", 20 * s);
  const auto fit = static_cast<std::size_t>(std::max(1.0, (field.size.y - 12 * s) / row_px));
  double y = field.low.y + 6 * s;
  for (std::size_t i = rows.size() - std::min(rows.size(), fit); i < rows.size(); ++i, y += row_px)
    canvas.row({{field.low.x + 12 * s, y}, {field.size.x - 24 * s, row_px}}, rows[i], 20 * s, kInk);
}

void FormView::draw(Canvas& canvas) {
  changed_ = false;
  areas_.clear();
  if (finished()) return;
  const double s = canvas.scale();
  const double m = canvas.margin_scale();
  const double width = std::min<double>(canvas.width_px() - 48 * m, 760 * s);
  const Vec2 corner{(canvas.width_px() - width) / 2, 60 * m};
  canvas.begin(colour(0xcfe6f2));
  canvas.panel({{corner.x - 24 * m, 40 * m}, {width + 48 * m, canvas.height_px() - 80 * m}}, colour(0xffffff),
               18 * m);
  const double label = canvas.text_width(form_.button, 22 * s, true) + 57 * s;
  const double button = std::min(width, std::max(160 * s, label));
  button_ = {{(canvas.width_px() - button) / 2, canvas.height_px() - 70 * m - 52 * s}, {button, 52 * s}};
  const Area inside{corner + Vec2{16 * m, 0}, {width - 32 * m, button_.low.y - 16 * m - corner.y}};
  const double top = draw_heading(canvas, inside);
  const Area below{{inside.low.x, top},
                   {inside.size.x, std::max(40 * m, inside.low.y + inside.size.y - top)}};
  if (question().kind == Kind::kChoice)
    draw_choices(canvas, below);
  else if (question().kind == Kind::kSlider)
    draw_slider(canvas, below);
  else
    draw_field(canvas, below);
  canvas.button(button_, form_.button, false);
  if (!answer_fits()) canvas.panel(button_, colour(0xffffff, 0.6), 12 * s);
}

}  // namespace novphy::window
