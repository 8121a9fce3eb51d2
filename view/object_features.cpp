#include "view/object_features.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

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

}  // namespace novphy
