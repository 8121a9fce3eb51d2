#include <fmt/core.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cmath>
#include <stdexcept>

#include "base/input_error.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/shots.h"
#include "python/task_env.h"
#include "python/worker_pool.h"

namespace novphy::python {
namespace {

const std::size_t kMask = static_cast<std::size_t>(planner_actions());  // bytes of an action mask

namespace py = pybind11;

/// What a vector does with an environment whose episode is over.
enum class Autoreset { kNextStep, kSameStep, kDisabled };

Autoreset autoreset_named(const std::string& name) {
  if (name == "next_step") return Autoreset::kNextStep;
  if (name == "same_step") return Autoreset::kSameStep;
  if (name == "disabled") return Autoreset::kDisabled;
  throw InputError("autoreset_mode",
                   fmt::format("found \"{}\", expected next_step, same_step or disabled", name));
}

/// Environments that step on threads, for vectors and, with a single environment, for novphy/Task-v0. The
/// results of a step are in arrays with one row for each environment.
class Environments {
 public:
  Environments(std::shared_ptr<const EnvSetup> setup, int count, unsigned threads,
               const std::string& autoreset)
      : setup_(std::move(setup)),
        autoreset_(autoreset_named(autoreset)),
        bytes_(ObservationWriter(setup_->form, setup_->width_px, setup_->height_px).bytes()),
        jobs_(static_cast<std::size_t>(count)),
        seen_(jobs_.size() * bytes_),
        final_seen_(autoreset_ == Autoreset::kSameStep ? jobs_.size() * bytes_ : 0),
        rewards_(jobs_.size()),
        over_(jobs_.size()),
        was_reset_(jobs_.size()),
        passed_(jobs_.size()),
        score_(jobs_.size()),
        shots_left_(jobs_.size()),
        task_(jobs_.size()),
        masks_(setup_->actions == Actions::kPlanner ? jobs_.size() * kMask : 0),
        final_masks_(masks_.size()),
        final_passed_(jobs_.size()),
        final_score_(jobs_.size()),
        final_shots_left_(jobs_.size()),
        final_task_(jobs_.size()),
        pool_(threads > 1 ? threads : 0, [this](int i) { work(static_cast<std::size_t>(i)); }) {
    for (int i = 0; i < count; ++i) envs_.emplace_back(setup_);
  }

  void seed(int env, std::uint64_t seed) { envs_[index(env)].seed(seed); }

  void send_reset(int env, int task) {
    if (task < -1 || task >= static_cast<int>(setup_->tasks.size()))
      throw InputError("task", fmt::format("found {}, expected 0 to {}", task, setup_->tasks.size() - 1));
    Job& job = free_job(env);
    job = {.kind = Job::kReset, .task = task};
    busy(env);
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
    for (std::size_t i = 0; i < envs.size(); ++i) {
      free_job(envs[i]) = {.kind = Job::kStep, .action = parsed[i]};
      busy(envs[i]);
    }
  }

