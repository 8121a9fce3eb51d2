#include "evaluator/resample.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "evaluator/cell_measures.h"
#include "tests/evaluator/trials.h"

using namespace novphy;
using Trials = std::vector<std::vector<Record>>;

namespace {

Conventions conventions(int resamples, std::uint64_t seed = 1) {
  Conventions chosen;
  chosen.resamples = resamples;
  chosen.seed = seed;
  return chosen;
}

TrialLogs logs_of(const Trials& trials) {
  TrialLogs logs;
  for (const Record& record : joined(trials)) logs.add(record);
  return logs;
}

/// The logs of several people, each with their trials.
TrialLogs people(const std::vector<Trials>& persons) {
  TrialLogs logs;
  logs.set_of_people();
  for (const Trials& trials : persons) {
    logs.next_source();
    for (const Record& record : joined(trials)) logs.add(record);
  }
  return logs;
}

/// Trials 0, 1, 2, ... of a cell, one for each text of letters.
Trials cell(const std::vector<std::string>& letters, const std::string& novelty = "objects") {
  Trials trials;
  for (const std::string& each : letters)
    trials.push_back(trial(each, static_cast<int>(trials.size()), novelty));
  return trials;
}

Trials operator+(Trials a, const Trials& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// 100 trials of one novel task, of which `passed` are passed.
Trials hundred(int passed) {
  std::vector<std::string> letters;
  for (int i = 0; i < 100; ++i) letters.push_back(i < passed ? "P|P" : "P|F");
  return cell(letters);
}

/// A measure of the first cell.
CellValue value(const Trials& trials, std::string_view key, const Conventions& chosen) {
  return measure(joined(trials), chosen).cells.at(0).value(key);
}

Interval interval(const Trials& trials, std::string_view key, const Conventions& chosen) {
  const CellValue found = value(trials, key, chosen);
  REQUIRE(found.interval);
  return *found.interval;
}

double width(const Interval& interval) { return interval.high - interval.low; }

/// The weights of each resample.
std::vector<std::vector<int>> weights(const TrialTable& table, const Conventions& chosen) {
  std::vector<std::vector<int>> all;
  resample(table, chosen, [&](const std::vector<int>& each) { all.push_back(each); });
  return all;
}

int sum(const std::vector<int>& weights, const std::vector<std::size_t>& units) {
  return std::accumulate(units.begin(), units.end(), 0,
                         [&](int sum, std::size_t unit) { return sum + weights[unit]; });
}

const Trials kMixed = cell({"P|PFP", "F|FFP", "P|PPP", "F|FFF", "P|PPF", "P|FPF"});

}  // namespace

TEST_CASE("the bootstrap is the same for the same seed, another for another") {
  const TrialTable table = tabulate(logs_of(kMixed), {}, nullptr);
  CHECK(weights(table, conventions(20, 7)) == weights(table, conventions(20, 7)));
  CHECK(weights(table, conventions(20, 7)) != weights(table, conventions(20, 8)));
  const Interval once = interval(kMixed, "aus", conventions(50, 7));
  const Interval again = interval(kMixed, "aus", conventions(50, 7));
  CHECK(once.low == again.low);
  CHECK(once.high == again.high);
}

TEST_CASE("there are as many resamples as asked for, without any there is no interval") {
  const TrialTable table = tabulate(logs_of(kMixed), {}, nullptr);
  CHECK(weights(table, conventions(13)).size() == 13);
  CHECK(weights(table, conventions(0)).empty());
  CHECK_FALSE(value(kMixed, "aus", {}).interval);
}

TEST_CASE("trials are drawn within their cell, as many as it has") {
  const TrialTable table =
      tabulate(logs_of(cell({"P|P", "P|F", "F|F"}) + cell({"P|P", "P|F", "F|F", "F|P", "P|P"}, "agents")), {},
               nullptr);
  REQUIRE(table.units == 8);
  REQUIRE(table.cells.size() == 2);
  bool drawn_twice = false;
  for (const auto& each : weights(table, conventions(50))) {
    CHECK(sum(each, table.cells[0].rows) == 3);
    CHECK(sum(each, table.cells[1].rows) == 5);
    drawn_twice = drawn_twice || each[0] >= 2;
  }
  CHECK(drawn_twice);
}

TEST_CASE("each trial is drawn equally often") {
  const TrialTable table = tabulate(logs_of(cell({"P|P", "P|F", "F|F", "F|P"})), {}, nullptr);
  std::vector<int> drawn(4);
  for (const auto& each : weights(table, conventions(4000)))
    for (std::size_t unit = 0; unit < 4; ++unit) drawn[unit] += each[unit];
  for (const int times : drawn) CHECK(times == Approx(4000).margin(200));  // 4 standard deviations
}

TEST_CASE("people are drawn among those who played the same cells, with all their trials") {
  const Trials set_1 = cell({"P|P"}) + cell({"P|F"}, "agents");
  const Trials set_2 = cell({"P|P"}, "goals");
  const TrialTable table = tabulate(people({set_1, set_2, set_1, set_2, set_2}), {}, nullptr);
  REQUIRE(table.strata.size() == 2);
  for (const auto& each : weights(table, conventions(50))) {
    CHECK(each.at(1) + each.at(3) == 2);
    CHECK(each.at(2) + each.at(4) + each.at(5) == 3);
  }
}

TEST_CASE("a person's cells rise and fall together") {
  const auto person = [](const std::string& letters) {
    return cell({letters}) + cell({letters}, "agents") + cell({letters}, "goals") + cell({letters}, "events");
  };
  const std::vector<Trials> persons{person("P|P"), person("P|F")};
  const Measures of_people = measure(people(persons), conventions(400));
  CHECK(of_people.overall.mean("aus").interval->low == 0);
  CHECK(of_people.overall.mean("aus").interval->high == 1);
  // The same trials, played by an agent: a resample with all four cells high or all low is too rare to enter
  // 95 %.
  Trials trials;
  for (const char* novelty : {"objects", "agents", "goals", "events"})
    trials = trials + cell({"P|P", "P|F"}, novelty);
  const Measures of_agent = measure(logs_of(trials), conventions(400));
  CHECK(of_agent.overall.mean("aus").mean == of_people.overall.mean("aus").mean);
  CHECK(of_agent.overall.mean("aus").interval->low > 0);
  CHECK(of_agent.overall.mean("aus").interval->high < 1);
}

TEST_CASE("fractions and delays that are all alike still have an interval, other numbers have none") {
  const Trials alike = cell({"P|PF!", "P|PF!", "P|PF!"});
  const Interval found = interval(alike, "aus", conventions(100));
  const Interval expected = fraction_interval(std::vector<double>(3, 0.5));
  CHECK(found.low == expected.low);
  CHECK(found.high == expected.high);
  CHECK(value(alike, "dd", conventions(100)).interval);
  CHECK_FALSE(value(alike, "gain", conventions(100)).interval);
}

TEST_CASE("intervals of delays end where delays do") {
  const Trials few = cell({"P|PFF!", "P|F!FF", "P|FFF"});
  const Interval delay = interval(few, "dd", conventions(10));
  CHECK((delay.low >= 1 && delay.low < 1.1));
  CHECK((delay.high <= 4 && delay.high > 3.9));
  const Interval overall = *measure(joined(few), conventions(10)).overall.mean("restricted_dd").interval;
  CHECK((overall.low >= 1 && overall.low < 1.2));
  CHECK((overall.high <= 4 && overall.high > 3.9));
}

TEST_CASE("the spread between cells is not the error of trials") {
  const auto many = [](const std::string& letters, const std::string& novelty) {
    return cell(std::vector<std::string>(100, letters), novelty);
  };
  const CellMean overall =
      measure(joined(many("P|P", "objects") + many("P|F", "agents")), conventions(10)).overall.mean("aus");
  CHECK(overall.mean == 0.5);
  CHECK(*overall.plus_minus == Approx(0.5));
  CHECK(width(*overall.interval) < 0.05);
}

TEST_CASE("the interval of a mean over cells is that of its stratified trials") {
  const Measures measured = measure(
      joined(cell({"P|PF", "P|PP", "P|FF"}) + cell({"P|PF", "P|FP", "P|PP"}, "agents")), conventions(10));
  const std::vector<double> objects{0.5, 1, 0};
  const std::vector<double> agents{0.5, 0.5, 1};
  const Interval expected = bounded_interval(std::vector{objects, agents}, {0, 1})->interval;
  const Interval found = *measured.overall.mean("aus").interval;
  CHECK(found.low == expected.low);
  CHECK(found.high == expected.high);
  CHECK_FALSE(measured.overall.mean("aus").alike);
}

TEST_CASE("a cell and the mean over it alone have one interval") {
  const Measures measured = measure(joined(cell({"P|PF!", "P|PP!", "P|F!F", "P|F!F"})), conventions(100));
  for (std::size_t i = 0; i < measures().size(); ++i) {
    INFO(measures()[i].key);
    const auto& of_cell = measured.cells[0].values[i].interval;
    for (const CellMean& mean :
         {measured.overall.means[i], measured.nps[0].means[i], measured.spn[0].means[i]}) {
      REQUIRE(mean.interval.has_value() == of_cell.has_value());
      if (of_cell) CHECK((mean.interval->low == of_cell->low && mean.interval->high == of_cell->high));
    }
  }
  CHECK(measured.cells[0].value("cdt").interval->low < 1);
}

TEST_CASE("means of trials that are all alike say so") {
  const Measures alike =
      measure(joined(cell({"P|PF!", "P|PF!"}) + cell({"P|PP!", "P|PP!"}, "agents")), conventions(10));
  for (const char* key : {"ap", "aus", "cdt", "dd"}) {
    INFO(key);
    CHECK(alike.overall.mean(key).alike);
    CHECK(alike.overall.mean(key).interval);
  }
  CHECK(alike.cells[0].value("aus").alike);
  const Measures mixed =
      measure(joined(cell({"P|PF!", "P|FF!"}) + cell({"P|PP!", "P|PP!"}, "agents")), conventions(10));
  CHECK_FALSE(mixed.overall.mean("aus").alike);
  CHECK(mixed.overall.mean("dd").alike);
}

TEST_CASE("the interval of binomial trials is near the normal approximation") {
  const Interval found = interval(hundred(40), "aus", conventions(4000));
  const double half = 1.96 * std::sqrt(0.4 * 0.6 / 100);
  CHECK(found.low == Approx(0.4 - half).margin(0.015));
  CHECK(found.high == Approx(0.4 + half).margin(0.015));
}

TEST_CASE("less confidence is a narrower interval") {
  Conventions half = conventions(1000);
  half.confidence = 0.5;
  const double ratio =
      width(interval(hundred(40), "aus", half)) / width(interval(hundred(40), "aus", conventions(1000)));
  CHECK(ratio == Approx(0.674 / 1.96).margin(0.1));
}

TEST_CASE("the interval of a share in a cell is Wilson's, resamples or not") {
  const Trials trials = cell({"P|P!", "P|P!", "P|P"});
  const Interval plain = interval(trials, "cdt", conventions(0));
  const Interval resampled = interval(trials, "cdt", conventions(100));
  CHECK(plain.low == wilson(2, 3).low);
  CHECK(resampled.low == plain.low);
  CHECK(resampled.high == plain.high);
}

TEST_CASE("resamples do not change what is measured") {
  const Measures plain = measure(joined(kMixed), conventions(0));
  const Measures resampled = measure(joined(kMixed), conventions(300));
  for (std::size_t i = 0; i < measures().size(); ++i) {
    CHECK(plain.cells[0].values[i].mean == resampled.cells[0].values[i].mean);
    CHECK(plain.overall.means[i].mean == resampled.overall.means[i].mean);
    CHECK(plain.overall.means[i].plus_minus == resampled.overall.means[i].plus_minus);
  }
}

TEST_CASE("shares and fractions have an interval where they have a mean, no undefined mean has one") {
  const Measures measured = measure(joined(kMixed), conventions(200));
  for (std::size_t i = 0; i < measures().size(); ++i) {
    INFO(measures()[i].key);
    const CellMean& overall = measured.overall.means[i];
    const CellValue& cell = measured.cells[0].values[i];
    CHECK((overall.mean || !overall.interval));
    CHECK((cell.mean || !cell.interval));
    if (measures()[i].range == MeasureRange::kNumber || measures()[i].range == MeasureRange::kDelay) continue;
    CHECK(overall.interval.has_value() == overall.mean.has_value());
    CHECK(cell.interval.has_value() == cell.mean.has_value());
  }
}

TEST_CASE("the mean of one trial has no interval, and its shares have Wilson's") {
  const Measures one = measure(joined(cell({"P|PF!"})), conventions(100));
  CHECK(one.cells[0].value("aus").mean == 0.5);
  CHECK_FALSE(one.cells[0].value("aus").interval);
  CHECK(one.cells[0].value("cdt").interval);
  CHECK_FALSE(one.overall.mean("aus").interval);
  const Measures mixed = measure(joined(cell({"P|PF"}) + cell({"P|PF", "P|FF"}, "agents")), conventions(100));
  CHECK(mixed.overall.mean("aus").interval);
}

TEST_CASE("a mean lies in its interval") {
  const Measures measured = measure(joined(kMixed), conventions(500));
  for (const char* key : {"ap", "aus", "aus_trapz", "normal", "gain", "accuracy"}) {
    INFO(key);
    const CellValue& found = measured.cells[0].value(key);
    CHECK(found.interval->low <= *found.mean);
    CHECK(found.interval->high >= *found.mean);
  }
}

TEST_CASE("an undefined precision spreads to its cell, or is skipped and counted") {
  const Trials trials = cell({"P|P!", "P|P", "P!|P!"});
  Conventions chosen = conventions(100);
  const CellValue lost = value(trials, "precision", chosen);
  CHECK(lost.mean == std::nullopt);
  CHECK(lost.interval == std::nullopt);
  CHECK(lost.undefined == 1);
  chosen.undefined = Undefined::kSkip;
  const CellValue skipped = value(trials, "precision", chosen);
  CHECK(skipped.mean == 0.75);
  CHECK(skipped.trials == 2);
  CHECK(skipped.undefined == 1);
  CHECK(skipped.interval);
}

TEST_CASE("an undefined delay never spreads") {
  const CellValue delay = value(cell({"P|P!", "P|P"}), "dd", {});
  CHECK(delay.mean == 1.0);
  CHECK(delay.trials == 1);
  CHECK(delay.undefined == 1);
}

TEST_CASE("windows that do not fit are refused by name") {
  const auto error_of = [](std::optional<int> Conventions::*window, int size) {
    Conventions chosen;
    chosen.*window = size;
    try {
      measure(joined(kMixed), chosen);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK(error_of(&Conventions::m, 3) == "no error");
  CHECK(error_of(&Conventions::m, 4) == "m = 4: expected 1 to 3, the novel tasks of a trial");
  CHECK(error_of(&Conventions::m1, 0) == "m1 = 0: expected 1 to 3, the novel tasks of a trial");
  CHECK(error_of(&Conventions::m2, 9) == "m2 = 9: expected 1 to 3, the novel tasks of a trial");
  CHECK(error_of(&Conventions::sailon_m, -1) ==
        "SAIL-ON m = -1: expected 1 to 3, the novel tasks of a trial");
}

TEST_CASE("a window not asked for is a tenth of the novel tasks, at least one") {
  CHECK(windows_of({}, 40).m1 == 4);
  CHECK(windows_of({}, 40).ap == 20);
  CHECK(windows_of({}, 4).sailon == 1);
  CHECK(windows_of({}, 4).ap == 2);
}

TEST_CASE("a cell regains its normal pass rate when the running rate of its mean curve does") {
  Conventions chosen;
  chosen.regain_window = 2;
  CHECK(value(cell({"PF|FFPP"}), "regained", chosen).mean == 3.0);
  CHECK(value(cell({"PF|PFFF"}), "regained", chosen).mean == 2.0);
  CHECK(value(cell({"PP|FPFP"}), "regained", chosen).mean == std::nullopt);
  CHECK(value(cell({"|PPPP"}), "regained", chosen).mean == std::nullopt);
  CHECK(value(cell({"P?|P"}), "regained", chosen).mean == std::nullopt);
  // The measure is taken of the mean curve 0.5, 0, 0.5, 1 with a normal rate of 0.5. The mean over trials
  // would differ.
  CHECK(value(cell({"P|PFPP", "F|FFFP"}), "regained", chosen).mean == 4.0);
  chosen.regain_window = 1;
  CHECK(value(cell({"P|PFPP", "F|FFFP"}), "regained", chosen).mean == 1.0);
}
