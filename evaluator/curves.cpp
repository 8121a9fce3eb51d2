#include "evaluator/curves.h"

#include <algorithm>
#include <map>

#include "base/names.h"

namespace novphy {
namespace {

struct Count {
  int passed = 0;
  int trials = 0;
};
using CountsByIndex = std::map<int, Count>;

void add(CountsByIndex& counts, int index, double passed) {
  Count& count = counts[index];
  ++count.trials;
  count.passed += passed > 0 ? 1 : 0;
}

void add(CountsByIndex& counts, const TrialRow& row) {
  int index = -static_cast<int>(row.normal_passes.size());
  for (const double passed : row.normal_passes) add(counts, index++, passed);
  for (const double passed : row.passes) add(counts, index++, passed);
}

Curve curve_of(const CountsByIndex& counts, double confidence) {
  Curve curve;
  for (const auto& [index, count] : counts)
    curve.points.push_back({index, count.trials, static_cast<double>(count.passed) / count.trials,
                            wilson(count.passed, count.trials, confidence)});
  return curve;
}

template <class List>
std::vector<Curve> curves_by(const TrialTable& table, std::string CellRows::*dimension,
                             std::string Curve::*name, const List& papers_order, double confidence) {
  std::map<std::string, CountsByIndex> groups;
  for (const TrialRow& row : table.rows) add(groups[table.cells[row.cell].*dimension], row);
  std::vector<Curve> curves;
  for (const auto& [group, counts] : groups) {
    curves.push_back(curve_of(counts, confidence));
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
    curves.push_back(curve_of(counts, confidence));
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
  return curve_of(counts, confidence);
}

Curve time_to_detection(const TrialTable& table, double confidence) {
  int longest = 0;
  for (const TrialRow& row : table.rows)
    if (!row.informed) longest = std::max(longest, row.novel_tasks);
  CountsByIndex counts;
  for (const TrialRow& row : table.rows)
    for (int i = 0; !row.informed && i < longest; ++i)
      add(counts, i, row.detection == Detection::kCorrect && row.delay <= i + 1 ? 1 : 0);
  return curve_of(counts, confidence);
}

}  // namespace novphy
