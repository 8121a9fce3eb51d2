#include <fmt/core.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "evaluator/tables/tables.h"
#include "jobs/detect.h"
#include "jobs/difficulty.h"
#include "jobs/evaluate.h"
#include "jobs/generate.h"
#include "jobs/judge.h"
#include "jobs/merge.h"
#include "jobs/recorded_plays.h"
#include "jobs/train.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/settings.h"
#include "python/shots.h"

// What the program's commands do, as functions.
namespace novphy::python {
namespace {

namespace py = pybind11;

/// Writes tasks as `novphy generate` does, by default on all cores. Returns the lines of the index.
std::vector<std::string> generate_tasks(const py::dict& given) {
  const auto job = asked(given, "generate", GenerateSettings{.jobs = 0}, {"names", "count", "out"});
  const GeneratedTasks made =
      interruptible([job](const Stop& stop) { return generate(job.wanted, job.context, {.stop = &stop}); });
  std::vector<std::string> lines;
  for (const TaskSetLine& line : made.lines) lines.push_back(to_json_line(line));
  return lines;
}

/// Judges pairs as `novphy difficulty` does. Returns its output as JSON, CSV, text and LaTeX, what --explain
/// adds, and the warnings of the readers.
py::tuple difficulty(const py::dict& given) {
  const auto job = asked(given, "difficulty", DifficultySettings{.jobs = 0});
  const Difficulties found = interruptible([job](const Stop& stop) {
    const JudgingProgress progress = [&stop](std::size_t, std::size_t) { check_stop(&stop); };
    return judge_difficulty(job.wanted, job.context, {.solving = progress, .judging = progress});
  });
  const DifficultyTable& table = found.table;
  return py::make_tuple(difficulty_json(table), difficulty_csv(table), difficulty_text(table),
                        difficulty_latex(table), found.explained(), *job.warned);
}

py::tuple row_of(const JudgedLevel& level) {
  const Stillness& still = level.stillness;
  return py::make_tuple(name(level.word), level.solvable(), still.stable(), still.moved_m, still.still_s,
                        level.throws, level.wins, level.window_deg, rows_of(level.witness), level.birds);
}

/// Judges levels as `novphy judge` does.
py::list judge(const std::vector<Task>& tasks, const py::dict& given) {
  const auto job = asked(given, "judge", LevelJudging{.jobs = 0});
  py::list rows;
  for (const JudgedLevel& level : interruptible(
           [job, tasks](const Stop& stop) { return judge_tasks(tasks, job.wanted, job.context, &stop); }))
    rows.append(row_of(level));
  return rows;
}

/// Trains nets as `novphy train` does, by default on all cores.
py::list train_nets(const py::dict& given) {
  const auto job = asked(given, "train", TrainSettings{.jobs = 0}, {"out"});
  py::list rows;
  for (const NetResult& each : interruptible([job](const Stop& stop) {
         TrainWatch watch;
         watch.stop = &stop;
         return train(job.wanted, job.context, watch, {});
       }))
    rows.append(py::make_tuple(name_of(each.kind), each.task_template, each.ceiling.tasks, each.passed,
                               each.ceiling.solved, each.ceiling.random, each.ceiling.best_single));
  return rows;
}

/// Returns the tables of `novphy measure` as JSON and CSV, and warnings.
py::tuple measure_files(const py::dict& given) {
  const auto job = asked(given, "measure", MeasureSettings());
  const Measured measured = interruptible([job](const Stop&) { return measure(job.wanted, Face::kPython); });
  const Evaluation& evaluation = measured.evaluation;
  if (measured.levels.alone)
    return py::make_tuple(json_table(measured.levels), csv_table(measured.levels), evaluation.warnings);
  return py::make_tuple(json_table(evaluation, measured.comparisons, measured.scores),
                        csv_table(evaluation, measured.scores), evaluation.warnings);
}

std::string report_page(const py::dict& given) {
  const auto job = asked(given, "report", ReportSettings());
  return interruptible([job](const Stop&) {
    return make_report(report_parts(job.wanted, *job.context.assets, Face::kPython)->input).html;
  });
}

/// Writes records with the alarms of a detector. Returns a warning, or "".
std::string detect_file(const py::dict& given) {
  DetectSettings wanted;
  std::string detector;
  Settings settings = wanted.settings();
  settings.push_back({.name = "detector", .value = &detector, .help = {}});
  set_settings(settings, given, "detect");
  wanted.detector = parse_detector(detector);
  return detect(wanted, Face::kPython).no_spread;
}

/// Plays the records of a file again. Returns a text for each record that came out differently, and warnings.
py::tuple replay_file(const std::string& file, const PlanPointer& plan) {
  data();
  using Texts = std::vector<std::string>;
  const auto [different, warnings] = interruptible([=](const Stop& stop) {
    std::pair<Texts, Texts> found;
    RecordReader reader(file);
    const RecordSetting setting =
        load_setting(file, reader.fingerprint(), {.assets = data_folder() / "assets", .read = plan},
                     [&](const std::string& text) { found.second.push_back(text); });
    const auto see = [&](const Record&, int line, const std::optional<Replay>& again) {
      if (again)
        for (const std::string& difference : again->differences)
          found.first.push_back(fmt::format("line {}: {}", line, difference));
    };
    replay_all(setting, reader, file, see, &stop);
    return found;
  });
  return py::make_tuple(different, warnings);
}

/// Merges files as `novphy merge` does. Returns what is said of missing trials ("" if there are none), their
/// places in the plan, the number of trials that the files hold, the shards of the missing trials, and a
/// warning.
py::tuple merge_shards(const py::dict& given) {
  const auto job = asked(given, "merge", MergeSettings());
  const Merged merged =
      interruptible([job](const Stop& stop) { return merge(job.wanted, data_folder() / "assets", &stop); });
  return py::make_tuple(merged.missing, merged.places, merged.held, merged.shards, merged.warning);
}

}  // namespace

void bind_jobs(py::module_& module) {
  module.def("generate", &generate_tasks);
  module.def("settings_of_generate", [] { return described(GenerateSettings{.jobs = 0}.settings()); });
  module.def("difficulty", &difficulty);
  module.def("settings_of_difficulty", [] { return described(DifficultySettings{.jobs = 0}.settings()); });
  module.def("judge", &judge);
  module.def("settings_of_judge", [] { return described(LevelJudging{.jobs = 0}.settings()); });
  module.def("train", &train_nets);
  module.def("settings_of_train", [] { return described(TrainSettings{.jobs = 0}.settings()); });
  module.def("measure", &measure_files);
  module.def("settings_of_measure", [] { return described(MeasureSettings().settings()); });
  module.def("report", &report_page);
  module.def("settings_of_report", [] { return described(ReportSettings().settings()); });
  module.def("detect", &detect_file);
  module.def("replay", &replay_file);
  module.def("merge", &merge_shards);
  module.def("settings_of_merge", [] { return described(MergeSettings().settings()); });
  module.def("write_file",
             [](const std::string& file, const std::string& bytes) { write_atomically(file, bytes); });
}

}  // namespace novphy::python
