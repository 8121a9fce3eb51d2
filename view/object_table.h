#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "sim/catalogue.h"
#include "sim/observation.h"
#include "sim/world.h"

namespace novphy {

/// What an agent sees as a table of fixed size, for learning agents: a header, a row for each object, the
/// last points of the trajectory. The numbers are those of observe(), pixels and shares as floats, without
/// labels; cells that hold nothing are 0. Made once, it may be used by many threads.
class ObjectTable {
 public:
  static constexpr std::size_t kRows = 48;     ///< objects; what is seen beyond them is left out
  static constexpr std::size_t kCorners = 16;  ///< of the outer outline; further ones are left out
  static constexpr std::size_t kColours = 6;   ///< the most frequent ones, the largest share first
  static constexpr std::size_t kPoints = 64;   ///< the last ones of the trajectory, oldest first

  /// The cells of the header, each the first of what it names.
  struct Header {
    static constexpr std::size_t kGroundRow = 0;    ///< first row of the ground
    static constexpr std::size_t kSlingshot = 1;    ///< left, top, right, bottom
    static constexpr std::size_t kBirdRest = 5;     ///< x, y
    static constexpr std::size_t kObjectCount = 7;  ///< objects seen, those without a row too
    static constexpr std::size_t kPointCount = 8;   ///< points of the trajectory, all of them
    static constexpr std::size_t kCells = 9;
  };
  /// The cells of an object's row, from its beginning.
  struct Row {
    static constexpr std::size_t kUsed = 0;  ///< 1; 0 in rows without an object
    static constexpr std::size_t kId = 1;
    static constexpr std::size_t kBox = 2;          ///< of the outline: left, top, right, bottom
    static constexpr std::size_t kCornerCount = 6;  ///< of the outer outline, all of them
    static constexpr std::size_t kOutline = 7;      ///< x, y of each corner
    static constexpr std::size_t kColourMap = kOutline + 2 * kCorners;  ///< colour (0 to 255), share of each
    static constexpr std::size_t kCells = kColourMap + 2 * kColours;
  };
  static constexpr std::size_t kFirstRow = Header::kCells;
  static constexpr std::size_t kTrajectory = kFirstRow + kRows * Row::kCells;  ///< x, y of each point

  /// Where the row of the object begins that is seen as number `object`, from 0.
  static constexpr std::size_t row(std::size_t object) { return kFirstRow + object * Row::kCells; }
  /// Number of cells.
  static constexpr std::size_t size() { return kTrajectory + 2 * kPoints; }

  /// For worlds that are made with this catalogue, and observed with these colours.
  ObjectTable(const Catalogue& catalogue, const ColourTable& colours);

  /// Writes all cells and allocates nothing. Throws std::invalid_argument where the span has not size()
  /// cells.
  void observe_into(const World& world, std::span<float> cells) const;

 private:
  /// For each look the colours that are written.
  using Looks = std::vector<std::vector<ColourShare>>;
  /// Whether it is a bird, its type and material: what its appearance's name is made of.
  using KindKey = std::tuple<bool, std::string, std::string>;

  const Looks* looks_of(const Kind& kind) const;

  std::map<KindKey, Looks, std::less<>> bodies_;
  std::map<std::string, Looks, std::less<>> effects_;
};

}  // namespace novphy
