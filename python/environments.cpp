#include <fmt/core.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "python/bind.h"
#include "python/env.h"
#include "python/settings.h"
#include "python/shots.h"
#include "python/threads.h"

namespace novphy::python {
namespace {

const std::size_t kMask = static_cast<std::size_t>(planner_actions());  // bytes of an action mask

namespace py = pybind11;

/// What a vector does with an environment whose episode is over.
enum class Autoreset { kNextStep, kSameStep, kDisabled };

constexpr std::array<std::string_view, 3> kAutoresets{"next_step", "same_step", "disabled"};

/// Environments that step on threads, for vectors and, with a single environment, for the single ones of
/// Gymnasium. The results of a step are in arrays with one row for each environment.
class Environments {
 public:
  Environments(std::shared_ptr<const EnvSetup> setup, int count, int threads, const std::string& autoreset)
      : setup_(std::move(setup)),
        threads_(threads),
        autoreset_(static_cast<Autoreset>(index_of(autoreset, kAutoresets, "autoreset_mode"))),
        bytes_(ObservationWriter(setup_->form, setup_->options.width_px, setup_->options.height_px).bytes()),
        jobs_(static_cast<std::size_t>(count)),
        episodes_(jobs_.size()),
        results_(jobs_.size()),
        finals_(jobs_.size()),
        seen_(jobs_.size() * bytes_),
        final_seen_(autoreset_ == Autoreset::kSameStep ? jobs_.size() * bytes_ : 0),
        last_(setup_->plan ? jobs_.size() * bytes_ : 0),
        masks_(setup_->actions == Actions::kPlanner ? jobs_.size() * kMask : 0),
        final_masks_(masks_.size()),
        pool_(pool_threads(threads), [this](int i) { work(static_cast<std::size_t>(i)); }) {
    for (int i = 0; i < count; ++i) envs_.push_back(std::make_unique<Env>(setup_));
  }

  void seed(int env, std::uint64_t seed) { idle(env).seed({.seed = seed}); }

  void send_reset(int env, int episode) {
    if (episode < -1 || episode >= setup_->episodes())
      throw InputError(setup_->plan ? "trial" : "task",
                       fmt::format("found {}, expected 0 to {}", episode, setup_->episodes() - 1));
    start(env, {.kind = Job::kReset, .episode = episode});
  }

  /// Actions of these environments: integers (n) or floats (n, 2).
  void send(const py::handle& actions, const std::vector<int>& envs) {
    const Numbers numbers = numbers_of(actions, "actions");
    const bool box = setup_->actions == Actions::kBox;
    if (numbers.ndim() != (box ? 2 : 1) || numbers.shape(0) != static_cast<py::ssize_t>(envs.size()) ||
        (box && numbers.shape(1) != 2))
      throw InputError("actions",
                       fmt::format("expected an array of shape ({}{})", envs.size(), box ? ", 2" : ","));
    std::vector<Action> parsed;
    for (std::size_t i = 0; i < envs.size(); ++i)
      parsed.push_back(action_of(setup_->actions, numbers, i, fmt::format("actions[{}]", i)));
    for (const int env : envs) check_ready(env);
    for (std::size_t i = 0; i < envs.size(); ++i) start(envs[i], {.kind = Job::kStep, .action = parsed[i]});
  }

  /// The detector's answer about the task that is over.
  void send_report(int env, const NoveltyReport& report) {
    start(env, {.kind = Job::kReport, .report = report});
  }

  /// Waits until this many environments are done. Returns their numbers in the order in which they ended, or
  /// throws what the first of them threw.
  std::vector<int> receive(int count) {
    std::vector<int> done;
    std::exception_ptr error;
    while (static_cast<int>(done.size()) < count) {
      if (pool_.open() == 0)
        throw std::runtime_error("recv() waits for environments that no send() has started");
      if (const auto ended = next_done()) {
        jobs_[static_cast<std::size_t>(ended->job)].busy = false;
        done.push_back(ended->job);
        if (!error) error = ended->error;
      }
      check_signals();
    }
    if (error) std::rethrow_exception(error);
    return done;
  }

