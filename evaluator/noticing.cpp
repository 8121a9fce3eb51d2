#include "evaluator/noticing.h"

namespace novphy {
namespace {

/// The values of a measure in the trials that were detected, in the missed trials, and in all of these
/// trials.
struct Split {
  std::vector<double> detected;
  std::vector<double> missed;
  std::vector<double> all;
};

bool counts(const TrialRow& row) {
  return !row.informed && row.has_results && row.detection != Detection::kWrong;
}

Split split(const TrialTable& table, const CellRows& cell, std::size_t measure) {
  Split values;
  for (const std::size_t index : cell.rows) {
    const TrialRow& row = table.rows[index];
    if (!counts(row)) continue;
    const double value = row.values[measure];
    (row.detection == Detection::kCorrect ? values.detected : values.missed).push_back(value);
    values.all.push_back(value);
  }
  return values;
}

}  // namespace

std::vector<Noticing> noticing(const TrialTable& table) {
  std::vector<Noticing> cells;
  for (const CellRows& rows : table.cells) {
    const Split ap = split(table, rows, index_of("ap"));
    const Split aus = split(table, rows, index_of("aus"));
    const Split delay = split(table, rows, index_of("restricted_dd"));
    if (ap.all.empty()) continue;
    cells.push_back({.novelty = rows.novelty,
                     .scenario = rows.scenario,
                     .detected = static_cast<int>(ap.detected.size()),
                     .missed = static_cast<int>(ap.missed.size()),
                     .ap_by_detection = mann_whitney(ap.detected, ap.missed),
                     .aus_by_detection = mann_whitney(aus.detected, aus.missed),
                     .delay_ap = spearman(delay.all, ap.all),
                     .delay_aus = spearman(delay.all, aus.all)});
  }
  return cells;
}

}  // namespace novphy
