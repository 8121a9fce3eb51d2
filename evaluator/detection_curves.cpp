#include "evaluator/detection_curves.h"

#include <algorithm>
#include <map>

#include "base/names.h"
#include "evaluator/measured_trial.h"

namespace novphy {
namespace {

constexpr int kAmocSteps = 100;

struct Sum {
  double sum = 0;
  int trials = 0;
};

void add(std::map<int, Sum>& sums, const TaskSeries& probability) {
  int index = -static_cast<int>(probability.normal.size());
  for (const auto& part : {probability.normal, probability.novel})
    for (const double stated : part) {
      Sum& sum = sums[index++];
      sum.sum += stated;
      ++sum.trials;
    }
}

/// The timeliness at a false alarm share: the highest at this share, else on the line between the neighbours.
double height_at(const std::vector<AmocPoint>& curve, double share) {
  const auto above = std::find_if(curve.begin(), curve.end(),
                                  [&](const AmocPoint& point) { return point.false_alarms > share; });
  const AmocPoint& before = *(above - 1);
  if (above == curve.end() || before.false_alarms == share) return before.timeliness;
  const double part = (share - before.false_alarms) / (above->false_alarms - before.false_alarms);
  return before.timeliness + part * (above->timeliness - before.timeliness);
}

/// The mean of AMOC curves.
class MeanAmoc {
 public:
  MeanAmoc() {
    for (int i = 0; i <= kAmocSteps; ++i) sums_.push_back({static_cast<double>(i) / kAmocSteps, 0});
  }
  void add(const std::vector<AmocPoint>& curve) {
    if (curve.empty()) return;
    ++curves_;
    for (AmocPoint& point : sums_) point.timeliness += height_at(curve, point.false_alarms);
  }
  std::vector<AmocPoint> points() const {
    if (curves_ == 0) return {};
    std::vector<AmocPoint> means = sums_;
    for (AmocPoint& point : means) point.timeliness /= curves_;
    return means;
  }

 private:
  std::vector<AmocPoint> sums_{};
  int curves_ = 0;
};

StatedTrial stated(const TrialKey& key, const TaskSeries& probability) {
  return {key.novelty,
          key.scenario,
          key.trial,
          {probability.normal.begin(), probability.normal.end()},
          {probability.novel.begin(), probability.novel.end()}};
}

/// Whether a trial stands before the trial of the same novelty that was found before.
bool is_earlier(const TrialKey& key, const StatedTrial& found) {
  if (key.scenario != found.scenario) return comes_before(kScenarios, key.scenario, found.scenario);
  return key.trial < found.trial;
}

}  // namespace

DetectionCurves detection_curves(const TrialLogs& logs) {
  const CompleteTrials complete(logs);
  std::map<int, Sum> sums;
  std::map<std::string, StatedTrial> first;
  MeanAmoc amoc;
  MeanAmoc amoc_rate;
  for (const auto& [key, log] : logs.trials()) {
    if (log.informed || !complete.has(key, log)) continue;
    const MeasuredTrial trial(log);
    const TaskSeries probability = trial.probability.series();
    add(sums, probability);
    amoc.add(amoc_curve(probability));
    amoc_rate.add(amoc_rate_curve(probability));
    const auto found = first.find(key.novelty);
    if (found == first.end() || is_earlier(key, found->second)) first[key.novelty] = stated(key, probability);
  }
  DetectionCurves curves;
  for (const auto& [index, sum] : sums)
    curves.probability.push_back({index, sum.trials, sum.sum / sum.trials});
  for (auto& [novelty, trial] : first) curves.trials.push_back(std::move(trial));
  std::sort(curves.trials.begin(), curves.trials.end(),
            [](const auto& a, const auto& b) { return comes_before(kNovelties, a.novelty, b.novelty); });
  curves.amoc = amoc.points();
  curves.amoc_rate = amoc_rate.points();
  return curves;
}

}  // namespace novphy
