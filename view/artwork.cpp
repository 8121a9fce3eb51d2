#include "view/artwork.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "view/cairo_pen.h"
#include "view/draw.h"

namespace novphy {
namespace {

constexpr double kSheetPxPerM = 60;
constexpr double kCellPx = 84;
constexpr double kLongCellPx = 140;  // cell width for bodies that are wider than high
constexpr double kNamePx = 170;
constexpr double kRowPx = 78;
constexpr double kHeadPx = 30;
constexpr double kMarginPx = 12;

BodyView shown(const Kind& kind, int look) {
  BodyView view{.kind = &kind, .size_m = kind.size_m};
  view.life_left = 1 - (look + 0.5) / kDamageLooks;
  return view;
}

/// Draws a body around a point of the sheet.
void place(Pen& pen, const BodyView& view, Vec2 at_px) {
  const PenFrame frame(pen, at_px, 0);
  pen.scale({kSheetPxPerM, -kSheetPxPerM});
  art::body(pen, view, false);
}

/// A shape with its kinds, one for each material.
struct ShapeRow {
  std::string name;
  std::vector<const Kind*> kinds;
};

std::vector<ShapeRow> rows_of(const Catalogue& catalogue, Category category) {
  std::vector<ShapeRow> rows;
  for (const Kind& kind : catalogue.objects) {
    if (kind.category != category) continue;
    const auto same = [&](const ShapeRow& row) { return row.name == kind.type; };
    auto row = std::find_if(rows.begin(), rows.end(), same);
    if (row == rows.end()) row = rows.insert(rows.end(), {.name = kind.type, .kinds = {}});
    row->kinds.push_back(&kind);
  }
  return rows;
}

/// Draws the rows of the sheet from top to bottom.
class Sheet {
 public:
  explicit Sheet(Pen& pen) : pen_(pen) {}

  void head(const std::string& text) {
    y_ += kHeadPx;
    pen_.write({kMarginPx, y_ - 8}, text, {.size_px = 17});
  }

  /// Draws a row for each shape: the name, then the states of damage for each material.
  void kinds(const std::vector<ShapeRow>& rows) {
    for (const ShapeRow& row : rows) {
      pen_.write({kMarginPx, y_ + kRowPx / 2 + 5}, row.name, {.size_px = 14});
      double x = kNamePx;
      for (const Kind* kind : row.kinds) x = looks(*kind, x);
      y_ += kRowPx;
    }
  }

  /// Draws one picture for each body, with the name below.
  void singles(const std::vector<std::pair<std::string, BodyView>>& views) {
    double x = kMarginPx;
    for (const auto& [name, view] : views) {
      const double wide = 2 * kCellPx;
      place(pen_, view, {x + wide / 2, y_ + kRowPx / 2});
      pen_.write({x + wide / 2 - 4.2 * static_cast<double>(name.size()), y_ + kRowPx + 12}, name,
                 {.size_px = 14});
      x += wide;
    }
    y_ += kRowPx + 24;
  }

  double y_px() const { return y_; }

 private:
  double looks(const Kind& kind, double x) {
    const double wide = kind.size_m.x > 1.2 ? kLongCellPx : kCellPx;
    for (int look = 0; look < kDamageLooks; ++look, x += wide)
      place(pen_, shown(kind, look), {x + wide / 2, y_ + kRowPx / 2});
    return x + kMarginPx;
  }

