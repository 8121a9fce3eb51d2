#include "evaluator/curves.h"

#include <algorithm>
#include <map>

#include "base/names.h"
#include "evaluator/baseline.h"
#include "evaluator/measures/runs.h"

namespace novphy {
namespace {

struct Count {
  int passed = 0;
  int trials = 0;
};
/// For each index, the counts of each training.
using CountsByIndex = std::map<int, std::map<std::size_t, Count>>;

void add(CountsByIndex& counts, int index, std::size_t run, double passed) {
  Count& count = counts[index][run];
  ++count.trials;
  count.passed += passed > 0 ? 1 : 0;
}

void add(CountsByIndex& counts, const TrialRow& row) {
  int index = -static_cast<int>(row.normal_passes.size());
  for (const double passed : row.normal_passes) add(counts, index++, row.run, passed);
  for (const double passed : row.passes) add(counts, index++, row.run, passed);
}

CurvePoint point_of(int index, const Count& count, double confidence) {
  return {index, count.trials, static_cast<double>(count.passed) / count.trials,
          wilson(count.passed, count.trials, confidence)};
}

/// The mean over the shares of several trainings.
CurvePoint point_of(int index, const std::map<std::size_t, Count>& runs, double confidence) {
  CurvePoint point{.index = index};
  std::vector<double> shares;
  for (const auto& [run, count] : runs) {
    point.trials += count.trials;
    shares.push_back(static_cast<double>(count.passed) / count.trials);
  }
  point.rate = *mean(shares);
  const Interval interval = *run_interval(shares, true, confidence);
  point.interval = {std::max(0.0, interval.low), std::min(1.0, interval.high)};
  return point;
}

Curve curve_of(const CountsByIndex& counts, const TrialTable& table, double confidence) {
  Curve curve;
  for (const auto& [index, runs] : counts)
    curve.points.push_back(runs.size() == 1 ? point_of(index, runs.begin()->second, confidence)
                                            : point_of(index, runs, confidence));
  for (CurvePoint& point : curve.points)
    if (table.equal_units) point.interval = {0, 1};
  return curve;
}

template <class List>
std::vector<Curve> curves_by(const TrialTable& table, std::string CellRows::*dimension,
                             std::string Curve::*name, const List& papers_order, double confidence) {
  std::map<std::string, CountsByIndex> groups;
  for (const TrialRow& row : table.rows) add(groups[table.cells[row.cell].*dimension], row);
  std::vector<Curve> curves;
  for (const auto& [group, counts] : groups) {
    curves.push_back(curve_of(counts, table, confidence));
    curves.back().*name = group;
  }
  std::sort(curves.begin(), curves.end(),
            [&](const Curve& a, const Curve& b) { return comes_before(papers_order, a.*name, b.*name); });
  return curves;
}

}  // namespace

std::vector<Curve> pass_rates_by_cell(const TrialTable& table, double confidence) {
  std::vector<Curve> curves;
  for (const CellRows& cell : table.cells) {
    CountsByIndex counts;
    for (const std::size_t row : cell.rows) add(counts, table.rows[row]);
    curves.push_back(curve_of(counts, table, confidence));
    curves.back().novelty = cell.novelty;
    curves.back().scenario = cell.scenario;
  }
  return curves;
}

std::vector<Curve> pass_rates_by_novelty(const TrialTable& table, double confidence) {
  return curves_by(table, &CellRows::novelty, &Curve::novelty, kNovelties, confidence);
}

std::vector<Curve> pass_rates_by_scenario(const TrialTable& table, double confidence) {
  return curves_by(table, &CellRows::scenario, &Curve::scenario, kScenarios, confidence);
}

Curve pass_rates(const TrialTable& table, double confidence) {
  CountsByIndex counts;
  for (const TrialRow& row : table.rows) add(counts, row);
  return curve_of(counts, table, confidence);
}

Curve time_to_detection(const TrialTable& table, double confidence) {
  int longest = 0;
  for (const TrialRow& row : table.rows)
    if (!row.informed) longest = std::max(longest, row.novel_tasks);
  CountsByIndex counts;
  for (const TrialRow& row : table.rows)
    for (int i = 0; !row.informed && i < longest; ++i)
      add(counts, i, row.run, row.detection == Detection::kCorrect && row.delay <= i + 1 ? 1 : 0);
  return curve_of(counts, table, confidence);
}

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

/// The timeliness at a share of false alarms: the highest at exactly this share, otherwise by linear
/// interpolation.
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

/// Whether a trial comes before the trial found so far for the same novelty.
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
