#include "app/window/x_picture.h"

#include <X11/Xlib.h>
#include <cairo/cairo-xlib.h>

#include "base/input_error.h"

namespace novphy::window {

struct XPicture::Impl {
  explicit Impl(::Window of) : display(XOpenDisplay(nullptr)), window(of) {
    if (display == nullptr) throw InputError("display", "the X server takes no further connection");
    XSelectInput(display, window, ExposureMask);
    XWindowAttributes attributes;
    XGetWindowAttributes(display, window, &attributes);
    shown =
        cairo_xlib_surface_create(display, window, attributes.visual, attributes.width, attributes.height);
  }
  ~Impl() {
    cairo_surface_destroy(shown);
    XCloseDisplay(display);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  Display* display;
  ::Window window;
  cairo_surface_t* shown = nullptr;
};

XPicture::XPicture(unsigned long window) : impl_(std::make_unique<Impl>(window)) {}
XPicture::~XPicture() = default;

void XPicture::put(cairo_surface_t* picture) {
  cairo_xlib_surface_set_size(impl_->shown, cairo_image_surface_get_width(picture),
                              cairo_image_surface_get_height(picture));
  cairo_t* context = cairo_create(impl_->shown);
  cairo_set_source_surface(context, picture, 0, 0);
  cairo_set_operator(context, CAIRO_OPERATOR_SOURCE);
  cairo_paint(context);
  cairo_destroy(context);
  cairo_surface_flush(impl_->shown);
  XSync(impl_->display, False);
}

bool XPicture::lost() {
  bool any = false;
  for (XEvent event; XCheckTypedWindowEvent(impl_->display, impl_->window, Expose, &event) == True;)
    any = true;
  return any;
}

}  // namespace novphy::window
