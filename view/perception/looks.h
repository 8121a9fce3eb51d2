#pragma once

#include <array>
#include <string>
#include <vector>

#include "sim/observation.h"

namespace novphy {

/// An appearance of the colour table, and which of its pictures.
struct LookMatch {
  std::string name{};
  int picture = 0;
  int pictures = 1;   ///< that the appearance has
  double shared = 0;  ///< share of the colours in common, 0 to 1
};

/// Compares colours with the appearances of the colour table.
class Looks {
 public:
  /// `grey`: the world is shown without colour.
  Looks(const ColourTable& colours, bool grey);

  /// The picture, of any appearance or of the named one, with which the colours have most in common. A match
  /// without a name if the table has no such appearance.
  LookMatch best(const std::vector<ColourShare>& colours) const;
  LookMatch best_of(const std::string& name, const std::vector<ColourShare>& colours) const;

 private:
  static constexpr int kColours = 256;
  struct Picture {
    LookMatch match{};
    std::array<double, kColours> shares{};
  };
  template <class Wanted>
  LookMatch best_where(const std::vector<ColourShare>& colours, const Wanted& wanted) const;

  std::vector<Picture> pictures_{};
};

/// Colours with this much in common are those of the same picture: noise changes no more than a few percent.
inline constexpr double kSameLook = 0.9;

}  // namespace novphy
