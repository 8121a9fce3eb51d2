#include <rapidcheck/catch.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "evaluator/cell_measures.h"
#include "tests/evaluator/trials.h"

using namespace novphy;

namespace {

CellMeasures cell_of(const std::vector<std::vector<Record>>& trials, std::optional<int> m = {}) {
  Conventions conventions;
  conventions.m = m;
  const Measures measures = measure(joined(trials), conventions);
  REQUIRE(measures.cells.size() == 1);
  return measures.cells.front();
}

std::vector<Record> with(std::vector<Record> records, bool Record::*flag) {
  for (Record& record : records) record.*flag = true;
  return records;
}

const MeanRow& row(const std::vector<MeanRow>& rows, const std::string& name) {
  return *std::find_if(rows.begin(), rows.end(), [&](const MeanRow& a) { return a.name == name; });
}

std::optional<double> value(const CellMeasures& cell, std::string_view key) { return cell.value(key).mean; }

}  // namespace

TEST_CASE("a cell's measures are what one computes by hand") {
  const CellMeasures cell = cell_of({
      trial("PPPP|PFP!P", 0),  // correct, delay 3
      trial("PF|FFP!P", 1),    // correct, delay 3
      trial("FF!|PP!PP", 2),   // wrong
      trial("P|F!FFP", 3),     // correct, delay 1
      trial("P|FFFF", 4),      // missed
  });
  CHECK(cell.trials == 5);
  CHECK(value(cell, "cdt") == 0.6);
  CHECK(value(cell, "wdt") == 0.2);
  CHECK(value(cell, "missed") == 0.2);
  CHECK(*value(cell, "dd") == Approx(7.0 / 3));
  CHECK(cell.m == 2);
  CHECK(cell.novel_tasks == 4);
  CHECK(cell.pass_rate == std::vector<double>{0.4, 0.2, 0.6, 0.8});
  CHECK(*value(cell, "ap") == Approx(0.7));
  CHECK(*value(cell, "aus") == Approx(0.5));
  CHECK(*value(cell, "aus_trapz") == Approx((0.3 + 0.4 + 0.7) / 3));
  CHECK(*value(cell, "normal") == Approx((1 + 0.5 + 0 + 1 + 1) / 5.0));
}

TEST_CASE("m is a setting, and one that does not fit is refused") {
  CHECK(*value(cell_of({trial("P|FFFP")}, 1), "ap") == 1);
  CHECK(*value(cell_of({trial("P|FFFP")}, 4), "ap") == 0.25);
  CHECK_THROWS_AS(cell_of({trial("P|FFFP")}, 5), std::invalid_argument);
  CHECK_THROWS_AS(cell_of({trial("P|FFFP")}, 0), std::invalid_argument);
}

TEST_CASE("without a correctly detected trial the delay is undefined, not 0") {
  const CellMeasures cell = cell_of({trial("P!|PP!", 0), trial("P|PP", 1)});
  CHECK(value(cell, "cdt") == 0.0);
  CHECK(value(cell, "dd") == std::nullopt);
}

TEST_CASE("without normal tasks the normal pass rate is undefined") {
  CHECK(value(cell_of({trial("|PP")}), "normal") == std::nullopt);
}

TEST_CASE("informed trials give adaptation only") {
  const CellMeasures cell = cell_of({with(trial("P!|PP!", 0), &Record::informed), trial("P|FF!", 1)});
  CHECK(cell.trials == 2);
  CHECK(cell.informed == 1);
  CHECK(value(cell, "cdt") == 1.0);
  CHECK(value(cell, "dd") == 2.0);
  CHECK(value(cell, "aus") == 0.5);
  const CellMeasures informed = cell_of({with(trial("P|PP!"), &Record::informed)});
  CHECK(value(informed, "cdt") == std::nullopt);
  CHECK(value(informed, "wdt") == std::nullopt);
  CHECK(value(informed, "dd") == std::nullopt);
  CHECK(value(informed, "aus") == 1.0);
}

TEST_CASE("a trial with blank results counts for detection only") {
  const CellMeasures cell = cell_of({trial("F?F?|F?!F?", 0), trial("P|PP", 1)});
  CHECK(cell.trials == 2);
  CHECK(cell.with_results == 1);
  CHECK(value(cell, "cdt") == 0.5);
  CHECK(value(cell, "aus") == 1.0);
  CHECK(value(cell_of({trial("F?|F?!")}), "ap") == std::nullopt);
}

