#pragma once

#include "sim/vec2.h"
#include "window/canvas.h"

namespace novphy::window {

/// Keys that views use. kLetter stands for all letters; Input::letter says which.
enum class Key { kOther, kLeft, kRight, kUp, kDown, kSpace, kEnter, kEscape, kLetter };

/// An action of a person. Places are pixels of the window, y down.
struct Input {
  enum class Kind { kPress, kMove, kRelease, kKey };
  Kind kind = Kind::kMove;
  Vec2 at_px{};
  Key key = Key::kOther;
  char letter = 0;     ///< 'a' to 'z' for Key::kLetter
  bool shift = false;  ///< the shift key is pressed, which makes steps finer
};

/// The content of the window: a page, a task, or the workbench. A view draws itself and receives the person's
/// input. Views use no window system, so that tests can drive them.
class View {
 public:
  View() = default;
  virtual ~View() = default;
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  virtual void handle(const Input& input) = 0;
  /// Tells the view that `ms` milliseconds of real time have passed.
  virtual void advance(double ms) = 0;
  virtual void draw(Canvas& canvas) = 0;
  /// Whether the view has ended.
  virtual bool finished() const = 0;
};

}  // namespace novphy::window
