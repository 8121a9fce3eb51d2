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

namespace {

using Table = ObjectTable;

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

PixelBox box_around(const Silhouette& silhouette, const Screen& screen) {
  const Pixel first = screen.pixel(silhouette.corner_m(0, 0));
  PixelBox box{first.x, first.y, first.x, first.y};
  for (int i = 1; i < silhouette.corners(0); ++i) {
    const Pixel p = screen.pixel(silhouette.corner_m(0, i));
    box = {std::min(box.left, p.x), std::min(box.top, p.y), std::max(box.right, p.x),
           std::max(box.bottom, p.y)};
  }
  return box;
}

void write_outline(std::span<float> cells, const Silhouette& silhouette, const Screen& screen) {
  Writer writer(cells);
  const int corners = std::min(silhouette.corners(0), static_cast<int>(Table::kCorners));
  for (int i = 0; i < corners; ++i) writer.put(screen.pixel(silhouette.corner_m(0, i)));
}

void write_object(std::span<float> row, int id, const Silhouette& silhouette, const Screen& screen,
                  std::span<const ColourShare> colours) {
  row[Table::Row::kUsed] = 1;
  row[Table::Row::kId] = static_cast<float>(id);
  Writer(row.subspan(Table::Row::kBox)).put(box_around(silhouette, screen));
  row[Table::Row::kCornerCount] = static_cast<float>(silhouette.corners(0));
  write_outline(row.subspan(Table::Row::kOutline), silhouette, screen);
  Writer writer(row.subspan(Table::Row::kColourMap));
  for (const ColourShare& each : colours) {
    writer.put(each.colour);
    writer.put(each.share);
  }
}

void write_header(std::span<float> cells, const World& world, const Screen& screen) {
  const Catalogue& catalogue = world.catalogue();
  const Vec2 slingshot_m = world.task().slingshot.at_m;
  const Silhouette slingshot(Box{.centre_m = slingshot_m, .size_m = catalogue.slingshot.size_m});
  cells[Table::Header::kGroundRow] = static_cast<float>(screen.pixel({0, catalogue.world.ground_top_m}).y);
  Writer(cells.subspan(Table::Header::kSlingshot)).put(box_around(slingshot, screen));
  Writer(cells.subspan(Table::Header::kBirdRest))
      .put(screen.pixel(slingshot_m + catalogue.launch.anchor_offset_m));
}

void write_trajectory(std::span<float> cells, std::span<const Vec2> trail, const Screen& screen) {
  cells[Table::Header::kPointCount] = static_cast<float>(trail.size());
  Writer writer(cells.subspan(Table::kTrajectory));
  for (const Vec2 dot : trail.last(std::min(trail.size(), Table::kPoints))) writer.put(screen.pixel(dot));
}

std::vector<std::vector<ColourShare>> most_frequent(std::vector<std::vector<ColourShare>> looks) {
  for (auto& look : looks) {
    std::stable_sort(look.begin(), look.end(),
                     [](const ColourShare& a, const ColourShare& b) { return a.share > b.share; });
    if (look.size() > Table::kColours) look.resize(Table::kColours);
  }
  return looks;
}

/// The colours of this state of damage, or of the last one if there are fewer.
std::span<const ColourShare> colours_of(const std::vector<std::vector<ColourShare>>* looks, int look) {
  if (looks == nullptr || looks->empty()) return {};
  return (*looks)[std::min(static_cast<std::size_t>(look), looks->size() - 1)];
}

}  // namespace

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
  Appearances greys;
  for (const auto& look : looks) greys.push_back(in_grey(look));
  return {.coloured = most_frequent(looks), .grey = most_frequent(std::move(greys))};
}

const ObjectTable::Appearances* ObjectTable::appearances_of(const Kind& kind, bool in_grey) const {
  const bool bird = kind.category == Category::kBird;
  const auto it =
      bodies_.find(std::tuple<bool, const std::string&, const std::string&>(bird, kind.type, kind.material));
  return it == bodies_.end() ? nullptr : &it->second.shown(in_grey);
}

