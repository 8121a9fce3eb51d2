#include <catch2/catch.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "evaluator/cell_measures.h"
#include "tests/evaluator/golden.h"

using namespace novphy;
using nlohmann::json;

/// The worked examples once more, from logs through the table of measures to a cell. golden_test.cpp tests
/// the formulas alone; this file tests that each key leads to its formula.
namespace {

/// Adds a trial whose tasks have these scores and probabilities. Either list may be empty.
void add_trial(TrialLogs& logs, int number, std::size_t normal, const std::vector<double>& scores,
               const std::vector<double>& probabilities, bool informed = false) {
  const std::size_t tasks = std::max(scores.size(), probabilities.size());
  for (std::size_t i = 0; i < tasks; ++i) {
    Record record;
    record.novelty = "objects";
    record.scenario = "rolling";
    record.trial = number;
    record.phase = i < normal ? Phase::kNormal : Phase::kNovel;
    record.task = static_cast<int>(i);
    record.informed = informed;
    if (!probabilities.empty()) record.novelty_probability = probabilities[i];
    logs.add_row(record, scores.empty() ? 0 : scores[i]);
  }
}

void check(const CellMeasures& cell, const std::string& key, const json& expected) {
  INFO(key);
  const auto& found = cell.value(key).mean;
  REQUIRE(found.has_value() == !expected.is_null());
  if (found) CHECK(*found == Approx(expected.get<double>()).epsilon(0).margin(1e-9));
}

CellMeasures sailon_cell(const json& example, const Conventions& conventions, bool informed) {
  TrialLogs agent(conventions);
  TrialLogs base(conventions);
  agent.next_source({"results", true});
  base.next_source({"results", true});
  int number = 0;
  for (const json& trial : example["trials"]) {
    const auto normal = trial["start"].get<std::size_t>();
    add_trial(agent, number, normal, trial["agent"]["perf"], trial["agent"]["prob"], informed);
    add_trial(base, number++, normal, trial["base"]["perf"], {});
  }
  const TrialLogs* const agents[] = {&base};
  const Baseline baseline(agents);
  return measure(agent, conventions, &baseline).cells.at(0);
}

const std::vector<std::pair<std::string, std::string>> kWithoutWindow{{"m1", "M1"},
                                                                      {"m1_all_misses", "M1_total_FN"},
                                                                      {"m2", "M2"},
                                                                      {"m2_1", "M2_1"},
                                                                      {"m2_2", "M2_2"},
                                                                      {"m3", "NRP_post_all"},
                                                                      {"onrp_sums", "ONRP_literal_sums"},
                                                                      {"opti", "OPTI"},
                                                                      {"amoc", "AMOC_area_wsu"},
                                                                      {"nrm", "NRM"},
                                                                      {"nrm_beta", "NRM_beta"},
                                                                      {"pre_agent", "PRE_TA2"},
                                                                      {"pre_baseline", "PRE_SOTA"},
                                                                      {"post_agent", "POST_TA2"},
                                                                      {"post_baseline", "POST_SOTA"}};
const std::vector<std::pair<std::string, std::string>> kWithWindow{
    {"m3_asymptotic", "NRP_last_m"},
    {"m3_1", "INRP_first_m"},
    {"inrp_sums", "INRP_literal_sums"},
    {"ipti", "IPTI"},
    {"apti", "APTI"},
    {"apti_ratio", "APTI_seed003_ratio"},
    {"apti_m_plus_1", "APTI_seed002_m_plus_1"}};

}  // namespace

TEST_CASE("each key of SAIL-ON's measures leads to its worked example") {
  for (const json& file : golden("sailon.json")) {
    REQUIRE(file["examples"].size() == 4);
    for (const json& example : file["examples"]) {
      INFO(example["name"].get<std::string>());
      Conventions conventions;
      conventions.performance = Performance::kScore;
      conventions.alarm.comparator = Comparator::kAtLeast;
      const int m = example["m"];
      if (m > 0) conventions.sailon_m = m;
      const json& expected = example["expected_clean"];
      const CellMeasures cell = sailon_cell(example, conventions, false);
      for (const auto& [key, name] : kWithoutWindow) check(cell, key, expected[name]);
      for (const auto& [key, name] : kWithWindow)
        if (m > 0) check(cell, key, expected[name]);
      CHECK(cell.value("opti").undefined == expected["undefined_counts"]["OPTI"]);
      CHECK(cell.value("m4").mean == std::nullopt);
      const CellMeasures informed = sailon_cell(example, conventions, true);
      check(informed, "m4", expected["NRP_post_all"]);
      if (m > 0) check(informed, "m4_asymptotic", expected["NRP_last_m"]);
      if (m > 0) check(informed, "m4_1", expected["INRP_first_m"]);
      CHECK(informed.value("m3").mean == std::nullopt);
      CHECK(informed.value("m1").mean == std::nullopt);
    }
  }
}