  /// Forgets the steps that nobody has received. Steps that have not begun are not made.
  void drop_open() {
    for (const int env : pool_.drop_waiting()) jobs_[static_cast<std::size_t>(env)].busy = false;
    while (pool_.open() > 0)
      if (const auto ended = next_done()) jobs_[static_cast<std::size_t>(ended->job)].busy = false;
  }

  py::dict arrays(const py::object& owner) {
    py::dict all;
    const auto n = static_cast<py::ssize_t>(jobs_.size());
    const auto column = [&](const std::string& name, auto& first) {
      using Value = std::decay_t<decltype(first)>;
      const py::ssize_t stride = sizeof(StepResult);
      all[py::str(name)] = py::array_t<Value>({n}, {stride}, &first, owner);
    };
    const auto columns = [&](const std::string& prefix, StepResult& first) {
      column(prefix + "rewards", first.reward);
      column(prefix + "over", first.over);
      column(prefix + "task_over", first.task_over);
      column(prefix + "passed", first.passed);
      column(prefix + "told", first.told);
      column(prefix + "asks", first.asks);
      column(prefix + "score", first.score);
      column(prefix + "shots_left", first.shots_left);
      column(prefix + "episode", first.episode);
    };
    const auto rows = [&](const char* name, auto& values, auto type) {
      using Value = decltype(type);
      const auto width = static_cast<py::ssize_t>(values.size() / jobs_.size());
      const auto* const data = reinterpret_cast<const Value*>(values.data());
      if (!values.empty()) all[name] = py::array_t<Value>({n, width}, data, owner);
    };
    columns("", results_.front());
    columns("final_", finals_.front());
    rows("seen", seen_, std::uint8_t{});
    rows("final_seen", final_seen_, std::uint8_t{});
    rows("last", last_, std::uint8_t{});
    rows("action_mask", masks_, std::int8_t{});
    rows("final_action_mask", final_masks_, std::int8_t{});
    return all;
  }

  /// A picture of the present moment: uint8 (height, width, 3).
  py::object picture(int env, int width_px, int height_px) {
    return begun(env).now().take(width_px, height_px).attr("__getitem__")(0);
  }
  /// The frames of this environment since its last reset or the last call.
  py::array_t<std::uint8_t> film(int env, int width_px, int height_px) {
    return begun(env).film().take(width_px, height_px);
  }
  /// The lines of the tasks of its trial that are over. In the step that ends a trial, they are of that
  /// trial.
  std::vector<std::string> records(int env) const {
    const Env& played = idle(env);
    const bool ended = autoreset_ == Autoreset::kSameStep && results_[index(env)].over;
    return lines_of(ended ? played.before : played.records());
  }

  py::tuple pickled() const {
    py::list states;
    for (int env = 0; env < static_cast<int>(jobs_.size()); ++env) states.append(state(env));
    return py::make_tuple(std::const_pointer_cast<EnvSetup>(setup_), jobs_.size(), threads_,
                          kAutoresets.at(static_cast<std::size_t>(autoreset_)), states);
  }

  /// Plays the present episode of the environment with this state again.
  void restore(int env, const py::tuple& state) {
    const std::size_t i = index(env);
    envs_[i]->seed({.seed = state[0].cast<std::uint64_t>(), .count = state[1].cast<std::int64_t>()});
    for (const py::handle run : state[2]) {
      envs_[i]->calibrate({.trial = run[py::int_(0)].cast<int>(), .records = records_of(run[py::int_(1)])});
    }
    for (const py::handle job : state[3]) {
      jobs_[i] = job_of(job.cast<py::tuple>());
      play(i);
    }
    if (state[4].cast<bool>()) results_[i].over = true;
    envs_[i]->before = records_of(state[5]);
  }

