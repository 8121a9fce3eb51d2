#include "evaluator/tables/json_values.h"

#include "evaluator/definitions.h"

namespace novphy {
namespace {

template <class Number>
nlohmann::ordered_json number_or_null(const std::optional<Number>& number) {
  return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json(nullptr);
}

}  // namespace

nlohmann::ordered_json conventions_to_json(const Conventions& conventions) {
  const bool above = conventions.alarm.comparator == Comparator::kAbove;
  const bool by_pass = conventions.performance == Performance::kPass;
  return {{"threshold", conventions.alarm.threshold},
          {"alarm_if", above ? "above" : "at_least"},
          {"own_thresholds", conventions.alarm.own_thresholds},
          {"performance", by_pass ? "pass" : "score"},
          {"undefined", conventions.undefined == Undefined::kPropagate ? "propagate" : "skip"},
          {"m", number_or_null(conventions.m)},
          {"m1", number_or_null(conventions.m1)},
          {"m2", number_or_null(conventions.m2)},
          {"definitions", program_of(conventions.definitions).name},
          {"sailon_m", number_or_null(conventions.sailon_m)},
          {"sailon_m_share", number_or_null(conventions.sailon_m_share)},
          {"regain_window", conventions.regain_window},
          {"neutral", conventions.neutral},
          {"resamples", conventions.resamples},
          {"confidence", conventions.confidence},
          {"seed", conventions.seed}};
}

}  // namespace novphy
