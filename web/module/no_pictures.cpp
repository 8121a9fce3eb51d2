// Sessions can make pictures for agents. In a browser nobody asks for one: pages draw recorded numbers.

#include <stdexcept>

#include "view/painter.h"

namespace novphy {

struct Painter::Impl {};

Painter::Painter(const Screen& /*screen*/) { throw std::logic_error("the module makes no pictures"); }
Painter::~Painter() = default;
Painter::Painter(Painter&&) noexcept = default;
Painter& Painter::operator=(Painter&&) noexcept = default;
const Screen& Painter::screen() const { throw std::logic_error("the module makes no pictures"); }
const Picture& Painter::paint(const Stage& /*stage*/, ViewMode /*shown*/) {
  throw std::logic_error("the module makes no pictures");
}

}  // namespace novphy
