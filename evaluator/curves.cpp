#include "evaluator/curves.h"

#include "base/lists.h"

namespace novphy {
namespace {

/// For each index, the share of trials of each training that passed.
using SharesByIndex = std::map<int, std::map<std::size_t, Mean>>;

void add(SharesByIndex& shares, const TrialRow& row) {
  int index = -static_cast<int>(row.normal_passes.size());
  for (const auto* part : {&row.normal_passes, &row.passes})
    for (const double passed : *part) shares[index++][row.run].add(passed > 0 ? 1 : 0);
}

/// Of one training, its share; of several, the mean over their shares.
CurvePoint point_of(int index, const std::map<std::size_t, Mean>& runs, double confidence) {
  CurvePoint point{.index = index};
  std::vector<double> shares;
  for (const auto& [run, share] : runs) {
    point.trials += share.count();
    shares.push_back(*share.value());
  }
  point.rate = *mean(shares);
  if (runs.size() == 1) {
    point.interval = wilson(runs.begin()->second.sum(), point.trials, confidence);
  } else {
    const Interval interval = *run_interval(shares, true, confidence);
    point.interval = {std::max(0.0, interval.low), std::min(1.0, interval.high)};
  }
  return point;
}

Curve curve_of(const SharesByIndex& shares, const TrialTable& table, double confidence) {
  Curve curve;
  for (const auto& [index, runs] : shares) {
    curve.points.push_back(point_of(index, runs, confidence));
    if (table.equal_units) curve.points.back().interval = {0, 1};
  }
  return curve;
}

std::vector<Curve> curves_by(const TrialTable& table, std::string CellRows::*dimension,
                             std::string Curve::*name, std::span<const std::string_view> order,
                             double confidence) {
  std::map<std::string, SharesByIndex, PapersOrder> groups(PapersOrder{order});
  for (const TrialRow& row : table.rows) add(groups[table.cells[row.cell].*dimension], row);
  std::vector<Curve> curves;
  for (const auto& [group, shares] : groups) {
    curves.push_back(curve_of(shares, table, confidence));
    curves.back().*name = group;
  }
  return curves;
}

}  // namespace

std::vector<Curve> pass_rates_by_cell(const TrialTable& table, double confidence) {
  std::vector<Curve> curves;
  for (const CellRows& cell : table.cells) {
    SharesByIndex shares;
    for (const std::size_t row : cell.rows) add(shares, table.rows[row]);
    curves.push_back(curve_of(shares, table, confidence));
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
  SharesByIndex shares;
  for (const TrialRow& row : table.rows) add(shares, row);
  return curve_of(shares, table, confidence);
}

namespace {

/// The shares of detected trials, up to the last task that any of these trials has.
SharesByIndex detected(const std::vector<const TrialRow*>& rows) {
  int longest = 0;
  for (const TrialRow* row : rows)
    if (!row->informed) longest = std::max(longest, row->novel_tasks);
  SharesByIndex shares;
  for (const TrialRow* row : rows)
    for (int i = 0; !row->informed && i < longest; ++i)
      shares[i][row->run].add(row->detection == Detection::kCorrect && row->delay <= i + 1 ? 1 : 0);
  return shares;
}

}  // namespace

Curve time_to_detection(const TrialTable& table, double confidence) {
  std::vector<const TrialRow*> rows;
  for (const TrialRow& row : table.rows) rows.push_back(&row);
  return curve_of(detected(rows), table, confidence);
}

std::vector<Curve> time_to_detection_by_novelty(const TrialTable& table, double confidence) {
  std::map<std::string, std::vector<const TrialRow*>, PapersOrder> groups(PapersOrder{kNovelties});
  for (const TrialRow& row : table.rows)
    if (!row.informed) groups[table.cells[row.cell].novelty].push_back(&row);
  std::vector<Curve> curves;
  for (const auto& [novelty, rows] : groups) {
    curves.push_back(curve_of(detected(rows), table, confidence));
    curves.back().novelty = novelty;
  }
  return curves;
}

namespace {

constexpr int kAmocSteps = 100;

void add(std::map<int, Mean>& means, const OwnedSeries& probability) {
  int index = -static_cast<int>(probability.normal.size());
  for (const auto* part : {&probability.normal, &probability.novel})
    for (const double stated : *part) means[index++].add(stated);
}

/// The timeliness at a share of false alarms: the highest at exactly this share, otherwise by linear
/// interpolation.
double height_at(const std::vector<AmocPoint>& curve, double share) {
  const auto above =
      std::ranges::find_if(curve, [&](const AmocPoint& point) { return point.false_alarms > share; });
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

/// Whether a trial comes before the trial found so far for the same novelty.
bool is_earlier(const TrialKey& key, const StatedTrial& found) {
  if (key.scenario != found.scenario) return comes_before(kScenarios, key.scenario, found.scenario);
  return key.trial < found.trial;
}

}  // namespace

DetectionCurves detection_curves(const TrialLogs& logs) {
  const CompleteTrials complete(logs);
  std::map<int, Mean> means;
  std::map<std::string, StatedTrial, PapersOrder> first(PapersOrder{kNovelties});
  MeanAmoc amoc;
  MeanAmoc amoc_rate;
  for (const auto& [key, log] : logs.trials()) {
    if (log.informed || !complete.has(key, log)) continue;
    const OwnedSeries probability = MeasuredTrial(log).probability;
    add(means, probability);
    amoc.add(amoc_curve(probability));
    amoc_rate.add(amoc_rate_curve(probability));
    const auto found = first.find(key.novelty);
    if (found == first.end() || is_earlier(key, found->second))
      first[key.novelty] = {key.novelty, key.scenario, key.trial, probability.normal, probability.novel};
  }
  DetectionCurves curves{.probability = {},
                         .trials = map_values(std::move(first)),
                         .amoc = amoc.points(),
                         .amoc_rate = amoc_rate.points()};
  for (const auto& [index, mean] : means) curves.probability.push_back({index, mean.count(), *mean.value()});
  return curves;
}

}  // namespace novphy
