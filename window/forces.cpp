#include "window/forces.h"

#include <fmt/core.h>

#include <algorithm>
#include <variant>

#include "sim/force_law.h"
#include "view/field_shape.h"
#include "window/camera.h"

namespace novphy::window {
namespace {

constexpr double kMetresPerMps = 0.12;  // scale of velocity arrows
constexpr Colour kGreen = colour(0x208040);

struct Drawing {
  Canvas& canvas;
  const Screen& screen;
  const World& world;

  double width_px() const { return 2 * canvas.scale(); }

  /// Draws an arrow of at least `least_px`; an arrow shorter than its head is left out.
  void arrow(Vec2 from, Vec2 along, Colour with, double width, double least_px = 0) const {
    const double far = length(along);
    if (far == 0) return;
    if (far < least_px) along = (least_px / far) * along;
    if (length(along) < 3 * width) return;
    const Vec2 unit = (1 / length(along)) * along;
    const Vec2 side{-unit.y, unit.x};
    const Vec2 to = from + along;
    const Vec2 neck = to - 4 * width * unit;
    canvas.pen().line({from, neck}).stroke(with, width);
    canvas.pen().ring({to, neck + 2 * width * side, neck - 2 * width * side}).fill(with);
  }

  void contacts(const BodyView& body) const {
    for (const int other : world.touching(body.id)) {
      const BodyView touched = world.body(other);
      const bool ground =
          touched.kind->category == Category::kGround || body.kind->category == Category::kGround;
      if (ground || other < body.id || (body.bird && touched.bird)) continue;
      canvas.pen()
          .line({pixel_of(screen, body.at_m), pixel_of(screen, touched.at_m)})
          .stroke(colour(0xc03030, 0.8), width_px());
    }
  }

  void operator()(const Magnet& magnet) const {
    canvas.pen()
        .circle(pixel_of(screen, world.body(magnet.object).at_m), magnet.radius_m * screen.px_per_m)
        .stroke(kGreen, width_px());
  }

  void operator()(const ForceField& field) const {
    const FieldShape shape = field_shape(world, field);
    if (shape.outline.empty()) return;
    Ring corners;
    for (const Vec2 corner : shape.outline) corners.push_back(pixel_of(screen, corner));
    canvas.pen().ring(corners).stroke(kGreen, width_px());
    const double least_px = shape.arrows.size() == 1 ? 26 * canvas.scale() : 0;
    for (const ForceArrow& each : shape.arrows)
      arrow(pixel_of(screen, each.from_m), vector_px(screen, each.along_m), kGreen, 2 * width_px(), least_px);
  }

  template <class Law>
  void operator()(const Law& /*law*/) const {}  // no force

  /// Draws the direction and the size of something that acts everywhere. Returns the space that this took.
  double everywhere(Vec2 force, const std::string& text, bool acts, double top_px) const {
    const double s = canvas.scale();
    const double width = canvas.text_width(text, 16 * s, true);
    const Area area{{canvas.width_px() - width - 88 * s, top_px}, {width + 76 * s, 56 * s}};
    canvas.panel(area, kPaper, 8 * s);
    const Colour with = colour(0x208040, acts ? 1 : 0.35);
    const double far = length(force);
    const Vec2 along = far > 0 ? (40 * s / (far * screen.px_per_m)) * vector_px(screen, force) : Vec2{};
    arrow(area.low + Vec2{30 * s, 28 * s} - 0.5 * along, along, with, 2 * width_px());
    canvas.text(area.low + Vec2{62 * s, 34 * s}, text, 16 * s, with, true);
    return 64 * s;
  }
};

int birds_gone(const World& world) {
  const auto bodies = world.bodies();
  const auto first = bodies.begin() + static_cast<std::ptrdiff_t>(world.task().objects.size());
  return static_cast<int>(std::count_if(first, first + static_cast<std::ptrdiff_t>(world.task().birds.size()),
                                        [](const BodyView& body) { return body.bird == BirdPhase::kGone; }));
}

}  // namespace

void draw_forces(Canvas& canvas, const Screen& screen, const World& world, double top_px) {
  const Drawing drawing{canvas, screen, world};
  for (const BodyView& body : world.bodies()) {
    if (!body.present) continue;
    drawing.contacts(body);
    drawing.arrow(pixel_of(screen, body.at_m), vector_px(screen, kMetresPerMps * body.velocity_mps),
                  colour(0x2255cc), drawing.width_px());
  }
  for (const Effect& effect : world.task().effects) std::visit(drawing, effect);
  const Vec2 gravity = world.task().gravity_mps2;
  top_px += drawing.everywhere(gravity, fmt::format("{:.2f} m/s²", length(gravity)), true, top_px);
  for (const Effect& effect : world.task().effects) {
    const auto* field = std::get_if<ForceField>(&effect);
    if (!field || field->region || field->object) continue;
    const bool acts = birds_gone(world) >= field->after_birds_gone;
    const char* more = is_affine(*field) ? " and by place or speed" : "";
    const std::string text =
        fmt::format("{:.2g} N{}{}", length(field->force_n), field->times_mass ? "/kg" : "", more);
    top_px += drawing.everywhere(field->force_n, text, acts, top_px);
  }
}

}  // namespace novphy::window
