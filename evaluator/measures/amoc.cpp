#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "evaluator/measures/detection.h"

namespace novphy {
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
  std::stable_sort(alarms.begin(), alarms.end(),
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
  const auto false_alarms = std::count_if(probability.normal.begin(), probability.normal.end(), reaches);
  const auto first = std::find_if(probability.novel.begin(), probability.novel.end(), reaches);
  const auto left = static_cast<double>(probability.novel.end() - first);  // 0 without an alarm
  return {static_cast<double>(false_alarms) / count(probability.normal),
          left > 0 ? (left + 1) / (count(probability.novel) + 1) : 0};
}

}  // namespace

std::vector<AmocPoint> amoc_curve(const TaskSeries& probability) {
  const std::vector<Alarm> alarms = alarms_by_probability(probability);
  const auto is_false = [](const Alarm& alarm) { return !alarm.is_true; };
  const auto all_false = static_cast<double>(std::count_if(alarms.begin(), alarms.end(), is_false));
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
