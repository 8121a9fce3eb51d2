#include "view/object_table.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "sim/silhouette.h"

namespace novphy {
namespace {

using Table = ObjectTable;
using Row = Table::Row;

constexpr float kPxPerUnit = 100;
constexpr float kMost = 10;

/// The corners that an object's row holds.
struct Outline {
  std::span<const float> xy;
  std::size_t corners = 0;
  float x(std::size_t i) const { return xy[2 * (i % corners)]; }
  float y(std::size_t i) const { return xy[2 * (i % corners) + 1]; }
};

Outline outline_of(std::span<const float> row) {
  const auto all = static_cast<std::size_t>(row[Row::kCornerCount]);
  return {row.subspan(Row::kOutline, 2 * Table::kCorners), std::min(all, Table::kCorners)};
}

float area_px2(const Outline& outline) {
  float twice = 0;
  for (std::size_t i = 0; i < outline.corners; ++i)
    twice += outline.x(i) * outline.y(i + 1) - outline.x(i + 1) * outline.y(i);
  return std::abs(twice) / 2;
}

/// Cosine and sine of twice the angle of the longest edge; y upwards.
void write_direction(const Outline& outline, std::span<float> cells) {
  float longest = 0;
  for (std::size_t i = 0; i < outline.corners; ++i) {
    const float dx = outline.x(i + 1) - outline.x(i);
    const float dy = outline.y(i) - outline.y(i + 1);
    const float length2 = dx * dx + dy * dy;
    if (length2 <= longest) continue;
    longest = length2;
    cells[0] = (dx * dx - dy * dy) / length2;
    cells[1] = 2 * dx * dy / length2;
  }
}

/// Red, green, blue, share of the main colour, number of colours.
void write_colours(std::span<const float> colours, std::span<float> cells) {
  float all = 0;
  for (std::size_t i = 0; i < Table::kColours; ++i) {
    const float share = colours[2 * i + 1];
    if (share <= 0) break;
    const unsigned code = static_cast<unsigned>(colours[2 * i]);  // RRRGGGBB
    cells[0] += share * static_cast<float>(code >> 5U) / 7;
    cells[1] += share * static_cast<float>((code >> 2U) & 7U) / 7;
    cells[2] += share * static_cast<float>(code & 3U) / 3;
    cells[4] += 0.1F;
    all += share;
  }
  if (all <= 0) return;
  for (std::size_t i = 0; i < 3; ++i) cells[i] /= all;
  cells[3] = colours[1];
}

void write_row(std::span<const float> table, std::span<const float> row, std::span<float> cells) {
  const std::span<const float> box = row.subspan(Row::kBox, 4);  // left, top, right, bottom
  const float rest_x = table[Table::Header::kBirdRest];
  const float rest_y = table[Table::Header::kBirdRest + 1];
  const float width = box[2] - box[0];
  const float height = box[3] - box[1];
  const Outline outline = outline_of(row);
  cells[0] = 1;
  cells[1] = ((box[0] + box[2]) / 2 - rest_x) / kPxPerUnit;
  cells[2] = (rest_y - (box[1] + box[3]) / 2) / kPxPerUnit;
  cells[3] = width / kPxPerUnit;
  cells[4] = height / kPxPerUnit;
  write_direction(outline, cells.subspan(5));
  cells[7] = width > 0 && height > 0 ? area_px2(outline) / (width * height) : 0;
  cells[8] = row[Row::kCornerCount] / 10;
  write_colours(row.subspan(Row::kColourMap), cells.subspan(9));
  cells[14] = (table[Table::Header::kGroundRow] - box[3]) / kPxPerUnit;
  cells[15] = box[0] <= rest_x && rest_x <= box[2] && box[1] <= rest_y && rest_y <= box[3] ? 1 : 0;
  for (float& cell : cells) cell = std::clamp(cell, -kMost, kMost);
}

/// Fills a span cell by cell.
class Writer {
 public:
  explicit Writer(std::span<float> cells) : cells_(cells) {}
  template <class Number>
  void put(Number value) {
    cells_[next_++] = static_cast<float>(value);
  }
  void put(Pixel p) {
    put(p.x);
    put(p.y);
  }
  void put(const PixelBox& box) {
    put(Pixel{box.left, box.top});
    put(Pixel{box.right, box.bottom});
  }

