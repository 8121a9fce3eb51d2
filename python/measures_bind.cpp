#include <pybind11/stl.h>

#include <optional>
#include <vector>

#include "evaluator/detectors/detector.h"
#include "evaluator/measures/detection.h"
#include "evaluator/measures/intervals.h"
#include "evaluator/measures/reaction.h"
#include "python/bind.h"

namespace novphy::python {
namespace {

namespace py = pybind11;
using Values = std::vector<double>;
using Flags = std::vector<bool>;

Alarms alarms_in(const Flags& normal, const Flags& novel) { return {.normal = normal, .novel = novel}; }

/// A measure of one trial's alarms, for Python: of normal tasks, then of novel tasks.
template <class Measure>
auto of_alarms(Measure measure) {
  return [measure](const Flags& normal, const Flags& novel) { return measure(alarms_in(normal, novel)); };
}
template <class Measure>
auto of_counts(Measure measure) {
  return [measure](const Flags& normal, const Flags& novel) {
    return measure(confusion(alarms_in(normal, novel)));
  };
}

/// A measure of an agent compared with a baseline: the agent's novel tasks, the baseline's normal tasks.
template <class Measure>
auto of_novel_and_normal(Measure measure) {
  return [measure](const Values& agent_novel, const Values& baseline_normal) {
    return measure(TaskSeries{{}, agent_novel}, TaskSeries{baseline_normal, {}});
  };
}
template <class Measure>
auto of_novel_and_novel(Measure measure) {
  return [measure](const Values& agent_novel, const Values& baseline_novel, int m) {
    return measure(TaskSeries{{}, agent_novel}, TaskSeries{{}, baseline_novel}, m);
  };
}

void bind_success(py::module_& m) {
  m.def("ap", [](const Values& passes, int n) { return asymptotic_performance(passes, n); });
  m.def("default_m", &default_m);
  m.def("aus", [](const Values& passes) { return area_under_success(passes); });
  m.def("aus_trapezoid", [](const Values& passes) { return area_under_success_trapezoid(passes); });
  m.def("tasks_until_regained", [](const Values& passes, double normal, int window) {
    return tasks_until_regained(passes, normal, window);
  });
}

void bind_detection(py::module_& m) {
  m.def("detection", of_alarms([](const Alarms& alarms) {
          constexpr const char* kNames[] = {"correct", "wrong", "missed"};
          return kNames[static_cast<int>(detection(alarms))];
        }));
  m.def("dd", of_alarms(&detection_delay));
  m.def("restricted_delay", of_alarms(&restricted_delay));
  m.def("misses_before_lasting_alarm", of_alarms(&misses_before_lasting_alarm));
  m.def("is_always_alarmed", of_alarms(&is_always_alarmed));
  m.def("all_misses", of_alarms(&all_misses));
  m.def("accuracy", of_counts(&accuracy));
  m.def("recall", of_counts(&recall));
  m.def("specificity", of_counts(&specificity));
  m.def("balanced_accuracy", of_counts(&balanced_accuracy));
  m.def("precision", of_counts(&precision));
  m.def("f1", of_counts(&f1));
  m.def("amoc", [](const Values& normal, const Values& novel) { return amoc(TaskSeries{normal, novel}); });
  m.def("sma", &sma);
  m.def("pma",
        [](const Flags& passed, int window, double threshold, double mean, double spread, bool as_published) {
          return pma(passed, window, threshold, {.mean = mean, .spread = spread}, as_published);
        });
  m.def("calibrate", [](const Values& pass_rates) {
    const Calibration calibration = calibrate(pass_rates);
    return std::pair(calibration.mean, calibration.spread);
  });
}

void bind_reaction(py::module_& m) {
  m.def("nrp", of_novel_and_normal(&nrp));
  m.def("anrp", of_novel_and_novel(&anrp));
  m.def("dnrp", [](const Values& novel, int m1, int m2) { return dnrp(TaskSeries{{}, novel}, m1, m2); });
  m.def("reaction_overall", of_novel_and_normal(&reaction_overall));
  m.def("opti", [](const Values& agent_novel, const Values& baseline_novel) {
    return opti(TaskSeries{{}, agent_novel}, TaskSeries{{}, baseline_novel});
  });
  m.def("ipti", of_novel_and_novel(&ipti));
  m.def("apti", of_novel_and_novel(&apti));
  m.def("apti_ratio", of_novel_and_novel(&apti_ratio));
  m.def("change_in_deviations", [](const Values& normal, const Values& novel) {
    return change_in_deviations(TaskSeries{normal, novel});
  });
  m.def("is_robust", [](const Values& normal, const Values& novel) {
    return is_robust(TaskSeries{normal, novel});
  });
}

}  // namespace

void bind_measures(py::module_& module) {
  py::module_ m = module.def_submodule("measures");
  bind_success(m);
  bind_detection(m);
  bind_reaction(m);
  m.def("wilson", [](double successes, int trials, double confidence) {
    const Interval interval = wilson(successes, trials, confidence);
    return std::pair(interval.low, interval.high);
  });
}

}  // namespace novphy::python
