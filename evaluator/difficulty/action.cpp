#include "evaluator/difficulty/action.h"

#include <algorithm>

namespace novphy {
namespace {

/// The ranges in ascending order, overlapping ones joined.
std::vector<ActionRange> joined(std::vector<ActionRange> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const ActionRange& a, const ActionRange& b) { return a.low < b.low; });
  std::vector<ActionRange> result;
  for (const ActionRange& range : ranges)
    if (!result.empty() && range.low <= result.back().high)
      result.back().high = std::max(result.back().high, range.high);
    else
      result.push_back(range);
  return result;
}

double length_of(const std::vector<ActionRange>& ranges) {
  double length = 0;
  for (const ActionRange& range : ranges) length += range.high - range.low;
  return length;
}

constexpr const char* kNoAction = "the novel side has no winning throw";

}  // namespace

Degree overlap_of(const std::vector<ActionRange>& normal, const std::vector<ActionRange>& novel) {
  const auto a = joined(normal);
  const auto b = joined(novel);
  const double length = length_of(b);
  if (length <= 0) return Degree::none(kNoAction);
  double common = 0;
  for (const ActionRange& x : a)
    for (const ActionRange& y : b) common += std::max(0.0, std::min(x.high, y.high) - std::max(x.low, y.low));
  return Degree::of(common / length);
}

Degree overlap_of(const std::set<std::string>& normal, const std::set<std::string>& novel) {
  if (novel.empty()) return Degree::none(kNoAction);
  const auto common = std::count_if(novel.begin(), novel.end(),
                                    [&](const std::string& action) { return normal.contains(action); });
  return Degree::of(static_cast<double>(common) / static_cast<double>(novel.size()));
}

Degree initiation_difficulty(const Degree& overlap, bool as_printed) {
  return as_printed ? overlap : detection_of(overlap);
}

Degree time_difficulty(std::optional<double> normal_s, std::optional<double> novel_s) {
  if (!normal_s && !novel_s) return Degree::none("no time limit");
  if (!normal_s || !novel_s) return Degree::none("only one side has a time limit");
  if (*normal_s <= 0) return Degree::none("the normal time limit is 0");
  return Degree::of(std::max(0.0, (*normal_s - *novel_s) / *normal_s));
}

Degree detection_of(const Degree& adaptation) {
  return adaptation.value ? Degree::of(1 - *adaptation.value) : adaptation;
}

}  // namespace novphy
