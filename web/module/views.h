#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "view/window/recorded_canvas.h"
#include "view/window/view.h"
#include "web/module/values.h"

namespace novphy::web {

/// A view on a canvas of the page: a task that somebody plays, or a recorded play.
class PageView {
 public:
  virtual ~PageView() = default;
  virtual void handle(const window::Input& input) = 0;
  virtual void advance(double ms) = 0;
  virtual void draw(window::RecordedCanvas& canvas) = 0;
  /// Whether the picture may have changed since it was drawn.
  virtual bool changed() const = 0;
  /// What has happened since the last call, as a JSON list: launches, taps, what the canvas shows, the
  /// result.
  virtual Json events() = 0;
  /// The values that the page shows beside the picture.
  virtual Json state() const = 0;
  /// Changes what the question names, such as {"speed": 0.5}.
  virtual void set(const Json& question) = 0;
};

/// A task that somebody plays. `question` has the task, and optionally "title", "words", "before" (shots that
/// were made earlier), "view" ("task" or "agents"), "zoom" and "speed". Throws InputError.
std::unique_ptr<PageView> make_play_page(const Json& question);

/// A recorded play: the task and its "shots". The page moves it by "time_s" and "speed". Throws InputError.
std::unique_ptr<PageView> make_watch_page(const Json& question);

}  // namespace novphy::web
