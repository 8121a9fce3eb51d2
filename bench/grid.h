#pragma once

#include <map>
#include <string>
#include <vector>

namespace novphy {

/// Values of knobs by name, such as {"drag": 0.45}.
using Setting = std::map<std::string, double>;

/// "drag=0.45 friction=2.5"; "" is the catalogue as it is.
std::string text_of(const Setting& setting);

/// One set of numbers to try, on the pairs of one novelty or on all ("").
struct Variant {
  Setting setting;
  std::string novelty;
};

/// What bench/calibration.json says.
struct Grid {
  std::map<std::string, std::vector<std::string>> knobs;  ///< "catalogue:/pointer" of each number
  std::vector<Variant> variants;

  /// The overrides load_assets() takes. Throws InputError for a knob that is none.
  std::vector<std::string> overrides(const Setting& setting) const;
  /// Whether the setting changes nothing but numbers of blocks and what they are made of.
  bool only_blocks(const Setting& setting) const;
};

/// Throws InputError.
Grid read_grid(const std::string& file);

/// "drag=0.45" from the command line. Throws InputError.
Setting parse_setting(const std::vector<std::string>& texts);

}  // namespace novphy
