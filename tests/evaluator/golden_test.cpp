#include "tests/evaluator/golden.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "evaluator/measures/detection.h"
#include "evaluator/measures/reaction.h"
#include "evaluator/measures/series.h"

using namespace novphy;
using nlohmann::json;

/// All worked examples must come out to 1e-9.
namespace {

template <class Number>
void check(const std::string& what, const std::optional<Number>& found, const json& expected) {
  INFO(what);
  REQUIRE(found.has_value() == !expected.is_null());
  if (found) CHECK(static_cast<double>(*found) == Approx(expected.get<double>()).epsilon(0).margin(1e-9));
}

/// A row of numbers. The first `normal` numbers are of normal tasks.
struct Row {
  Row(const json& row, const json& count)
      : numbers(row.get<std::vector<double>>()), normal(count.get<std::size_t>()) {}
  TaskSeries series() const { return {std::span(numbers).first(normal), std::span(numbers).subspan(normal)}; }
  std::vector<double> numbers;
  std::size_t normal;
};

std::optional<int> less_one(std::optional<int> delay) {
  if (delay) --*delay;
  return delay;
}

void check_detection(const Alarms& alarms, const json& expected) {
  const Confusion counts = confusion(alarms);
  CHECK(counts.tp == expected["TP"]);
  CHECK(counts.tn == expected["TN"]);
  CHECK(counts.fp == expected["FP"]);
  CHECK(counts.fn == expected["FN"]);
  check("accuracy", accuracy(counts), expected["accuracy"]);
  check("TPR", recall(counts), expected["TPR"]);
  check("TNR", specificity(counts), expected["TNR"]);
  check("BA", balanced_accuracy(counts), expected["BA"]);
  check("precision", precision(counts), expected["precision"]);
  check("recall", recall(counts), expected["recall"]);
  check("F1", f1(counts), expected["F1"]);
  CHECK((detection(alarms) == Detection::kCorrect) == (expected["correct"] == 1));
  CHECK((detection(alarms) == Detection::kWrong) == (expected["wrong"] == 1));
  CHECK((detection(alarms) == Detection::kMissed) == (expected["missed"] == 1));
  check("IDN", less_one(detection_delay(alarms)), expected["IDN_t"]);
  check("DD", detection_delay(alarms), expected["DD_t"]);
  CHECK(misses_before_lasting_alarm(alarms).has_value() == (expected["consistent"] == 1));
  check("consistent IDN", misses_before_lasting_alarm(alarms), expected["consistent_IDN_t"]);
  CHECK(is_always_alarmed(alarms) == (expected["consistent_literal"] == 1));
}

/// Means over trials, with a count of the undefined values.
class Means {
 public:
  template <class Number>
  void add(const std::string& name, const std::optional<Number>& value) {
    Mean& mean = means_[name];
    value ? mean.add(static_cast<double>(*value)) : void(++undefined_[name]);
  }
  void check_all(const json& expected) {
    for (auto& [name, mean] : means_) check(name, mean.value(), expected.at(name));
  }
  int undefined(const std::string& name) { return undefined_[name]; }

 private:
  std::map<std::string, Mean> means_;
  std::map<std::string, int> undefined_;
};

}  // namespace

TEST_CASE("agents like those of Pinto's Figure 3 come out") {
  for (const json& file : golden("pinto.json")) {
    const json& figure = file["figure3"];
    for (const auto& [name, agent] : figure["agents"].items()) {
      INFO(name);
      const Row probability(agent["prob"], figure["n_pre"]);
      check_detection(alarms_of(probability.series(), {figure["threshold"], Comparator::kAbove}),
                      agent["measures"]);
    }
  }
}

TEST_CASE("a trial-set comes out trial by trial, with both comparators") {
  for (const json& file : golden("pinto.json")) {
    const json& set = file["trial_set"];
    for (const auto& [name, comparator] :
         {std::pair{"strict_gt", Comparator::kAbove}, std::pair{"inclusive_ge", Comparator::kAtLeast}}) {
      INFO(name);
      Means means;
      const json& expected = set[name];
      for (std::size_t i = 0; i < set["trials"].size(); ++i) {
        const Row probability(set["trials"][i]["prob"], set["trials"][i]["n_pre"]);
        const Alarms alarms = alarms_of(probability.series(), {0.5, comparator});
        check_detection(alarms, expected["per_trial"][i]);
        means.add("precision_skip_undefined", precision(confusion(alarms)));
        means.add("F1_skip_undefined", f1(confusion(alarms)));
        means.add("accuracy", accuracy(confusion(alarms)));
        means.add("BA", balanced_accuracy(confusion(alarms)));
        means.add("recall", recall(confusion(alarms)));
        means.add("IDN", less_one(detection_delay(alarms)));
        means.add("DD_novphy", detection_delay(alarms));
        means.add("IDN_consistent", misses_before_lasting_alarm(alarms));
      }
      means.check_all(expected["set"]);
      CHECK(means.undefined("precision_skip_undefined") == expected["set"]["precision_undefined"]);
      CHECK(means.undefined("F1_skip_undefined") == expected["set"]["F1_undefined"]);
    }
  }
}

