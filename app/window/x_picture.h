#pragma once

#include <cairo/cairo.h>

#include <memory>

namespace novphy::window {

/// Puts pictures on a window of the X server, without OpenGL: on a machine without a GPU its emulation would
/// take several times as long as drawing the picture.
class XPicture {
 public:
  explicit XPicture(unsigned long window);
  ~XPicture();
  XPicture(const XPicture&) = delete;
  XPicture& operator=(const XPicture&) = delete;

  /// Covers the window with the picture. Returns when the window shows it.
  void put(cairo_surface_t* picture);
  /// Whether the window has lost a part of its picture since the last call, as another window has covered it.
  bool lost();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace novphy::window
