#include "evaluator/efficiency.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "evaluator/measures/runs.h"
#include "evaluator/measures/series.h"
#include "evaluator/measures/success.h"
#include "evaluator/resample.h"
#include "evaluator/training_runs.h"

namespace novphy {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The values of a measure in a cell, each with the unit that the bootstrap draws.
struct Sample {
  std::vector<std::size_t> units;
  std::vector<double> values;
};

/// The values of one side in the cells that are compared.
using Samples = std::vector<Sample>;

/// The trials of a cell that have a value. Of several trainings, the mean of each is one value.
template <class Value>
Sample sample_of(const TrialTable& trials, const CellRows& cell, const Value& value_of) {
  Sample sample;
  std::map<std::size_t, Mean> runs;
  for (const std::size_t index : cell.rows) {
    const TrialRow& row = trials.rows[index];
    const double value = value_of(row);
    if (std::isnan(value)) continue;
    if (has_runs(trials)) {
      runs[row.run].add(value);
    } else {
      sample.units.push_back(row.unit);
      sample.values.push_back(value);
    }
  }
  for (const auto& [run, mean] : runs) {
    sample.units.push_back(run);
    sample.values.push_back(*mean.value());
  }
  return sample;
}

/// A table without trials, for resample(): its units are those of the samples.
TrialTable units_of(const TrialTable& trials) {
  TrialTable units{.rows = {}, .cells = {}, .strata = trials.strata, .units = trials.units, .runs = {}};
  if (!has_runs(trials)) return units;
  units.units = trials.runs.size();
  units.strata.assign(1, std::vector<std::size_t>(units.units));
  std::iota(units.strata.front().begin(), units.strata.front().end(), std::size_t{0});
  return units;
}

double mean_of(const Sample& sample, const std::vector<int>& weights) {
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < sample.values.size(); ++i) {
    const int weight = weights[sample.units[i]];
    sum += weight * sample.values[i];
    count += weight;
  }
  return count == 0 ? kNone : sum / count;
}

/// The means of a side in each cell.
std::vector<double> means_of(const Samples& cells, const std::vector<int>& weights) {
  std::vector<double> means;
  for (const Sample& cell : cells) means.push_back(mean_of(cell, weights));
  return means;
}

/// The means over the cells in which both sides have one; NaN if there is no such cell.
std::pair<double, double> over_cells(const std::vector<double>& people, const std::vector<double>& agent) {
  Mean of_people;
  Mean of_agent;
  for (std::size_t cell = 0; cell < people.size(); ++cell) {
    if (std::isnan(people[cell]) || std::isnan(agent[cell])) continue;
    of_people.add(people[cell]);
    of_agent.add(agent[cell]);
  }
  return {of_people.value().value_or(kNone), of_agent.value().value_or(kNone)};
}

/// The means of a side in each cell, for each resample.
std::vector<std::vector<double>> drawn_means(const TrialTable& trials, const Samples& cells,
                                             const Conventions& conventions) {
  std::vector<std::vector<double>> drawn;
  resample(units_of(trials), conventions,
           [&](const std::vector<int>& weights) { drawn.push_back(means_of(cells, weights)); });
  return drawn;
}

/// The number of units behind the mean of the cell that has fewest.
std::size_t fewest_units(const Samples& cells) {
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const Sample& cell : cells)
    fewest = std::min(fewest, std::set<std::size_t>(cell.units.begin(), cell.units.end()).size());
  return fewest;
}

/// How much farther other units would spread than resamples of these.
double stretch_of(const TrialTable& trials, std::size_t units, double confidence) {
  const auto n = static_cast<double>(units);
  return has_runs(trials) ? student_stretch(units, confidence) : std::sqrt(n / (n - 1));
}

/// The two sides of a comparison.
struct PeopleAndAgent {
  const TrialTable& people;
  const TrialTable& agent;
  Samples of_people{};
  Samples of_agent{};

  /// Adds a cell if both sides have a value in it.
  void add(Sample people_sample, Sample agent_sample) {
    if (people_sample.values.empty() || agent_sample.values.empty()) return;
    of_people.push_back(std::move(people_sample));
    of_agent.push_back(std::move(agent_sample));
  }
};