TEST_CASE("by wsu-script, M1 to M6 are the numbers that the script printed") {
  const std::vector<std::pair<std::string, std::string>> keys{
      {"m1", "M1"},     {"m2", "M2"},   {"m2_1", "M2.1"}, {"m3", "M3"},
      {"m3_1", "M3.1"}, {"m5", "OPTI"}, {"m6", "APTI"}};
  int compared = 0;
  for (const json& file : golden("sailon.json"))
    for (const json& example : file["examples"]) {
      if (!example.contains("wsu_analysis_py") || example["wsu_analysis_py"]["m_used"] == 0) continue;
      INFO(example["name"].get<std::string>());
      Conventions conventions;
      conventions.definitions = Definitions::kWsuScript;
      conventions.performance = Performance::kScore;
      conventions.alarm.comparator = Comparator::kAtLeast;
      conventions.sailon_m = example["wsu_analysis_py"]["m_used"];
      const CellMeasures cell = sailon_cell(example, conventions, false);
      for (const auto& [key, name] : keys) {
        INFO(key);
        const double printed = example["wsu_analysis_py"]["stats"][name]["Mean"];
        CHECK(cell.value(key).mean.value() == Approx(printed).epsilon(1e-9));
        ++compared;
      }
    }
  if (compared == 0) std::cout << "SKIPPED: the figures of WSU's script are not there\n";
}

TEST_CASE("each key of Pinto's detection measures leads to its worked example, propagated or skipped") {
  for (const json& file : golden("pinto.json")) {
    const json& set = file["trial_set"];
    for (const auto& [name, comparator] :
         {std::pair{"strict_gt", Comparator::kAbove}, std::pair{"inclusive_ge", Comparator::kAtLeast}}) {
      for (const Undefined undefined : {Undefined::kPropagate, Undefined::kSkip}) {
        Conventions conventions;
        conventions.alarm.comparator = comparator;
        conventions.undefined = undefined;
        TrialLogs logs(conventions);
        int number = 0;
        logs.next_source({"results", true});
        for (const json& trial : set["trials"]) {
          add_trial(logs, number++, trial["n_pre"].get<std::size_t>(), {}, trial["prob"]);
        }
        const CellMeasures cell = measure(logs, conventions).cells.at(0);
        const json& expected = set[name]["set"];
        const std::string suffix = undefined == Undefined::kSkip ? "_skip_undefined" : "";
        for (const auto& [key, theirs] :
             {std::pair{"accuracy", "accuracy"}, std::pair{"balanced_accuracy", "BA"},
              std::pair{"precision", "precision"}, std::pair{"recall", "recall"}, std::pair{"f1", "F1"}}) {
          check(cell, key, expected[theirs + suffix]);
          CHECK(cell.value(key).undefined == expected[std::string(theirs) + "_undefined"]);
        }
        for (const auto& [key, theirs] :
             {std::pair{"cdt", "CDT"}, std::pair{"wdt", "WDT"}, std::pair{"missed", "missed"},
              std::pair{"idn", "IDN"}, std::pair{"dd", "DD_novphy"},
              std::pair{"cdt_consistent", "CDT_consistent"}, std::pair{"idn_consistent", "IDN_consistent"}})
          check(cell, key, expected[theirs]);
      }
    }
  }
}

TEST_CASE("each key of Pinto's reaction measures leads to its worked example") {
  for (const json& file : golden("pinto.json")) {
    int windows_that_fit = 0;
    for (const json& example : file["reaction"]) {
      INFO(example["name"].get<std::string>());
      Conventions conventions;
      conventions.performance = Performance::kScore;
      const auto normal = example["n_pre"].get<std::size_t>();
      const bool fits = normal + example["m1"].get<std::size_t>() <= example["NT"].size();
      if (fits) {
        conventions.m1 = example["m1"];
        conventions.m2 = example["m2"];
      }
      TrialLogs agent(conventions);
      TrialLogs base(conventions);
      add_trial(agent, 0, normal, example["NT"], {});
      add_trial(base, 0, normal, example["BL"], {});
      const TrialLogs* const agents[] = {&base};
      const Baseline baseline(agents);
      const auto cells = measure(agent, conventions, &baseline).cells;
      if (cells.at(0).trials == 0) continue;  // without novel tasks nothing is measured
      check(cells[0], "nrp", example["measures"]["NRP_t"]);
      if (!fits) continue;
      ++windows_that_fit;
      check(cells[0], "anrp", example["measures"]["ANRP_t"]);
      check(cells[0], "dnrp", example["measures"]["DNRP_t"]);
    }
    CHECK(windows_that_fit >= 5);
  }
}
