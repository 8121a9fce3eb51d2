#include "evaluator/measure_table.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "evaluator/cell_measures.h"
#include "evaluator/measures/reaction.h"
#include "tests/evaluator/logs.h"

using namespace novphy;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

std::optional<double> value(const MeasuredTrial& trial, std::string_view key, Definitions definitions) {
  return definition_of(measures()[index_of(key)], definitions).of(trial);
}

/// A trial with these scores of an agent and its baseline, without alarms.
MeasuredTrial trial_of(const std::vector<double>& normal, const std::vector<double>& novel,
                       const std::vector<double>& base_normal, const std::vector<double>& base_novel,
                       int window) {
  MeasuredTrial trial{TrialLog{}};
  trial.has_results = true;
  trial.performance = OwnedSeries{normal, novel};
  trial.baseline = OwnedSeries{base_normal, base_novel};
  trial.windows.sailon = window;
  return trial;
}

}  // namespace

TEST_CASE("each program has a name and definitions of its own") {
  std::set<std::string_view> names;
  for (const DefiningProgram& program : kDefiningPrograms) {
    CHECK(&program_of(program.definitions) == &program);
    names.insert(program.name);
  }
  CHECK(names.size() == kDefiningPrograms.size());
}

TEST_CASE("by novphy, every measure has the form of the table") {
  for (const Measure& measure : measures()) {
    const Measure definition = definition_of(measure, Definitions::kNovphy);
    CHECK(definition.formula == measure.formula);
    CHECK(definition.of == measure.of);
    CHECK(definition.same_as == measure.same_as);
    CHECK_FALSE(definition.if_none.has_value());
  }
}

TEST_CASE("M3 and M6 are those of each program") {
  const MeasuredTrial t = trial_of({1, 1}, {0, 0, 1, 1}, {1, 0}, {1, 1, 1, 0}, 2);
  CHECK(value(t, "m3", Definitions::kNovphy) == Approx(1));     // .5 / .5
  CHECK(value(t, "m3", Definitions::kSailOn) == Approx(2));     // 1 / .5, the last two
  CHECK(value(t, "m3", Definitions::kWsu) == Approx(2));        // 2 / 1, sums
  CHECK(value(t, "m3", Definitions::kWsuScript) == Approx(2));  // the last two
  CHECK(value(t, "m3", Definitions::kSailOnClient) == Approx(100));
  CHECK(value(t, "m5", Definitions::kNovphy) == Approx(0.5 / 1.25));
  CHECK(value(t, "m6", Definitions::kNovphy) == Approx(1 / 1.5));
  CHECK(value(t, "m6", Definitions::kSailOn) == Approx(2));                   // 1 / .5
  CHECK(value(t, "m6", Definitions::kWsu) == Approx((2.0 / 3) / (4.0 / 3)));  // three tasks
}

TEST_CASE("the script's baseline of 0 counts as 0.00001, and two means of 0 give an OPTI of 0") {
  const MeasuredTrial t = trial_of({1}, {1, 1}, {0}, {0, 0}, 1);
  CHECK_FALSE(value(t, "m3", Definitions::kNovphy).has_value());
  CHECK(value(t, "m3", Definitions::kWsuScript) == Approx(1e5));
  CHECK(value(t, "m6", Definitions::kWsuScript) == Approx(1 / 1.00001));
  CHECK(apti_by_script(std::vector<double>{1, 1}, std::vector<double>{0, 0}) ==
        Approx(2 / 2.00001).epsilon(1e-9));
  const MeasuredTrial none = trial_of({1}, {0, 0}, {0}, {0, 0}, 1);
  CHECK_FALSE(value(none, "m5", Definitions::kNovphy).has_value());
  CHECK(value(none, "m5", Definitions::kWsuScript) == 0.0);
  CHECK(value(none, "m6", Definitions::kWsuScript) == 0.0);
  CHECK_FALSE(reaction_by_script({}, std::vector<double>{1}).has_value());
  CHECK_FALSE(apti_by_script(std::vector<double>{1}, {}).has_value());
}

TEST_CASE("windows of SAIL-ON's measures are those of the definitions, a share of the trial, or a number") {
  const auto window = [](Definitions definitions, int novel, int normal) {
    Conventions conventions;
    conventions.definitions = definitions;
    return windows_of(conventions, novel, normal).sailon;
  };
  CHECK(window(Definitions::kNovphy, 40, 20) == 4);
  CHECK(window(Definitions::kSailOn, 99, 20) == 99);
  CHECK(window(Definitions::kSailOn, 100, 20) == 100);
  CHECK(window(Definitions::kSailOn, 101, 20) == 100);
  CHECK(window(Definitions::kWsu, 40, 20) == 3);
  CHECK(window(Definitions::kWsu, 40, 19) == 2);  // 2.95 tasks
  CHECK(window(Definitions::kWsu, 4, 0) == 1);
  CHECK(window(Definitions::kWsuScript, 40, 20) == 6);
  CHECK(window(Definitions::kWsuScript, 2, 98) == 2);  // no more than there are
  Conventions conventions;
  conventions.sailon_m_share = 0.05;
  CHECK(windows_of(conventions, 40, 20).sailon == 3);
  conventions.sailon_m = 7;
  CHECK(windows_of(conventions, 40, 20).sailon == 7);
}

TEST_CASE("the note names the program and each measure of another form") {
  CHECK(definitions_note(Definitions::kNovphy) == "M1 to M6 are as novphy defines them.");
  const std::string note = definitions_note(Definitions::kSailOnClient);
  CHECK_THAT(note,
             StartsWith("M1 to M6 are as the client of SAIL-ON (sail-on-client) defines them. M3: 100 "));
  CHECK_THAT(definitions_note(Definitions::kWsuScript), Contains("0 where no trial has it"));
}
