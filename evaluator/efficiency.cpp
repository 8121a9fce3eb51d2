#include "evaluator/efficiency.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "evaluator/measures/runs.h"
#include "evaluator/measures/series.h"
#include "evaluator/resample.h"
#include "evaluator/training_runs.h"

namespace novphy {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The shots of a person who passed a task.
struct PassedShots {
  std::size_t unit = 0;
  double shots = 0;
};

/// A cell that both sides played.
struct ComparedCell {
  std::vector<std::vector<PassedShots>> people;               ///< by place
  std::map<std::size_t, std::vector<const TrialRow*>> agent;  ///< by the unit that the bootstrap draws
};

/// People's mean shots at each place of a cell; NaN where nobody passed.
using References = std::vector<double>;

std::vector<std::vector<PassedShots>> passed_shots(const TrialTable& people, const CellRows& cell) {
  std::vector<std::vector<PassedShots>> places;
  for (const std::size_t index : cell.rows) {
    const TrialRow& row = people.rows[index];
    const std::size_t tasks = std::min(row.shots.size(), row.passes.size());
    if (tasks > places.size()) places.resize(tasks);
    for (std::size_t place = 0; place < tasks; ++place)
      if (row.passes[place] > 0 && row.shots[place] > 0)
        places[place].push_back({row.unit, row.shots[place]});
  }
  while (!places.empty() && places.back().empty()) places.pop_back();
  return places;
}

std::map<std::size_t, std::vector<const TrialRow*>> agent_trials(const TrialTable& trials,
                                                                 const CellRows& cell) {
  std::map<std::size_t, std::vector<const TrialRow*>> units;
  for (const std::size_t index : cell.rows) {
    const TrialRow& row = trials.rows[index];
    if (!row.shots.empty() && row.shots.size() == row.passes.size())
      units[has_runs(trials) ? row.run : row.unit].push_back(&row);
  }
  return units;
}

std::vector<ComparedCell> compared_cells(const TrialTable& people, const TrialTable& agent) {
  std::vector<ComparedCell> cells;
  for (const CellRows& cell : people.cells)
    for (const CellRows& other : agent.cells) {
      if (cell.novelty != other.novelty || cell.scenario != other.scenario) continue;
      ComparedCell compared{passed_shots(people, cell), agent_trials(agent, other)};
      if (!compared.people.empty() && !compared.agent.empty()) cells.push_back(std::move(compared));
    }
  return cells;
}

References references(const ComparedCell& cell, const std::vector<int>& weights) {
  References means;
  for (const auto& place : cell.people) {
    double sum = 0;
    int count = 0;
    for (const PassedShots& passed : place) {
      sum += weights[passed.unit] * passed.shots;
      count += weights[passed.unit];
    }
    means.push_back(count == 0 ? kNone : sum / count);
  }
  return means;
}

double of_task(double reference, double shots) { return std::min(1.0, reference / shots); }
double of_pass(double, double) { return 1; }

/// The mean over the cell's units of means over their trials of means over places. NaN where there is none.
template <class OfPassed>
double of_cell(const ComparedCell& cell, const References& references, const std::vector<int>& weights,
               const OfPassed& of_passed) {
  double sum = 0;
  int count = 0;
  for (const auto& [unit, rows] : cell.agent) {
    if (weights[unit] == 0) continue;
    Mean trials;
    for (const TrialRow* row : rows) {
      Mean places;
      for (std::size_t place = 0; place < std::min(references.size(), row->passes.size()); ++place)
        if (!std::isnan(references[place]))
          places.add(row->passes[place] > 0 ? of_passed(references[place], row->shots[place]) : 0);
      if (places.count() > 0) trials.add(*places.value());
    }
    if (trials.count() == 0) continue;
    sum += weights[unit] * *trials.value();
    count += weights[unit];
  }
  return count == 0 ? kNone : sum / count;
}

template <class OfPassed>
double over_cells(const std::vector<ComparedCell>& cells, const std::vector<References>& references,
                  const std::vector<int>& weights, const OfPassed& of_passed) {
  Mean mean;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (const double value = of_cell(cells[i], references[i], weights, of_passed); !std::isnan(value))
      mean.add(value);
  return mean.value().value_or(kNone);
}

std::vector<References> all_references(const std::vector<ComparedCell>& cells,
                                       const std::vector<int>& weights) {
  std::vector<References> all;
  for (const ComparedCell& cell : cells) all.push_back(references(cell, weights));
  return all;
}

/// A table without trials, for resample(): its units are trials, people or trainings.
TrialTable units_of(const TrialTable& trials) {
  TrialTable units;
  units.strata = trials.strata;
  units.units = trials.units;
  if (!has_runs(trials)) return units;
  units.units = trials.runs.size();
  units.strata.assign(1, std::vector<std::size_t>(units.units));
  std::iota(units.strata.front().begin(), units.strata.front().end(), std::size_t{0});
  return units;
}

std::size_t people_in(const ComparedCell& cell) {
  std::set<std::size_t> units;
  for (const auto& place : cell.people)
    for (const PassedShots& passed : place) units.insert(passed.unit);
  return units.size();
}

/// How much farther other units would spread than resamples of these.
double stretch_of(const TrialTable& trials, std::size_t units, double confidence) {
  const auto n = static_cast<double>(units);
  return has_runs(trials) ? student_stretch(units, confidence) : std::sqrt(n / (n - 1));
}

std::optional<Interval> interval_of(const std::vector<ComparedCell>& cells, double mean,
                                    const TrialTable& people, const TrialTable& agent,
                                    const Conventions& conventions) {
  std::size_t fewest_people = std::numeric_limits<std::size_t>::max();
  std::size_t fewest_units = fewest_people;
  for (const ComparedCell& cell : cells) {
    fewest_people = std::min(fewest_people, people_in(cell));
    fewest_units = std::min(fewest_units, cell.agent.size());
  }
  if (std::min(fewest_people, fewest_units) < 2 || people.equal_units || agent.equal_units)
    return std::nullopt;
  std::vector<std::vector<References>> drawn;
  resample(units_of(people), conventions,
           [&](const std::vector<int>& weights) { drawn.push_back(all_references(cells, weights)); });
  Conventions other = conventions;
  ++other.seed;  // equal seeds would draw both sides alike
  std::vector<double> means;
  std::size_t draw = 0;
  resample(units_of(agent), other, [&](const std::vector<int>& weights) {
    if (const double value = over_cells(cells, drawn[draw++], weights, of_task); !std::isnan(value))
      means.push_back(value);
  });
  const auto found = percentile_interval(std::move(means), conventions.confidence);
  if (!found || found->low == found->high) return std::nullopt;
  const double stretch = std::max(stretch_of(people, fewest_people, conventions.confidence),
                                  stretch_of(agent, fewest_units, conventions.confidence));
  return Interval{std::max(0.0, mean + stretch * (found->low - mean)),
                  std::min(1.0, mean + stretch * (found->high - mean))};
}

}  // namespace

std::optional<Efficiency> efficiency(const std::string& people, const TrialTable& of_people,
                                     const std::string& agent, const TrialTable& of_agent,
                                     const Conventions& conventions) {
  const std::vector<ComparedCell> cells = compared_cells(of_people, of_agent);
  if (cells.empty()) return std::nullopt;
  const auto each = all_references(cells, std::vector<int>(units_of(of_people).units, 1));
  const std::vector<int> once(units_of(of_agent).units, 1);
  Efficiency found{.agent = agent, .people = people};
  found.mean = over_cells(cells, each, once, of_task);
  if (std::isnan(found.mean)) return std::nullopt;
  found.passed = over_cells(cells, each, once, of_pass);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (std::isnan(of_cell(cells[i], each[i], once, of_pass))) continue;
    ++found.cells;
    found.places += static_cast<int>(std::count_if(each[i].begin(), each[i].end(),
                                                   [](double reference) { return !std::isnan(reference); }));
    for (const auto& [unit, rows] : cells[i].agent) found.trials += static_cast<int>(rows.size());
  }
  if (conventions.resamples > 0)
    found.interval = interval_of(cells, found.mean, of_people, of_agent, conventions);
  return found;
}

}  // namespace novphy