 private:
  struct Job {
    enum Kind { kReset, kStep, kReport } kind = kReset;
    int episode = -1;
    Action action{};
    NoveltyReport report{};
    bool busy = false;
  };

  std::optional<WorkerPool::Done> next_done() {
    const py::gil_scoped_release release;
    return pool_.take_done();
  }

  void check_signals() {
    if (PyErr_CheckSignals() == 0) return;
    const py::error_already_set signal;
    drop_open();
    throw signal;
  }

  static unsigned pool_threads(int threads) {
    const unsigned wanted = threads_of(threads);
    return wanted > 1 ? wanted : 0;
  }

  static std::vector<Record> records_of(const py::handle& lines) {
    std::vector<Record> records;
    for (const py::handle line : lines)
      records.push_back(record_from_line(line.cast<std::string>(), "pickled environment", 1));
    return records;
  }

  static py::tuple tuple_of(const Job& job) {
    const NoveltyReport& report = job.report;
    return py::make_tuple(static_cast<int>(job.kind), job.episode, job.action.index, job.action.box,
                          report.probability, report.level, report.objects, report.text, report.threshold);
  }

  static Job job_of(const py::tuple& values) {
    return {
        .kind = static_cast<typename Job::Kind>(values[0].cast<int>()),
        .episode = values[1].cast<int>(),
        .action = {.index = values[2].cast<std::int64_t>(), .box = values[3].cast<std::array<float, 2>>()},
        .report = report_of(values[4].cast<double>(), values[5].cast<std::optional<int>>(),
                            values[6].cast<std::vector<int>>(), values[7].cast<std::string>(),
                            values[8].cast<std::optional<double>>())};
  }

  py::tuple state(int env) const {
    const std::size_t i = index(env);
    const Env& played_env = idle(env);
    py::list runs;
    for (const CalibrationRun& run : played_env.calibration())
      runs.append(py::make_tuple(run.trial, lines_of(run.records)));
    py::list played;
    for (const Job& job : episodes_[i]) played.append(tuple_of(job));
    const Draws& draws = envs_[i]->draws();
    return py::make_tuple(draws.seed, draws.count, runs, played, results_[i].over,
                          lines_of(played_env.before));
  }

  std::size_t index(int env) const {
    if (env < 0 || env >= static_cast<int>(jobs_.size()))
      throw InputError("env_ids", fmt::format("found {}, expected 0 to {}", env, jobs_.size() - 1));
    return static_cast<std::size_t>(env);
  }

  void start(int env, Job job) {
    Job& place = jobs_[index(env)];
    if (place.busy)
      throw InputError("env_ids", fmt::format("environment {} is still busy, or was given twice", env));
    place = std::move(job);
    place.busy = true;
    pool_.add(env);
  }

  /// An environment that no thread moves.
  Env& idle(int env) const {
    const std::size_t i = index(env);
    if (jobs_[i].busy)
      throw std::runtime_error(
          fmt::format("environment {} is stepping, expected this call after its step", env));
    return *envs_[i];
  }

  Env& begun(int env) const {
    Env& each = idle(env);
    if (!each.begun()) throw std::runtime_error("render() before reset()");
    return each;
  }

  void check_ready(int env) const {
    const Env& each = *envs_[index(env)];
    if (!each.begun()) throw std::runtime_error("step() before reset()");
    if (each.asks()) throw std::runtime_error("the detector gave no answer: call reset() first");
    if (each.over() && autoreset_ == Autoreset::kDisabled)
      throw std::runtime_error("step() after the end of the episode: call reset() first");
  }

  void work(std::size_t i) {
    if (jobs_[i].kind == Job::kStep && envs_[i]->over()) jobs_[i].kind = Job::kReset;  // kNextStep
    play(i);
    if (!envs_[i]->over() || jobs_[i].kind == Job::kReset || autoreset_ != Autoreset::kSameStep) return;
    keep_final(i);
    jobs_[i] = {.kind = Job::kReset, .busy = true};
    play(i);
    results_[i].reward = finals_[i].reward;
    results_[i].over = true;
  }

