#include "evaluator/tables/convention_values.h"

#include "evaluator/definitions.h"

namespace novphy {
namespace {

template <class Number>
ConventionValue if_asked(const std::optional<Number>& number) {
  return number ? ConventionValue(*number) : ConventionValue();
}

std::string_view word(Repeats repeats) {
  if (repeats == Repeats::kRefuse) return "refuse";
  return repeats == Repeats::kFirst ? "first" : "last";
}

std::string_view word(bool first, std::string_view one, std::string_view other) {
  return first ? one : other;
}

}  // namespace

std::vector<std::pair<std::string_view, ConventionValue>> convention_values(const Conventions& conventions) {
  const bool above = conventions.alarm.comparator == Comparator::kAbove;
  const bool by_pass = conventions.performance == Performance::kPass;
  const bool propagate = conventions.undefined == Undefined::kPropagate;
  return {{"threshold", conventions.alarm.threshold},
          {"alarm_if", word(above, "above", "at_least")},
          {"own_thresholds", conventions.alarm.own_thresholds},
          {"performance", word(by_pass, "pass", "score")},
          {"undefined", word(propagate, "propagate", "skip")},
          {"repeats", word(conventions.repeats)},
          {"m", if_asked(conventions.m)},
          {"m1", if_asked(conventions.m1)},
          {"m2", if_asked(conventions.m2)},
          {"definitions", program_of(conventions.definitions).name},
          {"sailon_m", if_asked(conventions.sailon_m)},
          {"sailon_m_share", if_asked(conventions.sailon_m_share)},
          {"regain_window", conventions.regain_window},
          {"neutral", conventions.neutral},
          {"paired", conventions.paired},
          {"resamples", conventions.resamples},
          {"confidence", conventions.confidence},
          {"seed", conventions.seed}};
}

}  // namespace novphy
