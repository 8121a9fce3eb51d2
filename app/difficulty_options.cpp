#include "app/difficulty_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "app/arguments.h"
#include "base/input_error.h"

namespace novphy::app {
namespace {

constexpr const char* kConstants = "Constants of the measures";

template <class Value>
void add_constant(CLI::App& command, const char* name, Value& value, double low, double high,
                  const char* help) {
  command.add_option(name, value, help)->check(between(low, high))->capture_default_str()->group(kConstants);
}

}  // namespace

void DifficultyOptions::add_appearance(CLI::App& command) {
  RecogniserNumbers& numbers = numbers_.observed.recogniser;
  add_constant(command, "--alpha", numbers.appearance.alpha, 0.01, 100,
               "Eq. 1: a model with alpha n rivals has no weight; at 1 every model keeps some");
  add_constant(command, "--beta", numbers.appearance.beta, 0, 1,
               "Eq. 1: classes less than this below the likeliest one are its rivals");
  add_constant(command, "--gamma", numbers.gamma, 0, 1,
               "Eq. 1: only models that recognise more than this share of each class count");
  add_constant(command, "--test-share", numbers_.test_share, 0, 0.9,
               "Share of the normal tasks that test the models; the others train them");
  command.add_option("--neighbours", numbers.classifiers.neighbours, "k of the nearest neighbours")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str()
      ->group(kConstants);
  command.add_option("--trees", numbers.classifiers.trees, "Number of trees of the random forest")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str()
      ->group(kConstants);
  add_constant(command, "--margin", numbers.classifiers.margin, 0, 10,
               "Share of a column's range by which a leaf's box of the forest is widened");
  add_constant(command, "--bandwidth", numbers_.observed.rotation.bandwidth_deg, 0.01, 1000,
               "Eq. 2: bandwidth of the kernel density, in degrees");
  add_constant(command, "--epsilon", numbers_.observed.rotation.epsilon_deg, 0, 90,
               "Eq. 2: this many degrees to both sides of the rotation that is seen");
}

void DifficultyOptions::add_location(CLI::App& command) {
  ObservedNumbers& numbers = numbers_.observed;
  command
      .add_option("--d-star", numbers.location.d_star,
                  "Eq. 3: relations up to this distance from a seen state join its cluster")
      ->check(CLI::Range(0, 12))
      ->capture_default_str()
      ->group(kConstants);
  command
      .add_option("--least-states", numbers.least_states,
                  "Eq. 2 and 3: classes and pairs of classes seen less often are not judged; 0: unseen pairs "
                  "count as 0")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str()
      ->group(kConstants);
  command
      .add_option("--distances", distances_,
                  "Eq. 3: pixels from which objects are close, commensurate, far, very far")
      ->capture_default_str()
      ->group(kConstants);
  add_constant(command, "--touch", numbers.relations.touch, 0, 100,
               "Eq. 3: pixels by which touching outlines may overlap or part");
  command
      .add_flag("--eq-beside-ntpp", numbers.eq_beside_ntpp,
                "Eq. 3: RCC-8 with links between eq and ntpp, ntppi")
      ->group(kConstants);
}

void DifficultyOptions::add_to(CLI::App& command) {
  add_appearance(command);
  add_location(command);
  command
      .add_flag("--no-relabel", no_relabel_, "Eq. 4: another object is no edit, but one deleted and one new")
      ->group(kConstants);
  command
      .add_flag("--as-printed", numbers_.action.as_printed,
                "Eq. 5: as in its formula and against its text, the overlap of winning throws")
      ->group(kConstants);
}

DifficultyNumbers DifficultyOptions::numbers() const {
  DifficultyNumbers numbers = numbers_;
  numbers.action.target.relabel = !no_relabel_;
  std::istringstream parts(distances_);
  std::vector<double> found;
  for (std::string part; std::getline(parts, part, ',');)
    found.push_back(number_argument("--distances", part));
  if (found.size() != 4 || !std::is_sorted(found.begin(), found.end()) || found.front() < 0)
    throw InputError(
        "--distances",
        fmt::format("found \"{}\", expected four ascending numbers of pixels, such as 10,30,80,200",
                    distances_));
  std::copy(found.begin(), found.end(), numbers.observed.relations.distances.begin());
  return numbers;
}

}  // namespace novphy::app
