#pragma once

#include "sim/vec2.h"
#include "window/canvas.h"

namespace novphy::window {

/// Keys that mean something to some view; letters by their letter.
enum class Key { kOther, kLeft, kRight, kUp, kDown, kSpace, kEnter, kEscape, kLetter };

/// What a person did. Places are pixels of the window, y down.
struct Input {
  enum class Kind { kPress, kMove, kRelease, kKey };
  Kind kind = Kind::kMove;
  Vec2 at_px{};
  Key key = Key::kOther;
  char letter = 0;     ///< 'a' to 'z' of Key::kLetter
  bool shift = false;  ///< finer steps
};

/// What the window shows and whom it tells what happens: a page, a task, the workbench. It knows of no window
/// system, so that tests drive it.
class View {
 public:
  View() = default;
  virtual ~View() = default;
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  virtual void handle(const Input& input) = 0;
  /// Real time goes on.
  virtual void advance(double ms) = 0;
  virtual void draw(Canvas& canvas) = 0;
  /// Nothing is left to do here.
  virtual bool finished() const = 0;
};

}  // namespace novphy::window
