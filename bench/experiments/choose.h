#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "bench/experiments/checked.h"

namespace novphy {

/// Counts of sides and pairs that pass all checks.
struct Count {
  int sides = 0;  ///< sides that pass all their checks
  int pairs = 0;  ///< pairs whose two sides both pass all their checks
  friend auto operator<=>(const Count&, const Count&) = default;
};
Count count_of(const std::vector<CheckedPair>& pairs);

/// The checks that the normal and the novel side of a pair fail.
using Failures = std::array<std::vector<std::string>, 2>;

/// The result of the grid search for one set of numbers.
struct Result {
  std::string set;
  std::string novelty;                     ///< the novelty of the pairs; "" for all pairs
  std::map<std::string, Failures> failed;  ///< failed checks, by the name of the pair
};

/// Reads the lines that `experiment calibrate grid` wrote. Throws InputError.
std::vector<Result> read_results(const std::string& file);

/// Whether a pair, such as "010203", belongs to the first or to the second half of the pairs. The first half
/// holds the pairs whose novelty number plus scenario number is even. Each half holds every novelty and every
/// scenario.
bool in_first_half(const std::string& pair);
bool in_second_half(const std::string& pair);

/// A set of numbers that is among the best on one half of the pairs, with its counts on both halves.
struct HeldOut {
  std::string set;
  Count fitted;    ///< on the half that chose the set
  Count held_out;  ///< on the other half
};
/// The best sets of numbers on the half of the pairs for which `fit` is true. The best sets have most passing
/// sides and, among these, most passing pairs. Results that do not cover all pairs are ignored.
std::vector<HeldOut> held_out(const std::vector<Result>& results, bool (*fit)(const std::string&));

/// Prints the counts of every set. Also prints the sets that each half of the pairs would choose, with their
/// counts on the other half.
void print_choice(const std::vector<Result>& results);

/// Values of knobs by name, such as {"drag": 0.45}.
using Knobs = std::map<std::string, double>;

/// Values of knobs as text, such as "drag=0.45 friction=2.5". "" is the catalogue without changes.
std::string text_of(const Knobs& values);

/// One set of numbers to try, on the pairs of one novelty, or on all pairs where `novelty` is "".
struct Variant {
  Knobs knobs;
  std::string novelty;
};

/// The content of bench/experiments/calibration.json.
struct Grid {
  /// For each knob, the numbers that the knob sets, in the form "catalogue:/pointer".
  std::map<std::string, std::vector<std::string>> knobs;
  std::vector<Variant> variants;

  /// The values of its knobs as overrides for load_assets().
  std::vector<std::string> overrides(const Knobs& values) const;
};

/// Reads a file such as bench/experiments/calibration.json. Throws InputError.
Grid read_grid(const std::filesystem::path& file);

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
