#include "evaluator/measures/detection.h"

#include <algorithm>
#include <iterator>

namespace novphy {
namespace {

std::vector<bool> alarms_of(Numbers probability, const AlarmRule& rule) {
  std::vector<bool> alarms;
  std::transform(probability.begin(), probability.end(), std::back_inserter(alarms),
                 [&](double p) { return is_alarm(p, rule); });
  return alarms;
}

int count(const std::vector<bool>& alarms, bool what) {
  return static_cast<int>(std::count(alarms.begin(), alarms.end(), what));
}

std::optional<double> ratio(int part, int whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / whole;
}

}  // namespace

bool is_alarm(double probability, const AlarmRule& rule) {
  return rule.comparator == Comparator::kAbove ? probability > rule.threshold : probability >= rule.threshold;
}

Alarms alarms_of(const TaskSeries& probability, const AlarmRule& rule) {
  return {alarms_of(probability.normal, rule), alarms_of(probability.novel, rule)};
}

Detection detection(const Alarms& alarms) {
  if (count(alarms.normal, true) > 0) return Detection::kWrong;
  return count(alarms.novel, true) > 0 ? Detection::kCorrect : Detection::kMissed;
}

std::optional<int> detection_delay(const Alarms& alarms) {
  if (detection(alarms) != Detection::kCorrect) return std::nullopt;
  const auto hit = std::find(alarms.novel.begin(), alarms.novel.end(), true);
  return static_cast<int>(hit - alarms.novel.begin()) + 1;
}

std::optional<int> restricted_delay(const Alarms& alarms) {
  if (alarms.novel.empty()) return std::nullopt;
  return detection_delay(alarms).value_or(static_cast<int>(alarms.novel.size()) + 1);
}

std::optional<int> misses_before_lasting_alarm(const Alarms& alarms) {
  if (detection(alarms) != Detection::kCorrect || !alarms.novel.back()) return std::nullopt;
  const auto last_miss = std::find(alarms.novel.rbegin(), alarms.novel.rend(), false);
  return static_cast<int>(alarms.novel.rend() - last_miss);
}

bool is_always_alarmed(const Alarms& alarms) {
  return detection(alarms) == Detection::kCorrect && count(alarms.novel, false) == 0;
}

std::optional<int> all_misses(const Alarms& alarms) {
  if (detection(alarms) != Detection::kCorrect) return std::nullopt;
  return count(alarms.novel, false);
}

Confusion confusion(const Alarms& alarms) {
  return {.tp = count(alarms.novel, true),
          .fp = count(alarms.normal, true),
          .tn = count(alarms.normal, false),
          .fn = count(alarms.novel, false)};
}

std::optional<double> accuracy(const Confusion& counts) {
  return ratio(counts.tp + counts.tn, counts.tp + counts.tn + counts.fp + counts.fn);
}

std::optional<double> recall(const Confusion& counts) { return ratio(counts.tp, counts.tp + counts.fn); }

std::optional<double> specificity(const Confusion& counts) { return ratio(counts.tn, counts.tn + counts.fp); }

std::optional<double> balanced_accuracy(const Confusion& counts) {
  const auto tpr = recall(counts);
  const auto tnr = specificity(counts);
  if (!tpr || !tnr) return std::nullopt;
  return (*tpr + *tnr) / 2;
}

std::optional<double> precision(const Confusion& counts) { return ratio(counts.tp, counts.tp + counts.fp); }

std::optional<double> f1(const Confusion& counts) {
  const auto p = precision(counts);
  const auto r = recall(counts);
  if (!p || !r || *p + *r == 0) return std::nullopt;
  return 2 * *p * *r / (*p + *r);
}

}  // namespace novphy
