#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "view/object_table.h"

namespace novphy {

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
