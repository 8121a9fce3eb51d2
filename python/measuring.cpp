#include <fmt/core.h>
#include <pybind11/stl.h>

#include <memory>

#include "evaluator/tables/tables.h"
#include "jobs/evaluate.h"
#include "jobs/recorded_plays.h"
#include "jobs/run.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/settings.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// The result of measuring.
struct Texts {
  std::string json;
  std::string csv;
  std::vector<std::string> warnings;
};

Texts texts_of(const Measured& measured) {
  const Evaluation& evaluation = measured.evaluation;
  if (measured.levels.alone)
    return {json_table(measured.levels), csv_table(measured.levels), evaluation.warnings};
  return {json_table(evaluation, measured.comparisons, measured.scores),
          csv_table(evaluation, measured.scores), evaluation.warnings};
}

py::tuple measure_files(const py::dict& given) {
  const auto wanted = std::make_shared<MeasureSettings>();
  Settings settings = wanted->settings();
  set_settings(settings, given, "measure");
  const auto texts = std::make_shared<Texts>();
  interruptible([=](const Stop&) { *texts = texts_of(measure(*wanted, Face::kPython)); });
  return py::make_tuple(texts->json, texts->csv, texts->warnings);
}

std::string report_page(const py::dict& given) {
  const auto wanted = std::make_shared<ReportSettings>();
  Settings settings = wanted->settings();
  set_settings(settings, given, "report");
  data();
  const auto page = std::make_shared<std::string>();
  interruptible([=](const Stop&) {
    *page = make_report(report_parts(*wanted, data().assets, Face::kPython)->input).html;
  });
  return *page;
}

/// Writes records with the alarms of a detector. Returns a warning, or "".
std::string detect_file(const py::dict& given) {
  DetectSettings wanted;
  std::string detector;
  Settings settings = wanted.settings();
  settings.push_back({"detector", &detector, {}});
  set_settings(settings, given, "detect");
  wanted.detector = parse_detector(detector);
  return detect(wanted, Face::kPython).no_spread;
}

/// Plays the records of a file again. Returns a text for each record that came out differently, and warnings.
py::tuple replay_file(const std::string& file, const std::shared_ptr<const PlanFile>& plan) {
  const auto different = std::make_shared<std::vector<std::string>>();
  const auto warnings = std::make_shared<std::vector<std::string>>();
  data();
  interruptible([=](const Stop& stop) {
    RecordReader reader(file);
    const RecordSetting setting =
        load_setting(file, reader.fingerprint(), {.assets = data_folder() / "assets", .read = plan},
                     [&](const std::string& text) { warnings->push_back(text); });
    const auto see = [&](const Record&, int line, const std::optional<Replay>& again) {
      if (again)
        for (const std::string& difference : again->differences)
          different->push_back(fmt::format("line {}: {}", line, difference));
    };
    replay_all(setting, reader, file, see, &stop);
  });
  return py::make_tuple(*different, *warnings);
}

/// Merges files as `novphy merge` does. Returns what is said of missing trials ("" if there are none), their
/// places in the plan, the number of trials that the files hold, the shards of the missing trials, and a
/// warning.
py::tuple merge_shards(const py::dict& given) {
  const auto wanted = std::make_shared<MergeSettings>();
  Settings settings = wanted->settings();
  set_settings(settings, given, "merge");
  const auto merged = std::make_shared<Merged>();
  interruptible([=](const Stop& stop) { *merged = merge(*wanted, data_folder() / "assets", &stop); });
  return py::make_tuple(merged->missing, merged->places, merged->held, merged->shards, merged->warning);
}

}  // namespace

void bind_measuring(py::module_& module) {
  module.def("merge", &merge_shards);
  module.def("settings_of_merge", [] { return described(MergeSettings().settings()); });
  module.def("measure", &measure_files);
  module.def("report", &report_page);
  module.def("settings_of_measure", [] { return described(MeasureSettings().settings()); });
  module.def("settings_of_report", [] { return described(ReportSettings().settings()); });
  module.def("detect", &detect_file);
  module.def("replay", &replay_file);
}

}  // namespace novphy::python
