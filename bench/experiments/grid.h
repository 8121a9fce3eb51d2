#pragma once

#include <map>
#include <string>
#include <vector>

namespace novphy {

/// Values of knobs by name, such as {"drag": 0.45}.
using Setting = std::map<std::string, double>;

/// A setting as text, such as "drag=0.45 friction=2.5". "" is the catalogue without changes.
std::string text_of(const Setting& setting);

/// One set of numbers to try, on the pairs of one novelty, or on all pairs where `novelty` is "".
struct Variant {
  Setting setting;
  std::string novelty;
};

/// The content of bench/experiments/calibration.json.
struct Grid {
  /// For each knob, the numbers that the knob sets, in the form "catalogue:/pointer".
  std::map<std::string, std::vector<std::string>> knobs;
  std::vector<Variant> variants;

  /// The setting as overrides for load_assets(). Throws InputError for an unknown knob.
  std::vector<std::string> overrides(const Setting& setting) const;
  /// Whether the setting changes only numbers of blocks and of materials.
  bool only_blocks(const Setting& setting) const;
};

/// Reads a file such as bench/experiments/calibration.json. Throws InputError.
Grid read_grid(const std::string& file);

/// Reads settings such as "drag=0.45" from the command line. Throws InputError.
Setting parse_setting(const std::vector<std::string>& texts);

}  // namespace novphy