void ObjectTable::observe_into(const World& world, std::span<float> cells) const {
  if (cells.size() != size()) throw std::invalid_argument("an object table has another number of cells");
  std::fill(cells.begin(), cells.end(), 0.0F);
  const Screen screen{.shown = world.task().shown};
  const bool grey = screen.shown == ViewMode::kGrey;
  write_header(cells, world, screen);
  std::size_t objects = 0;
  const auto write = [&](int id, const Silhouette& silhouette, const Appearances* looks, int look) {
    if (const std::size_t object = objects++; object < kRows)
      write_object(cells.subspan(row(object), Row::kCells), id, silhouette, screen, colours_of(looks, look));
  };
  each_seen(
      world, screen,
      [&](const BodyView& body, const Silhouette& silhouette) {
        write(body.id, silhouette, appearances_of(*body.kind, grey), damage_look(body));
      },
      [&](int id, const ForceField& field, const Silhouette& silhouette) {
        const auto it = effects_.find(field.look);
        write(id, silhouette, it == effects_.end() ? nullptr : &it->second.shown(grey), 0);
      });
  cells[Header::kObjectCount] = static_cast<float>(objects);
  write_trajectory(cells, world.trail(), screen);
}

namespace {

PixelBox box_around(const std::vector<Pixel>& ring) {
  PixelBox box{ring[0].x, ring[0].y, ring[0].x, ring[0].y};
  for (const Pixel& p : ring)
    box = {std::min(box.left, p.x), std::min(box.top, p.y), std::max(box.right, p.x),
           std::max(box.bottom, p.y)};
  return box;
}

void write_object(std::span<float> row, const SeenObject& object) {
  row[Table::Row::kUsed] = 1;
  row[Table::Row::kId] = static_cast<float>(object.id);
  const std::vector<Pixel> none{Pixel{}};
  const std::vector<Pixel>& ring = object.rings.empty() || object.rings[0].empty() ? none : object.rings[0];
  Writer(row.subspan(Table::Row::kBox)).put(box_around(ring));
  row[Table::Row::kCornerCount] = static_cast<float>(ring.size());
  Writer outline(row.subspan(Table::Row::kOutline));
  for (std::size_t i = 0; i < std::min(ring.size(), Table::kCorners); ++i) outline.put(ring[i]);
  Writer colours(row.subspan(Table::Row::kColourMap));
  const std::vector<std::vector<ColourShare>> most = most_frequent({object.colours});
  for (const ColourShare& each : most[0]) {
    colours.put(each.colour);
    colours.put(each.share);
  }
}

}  // namespace

void table_of(const Observation& seen, std::span<float> cells) {
  if (cells.size() != Table::size())
    throw std::invalid_argument("an object table has another number of cells");
  std::fill(cells.begin(), cells.end(), 0.0F);
  cells[Table::Header::kGroundRow] = static_cast<float>(seen.ground_row_px);
  Writer(cells.subspan(Table::Header::kSlingshot)).put(seen.slingshot);
  Writer(cells.subspan(Table::Header::kBirdRest)).put(seen.bird_rest);
  cells[Table::Header::kObjectCount] = static_cast<float>(seen.objects.size());
  for (std::size_t i = 0; i < std::min(seen.objects.size(), Table::kRows); ++i)
    write_object(cells.subspan(Table::row(i), Table::Row::kCells), seen.objects[i]);
  cells[Table::Header::kPointCount] = static_cast<float>(seen.trajectory.size());
  Writer points(cells.subspan(Table::kTrajectory));
  const std::size_t left_out = seen.trajectory.size() - std::min(seen.trajectory.size(), Table::kPoints);
  for (std::size_t i = left_out; i < seen.trajectory.size(); ++i) points.put(seen.trajectory[i]);
}

}  // namespace novphy
