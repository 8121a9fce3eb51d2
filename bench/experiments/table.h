#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/experiments/checked.h"

namespace novphy {

/// How many tasks of a template people passed, and played.
struct People {
  int passed = 0;
  int played = 0;
};

/// Counts the play data in a folder of CSV files, by template: "010103_0". Throws InputError.
std::map<std::string, People> count_people(const std::string& folder);

/// Prints a line of Markdown for each side: share of throws that win, each check, what people passed.
void print_table(const std::vector<CheckedPair>& pairs, const std::map<std::string, People>& people);

/// Prints the modes of the hit bonus that people's scores show, beside ours.
void print_hit_bonuses(const std::vector<CheckedPair>& pairs);

}  // namespace novphy