 private:
  std::span<float> cells_;
  std::size_t next_ = 0;
};

/// An outline in pixels: a silhouette on a screen, or the ring of an object that was seen.
template <class Corner>
struct PixelRing {
  std::size_t corners = 0;
  Corner corner;  ///< the pixel of a corner, by its index

  PixelBox box() const {
    const Pixel first = corner(0);
    PixelBox box{first.x, first.y, first.x, first.y};
    for (std::size_t i = 1; i < corners; ++i) {
      const Pixel p = corner(i);
      box = {std::min(box.left, p.x), std::min(box.top, p.y), std::max(box.right, p.x),
             std::max(box.bottom, p.y)};
    }
    return box;
  }
};

auto ring_of(const Silhouette& silhouette, const Screen& screen) {
  const auto corner = [&](std::size_t i) {
    return screen.pixel(silhouette.corner_m(0, static_cast<int>(i)));
  };
  return PixelRing<decltype(corner)>{static_cast<std::size_t>(silhouette.corners(0)), corner};
}

void write_header(std::span<float> cells, int ground_row, const PixelBox& slingshot, Pixel bird_rest) {
  if (cells.size() != Table::size())
    throw std::invalid_argument("an object table has another number of cells");
  std::fill(cells.begin(), cells.end(), 0.0F);
  cells[Table::Header::kGroundRow] = static_cast<float>(ground_row);
  Writer(cells.subspan(Table::Header::kSlingshot)).put(slingshot);
  Writer(cells.subspan(Table::Header::kBirdRest)).put(bird_rest);
}

/// Writes the object's row; objects beyond the last row are left out.
template <class Corner>
void write_object(std::span<float> cells, std::size_t object, int id, const PixelRing<Corner>& ring,
                  std::span<const ColourShare> colours) {
  if (object >= Table::kRows) return;
  const std::span<float> row = cells.subspan(Table::row(object), Row::kCells);
  row[Row::kUsed] = 1;
  row[Row::kId] = static_cast<float>(id);
  Writer(row.subspan(Row::kBox)).put(ring.box());
  row[Row::kCornerCount] = static_cast<float>(ring.corners);
  Writer outline(row.subspan(Row::kOutline));
  for (std::size_t i = 0; i < std::min(ring.corners, Table::kCorners); ++i) outline.put(ring.corner(i));
  Writer shares(row.subspan(Row::kColourMap));
  for (const ColourShare& each : colours) {
    shares.put(each.colour);
    shares.put(each.share);
  }
}

/// Writes the numbers of objects and of dots, and the last dots; `pixel` gives the pixel of a dot.
template <class Dot, class ToPixel>
void write_counts(std::span<float> cells, std::size_t objects, std::span<const Dot> dots,
                  const ToPixel& pixel) {
  cells[Table::Header::kObjectCount] = static_cast<float>(objects);
  cells[Table::Header::kPointCount] = static_cast<float>(dots.size());
  Writer writer(cells.subspan(Table::kTrajectory));
  for (const Dot& dot : dots.last(std::min(dots.size(), Table::kPoints))) writer.put(pixel(dot));
}

std::vector<ColourShare> most_frequent(std::vector<ColourShare> look) {
  std::stable_sort(look.begin(), look.end(),
                   [](const ColourShare& a, const ColourShare& b) { return a.share > b.share; });
  if (look.size() > Table::kColours) look.resize(Table::kColours);
  return look;
}

}  // namespace

void features_of(std::span<const float> table, std::span<float> features) {
  if (table.size() != Table::size() || features.size() != ObjectFeatures::size())
    throw std::invalid_argument("object features have another number of cells");
  std::fill(features.begin(), features.end(), 0.0F);
  for (std::size_t i = 0; i < ObjectFeatures::kRows; ++i) {
    const std::span<const float> row = table.subspan(Table::row(i), Row::kCells);
    if (row[Row::kUsed] == 0) return;
    write_row(table, row, features.subspan(i * ObjectFeatures::kColumns, ObjectFeatures::kColumns));
  }
}

ObjectTable::ObjectTable(const Catalogue& catalogue, const ColourTable& colours) {
  const auto add = [&](const Kind& kind) {
    const auto it = colours.find(appearance(kind));
    if (it != colours.end())
      bodies_[{kind.category == Category::kBird, kind.type, kind.material}] = both(it->second);
  };
  for (const Kind& kind : catalogue.objects) add(kind);
  for (const BirdKind& bird : catalogue.birds) add(bird.body);
  add(catalogue.egg);
  for (const auto& [look, shares] : colours) effects_[look] = both(shares);
}

ObjectTable::ColouredAndGrey ObjectTable::both(const Appearances& looks) {
  ColouredAndGrey found;
  for (const auto& look : looks) {
    found.coloured.push_back(most_frequent(look));
    found.grey.push_back(most_frequent(in_grey(look)));
  }
  return found;
}

std::span<const ColourShare> ObjectTable::ColouredAndGrey::shown(bool in_grey, int look) const {
  const Appearances& looks = in_grey ? grey : coloured;
  if (looks.empty()) return {};
  return looks[std::min(static_cast<std::size_t>(look), looks.size() - 1)];
}

void ObjectTable::observe_into(const World& world, std::span<float> cells) const {
  const Screen screen{.shown = world.task().shown};
  const bool grey = screen.shown == ViewMode::kGrey;
  const Catalogue& catalogue = world.catalogue();
  const Vec2 slingshot_m = world.task().slingshot.at_m;
  const Silhouette slingshot(Box{.centre_m = slingshot_m, .size_m = catalogue.slingshot.size_m});
  write_header(cells, screen.pixel({0, catalogue.world.ground_top_m}).y, ring_of(slingshot, screen).box(),
               screen.pixel(slingshot_m + catalogue.launch.anchor_offset_m));
  std::size_t objects = 0;
  const auto write = [&](int id, const Silhouette& silhouette, const auto& looks, const auto& key, int look) {
    const auto it = looks.find(key);
    write_object(cells, objects++, id, ring_of(silhouette, screen),
                 it == looks.end() ? std::span<const ColourShare>{} : it->second.shown(grey, look));
  };
  each_seen(
      world, screen,
      [&](const BodyView& body, const Silhouette& silhouette) {
        const Kind& kind = *body.kind;
        const bool bird = kind.category == Category::kBird;
        write(body.id, silhouette, bodies_,
              std::tuple<bool, const std::string&, const std::string&>(bird, kind.type, kind.material),
              damage_look(body));
      },
      [&](int id, const ForceField& field, const Silhouette& silhouette) {
        write(id, silhouette, effects_, field.look, 0);
      });
  write_counts(cells, objects, world.trail(), [&](Vec2 dot) { return screen.pixel(dot); });
}

void table_of(const Observation& seen, std::span<float> cells) {
  write_header(cells, seen.ground_row_px, seen.slingshot, seen.bird_rest);
  for (std::size_t i = 0; i < seen.objects.size(); ++i) {
    const SeenObject& object = seen.objects[i];
    const std::vector<Pixel> none{Pixel{}};
    const auto& ring = object.rings.empty() || object.rings[0].empty() ? none : object.rings[0];
    const auto corner = [&](std::size_t at) { return ring[at]; };
    write_object(cells, i, object.id, PixelRing<decltype(corner)>{ring.size(), corner},
                 most_frequent(object.colours));
  }
  write_counts(cells, seen.objects.size(), std::span<const Pixel>(seen.trajectory),
               [](Pixel dot) { return dot; });
}

}  // namespace novphy