  /// Waits until this many environments are done. Returns their numbers in the order in which they ended.
  std::vector<int> receive(int count) {
    std::vector<int> done;
    while (static_cast<int>(done.size()) < count) {
      if (pool_.open() == 0)
        throw std::runtime_error("recv() waits for environments that no send() has started");
      std::optional<int> env;
      {
        const py::gil_scoped_release release;
        env = pool_.take_done();
      }
      if (env) {
        jobs_[static_cast<std::size_t>(*env)].busy = false;
        done.push_back(*env);
      }
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
    return done;
  }

  py::dict arrays(const py::object& owner) {
    py::dict all;
    const auto n = static_cast<py::ssize_t>(jobs_.size());
    const auto column = [&](const char* name, auto& values) {
      using Value = typename std::decay_t<decltype(values)>::value_type;
      all[name] = py::array_t<Value>({n}, values.data(), owner);
    };
    const auto bytes = [&](const char* name, std::vector<std::byte>& values) {
      const auto width = static_cast<py::ssize_t>(bytes_);
      all[name] =
          py::array_t<std::uint8_t>({n, width}, reinterpret_cast<const std::uint8_t*>(values.data()), owner);
    };
    const auto masks = [&](const char* name, std::vector<std::uint8_t>& values) {
      all[name] = py::array_t<std::uint8_t>({n, static_cast<py::ssize_t>(kMask)}, values.data(), owner);
    };
    bytes("seen", seen_);
    if (!final_seen_.empty()) bytes("final_seen", final_seen_);
    column("rewards", rewards_);
    column("over", over_);
    column("was_reset", was_reset_);
    column("passed", passed_);
    column("score", score_);
    column("shots_left", shots_left_);
    column("task", task_);
    column("final_passed", final_passed_);
    column("final_score", final_score_);
    column("final_shots_left", final_shots_left_);
    column("final_task", final_task_);
    if (!masks_.empty()) {
      masks("action_mask", masks_);
      masks("final_action_mask", final_masks_);
    }
    return all;
  }

  const World& world(int env) const {
    const TaskEnv& each = envs_[index(env)];
    if (!each.begun()) throw std::runtime_error("render() before reset()");
    return each.world();
  }
  /// The frames of this environment since its last reset or the last call.
  py::array_t<std::uint8_t> film(int env, int width_px, int height_px) {
    world(env);
    return envs_[index(env)].film().take(width_px, height_px);
  }
  int count() const { return static_cast<int>(jobs_.size()); }
  bool is_over(int env) const { return envs_[index(env)].over(); }

 private:
  struct Job {
    enum Kind { kReset, kStep } kind = kReset;
    int task = -1;
    Action action{};
    bool busy = false;
  };

  std::size_t index(int env) const {
    if (env < 0 || env >= static_cast<int>(jobs_.size()))
      throw InputError("env_ids", fmt::format("found {}, expected 0 to {}", env, jobs_.size() - 1));
    return static_cast<std::size_t>(env);
  }

  Job& free_job(int env) {
    Job& job = jobs_[index(env)];
    if (job.busy)
      throw InputError("env_ids", fmt::format("environment {} is still busy, or was given twice", env));
    return job;
  }

  void busy(int env) {
    jobs_[index(env)].busy = true;
    pool_.add(env);
  }

  void check_ready(int env) const {
    const TaskEnv& each = envs_[index(env)];
    if (!each.begun()) throw std::runtime_error("step() before reset()");
    if (each.over() && autoreset_ == Autoreset::kDisabled)
      throw std::runtime_error("step() after the end of the episode: call reset() first");
  }

  void work(std::size_t i) {
    TaskEnv& env = envs_[i];
    const Job& job = jobs_[i];
    void* const seen = seen_.data() + i * bytes_;
    was_reset_[i] = job.kind == Job::kReset || (env.over() && autoreset_ == Autoreset::kNextStep);
    if (was_reset_[i]) {
      put(i,
          env.reset(job.kind == Job::kReset && job.task >= 0 ? std::optional(job.task) : std::nullopt, seen));
      return;
    }
    put(i, env.step(job.action, seen));
    if (!env.over() || autoreset_ != Autoreset::kSameStep) return;
    keep_final(i);
    const double reward = rewards_[i];
    put(i, env.reset({}, seen));
    rewards_[i] = reward;
    over_[i] = true;
  }

  void put(std::size_t i, const StepResult& result) {
    rewards_[i] = result.reward;
    over_[i] = result.over;
    passed_[i] = result.passed;
    score_[i] = result.score;
    shots_left_[i] = result.shots_left;
    task_[i] = result.task;
    if (!masks_.empty()) envs_[i].mask(masks_.data() + i * kMask);
  }

  void keep_final(std::size_t i) {
    std::copy_n(seen_.begin() + static_cast<std::ptrdiff_t>(i * bytes_), bytes_,
                final_seen_.begin() + static_cast<std::ptrdiff_t>(i * bytes_));
    final_passed_[i] = passed_[i];
    final_score_[i] = score_[i];
    final_shots_left_[i] = shots_left_[i];
    final_task_[i] = task_[i];
    if (!masks_.empty()) envs_[i].mask(final_masks_.data() + i * kMask);
  }

  std::shared_ptr<const EnvSetup> setup_;
  Autoreset autoreset_;
  std::size_t bytes_;
  std::vector<Job> jobs_;
  std::vector<std::byte> seen_;
  std::vector<std::byte> final_seen_;
  std::vector<double> rewards_;
  std::vector<std::uint8_t> over_;
  std::vector<std::uint8_t> was_reset_;
  std::vector<std::uint8_t> passed_;
  std::vector<std::int32_t> score_;
  std::vector<std::int32_t> shots_left_;
  std::vector<std::int32_t> task_;
  std::vector<std::uint8_t> masks_;
  std::vector<std::uint8_t> final_masks_;
  std::vector<std::uint8_t> final_passed_;
  std::vector<std::int32_t> final_score_;
  std::vector<std::int32_t> final_shots_left_;
  std::vector<std::int32_t> final_task_;
  std::vector<TaskEnv> envs_;
  WorkerPool pool_;  // the last member, so that its threads end before the memory they write to
};

std::shared_ptr<EnvSetup> make_setup(std::vector<Task> tasks, const std::string& actions,
                                     const std::string& form, int width_px, int height_px,
                                     const std::string& physics_name, const std::string& reward, int fps) {
  if (tasks.empty()) throw InputError("tasks", "found no task, expected at least one");
  physics(physics_name);
  return std::make_shared<EnvSetup>(EnvSetup{std::move(tasks), actions_named(actions), form_named(form),
                                             width_px, height_px, physics_name, reward_named(reward),
                                             fps == 0 ? 0 : frame_s_of(fps)});
}

py::array_t<std::uint8_t> world_picture(const World& world, int width_px, int height_px) {
  py::array_t<std::uint8_t> picture({height_px, width_px, 3});
  ObservationWriter(Form::kPicture, width_px, height_px).write(world, picture.mutable_data());
  return picture;
}

}  // namespace

void bind_environments(py::module_& module) {
  py::class_<EnvSetup, std::shared_ptr<EnvSetup>>(module, "EnvSetup")
      .def(py::init(&make_setup))
      .def_property_readonly("count", [](const EnvSetup& setup) { return setup.tasks.size(); });
  py::class_<Environments>(module, "Environments")
      .def(py::init(
          [](const std::shared_ptr<EnvSetup>& setup, int count, int threads, const std::string& autoreset) {
            if (count < 1 || count > 1'000'000)
              throw InputError("num_envs", fmt::format("found {}, expected 1 to 1000000", count));
            return std::make_unique<Environments>(setup, count, threads_of(threads), autoreset);
          }))
      .def("seed", &Environments::seed)
      .def("send_reset", &Environments::send_reset)
      .def("send", &Environments::send)
      .def("receive", &Environments::receive)
      .def("arrays", [](const py::object& self) { return self.cast<Environments&>().arrays(self); })
      .def("picture", [](const Environments& envs, int env, int width_px,
                         int height_px) { return world_picture(envs.world(env), width_px, height_px); })
      .def("film", &Environments::film)
      .def("is_over", &Environments::is_over)
      .def_property_readonly("count", &Environments::count);
  module.attr("GRID_ACTIONS") = grid_actions();
  module.attr("PLANNER_ACTIONS") = planner_actions();
}

}  // namespace novphy::python