TEST_CASE("control trials stand in no cell, and their alarms are false alarms") {
  const auto measures =
      measure(joined({trial("P|PP!", 0), with(trial("P|FF!", 0), &Record::control),
                      with(trial("P|FF", 1), &Record::control), with(trial("P!|FF", 2), &Record::control)}),
              {});
  CHECK(measures.cells.size() == 1);
  CHECK(measures.cells[0].trials == 1);
  CHECK(measures.control.trials == 3);
  CHECK(*measures.control.false_alarms == Approx(2.0 / 3));
  CHECK(measure(trial("P|P"), {}).control.false_alarms == std::nullopt);
}

TEST_CASE("training and calibration tasks stand in no cell") {
  auto records = trial("P|PP");
  for (const Phase phase : {Phase::kTraining, Phase::kCalibration}) {
    Record other = records.front();
    other.phase = phase;
    other.passed = false;
    other.alarm = true;
    records.push_back(other);
  }
  const CellMeasures cell = cell_of({records});
  CHECK(cell.trials == 1);
  CHECK(value(cell, "wdt") == 0.0);
  CHECK(value(cell, "normal") == 1.0);
}

TEST_CASE("a trial with missing tasks is left out and counted") {
  auto gap = trial("PP|PPPP", 1);
  gap.erase(gap.begin() + 1);
  const CellMeasures cell = cell_of({trial("P|FFFF", 0), gap, trial("P|PPP", 2), trial("PP", 3)});
  CHECK(cell.trials == 1);
  CHECK(cell.incomplete == 3);
  CHECK(value(cell, "aus") == 0.0);
}

TEST_CASE("trials without any novel task leave everything undefined") {
  const CellMeasures cell = cell_of({trial("PPP!")});
  CHECK(cell.trials == 0);
  CHECK(cell.incomplete == 1);
  CHECK(value(cell, "cdt") == std::nullopt);
  CHECK(value(cell, "aus") == std::nullopt);
}

TEST_CASE("trials in which the agent could not go on are counted") {
  auto records = trial("P|PFF");
  records[2].error = "no answer within 10 s";
  const CellMeasures cell = cell_of({records});
  CHECK(cell.agent_errors == 1);
  CHECK(*value(cell, "aus") == Approx(1.0 / 3));
}

TEST_CASE("the same task twice is refused, unless it is of another file") {
  TrialLogs logs;
  for (const Record& record : trial("P|PP!")) logs.add(record);
  CHECK_THROWS_AS(logs.add(trial("P|PP!").front()), std::invalid_argument);
  logs.next_source();
  for (const Record& record : trial("P|FF")) logs.add(record);
  const Measures measures = measure(logs, {});
  CHECK(measures.cells.at(0).trials == 2);
  CHECK(value(measures.cells.at(0), "cdt") == 0.5);
}

TEST_CASE("files with longer and shorter trials are pooled trial by trial") {
  TrialLogs logs;
  for (const Record& record : trial("|PPPF")) logs.add(record);
  logs.next_source();
  for (const Record& record : trial("|FP")) logs.add(record);
  const CellMeasures cell = measure(logs, {}).cells.at(0);
  CHECK(cell.trials == 2);
  CHECK(cell.incomplete == 0);
  CHECK(cell.pass_rate == std::vector<double>{0.5, 1, 1, 0});
  CHECK(*value(cell, "aus") == (0.75 + 0.5) / 2);
}

TEST_CASE("NPS and SPN are unweighted means over cells") {
  const auto measures = measure(joined({trial("|P!", 0, "fan", "rolling"), trial("|P!", 1, "fan", "rolling"),
                                        trial("|P!", 2, "fan", "rolling"), trial("|P", 0, "fan", "sliding"),
                                        trial("|PP!", 0, "ice", "sliding")}),
                                {});
  const CellMean fan = row(measures.nps, "fan").mean("cdt");
  CHECK(fan.mean == 0.5);  // 3 trials of one cell weigh as much as 1 of the other
  CHECK(*fan.plus_minus == Approx(std::sqrt(0.5) / std::sqrt(2.0)));
  CHECK(row(measures.nps, "fan").trials == 4);
  const CellMean sliding = row(measures.spn, "sliding").mean("dd");
  CHECK(sliding.mean == 2.0);  // fan-sliding has no delay
  CHECK(sliding.cells == 2);
  CHECK(sliding.defined == 1);
}