  /// Does the job, and notes it for copies of the environment.
  void play(std::size_t i) {
    Job& job = jobs_[i];
    results_[i] = result_of(i, job);
    if (!masks_.empty()) envs_[i]->mask(masks_.data() + i * kMask);
    if (job.kind == Job::kReset) episodes_[i].clear();
    job.episode = results_[i].episode;
    episodes_[i].push_back(job);
  }

  StepResult result_of(std::size_t i, const Job& job) {
    const Row row{.seen = seen_.data() + i * bytes_,
                  .last = last_.empty() ? nullptr : last_.data() + i * bytes_,
                  .bytes = bytes_};
    if (job.kind == Job::kStep) return envs_[i]->step(job.action, row);
    if (job.kind == Job::kReport) return envs_[i]->report(job.report, row);
    return envs_[i]->reset(job.episode >= 0 ? std::optional(job.episode) : std::nullopt, row);
  }

  void keep_final(std::size_t i) {
    finals_[i] = results_[i];
    std::copy_n(seen_.data() + i * bytes_, bytes_, final_seen_.data() + i * bytes_);
    if (!masks_.empty()) envs_[i]->mask(final_masks_.data() + i * kMask);
  }

  std::shared_ptr<const EnvSetup> setup_;
  int threads_;
  Autoreset autoreset_;
  std::size_t bytes_;
  std::vector<Job> jobs_;
  std::vector<std::vector<Job>> episodes_;  ///< what each environment has done in its episode
  std::vector<StepResult> results_;
  std::vector<StepResult> finals_;  ///< of episodes that ended in a step which began another
  std::vector<std::byte> seen_;
  std::vector<std::byte> final_seen_;
  std::vector<std::byte> last_;
  std::vector<std::uint8_t> masks_;
  std::vector<std::uint8_t> final_masks_;
  std::vector<std::unique_ptr<Env>> envs_{};
  WorkerPool pool_;  // the last member, so that its threads end before the memory they write to
};

std::unique_ptr<Environments> environments_of(const std::shared_ptr<EnvSetup>& setup, int count, int threads,
                                              const std::string& autoreset) {
  if (count < 1 || count > 1'000'000)
    throw InputError("num_envs", fmt::format("found {}, expected 1 to 1000000", count));
  return std::make_unique<Environments>(setup, count, threads, autoreset);
}

std::unique_ptr<Environments> environments_of_pickle(const py::tuple& state) {
  auto envs = environments_of(state[0].cast<std::shared_ptr<EnvSetup>>(), state[1].cast<int>(),
                              state[2].cast<int>(), state[3].cast<std::string>());
  int env = 0;
  for (const py::handle each : state[4]) envs->restore(env++, each.cast<py::tuple>());
  return envs;
}

}  // namespace

void bind_environments(py::module_& module) {
  py::class_<Environments>(module, "Environments")
      .def(py::init(&environments_of))
      .def("seed", &Environments::seed)
      .def("send_reset", &Environments::send_reset)
      .def("send", &Environments::send)
      .def(
          "send_report",
          [](Environments& envs, int env, double probability, const std::optional<int>& level,
             const std::vector<int>& objects, const std::string& text,
             const std::optional<double>& threshold) {
            envs.send_report(env, report_of(probability, level, objects, text, threshold));
          },
          py::arg("env"), py::arg("probability") = 0.0, py::arg("level") = py::none(),
          py::arg("objects") = std::vector<int>{}, py::arg("text") = "", py::arg("threshold") = py::none())
      .def("receive", &Environments::receive)
      .def("drop_open", &Environments::drop_open)
      .def("arrays", [](const py::object& self) { return self.cast<Environments&>().arrays(self); })
      .def("picture", &Environments::picture)
      .def("film", &Environments::film)
      .def("records", &Environments::records)
      .def(py::pickle([](const Environments& envs) { return envs.pickled(); }, &environments_of_pickle));
}

}  // namespace novphy::python
