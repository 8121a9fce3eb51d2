#pragma once

#include "view/window/view.h"

namespace novphy::test {

/// Longer than a page's first moment.
inline constexpr double kReadMs = 1000;

inline void key(window::View& view, window::Key which) {
  view.handle({.kind = window::Input::Kind::kKey, .key = which});
}

inline void click(window::View& view, Vec2 at_px) {
  view.handle({.kind = window::Input::Kind::kPress, .at_px = at_px});
  view.handle({.kind = window::Input::Kind::kRelease, .at_px = at_px});
}

}  // namespace novphy::test