std::optional<Interval> interval_of(const PeopleAndAgent& sides, const Efficiency& point,
                                    const Conventions& conventions) {
  const std::size_t people = fewest_units(sides.of_people);
  const std::size_t units = fewest_units(sides.of_agent);
  if (std::min(people, units) < 2 || sides.people.equal_units || sides.agent.equal_units) return std::nullopt;
  const double people_stretch = stretch_of(sides.people, people, conventions.confidence);
  const double agent_stretch = stretch_of(sides.agent, units, conventions.confidence);
  Conventions other = conventions;
  ++other.seed;  // equal seeds would draw both sides alike
  const auto drawn_people = drawn_means(sides.people, sides.of_people, conventions);
  const auto drawn_agent = drawn_means(sides.agent, sides.of_agent, other);
  std::vector<double> logarithms;
  for (std::size_t i = 0; i < drawn_people.size(); ++i) {
    const auto [of_people, of_agent] = over_cells(drawn_people[i], drawn_agent[i]);
    if (of_people > 0 && of_agent > 0)
      logarithms.push_back(people_stretch * std::log(of_people / point.of_people) -
                           agent_stretch * std::log(of_agent / point.of_agent));
  }
  const auto interval = percentile_interval(std::move(logarithms), conventions.confidence);
  if (!interval || interval->low == interval->high) return std::nullopt;
  return Interval{point.ratio * std::exp(interval->low), point.ratio * std::exp(interval->high)};
}

/// Sets the numbers of `point`, whose names are set, and adds it if it is defined.
void add_efficiency(std::vector<Efficiency>& found, Efficiency point, const PeopleAndAgent& sides,
                    const Conventions& conventions) {
  const std::vector<int> each_person(units_of(sides.people).units, 1);
  const std::vector<int> each_unit(units_of(sides.agent).units, 1);
  std::tie(point.of_people, point.of_agent) =
      over_cells(means_of(sides.of_people, each_person), means_of(sides.of_agent, each_unit));
  if (std::isnan(point.of_people) || !(point.of_agent > 0)) return;
  point.ratio = point.of_people / point.of_agent;
  point.cells = static_cast<int>(sides.of_people.size());
  if (conventions.resamples > 0) point.interval = interval_of(sides, point, conventions);
  found.push_back(std::move(point));
}

/// The lower median of the numbers of novel tasks of the cell's trials with results; 0 if there is none.
std::size_t median_length(const TrialTable& trials, const CellRows& cell) {
  std::vector<std::size_t> lengths;
  for (const std::size_t row : cell.rows)
    if (!trials.rows[row].passes.empty()) lengths.push_back(trials.rows[row].passes.size());
  std::sort(lengths.begin(), lengths.end());
  return lengths.empty() ? 0 : lengths[(lengths.size() - 1) / 2];
}

/// Adds what the trials of a cell took to adapt within as many novel tasks as both sides played.
void add_adapted(PeopleAndAgent& sides, const CellRows& people, const CellRows& agent) {
  const std::size_t tasks = std::min(median_length(sides.people, people), median_length(sides.agent, agent));
  if (tasks < 2) return;  // no two passes in a row are possible
  const auto adapted = [&](const TrialRow& row) -> double {
    if (row.passes.size() < tasks) return kNone;
    return *tasks_until_adapted(first(row.passes, static_cast<int>(tasks)));
  };
  sides.add(sample_of(sides.people, people, adapted), sample_of(sides.agent, agent, adapted));
}

}  // namespace

std::vector<Efficiency> efficiency(const std::string& people, const TrialTable& of_people,
                                   const std::string& agent, const TrialTable& of_agent,
                                   const Conventions& conventions) {
  PeopleAndAgent shots{of_people, of_agent};
  PeopleAndAgent tasks{of_people, of_agent};
  const auto shots_of_row = [measure = index_of("shots")](const TrialRow& row) {
    return row.values[measure];
  };
  for (const CellRows& cell : of_people.cells)
    for (const CellRows& other : of_agent.cells) {
      if (cell.novelty != other.novelty || cell.scenario != other.scenario) continue;
      shots.add(sample_of(of_people, cell, shots_of_row), sample_of(of_agent, other, shots_of_row));
      add_adapted(tasks, cell, other);
    }
  std::vector<Efficiency> found;
  add_efficiency(found, {agent, people, "efficiency_shots", "shots per novel task"}, shots, conventions);
  add_efficiency(found, {agent, people, "efficiency_tasks", "novel tasks until adapted"}, tasks, conventions);
  return found;
}

}  // namespace novphy
