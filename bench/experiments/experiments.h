#pragma once

#include <string>
#include <vector>

#include "app/common.h"
#include "app/job.h"
#include "levels/pair.h"

/// The experiments that look into what Python does not see: agents and their nets, laws, sines. The others
/// are bench/experiments/NAME.py. add_to(), in the namespace NAME, adds the experiment to the program; that
/// of known_novelties is known-novelties.
#define NOVPHY_EXPERIMENTS(each) \
  each(decisions) each(known_novelties) each(physicist_calibration) each(physicist_paths) each(sine)

namespace novphy::experiments {

#define NOVPHY_DECLARE(name)          \
  namespace name {                    \
  void add_to(app::Command& program); \
  }
NOVPHY_EXPERIMENTS(NOVPHY_DECLARE)
#undef NOVPHY_DECLARE

/// A setting that is a number from 1 to a million.
Setting count_setting(std::string name, SettingValue value, std::string help);
/// The setting "pairs": a pair file, or a folder of them.
Setting pairs_setting(std::string& pairs);
/// These pairs, by novelty and scenario; without a name, the pairs that come with the program.
std::vector<Pair> load_pairs(const std::string& pairs, const Catalogue& catalogue);

}  // namespace novphy::experiments
