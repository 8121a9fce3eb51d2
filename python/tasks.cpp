#include <fmt/core.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>

#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/lists.h"
#include "base/text.h"
#include "generator/checks.h"
#include "generator/sets/certificate.h"
#include "generator/sets/make_tasks.h"
#include "levels/task_file.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/settings.h"
#include "python/shots.h"
#include "python/threads.h"

namespace novphy::python {

namespace {

namespace py = pybind11;
using namespace pybind11::literals;

/// The name of a temporary file for tasks that are being made. Every call returns another one.
std::string temporary_file() {
  static std::atomic<int> number = 0;
  const std::string name = fmt::format("novphy-{}-{}.tasks", ::getpid(), number++);
  return (std::filesystem::temp_directory_path() / name).string();
}

std::string json_of(const Task& task) { return task_to_json(task, catalogue()); }

/// Gives Python the reader's warnings.
void warn(const Warnings& warnings) {
  for (const Problem& warning : warnings)
    if (PyErr_WarnEx(PyExc_UserWarning, InputError(Warnings{warning}).what(), 1) != 0)
      throw py::error_already_set();
}

Task loaded(const std::filesystem::path& file) {
  const TaskPlace place = task_place(file.string(), context_of({}));
  if (is_side_of_pair(place, file.string()))
    return read_pair(place.file, catalogue()).side(place.side == "novel").task;
  Warnings warnings;
  Task task = read_task(place.file, catalogue(), &warnings);
  warn(warnings);
  return task;
}

Task parsed(const std::string& text, const std::string& name) {
  Warnings warnings;
  Task task = parse_task_json(text, name, catalogue(), &warnings);
  warn(warnings);
  return task;
}

/// All of a dictionary would be on line 1.
std::vector<Problem> without_lines(std::vector<Problem> problems) {
  for (Problem& problem : problems) problem.line = 0;
  return problems;
}

Task from_dict(const py::handle& value, const std::string& name) {
  const std::string text = json_of_value(value, name);
  try {
    Warnings warnings;
    Task task = parse_task_json(text, name, catalogue(), &warnings);
    warn(without_lines(warnings));
    return task;
  } catch (const InputError& wrong) {
    throw InputError(without_lines(wrong.problems()));
  }
}

int pigs_of(const Task& task) {
  return static_cast<int>(std::count_if(task.objects.begin(), task.objects.end(), [](const Object& object) {
    const Kind* kind = catalogue().find(object.type, object.material);
    return kind != nullptr && kind->category == Category::kPig;
  }));
}

/// Begins with the name of a base task, and else with the task's novelties.
std::string repr_of(const Task& task) {
  std::string name;
  for (const NoveltyMark& each : task.novelties) name += (name.empty() ? " with " : ", ") + each.name;
  for (const Pair& pair : data().pairs)
    for (const Template* side : {&pair.normal, &pair.novel})
      if (side->task == task) name = " " + side->name;
  return fmt::format("<Task{}: {}, {}, {}>", name, counted(task.birds.size(), "bird"),
                     counted(pigs_of(task), "pig"), counted(task.objects.size(), "object"));
}

std::vector<std::string> pair_names() {
  return mapped(data().pairs, [](const Pair& pair) { return pair.scenario + "/" + pair.novelty; });
}

/// The pair called "rolling/agents". Throws InputError for another name.
const Pair& pair_named(const std::string& name) {
  for (const Pair& pair : data().pairs)
    if (is_named(pair, name)) return pair;
  throw InputError("pair", fmt::format("found \"{}\", expected a name such as rolling/agents", name));
}

Task base_of(const std::string& pair, bool novel) { return pair_named(pair).side(novel).task; }

/// The templates that a name of environments means: a template, a pair, a scenario, a novelty or "all".
std::vector<std::string> templates_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Pair& pair : data().pairs)
    if (has_novelty(pair, name)) names.push_back(pair.scenario + "/" + pair.novelty);
  if (names.empty()) names.push_back(name);
  std::vector<std::string> templates;
  const TaskOrder order = order_of(names, data().pairs, 1, catalogue());
  for (const WantedTasks& wanted : order.wanted) templates.push_back(name_of(order, wanted));
  return templates;
}

/// Makes tasks of one template.
std::vector<Task> made_tasks(const TaskOrder& order, TaskRun run, const Stop& stop) {
  run.stop = &stop;
  run.progress = stop.progress;
  const WantedTasks& wanted = order.wanted.front();
  std::vector<Task> tasks(static_cast<std::size_t>(wanted.count));
  const auto file = temporary_file();
  TaskJournal journal(AppendFile(file, {.create = true}),
                      set_head(run.variation, order.pairs, data().assets, "standard"), {});
  std::filesystem::remove(file);  // nothing will resume from this journal
  make_tasks(order, run, solver(), journal,
             [&](const WantedTasks&, TaskSetLine line, const Task& task, const std::string&) {
               tasks[static_cast<std::size_t>(line.task - wanted.first)] = task;
               journal.add(std::move(line));
             });
  return tasks;
}

/// The tasks that `novphy generate` writes.
std::vector<Task> make(const std::string& name, int count, int first, std::uint64_t seed,
                       const std::string& proof, int distractors, int threads) {
  check_range("count", count, 1, 1'000'000);
  check_range("first", first, 0, 1'000'000);
  check_range("distractors", distractors, 0, 100);
  TaskRun run{.variation = {}, .jobs = threads_of(threads)};
  TaskOrder order = order_of({name}, data().pairs, count, catalogue());
  if (order.wanted.size() != 1)
    throw InputError("template", fmt::format("found \"{}\", which names {} templates, expected one, such as "
                                             "rolling/agents/novel",
                                             name, order.wanted.size()));
  order.wanted.front().first = first;
  run.variation.novelties = data().novelties;
  run.variation.seed = seed;
  run.variation.proof = static_cast<Proof>(index_of(proof, kProofNames, "proof"));
  run.variation.most_distractors = distractors;
  run.variation.certificate = certificate_below(data_folder());
  return interruptible([order, run](const Stop& stop) { return made_tasks(order, run, stop); });
}

