// What the module exports; web/src/wasm.ts calls it. Texts are UTF-8: the page writes one to the place that
// novphy_text() gives, and reads answers from novphy_answer(). An answer {"error": "..."} tells what is
// wrong. Numbers of pictures are read from novphy_numbers(). Views have handles from 1.

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/input_error.h"
#include "web/module/answers.h"
#include "web/module/views.h"

#define NOVPHY_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace novphy::web {
namespace {

/// The size of the smallest text of a view in pixels, before Canvas::scale().
constexpr double kSmallestText = 20;
constexpr double kLegiblePx = 12.5;

struct Shown {
  std::unique_ptr<PageView> view;
  std::optional<window::RecordedCanvas> canvas{};
};

std::string question_text;
std::string answer_text;
std::map<int, Shown> shown;
int last_handle = 0;
const std::vector<double>* drawn = nullptr;

/// Sets the answer to what `make` returns, or to its error. Returns whether there is no error.
template <class Make>
bool answer_with(const Make& make) {
  try {
    answer_text = make();
    return true;
  } catch (const std::exception& error) {
    answer_text = Json{{"error", error.what()}}.dump(-1, ' ', false, Json::error_handler_t::replace);
    return false;
  }
}

/// Calls `use` with the view. An error becomes the answer, and the result 0; else the result is 1 or `use`'s.
template <class Use>
int with_view(int handle, const Use& use) {
  int result = 0;
  answer_with([&] {
    result = use(shown.at(handle));
    return answer_text;
  });
  return result;
}

/// The view that the question describes: {"kind": "play" or "watch", "task", ...}.
std::unique_ptr<PageView> make_view(const Json& question) {
  return text_in(question, "kind") == "watch" ? make_watch_page(question) : make_play_page(question);
}

/// A canvas of this size, whose smallest text can be read on a phone.
void fit(Shown& one, int width_px, int height_px) {
  if (one.canvas && one.canvas->width_px() == width_px && one.canvas->height_px() == height_px) return;
  const double scale = window::RecordedCanvas(width_px, height_px).scale();
  one.canvas.emplace(width_px, height_px, std::max(1.0, kLegiblePx / (kSmallestText * scale)));
}

int give(const std::vector<double>& numbers) {
  drawn = &numbers;
  return static_cast<int>(numbers.size());
}

int answer_size() { return static_cast<int>(answer_text.size()); }

}  // namespace

/// The place for the next question, a text of so many bytes.
NOVPHY_EXPORT(novphy_text) char* text(int bytes) {
  question_text.resize(static_cast<std::size_t>(bytes));
  return question_text.data();
}

/// Answers the question. Returns the length of the answer in bytes.
NOVPHY_EXPORT(novphy_ask) int ask() {
  answer_with([] { return answer(question_text); });
  return answer_size();
}

NOVPHY_EXPORT(novphy_answer) const char* answer_place() { return answer_text.data(); }
NOVPHY_EXPORT(novphy_answer_size) int size_of_answer() { return answer_size(); }

/// Makes the view that the question describes. Returns its handle, or 0 with an error as the answer.
NOVPHY_EXPORT(novphy_view) int make() {
  const bool made = answer_with([] {
    shown[last_handle + 1].view = make_view(Json::parse(question_text));
    return std::string("{}");
  });
  return made ? ++last_handle : 0;
}

NOVPHY_EXPORT(novphy_view_free) void free_view(int handle) { shown.erase(handle); }

/// Gives the view an action of the person. `kind`, `button` and `key` are the numbers of view/window/view.h;
/// `flags` are 1 (shift), 2 (control) and 4 (repeated).
NOVPHY_EXPORT(novphy_view_input)
int input(int handle, int kind, double x, double y, int button, double notches, double reach, int key,
          int letter, int flags) {
  const window::Input what{.kind = static_cast<window::Input::Kind>(kind),
                           .at_px = {x, y},
                           .button = static_cast<window::MouseButton>(button),
                           .notches = notches,
                           .reach_px = reach,
                           .key = static_cast<window::Key>(key),
                           .letter = static_cast<char>(letter),
                           .shift = (flags & 1) != 0,
                           .control = (flags & 2) != 0,
                           .repeated = (flags & 4) != 0};
  return with_view(handle, [&](Shown& one) { return one.view->handle(what), 1; });
}

/// Tells the view that so many milliseconds have passed. Returns 1, or 2 where the picture has changed.
NOVPHY_EXPORT(novphy_view_advance) int advance(int handle, double ms) {
  return with_view(handle, [&](Shown& one) {
    one.view->advance(ms);
    return one.view->changed() ? 2 : 1;
  });
}

/// Records the picture of this size. Returns how many numbers it has.
NOVPHY_EXPORT(novphy_view_draw) int draw(int handle, int width_px, int height_px) {
  return with_view(handle, [&](Shown& one) {
    fit(one, width_px, height_px);
    one.canvas->clear();
    one.view->draw(*one.canvas);
    return give(one.canvas->numbers());
  });
}

/// The number of backdrops until now; it grows where the backdrop of the picture has changed.
NOVPHY_EXPORT(novphy_view_backdrops) int backdrops(int handle) {
  return with_view(handle, [](Shown& one) { return one.canvas->worlds().backdrops(); });
}

/// The backdrop of the last picture. Returns how many numbers it has.
NOVPHY_EXPORT(novphy_view_backdrop) int backdrop(int handle) {
  return with_view(handle, [](Shown& one) { return give(one.canvas->worlds().backdrop()); });
}

NOVPHY_EXPORT(novphy_numbers) const double* numbers_place() { return drawn->data(); }

/// What has happened in the view since the last call becomes the answer. Returns how many events.
NOVPHY_EXPORT(novphy_view_events) int events(int handle) {
  return with_view(handle, [](Shown& one) {
    const Json events = one.view->events();
    answer_text = events.dump();
    return static_cast<int>(events.size());
  });
}

NOVPHY_EXPORT(novphy_view_state) int state(int handle) {
  return with_view(handle, [](Shown& one) {
    answer_text = one.view->state().dump();
    return 1;
  });
}

/// Changes the view as the question says.
NOVPHY_EXPORT(novphy_view_set) int set(int handle) {
  return with_view(handle, [](Shown& one) { return one.view->set(Json::parse(question_text)), 1; });
}

}  // namespace novphy::web
