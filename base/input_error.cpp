#include "base/input_error.h"

#include <algorithm>
#include <limits>

namespace novphy {
namespace {

constexpr std::size_t kMostProblems = 1000;

/// Sort key: problems without a line come last.
int order(const Problem& problem) {
  return problem.line == 0 ? std::numeric_limits<int>::max() : problem.line;
}

bool same(const Problem& a, const Problem& b) {
  return a.line == b.line && a.place == b.place && a.text == b.text;
}

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
  return message.empty() ? text : message + ": " + text;
}

InputError::InputError(std::vector<Problem> problems)
    : std::runtime_error(all_messages(problems)), problems_(std::move(problems)) {}

InputError::InputError(std::string file, std::string text)
    : InputError(std::vector{Problem{std::move(file), 0, "", std::move(text)}}) {}

InputError::InputError(std::string file, int line, std::string text)
    : InputError(std::vector{Problem{std::move(file), line, "", std::move(text)}}) {}

void Problems::note(int line, std::string place, std::string text) {
  if (noted_.size() < kMostProblems)
    noted_.push_back({file_, line, std::move(place), std::move(text)});
  else if (noted_.size() == kMostProblems)
    noted_.push_back(
        {file_, 0, "", "more than " + std::to_string(kMostProblems) + " problems: the rest is not listed"});
}

bool Problems::full() const { return noted_.size() > kMostProblems; }

void Problems::check() const {
  if (noted_.empty()) return;
  std::vector<Problem> sorted = noted_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Problem& a, const Problem& b) { return order(a) < order(b); });
  // A part that two templates share is checked twice, so its problems are noted twice.
  std::vector<Problem> once;
  for (Problem& problem : sorted)
    if (std::none_of(once.begin(), once.end(), [&](const Problem& p) { return same(p, problem); }))
      once.push_back(std::move(problem));
  throw InputError(std::move(once));
}

}  // namespace novphy