TEST_CASE("the plus-minus divides by the root of all cells, defined or not") {
  const std::vector<std::optional<double>> cells{1.0, std::nullopt, 2.0, 3.0, std::nullopt};
  const CellMean mean = mean_over_cells(cells);
  CHECK(mean.mean == 2.0);
  CHECK(*mean.plus_minus == Approx(1 / std::sqrt(5.0)));
  CHECK(mean.cells == 5);
  CHECK(mean.defined == 3);
}

TEST_CASE("one defined cell has no spread, none has no mean") {
  const std::vector<std::optional<double>> one{std::nullopt, 4.0};
  CHECK(mean_over_cells(one).mean.has_value());
  CHECK_FALSE(mean_over_cells(one).plus_minus);
  const std::vector<std::optional<double>> none(3);
  CHECK(mean_over_cells(none).mean == std::nullopt);
  CHECK(mean_over_cells(none).plus_minus == std::nullopt);
  CHECK(mean_over_cells(none).cells == 3);
}

TEST_CASE("the papers' novelties and scenarios come first, others by name, any number of them") {
  const auto measures =
      measure(joined({trial("|P", 0, "zebra", "sliding"), trial("|P", 0, "events", "a_new_one"),
                      trial("|P", 0, "apple", "sliding"), trial("|P", 0, "objects", "rolling"),
                      trial("|P", 0, "events", "single_force")}),
              {});
  std::vector<std::string> novelties;
  for (const MeanRow& each : measures.nps) novelties.push_back(each.name);
  CHECK(novelties == std::vector<std::string>{"objects", "events", "apple", "zebra"});
  std::vector<std::string> scenarios;
  for (const MeanRow& each : measures.spn) scenarios.push_back(each.name);
  CHECK(scenarios == std::vector<std::string>{"single_force", "rolling", "sliding", "a_new_one"});
  CHECK(measures.cells[1].scenario == "single_force");
  CHECK(measures.cells[2].scenario == "a_new_one");
}

TEST_CASE("the order of lines does not matter") {
  rc::prop("any permutation gives the same cells", [] {
    std::vector<Record> records;
    for (int number = 0; number < 6; ++number) {
      std::string letters;
      for (int i = 0; i < 9; ++i) {
        letters += i == 4 ? "|" : *rc::gen::element<std::string>("P", "F", "P!", "F!", "P", "F");
      }
      const auto one = trial(letters, number / 2, number % 2 == 0 ? "fan" : "ice");
      records.insert(records.end(), one.begin(), one.end());
    }
    std::vector<Record> shuffled = records;
    for (std::size_t i = shuffled.size(); i > 1; --i)
      std::swap(shuffled[i - 1],
                shuffled[static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(i)))]);
    const Measures a = measure(records, {});
    const Measures b = measure(shuffled, {});
    RC_ASSERT(a.cells.size() == b.cells.size());
    for (std::size_t i = 0; i < a.cells.size(); ++i) {
      for (std::size_t m = 0; m < measures().size(); ++m)
        RC_ASSERT(a.cells[i].values[m].mean == b.cells[i].values[m].mean);
      RC_ASSERT(a.cells[i].pass_rate == b.cells[i].pass_rate);
    }
  });
}

TEST_CASE("CDT, WDT and missed add up to 1") {
  rc::prop("shares of a partition", [] {
    std::vector<std::vector<Record>> trials;
    const int count = *rc::gen::inRange(1, 8);
    for (int number = 0; number < count; ++number)
      trials.push_back(trial(*rc::gen::element<std::string>("P|P", "P!|P", "P|P!", "P!|P!"), number));
    const CellMeasures cell = measure(joined(trials), {}).cells.at(0);
    RC_ASSERT(std::abs(*value(cell, "cdt") + *value(cell, "wdt") + *value(cell, "missed") - 1) < 1e-12);
    RC_ASSERT(value(cell, "dd").has_value() == (*value(cell, "cdt") > 0));
  });
}
