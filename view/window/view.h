#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/vec2.h"
#include "view/window/canvas.h"

namespace novphy::window {

/// The sounds of a play.
enum class Sound { kLaunch, kAbility, kHit, kBreak, kPig, kExplosion, kWon, kLost };
inline constexpr int kSounds = 8;
inline constexpr unsigned kSamplesPerS = 22'050;

/// The samples of a sound: one channel, kSamplesPerS a second. They are computed, so that the program needs
/// no recordings.
std::vector<std::int16_t> samples_of(Sound sound);

/// Keys that views use. kLetter stands for all letters; Input::letter says which.
enum class Key {
  kOther,
  kLeft,
  kRight,
  kUp,
  kDown,
  kSpace,
  kEnter,
  kEscape,
  kTab,
  kPageUp,
  kPageDown,
  kHome,
  kEnd,
  kPlus,
  kMinus,
  kZero,
  kLetter
};

enum class MouseButton { kLeft, kMiddle, kRight };

/// An action of a person. Places are pixels of the window, y down.
struct Input {
  enum class Kind { kPress, kMove, kRelease, kWheel, kKey, kFocusLost, kFocusGained, kText };
  Kind kind = Kind::kMove;
  Vec2 at_px{};
  MouseButton button = MouseButton::kLeft;  ///< of kPress and kRelease
  double notches = 0;                       ///< of kWheel; positive: away from the person
  /// Of kPress: the bird is taken up to this distance at least. A finger hides where it touches.
  double reach_px = 0;
  Key key = Key::kOther;
  std::string text{};     ///< of kText: a character that was typed, in UTF-8; "\b" takes one back
  char letter = 0;        ///< 'a' to 'z' for Key::kLetter
  bool shift = false;     ///< with the shift key, which makes steps finer
  bool control = false;   ///< with the control key, which makes arrow keys move the picture
  bool repeated = false;  ///< the key is held, and the system repeats it
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
  /// The sounds since the last call.
  virtual std::vector<Sound> take_sounds() { return {}; }
  /// Whether the picture may have changed since it was drawn.
  virtual bool changed() const = 0;
  /// Whether the view takes what is typed as text, so that no letter means anything else.
  virtual bool takes_text() const { return false; }
  /// Whether the view has ended.
  virtual bool finished() const = 0;
};

}  // namespace novphy::window
