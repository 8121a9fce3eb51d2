#include <algorithm>
#include <limits>

#include "levels/json_reader.h"

namespace novphy {
namespace {

constexpr std::size_t kMaxProblems = 1000;

}  // namespace

Json* JsonDocument::find(std::string_view pointer) {
  if (pointer.empty()) return &json_;
  const auto slash = pointer.rfind('/');
  if (slash == std::string_view::npos) return nullptr;
  Json* parent = find(pointer.substr(0, slash));
  const std::string_view last = pointer.substr(slash + 1);
  if (!parent) return nullptr;
  if (auto* object = std::get_if<Json::Object>(&parent->value))
    for (JsonMember& member : *object)
      if (pointer_part(member.key) == last) return &member.value;
  if (auto* array = std::get_if<Json::Array>(&parent->value))
    for (std::size_t i = 0; i < array->size(); ++i)
      if (std::to_string(i) == last) return &(*array)[i];
  return nullptr;
}

void JsonDocument::note(int line, std::string place, std::string text) {
  if (problems_.size() < kMaxProblems)
    problems_.push_back({file_, line, std::move(place), std::move(text)});
  else if (problems_.size() == kMaxProblems)
    problems_.push_back(
        {file_, 0, "", "more than " + std::to_string(kMaxProblems) + " problems: the rest is not listed"});
}

void JsonDocument::check() const {
  if (problems_.empty()) return;
  std::vector<Problem> sorted = problems_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Problem& a, const Problem& b) {
    return (a.line == 0 ? std::numeric_limits<int>::max() : a.line) <
           (b.line == 0 ? std::numeric_limits<int>::max() : b.line);
  });
  // A part that two templates share is checked with each of them.
  const auto same = [](const Problem& a, const Problem& b) {
    return a.line == b.line && a.place == b.place && a.text == b.text;
  };
  std::vector<Problem> once;
  for (Problem& problem : sorted)
    if (std::none_of(once.begin(), once.end(), [&](const Problem& p) { return same(p, problem); }))
      once.push_back(std::move(problem));
  throw InputError(std::move(once));
}

}  // namespace novphy
