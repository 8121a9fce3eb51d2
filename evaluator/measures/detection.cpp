#include "evaluator/measures/detection.h"

#include <functional>
#include <set>

namespace novphy {

std::optional<double> asymptotic_performance(Numbers pass_rate, int m) {
  if (m < 1) return std::nullopt;
  return mean(last(pass_rate, m));
}

std::optional<double> area_under_success(Numbers pass_rate) { return mean(pass_rate); }

std::optional<double> area_under_success_trapezoid(Numbers pass_rate) {
  if (pass_rate.size() < 2) return mean(pass_rate);
  const double ends = (pass_rate.front() + pass_rate.back()) / 2;
  return (sum(pass_rate) - ends) / static_cast<double>(pass_rate.size() - 1);
}

int default_m(int novel) { return (novel + 1) / 2; }

std::optional<int> tasks_until_regained(Numbers pass_rate, double normal_pass_rate, int window) {
  constexpr double kHair = 1e-9;  // a third of three trials must equal a third, whatever the order of
                                  // summation
  if (window < 1) return std::nullopt;
  for (auto end = static_cast<std::size_t>(window); end <= pass_rate.size(); ++end)
    if (*mean(last(pass_rate.first(end), window)) >= normal_pass_rate - kHair) return static_cast<int>(end);
  return std::nullopt;
}

std::optional<int> tasks_until_adapted(Numbers passes) {
  if (passes.empty()) return std::nullopt;
  const auto both_passed = [](double a, double b) { return a > 0 && b > 0; };
  const auto first = std::adjacent_find(passes.begin(), passes.end(), both_passed);
  const auto before = static_cast<int>(first - passes.begin());  // n where there is none
  return before + 1;
}

namespace {

std::vector<bool> alarms_of(Numbers probability, const AlarmRule& rule) {
  std::vector<bool> alarms;
  for (const double p : probability) alarms.push_back(is_alarm(p, rule));
  return alarms;
}

int count(const std::vector<bool>& alarms, bool what) {
  return static_cast<int>(std::ranges::count(alarms, what));
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
  const auto hit = std::ranges::find(alarms.novel, true);
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

namespace {

struct Alarm {
  double probability = 0;
  bool is_true = false;
  int misses = 0;  ///< novel tasks before a true alarm
};

/// The alarms in the order in which a falling threshold reaches them.
std::vector<Alarm> alarms_by_probability(const TaskSeries& probability) {
  std::vector<Alarm> alarms;
  for (const double p : probability.normal)
    if (p > 0) alarms.push_back({p, false, 0});
  int misses = 0;
  for (const double p : probability.novel) {
    if (p > 0) alarms.push_back({p, true, misses});
    ++misses;
  }
  std::ranges::stable_sort(alarms,
                           [](const Alarm& a, const Alarm& b) { return a.probability > b.probability; });
  return alarms;
}

/// The area by trapezoids.
double area(const std::vector<AmocPoint>& points) {
  double area = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    area += (points[i].false_alarms - points[i - 1].false_alarms) *
            (points[i].timeliness + points[i - 1].timeliness) / 2;
  return area;
}

/// The point of the curve at a threshold.
AmocPoint at_threshold(const TaskSeries& probability, double threshold) {
  const auto reaches = [&](double p) { return p >= threshold; };
  const auto count = [](const auto& range) { return static_cast<double>(range.size()); };
  const auto false_alarms = std::ranges::count_if(probability.normal, reaches);
  const auto first = std::ranges::find_if(probability.novel, reaches);
  const auto left = static_cast<double>(probability.novel.end() - first);  // 0 without an alarm
  return {static_cast<double>(false_alarms) / count(probability.normal),
          left > 0 ? (left + 1) / (count(probability.novel) + 1) : 0};
}

}  // namespace

std::vector<AmocPoint> amoc_curve(const TaskSeries& probability) {
  const std::vector<Alarm> alarms = alarms_by_probability(probability);
  const auto is_false = [](const Alarm& alarm) { return !alarm.is_true; };
  const auto all_false = static_cast<double>(std::ranges::count_if(alarms, is_false));
  const auto places = static_cast<double>(probability.novel.size()) + 1;
  std::vector<AmocPoint> points(1);
  double false_alarms = 0;
  double score = 0;
  for (const Alarm& alarm : alarms) {
    if (alarm.is_true) score = std::max(score, (places - alarm.misses) / places);
    if (!alarm.is_true) ++false_alarms;
    points.push_back({all_false > 0 ? false_alarms / all_false : 0, score});
  }
  points.push_back({1, score});
  if (score > 0)
    for (AmocPoint& point : points) point.timeliness /= score;
  return points;
}

double amoc(const TaskSeries& probability) { return area(amoc_curve(probability)); }

std::vector<AmocPoint> amoc_rate_curve(const TaskSeries& probability) {
  if (probability.normal.empty() || probability.novel.empty()) return {};
  std::set<double, std::greater<>> thresholds(probability.normal.begin(), probability.normal.end());
  thresholds.insert(probability.novel.begin(), probability.novel.end());
  std::vector<AmocPoint> points(1);
  for (const double threshold : thresholds)
    if (threshold > 0) points.push_back(at_threshold(probability, threshold));
  points.push_back({1, points.back().timeliness});
  return points;
}

std::optional<double> amoc_by_rate(const TaskSeries& probability) {
  const std::vector<AmocPoint> points = amoc_rate_curve(probability);
  if (points.empty()) return std::nullopt;
  return area(points);
}

}  // namespace novphy