  Pen& pen_;
  double y_ = kMarginPx;
};

/// Draws a piece of landscape with everything that is not a body.
void landscape(Pen& pen, const Catalogue& catalogue, Vec2 corner_px, bool storm) {
  const Screen screen{.width_px = 560, .height_px = 330, .centre_m = {-9.2, -1.1}, .px_per_m = 56};
  const BirdKind& bird = catalogue.birds.front();
  Stage stage{.ground_top_m = catalogue.world.ground_top_m,
              .storm = storm,
              .slingshot = catalogue.world.slingshot,
              .slingshot_size_m = catalogue.slingshot.size_m,
              .bird_rest_m = catalogue.world.slingshot.at_m + catalogue.launch.anchor_offset_m};
  BodyView view = shown(bird.body, 0);
  view.at_m = stage.bird_rest_m;
  view.bird = BirdPhase::kOnSling;
  stage.bodies = {view};
  if (storm) {
    stage.drag_m = Vec2{-0.7, -0.4};
  } else {
    stage.turbulence = {{.centre_m = {-6.6, 0}, .size_m = {3, 3.4}}};
    for (int i = 0; i < 12; ++i)
      stage.trail.push_back(stage.bird_rest_m + Vec2{0.25 * i, 0.3 * i - 0.018 * i * i});
  }
  const PenFrame frame(pen, corner_px, 0);
  pen.box({280, 165}, {560, 330}).clip();
  look_through(pen, screen);
  draw_backdrop(pen, stage, screen);
  draw_actors(pen, stage);
}

void draw_sheet(Pen& pen, const Catalogue& catalogue) {
  Sheet sheet(pen);
  sheet.head("Blocks: wood, stone, ice, pink; each unharmed, hurt, nearly destroyed");
  sheet.kinds(rows_of(catalogue, Category::kBlock));
  sheet.head("Pigs, plain and pink; each unharmed, hurt, nearly dead");
  sheet.kinds(rows_of(catalogue, Category::kPig));
  std::vector<std::pair<std::string, BodyView>> birds, things;
  for (const BirdKind& bird : catalogue.birds)
    birds.emplace_back(bird.body.type + " bird", shown(bird.body, 0));
  birds.emplace_back("egg", shown(catalogue.egg, 0));
  for (const Kind& kind : catalogue.objects) {
    if (kind.category == Category::kFan) things.emplace_back("fan", shown(kind, 0));
    if (kind.category == Category::kTnt)
      for (int look = 0; look < kDamageLooks; ++look)
        things.emplace_back(look == 0 ? "tnt" : "tnt, hurt", shown(kind, look));
    if (kind.category == Category::kPlatform) {
      things.emplace_back("platform", shown(kind, 0));
      things.back().second.size_m = {2.2, 0.64};
    }
  }
  sheet.head("Birds");
  sheet.singles(birds);
  sheet.head("Things");
  sheet.singles(things);
  sheet.head(
      "Slingshot, trail of the last bird, air turbulence (of any strength)   |   slingshot pulled, storm");
  landscape(pen, catalogue, {kMarginPx, sheet.y_px()}, false);
  landscape(pen, catalogue, {kMarginPx + 580, sheet.y_px()}, true);
}

constexpr double kSamplePxPerM = 200;
constexpr double kRoom = 1.5;  // factor on a body's size that leaves room for parts that stick out
constexpr Vec2 kPlatformM{3.2, 0.64};
constexpr double kDigits = 1e4;

/// The colour as 8 bits, RRRGGGBB.
int quantised(unsigned red, unsigned green, unsigned blue) {
  return static_cast<int>((red & 0xE0U) | ((green & 0xE0U) >> 3U) | (blue >> 6U));
}

/// A channel of a pixel without cairo's premultiplication by alpha.
unsigned channel(std::uint32_t pixel, unsigned shift, unsigned alpha) {
  return (((pixel >> shift) & 255U) * 255U + alpha / 2) / alpha;
}

std::array<long, 256> count(const Surface& surface) {
  std::array<long, 256> pixels{};
  cairo_surface_flush(surface.get());
  for (int y = 0; y < surface.rows(); ++y)
    for (const std::uint32_t pixel : surface.row(y)) {
      const unsigned alpha = pixel >> 24U;
      if (alpha == 0) continue;
      const int colour =
          quantised(channel(pixel, 16, alpha), channel(pixel, 8, alpha), channel(pixel, 0, alpha));
      ++pixels.at(static_cast<std::size_t>(colour));
    }
  return pixels;
}

/// The shares of all colours, most frequent first. Their sum is 1 except for rounding.
std::vector<ColourShare> shares(const std::array<long, 256>& pixels) {
  long all = 0;
  for (const long each : pixels) all += each;
  std::vector<ColourShare> list;
  long left = std::lround(kDigits);
  for (int colour = 0; colour < 256; ++colour) {
    const long share =
        std::lround(kDigits * static_cast<double>(pixels.at(static_cast<std::size_t>(colour))) /
                    static_cast<double>(all));
    if (share > 0) list.push_back({.colour = colour, .share = static_cast<double>(share) / kDigits});
    left -= share;
  }
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
  list.front().share = (std::round(kDigits * list.front().share) + static_cast<double>(left)) / kDigits;
  return list;
}

/// The colour shares of a drawing, drawn without antialiasing, so that no colours mix at edges.
template <class Draw>
std::vector<ColourShare> colours_of(Vec2 size_m, Draw draw) {
  const auto side = [](double m) { return static_cast<int>(std::ceil(kRoom * m * kSamplePxPerM)); };
  Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side(size_m.x), side(size_m.y)));
  cairo_set_antialias(surface.context(), CAIRO_ANTIALIAS_NONE);
  surface.pen().translate({side(size_m.x) / 2.0, side(size_m.y) / 2.0});
  surface.pen().scale({kSamplePxPerM, -kSamplePxPerM});
  draw(surface.pen());
  return shares(count(surface));
}

std::vector<std::vector<ColourShare>> looks_of(const Kind& kind) {
  std::vector<std::vector<ColourShare>> looks;
  BodyView view{.kind = &kind, .size_m = kind.size_m};
  if (kind.category == Category::kPlatform) view.size_m = kPlatformM;
  const int many = kind.life > 0 && kind.category != Category::kBird ? kDamageLooks : 1;
  for (int look = 0; look < many; ++look) {
    view.life_left = 1 - (look + 0.5) / kDamageLooks;
    looks.push_back(colours_of(view.size_m, [&](Pen& pen) { art::body(pen, view, false); }));
  }
  return looks;
}

}  // namespace

std::string contact_sheet(const Catalogue& catalogue, ImageFormat format) {
  constexpr int kWidthPx = 1900;
  const int rows = static_cast<int>(rows_of(catalogue, Category::kBlock).size() +
                                    rows_of(catalogue, Category::kPig).size());
  const int height = static_cast<int>((rows + 2) * kRowPx + 5 * kHeadPx + 48 + 2 * kMarginPx) + 340;
  return image_file(format, kWidthPx, height, [&](Pen& pen) { draw_sheet(pen, catalogue); });
}

ColourTable colours_of_artwork(const Catalogue& catalogue) {
  ColourTable table;
  for (const Kind& kind : catalogue.objects) table[appearance(kind)] = looks_of(kind);
  for (const BirdKind& bird : catalogue.birds) table[appearance(bird.body)] = looks_of(bird.body);
  table[appearance(catalogue.egg)] = looks_of(catalogue.egg);
  for (const auto& [name, effect] : catalogue.effects) {
    const auto* field = std::get_if<ForceField>(&effect);
    if (field && !field->look.empty() && field->region)
      table[field->look] = {
          colours_of(field->region->size_m, [&](Pen& pen) { art::turbulence(pen, field->region->size_m); })};
  }
  return table;
}

}  // namespace novphy