std::pair<Task, std::string> injected(const Task& task, const std::string& novelty,
                                      const std::optional<std::pair<double, double>>& at,
                                      const std::optional<int>& object, const NoveltyValues& values) {
  Where where;
  if (at) where.at_m = Vec2{at->first, at->second};
  where.object = object;
  Injected result = inject(task, find_novelty(data().novelties, novelty), catalogue(), where, values);
  return {std::move(result.task), result.place};
}

/// The base tasks of published templates by name, in the order of their pairs, for bench/experiments.
py::dict published_templates(const std::string& folder) {
  py::dict tasks;
  for (const Pair& pair : published_pairs(folder, catalogue()))
    for (const Template* side : {&pair.normal, &pair.novel}) tasks[py::str(side->name)] = side->task;
  return tasks;
}

py::list solution(const Task& task, const std::string& physics_name) {
  solver(physics_name);
  return rows_of(
      interruptible([task, physics_name](const Stop&) { return safe_solution(task, solver(physics_name)); }));
}

py::dict side_dict(const SideReport& side) {
  static constexpr std::array kVerdicts{"passed", "failed", "not asked", "reported"};
  py::dict checks;
  for (const CheckResult& check : side.checks)
    checks[py::str(check.id)] =
        py::make_tuple(kVerdicts[static_cast<std::size_t>(check.verdict)], check.finding);
  return py::dict("template"_a = side.name, "passed"_a = side.passed(),
                  "winning_throws"_a = side.solutions.size(), "throws"_a = side.throws,
                  "witness"_a = rows_of(side.witness), "checks"_a = checks);
}

py::dict verified(const std::string& name) {
  const std::string file = shipped(name, context_of({}));
  const Pair pair = std::filesystem::is_regular_file(file) ? read_pair(file, catalogue()) : pair_named(name);
  const PairReport report =
      interruptible([pair](const Stop&) { return verify(pair, data().novelties, solver()); });
  return py::dict("normal"_a = side_dict(report.normal), "novel"_a = side_dict(report.novel));
}

}  // namespace

void bind_tasks(py::module_& module) {
  py::class_<Task>(
      module, "Task",
      "One task, as a value: tasks with equal content compare equal, have equal hashes and can be pickled.")
      .def_static(
          "load", &loaded, py::arg("file"),
          "Reads a task in novphy's JSON or in Science Birds XML from `file`, which may also be a name "
          "such as \"rolling/fan:novel\". Raises InputError. What is read otherwise than it is "
          "written, such as a tag that is never closed, is a UserWarning.")
      .def_static(
          "parse", &parsed, py::arg("text"), py::arg("name") = "task",
          "Reads a task from `text` in JSON. `name` is used for the file in messages. Raises InputError.")
      .def("json", &json_of, "The task in novphy's JSON, the same bytes that the program writes.")
      .def_static(
          "from_dict", &from_dict, py::arg("values"), py::arg("name") = "task",
          "The task of a dictionary such as to_dict() gives, with the keys and units of the JSON "
          "(docs/reference/tasks.md): metres, degrees, newtons. Lists may be tuples or numpy arrays. Raises "
          "InputError, which names the place, such as /objects/1/at. `name` begins the message.")
      .def(
          "to_dict", [](const Task& task) { return value_of_json(json_of(task)); },
          "The task as a new dictionary of plain values, with the keys and units of its JSON. "
          "Task.from_dict(task.to_dict()) equals the task.")
      .def(
          "xml", [](const Task& task) { return task_to_xml(task, catalogue()); },
          "The task in Science Birds XML. Raises InputError if XML cannot express it.")
      .def_property_readonly("pigs", &pigs_of, "Number of pigs.")
      .def_property_readonly(
          "birds", [](const Task& task) { return task.birds.size(); }, "Number of birds.")
      .def_property_readonly(
          "bird_types", [](const Task& task) { return py::tuple(py::cast(task.birds)); },
          "The birds' types, such as \"red\", in launch order.")
      .def_property_readonly(
          "objects", [](const Task& task) { return task.objects.size(); },
          "Number of objects, pigs included.")
      .def(
          "__eq__", [](const Task& task, const Task& other) { return task == other; }, py::is_operator())
      .def("__hash__", [](const Task& task) { return fnv1a(json_of(task)); })
      .def("__repr__", &repr_of)
      .def(py::pickle([](const Task& task) { return py::make_tuple(json_of(task)); },
                      [](const py::tuple& state) {
                        if (state.size() != 1)
                          throw std::invalid_argument("Task: a pickle of another version");
                        return parsed(state[0].cast<std::string>(), "pickled task");
                      }));
  module.def("pairs", &pair_names);
  module.def("templates_named", &templates_named);
  module.def("base_task", &base_of);
  module.def("make_tasks", &make);
  module.def("published_templates", &published_templates);
  module.def("inject", &injected);
  module.def("without", [](const Task& task) { return without(task); });
  module.def("solve", &solution);
  module.def("verify", &verified);
  module.def("novelties", [] { return mapped(data().novelties, &Novelty::name); });
}

}  // namespace novphy::python
