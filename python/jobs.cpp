#include <fmt/core.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "base/file.h"
#include "base/lists.h"
#include "evaluator/detectors/detector.h"
#include "evaluator/measures/detection.h"
#include "evaluator/measures/intervals.h"
#include "evaluator/measures/reaction.h"
#include "evaluator/tables/tables.h"
#include "jobs/difficulty.h"
#include "jobs/evaluate.h"
#include "jobs/generate.h"
#include "jobs/judge.h"
#include "jobs/recorded_plays.h"
#include "jobs/run.h"
#include "jobs/train.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/settings.h"
#include "python/shots.h"
#include "python/threads.h"

// What the program's commands do, as functions.
namespace novphy::python {
namespace {

namespace py = pybind11;

/// Writes tasks as `novphy generate` does, by default on all cores. Returns the lines of the index.
std::vector<std::string> generate_tasks(const py::dict& given) {
  const auto job = asked(given, "generate", GenerateSettings{.jobs = 0}, {"names", "count", "out"});
  const GeneratedTasks made = interruptible([job](const Stop& stop) {
    return generate(job.wanted, job.context, {.stop = &stop, .progress = stop.progress});
  });
  return mapped(made.lines, [](const TaskSetLine& line) { return to_json_line(line); });
}

/// Judges pairs as `novphy difficulty` does. Returns its output as JSON, CSV, text and LaTeX, what --explain
/// adds, and the warnings of the readers.
py::tuple difficulty(const py::dict& given) {
  const auto job = asked(given, "difficulty", DifficultySettings{.jobs = 0});
  const Difficulties found = interruptible([job](const Stop& stop) {
    const JudgingProgress progress = [&stop](std::size_t done, std::size_t of) {
      check_stop(&stop);
      stop.progress(done, of);
    };
    return judge_difficulty(job.wanted, job.context, {.solving = progress, .judging = progress});
  });
  const DifficultyTable& table = found.table;
  return py::make_tuple(difficulty_json(table), difficulty_csv(table), difficulty_text(table),
                        difficulty_latex(table), found.explained(), *job.warned);
}

py::tuple row_of(const JudgedLevel& level) {
  const Stillness& still = level.stillness;
  return py::make_tuple(name(level.word), level.solvable(), still.stable(), still.moved_m, still.still_s,
                        level.throws, level.wins, level.window_deg, rows_of(level.witness), level.birds,
                        level.flips.changed, level.flips.lost);
}

/// Judges levels as `novphy judge` does.
py::list judge(const std::vector<Task>& tasks, const py::dict& given) {
  const auto job = asked(given, "judge", LevelJudging{.jobs = 0});
  py::list rows;
  for (const JudgedLevel& level : interruptible([job, tasks](const Stop& stop) {
         return judge_tasks(tasks, job.wanted, job.context, {.stop = &stop, .progress = stop.progress});
       }))
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
         watch.progress = stop.progress;
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
  if (!measured.changes.empty()) {
    const auto& changes = measured.changes;
    return py::make_tuple(json_table(changes), csv_table(changes), changes.front().all.warnings);
  }
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

/// Writes the folder of `novphy report --paper`. Returns warnings.
std::vector<std::string> report_paper(const py::dict& given, const std::string& out) {
  const auto job = asked(given, "report", ReportSettings());
  return interruptible([=](const Stop&) { return write_paper(job.wanted, out, Face::kPython); });
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
  module.def("report_paper", &report_paper);
  module.def("settings_of_report", [] { return described(ReportSettings().settings()); });
  module.def("detect", &detect_file);
  module.def("replay", &replay_file);
  module.def("merge", &merge_shards);
  module.def("settings_of_merge", [] { return described(MergeSettings().settings()); });
  module.def("write_file",
             [](const std::string& file, const std::string& bytes) { write_atomically(file, bytes); });
}

namespace {

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

/// The intervals of many made-up experiments, for bench/experiments: from values of the shape (experiments,
/// cells, trials), a row (low, high) each, NaN without an interval. `kind` is "bounded", whose values lie
/// from `low` to `high`, "difference", whose values lie from `low` to `high` = -low, or "welch".
py::array_t<double> interval_rows(
    const std::string& kind, const py::array_t<double, py::array::c_style | py::array::forcecast>& values,
    double low, double high) {
  static constexpr std::array<std::string_view, 3> kKinds{"bounded", "difference", "welch"};
  const std::size_t method = index_of(kind, kKinds, "kind");
  const auto all = values.unchecked<3>();
  py::array_t<double> rows({all.shape(0), py::ssize_t{2}});
  auto row = rows.mutable_unchecked<2>();
  std::vector<Values> cells(static_cast<std::size_t>(all.shape(1)),
                            Values(static_cast<std::size_t>(all.shape(2))));
  for (py::ssize_t i = 0; i < all.shape(0); ++i) {
    for (py::ssize_t c = 0; c < all.shape(1); ++c)
      std::copy_n(all.data(i, c, 0), all.shape(2), cells[static_cast<std::size_t>(c)].begin());
    std::optional<Interval> found;
    if (method == 0) {
      if (const auto bounded = bounded_interval(cells, {low, high})) found = bounded->interval;
    } else {
      found = method == 1 ? difference_test(cells, high).interval : welch_interval(cells);
    }
    row(i, 0) = found ? found->low : std::numeric_limits<double>::quiet_NaN();
    row(i, 1) = found ? found->high : std::numeric_limits<double>::quiet_NaN();
  }
  return rows;
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
  m.def("interval_rows", &interval_rows);
}

namespace {

int run_program(std::vector<std::string> arguments, std::vector<std::string> program) {
  arguments.insert(arguments.begin(), "novphy");
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  return app::run_novphy(static_cast<int>(words.size()), words.data(),
                         {.program = std::move(program), .data = data_folder()});
}

}  // namespace

void bind_commands(pybind11::module_& module) {
  module.def("run_program", run_program, py::arg("arguments"), py::arg("program"),
             py::call_guard<py::gil_scoped_release>());
}

}  // namespace novphy::python