TEST_CASE("trials that flicker or lack normal or novel tasks come out") {
  for (const json& file : golden("pinto.json")) {
    for (const json& edge : file["edge_detection"]) {
      INFO(edge["name"].get<std::string>());
      const Row probability(edge["prob"], edge["n_pre"]);
      check_detection(alarms_of(probability.series(), {}), edge["measures"]);
    }
  }
}

TEST_CASE("NRP, ANRP and DNRP come out") {
  for (const json& file : golden("pinto.json")) {
    Means means;
    for (const json& example : file["reaction"]) {
      INFO(example["name"].get<std::string>());
      const Row agent(example["NT"], example["n_pre"]);
      const Row baseline(example["BL"], example["n_pre"]);
      const int m1 = example["m1"];
      const int m2 = example["m2"];
      const json& expected = example["measures"];
      check("P_post_NT", mean(agent.series().novel), expected["P_post_NT"]);
      check("P_asym_BL", mean(last(baseline.series().novel, m1)), expected["P_asym_BL"]);
      check("NRP", nrp(agent.series(), baseline.series()), expected["NRP_t"]);
      check("ANRP", anrp(agent.series(), baseline.series(), m1), expected["ANRP_t"]);
      check("DNRP", dnrp(agent.series(), m1, m2), expected["DNRP_t"]);
      means.add("NRP_t", nrp(agent.series(), baseline.series()));
      means.add("ANRP_t", anrp(agent.series(), baseline.series(), m1));
      means.add("DNRP_t", dnrp(agent.series(), m1, m2));
    }
    means.check_all(file["reaction_set_means"]);
  }
}

TEST_CASE("SAIL-ON's and WSU's measures come out clean") {
  for (const json& file : golden("sailon.json")) {
    for (const json& example : file["examples"]) {
      INFO(example["name"].get<std::string>());
      Means means;
      const int m = example["m"];
      for (const json& trial : example["trials"]) {
        const Row agent(trial["agent"]["perf"], trial["start"]);
        const Row base(trial["base"]["perf"], trial["start"]);
        const Row probability(trial["agent"]["prob"], trial["start"]);
        const Alarms alarms = alarms_of(probability.series(), {trial["agent"]["thr"], Comparator::kAtLeast});
        const TaskSeries a = agent.series();
        const TaskSeries b = base.series();
        means.add("M1", less_one(detection_delay(alarms)));
        means.add("M1_total_FN", all_misses(alarms));
        means.add("M2", std::optional(detection(alarms) == Detection::kCorrect));
        means.add("M2_1", std::optional(detection(alarms) == Detection::kWrong));
        means.add("M2_2", specificity(confusion(alarms)));
        means.add("NRP_post_all", reaction_overall(a, b));
        means.add("NRP_last_m", reaction_asymptotic(a, b, m));
        means.add("INRP_first_m", reaction_initial(a, b, m));
        means.add("ONRP_literal_sums", reaction_overall_sums(a, b));
        means.add("INRP_literal_sums", reaction_initial_sums(a, b, m));
        means.add("OPTI", opti(a, b));
        means.add("IPTI", ipti(a, b, m));
        means.add("APTI", apti(a, b, m));
        means.add("APTI_seed003_ratio", apti_ratio(a, b, m));
        means.add("APTI_seed002_m_plus_1", apti_m_plus_1(a, b, m));
        means.add("NRM", is_robust(a));
        means.add("NRM_beta", is_robust(b));
        means.add("PRE_SOTA", mean(b.normal));
        means.add("PRE_TA2", mean(a.normal));
        means.add("POST_SOTA", mean(b.novel));
        means.add("POST_TA2", mean(a.novel));
        means.add("AMOC_area_wsu", std::optional(amoc(probability.series())));
      }
      const json& expected = example["expected_clean"];
      means.check_all(expected);
      for (const auto& [name, count] : expected["undefined_counts"].items()) {
        INFO(name);
        CHECK(means.undefined(name) == count);
      }
    }
  }
}
