#include "levels/input_error.h"

#include <utility>

namespace novphy {
namespace {

std::string all_messages(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += problem.message();
  }
  return text;
}

}  // namespace

std::string Problem::message() const {
  std::string message = file;
  if (line > 0) message += ":" + std::to_string(line);
  if (!place.empty()) message += ": " + place;
  return message + ": " + text;
}

InputError::InputError(std::vector<Problem> problems)
    : std::runtime_error(all_messages(problems)), problems_(std::move(problems)) {}

InputError::InputError(std::string file, std::string text)
    : InputError(std::vector{Problem{std::move(file), 0, "", std::move(text)}}) {}

}  // namespace novphy
