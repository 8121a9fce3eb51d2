#include "app/difficulty_options.h"

#include <sstream>
#include <variant>

#include "app/arguments.h"

namespace novphy::app {
namespace {

CLI::Option* add_option(CLI::App& command, const DifficultyConstant& constant, double* value) {
  return command.add_option("--" + constant.name, *value, constant.help)
      ->check(between(constant.least, constant.most))
      ->capture_default_str();
}

CLI::Option* add_option(CLI::App& command, const DifficultyConstant& constant, int* value) {
  const auto whole = [](double number) { return static_cast<int>(number); };
  return command.add_option("--" + constant.name, *value, constant.help)
      ->check(CLI::Range(whole(constant.least), whole(constant.most)))
      ->capture_default_str();
}

CLI::Option* add_option(CLI::App& command, const DifficultyConstant& constant, bool* value) {
  return command.add_flag("--" + constant.name, *value, constant.help);
}

std::vector<double> numbers_in(const std::string& text) {
  std::istringstream parts(text);
  std::vector<double> found;
  for (std::string part; std::getline(parts, part, ',');)
    found.push_back(number_argument("--distances", part));
  return found;
}

}  // namespace

void DifficultyOptions::add_to(CLI::App& command) {
  constexpr const char* kGroup = "Constants of the measures";
  for (const DifficultyConstant& constant : constants_of(numbers_))
    std::visit([&](auto* value) { add_option(command, constant, value)->group(kGroup); }, constant.value);
  command
      .add_option("--distances", distances_,
                  "Eq. 3: pixels from which objects are close, commensurate, far, very far")
      ->capture_default_str()
      ->group(kGroup);
  command
      .add_flag("--no-relabel", no_relabel_, "Eq. 4: another object is no edit, but one deleted and one new")
      ->group(kGroup);
}

DifficultyNumbers DifficultyOptions::numbers() const {
  DifficultyNumbers numbers = numbers_;
  numbers.action.target.relabel = !no_relabel_;
  choose_distances(numbers, numbers_in(distances_));
  return numbers;
}

}  // namespace novphy::app
