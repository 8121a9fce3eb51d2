#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "sim/catalogue.h"
#include "sim/observation.h"
#include "sim/world.h"

namespace novphy {

/// Writes observations as tables of fixed size for learning agents: a header, a row for each object, and the
/// last points of the trajectory. The numbers are those of observe() without labels; pixels and shares are
/// floats. Unused cells are 0. Many threads may share one ObjectTable.
class ObjectTable {
 public:
  static constexpr std::size_t kRows = 48;     ///< rows for objects; further objects are left out
  static constexpr std::size_t kCorners = 16;  ///< corners of the outer outline; further corners are left out
  static constexpr std::size_t kColours = 6;   ///< the most frequent colours, the largest share first
  static constexpr std::size_t kPoints = 64;   ///< the last points of the trajectory, oldest first

  /// The header: the index of the first cell of each entry.
  struct Header {
    static constexpr std::size_t kGroundRow = 0;  ///< first row of the ground
    static constexpr std::size_t kSlingshot = 1;  ///< left, top, right, bottom
    static constexpr std::size_t kBirdRest = 5;   ///< x, y
    /// Number of objects seen, including objects without a row.
    static constexpr std::size_t kObjectCount = 7;
    static constexpr std::size_t kPointCount = 8;  ///< number of all points of the trajectory
    static constexpr std::size_t kCells = 9;
  };
  /// An object's row: the index of the first cell of each entry, from the row's beginning.
  struct Row {
    static constexpr std::size_t kUsed = 0;  ///< 1 in rows with an object, else 0
    static constexpr std::size_t kId = 1;
    static constexpr std::size_t kBox = 2;          ///< bounding box of the outline: left, top, right, bottom
    static constexpr std::size_t kCornerCount = 6;  ///< number of all corners of the outer outline
    static constexpr std::size_t kOutline = 7;      ///< x, y of each corner
    /// For each colour: the colour (0 to 255), its share.
    static constexpr std::size_t kColourMap = kOutline + 2 * kCorners;
    static constexpr std::size_t kCells = kColourMap + 2 * kColours;
  };
  static constexpr std::size_t kFirstRow = Header::kCells;
  static constexpr std::size_t kTrajectory = kFirstRow + kRows * Row::kCells;  ///< x, y of each point

  /// Index of the first cell of an object's row. `object` is the object's index in the observation, from 0.
  static constexpr std::size_t row(std::size_t object) { return kFirstRow + object * Row::kCells; }
  /// Number of cells.
  static constexpr std::size_t size() { return kTrajectory + 2 * kPoints; }

  /// A table for worlds of this catalogue, observed with these colours.
  ObjectTable(const Catalogue& catalogue, const ColourTable& colours);

  /// Writes all cells, without allocation. Throws std::invalid_argument for a span of other than size()
  /// cells.
  void observe_into(const World& world, std::span<float> cells) const;

 private:
  /// The colours that are written, for each state of damage.
  using Appearances = std::vector<std::vector<ColourShare>>;
  /// Whether the kind is a bird, its type and its material. These parts determine appearance().
  using KindKey = std::tuple<bool, std::string, std::string>;

  /// Appearances in colour and in grey.
  struct ColouredAndGrey {
    Appearances coloured{};
    Appearances grey{};
    /// The colours of this state of damage, or of the last one if there are fewer.
    std::span<const ColourShare> shown(bool in_grey, int look) const;
  };

  static ColouredAndGrey both(const Appearances& looks);

  std::map<KindKey, ColouredAndGrey, std::less<>> bodies_;
  std::map<std::string, ColouredAndGrey, std::less<>> effects_;
};

/// Writes the cells of ObjectTable::observe_into() from an observation, which may be a noisy one. Throws
/// std::invalid_argument for a span of other than ObjectTable::size() cells.
void table_of(const Observation& seen, std::span<float> cells);

/// A short table for learners: a row of 16 numbers for each object that an observation shows, all within
/// [-10, 10]. It is computed from the cells of an ObjectTable alone.
class ObjectFeatures {
 public:
  static constexpr std::size_t kRows = 24;  ///< further objects are left out
  static constexpr std::size_t kColumns = 16;
  /// The names of the columns. Lengths are in hundreds of pixels of the 640 x 480 screen, y upwards.
  static constexpr std::array<std::string_view, kColumns> kNames{
      "used",           ///< 1 in rows with an object, else 0
      "right_of_bird",  ///< the box's centre, from the rest point of the bird
      "above_bird",
      "width",  ///< size of the box
      "height",
      "direction_cos",  ///< of twice the angle of the longest edge, so that both ends count alike
      "direction_sin",
      "filled",   ///< area of the outline as a share of the box's area
      "corners",  ///< number of corners, in tens
      "red",      ///< mean colour, 0 to 1
      "green",         "blue",
      "main_share",    ///< share of the most frequent colour
      "colours",       ///< number of colours that the table names, in tens
      "above_ground",  ///< the box's lower edge above the ground
      "on_sling",      ///< 1 where the box holds the rest point of the bird, else 0
  };
  static constexpr std::size_t size() { return kRows * kColumns; }
};

/// Writes size() numbers, row by row, from the cells of an ObjectTable. Throws std::invalid_argument for
/// spans of other lengths.
void features_of(std::span<const float> table, std::span<float> features);

}  // namespace novphy
