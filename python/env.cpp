#include "python/env.h"

#include <fmt/core.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/input_error.h"
#include "python/bind.h"
#include "python/settings.h"

namespace novphy::python {
namespace {

/// The ActionSet of a set whose actions are indices.
ActionSet numbered(Actions actions) {
  return actions == Actions::kGrid ? ActionSet::kGrid : ActionSet::kPlanner;
}

/// The share of its life that a pig has left.
double life_left(const BodyView& pig) {
  if (!pig.present) return 0;
  const int birds = pig.kind->birds_to_die;
  const double by_birds = birds > 0 ? 1 - static_cast<double>(pig.birds_hit) / birds : 1;
  return std::max(0.0, std::min(pig.life_left, by_birds));
}

Rng draws_stream(std::uint64_t seed) { return Rng::stream(seed, "python/task order"); }

}  // namespace

Actions actions_named(const std::string& name) {
  static constexpr std::array<std::string_view, 3> kNames{"grid", "planner", "box"};
  return static_cast<Actions>(index_of(name, kNames, "actions"));
}

Action action_of(Actions actions, const Numbers& numbers, std::size_t row, const std::string& place) {
  const std::size_t width = actions == Actions::kBox ? 2 : 1;
  if (static_cast<std::size_t>(numbers.size()) < (row + 1) * width)
    throw InputError(place, fmt::format("found {} numbers, expected {}", numbers.size(), width));
  const double* values = numbers.data() + row * width;
  Action action;
  if (actions == Actions::kBox) {
    for (std::size_t i = 0; i < width; ++i) {
      if (!(std::abs(values[i]) <= 1))
        throw InputError(fmt::format("{}[{}]", place, i),
                         fmt::format("found {}, expected -1 to 1", values[i]));
      action.box[i] = static_cast<float>(values[i]);
    }
    return action;
  }
  const int most = action_count(numbered(actions)) - 1;
  if (!(*values >= 0 && *values <= most) || *values != std::floor(*values))
    throw InputError(place, fmt::format("found {}, expected a whole number from 0 to {}", *values, most));
  action.index = static_cast<std::int64_t>(*values);
  return action;
}

Shot shot_of(Actions actions, const Action& action, const std::vector<float>& table) {
  if (actions != Actions::kBox)
    return action_shot(numbered(actions), static_cast<int>(action.index), table).value_or(aimed(0, 0));
  return aimed(std::numbers::pi * static_cast<double>(action.box[0]),
               (static_cast<double>(action.box[1]) + 1) / 2);
}

void action_mask(const std::vector<float>& table, std::uint8_t* into) {
  for (int a = 0; a < planner_actions(); ++a) into[a] = action_shot(ActionSet::kPlanner, a, table) ? 1 : 0;
}

double pig_life(const World& world) {
  double left = 0;
  int pigs = 0;
  for (int id = 0; id < static_cast<int>(world.task().objects.size()); ++id) {
    const BodyView body = world.body(id);
    if (body.kind->category != Category::kPig) continue;
    ++pigs;
    left += life_left(body);
  }
  constexpr double kParts = 1 << 20;
  return pigs == 0 ? 0 : std::ceil(left / pigs * kParts) / kParts;
}

int EnvSetup::episodes() const { return static_cast<int>(plan ? plan->plan.trials.size() : tasks.size()); }

Env::Env(std::shared_ptr<const EnvSetup> setup)
    : setup_(std::move(setup)),
      writer_(setup_->form, setup_->options.width_px, setup_->options.height_px),
      rng_(draws_stream(0)) {
  for (int i = 0; i < setup_->episodes(); ++i)
    if (!setup_->plan || !is_calibration(setup_->plan->plan.trials[static_cast<std::size_t>(i)]))
      drawable_.push_back(i);
  if (setup_->detector.empty()) return;
  DetectorSettings settings = parse_detector(setup_->detector);
  settings.again = setup_->plan && has_spans(setup_->plan->plan);
  detector_.emplace(settings);
}

void Env::seed(const Draws& draws) {
  draws_ = draws;
  rng_ = draws_stream(draws.seed);
  order_.clear();
  for (std::int64_t i = 0; i < draws.count; ++i) draw_episode();
}

int Env::draw_episode() {
  if (drawable_.empty())
    throw std::invalid_argument("trial: the plan has only calibration runs, so pick one");
  if (setup_->plan)
    return drawable_[static_cast<std::size_t>(rng_.integer(0, static_cast<int>(drawable_.size()) - 1))];
  if (order_.empty()) {
    order_ = drawable_;
    shuffle(order_, rng_);
  }
  const int task = order_.back();
  order_.pop_back();
  return task;
}

namespace {

/// Planner actions aim at what the scene's table holds.
Senses senses_of(const EnvSetup& setup) {
  return {.text = setup.form != Form::kPicture || setup.actions == Actions::kPlanner};
}

}  // namespace

StepResult Env::reset(std::optional<int> episode, const Row& row) {
  if (!episode) episode = setup_->trial;
  if (!episode) {
    ++draws_.count;
    episode = draw_episode();
  }
  index_ = *episode;
  film_.clear();
  before = records();
  const std::string& physics_name = setup_->options.physics;
  trial_ = setup_->plan
               ? std::make_unique<Trial>(setup_->plan, index_,
                                         TrialOptions{.senses = senses_of(*setup_), .physics = physics_name})
               : std::make_unique<Trial>(setup_->tasks[static_cast<std::size_t>(index_)], physics_name);
  if (detector_) detector_->forget_trial();
  told_ = asks_ = false;
  task_ = {};
  begin_task();
  if (!setup_->plan) task_.reward = reward(trial_->session().world());
  return result(row);
}

void Env::begin_task() {
  Session& session = trial_->session();
  if (session.state() == SessionState::kTold) {
    session.told();
    told_ = true;
  }
  over_ = session.state() == SessionState::kDone;
  if (over_) return end_trial();
  if (films()) film_.add(session.world());
  if (setup_->dense_reward) pig_life_ = pig_life(session.world());
  over_ = !setup_->plan && session.state() == SessionState::kReport;
}

StepResult Env::step(const Action& action, const Row& row) {
  if (!trial_ || over_ || asks_) throw std::logic_error("Env::step: the task takes no shot");
  throw_bird(shot_of(setup_->actions, action, writer_.table()));
  const Session& session = trial_->session();
  const World& world = session.world();
  const bool task_over = session.state() == SessionState::kReport;
  task_ = {.reward = reward(world)};
  over_ = task_over && !setup_->plan;
  if (!task_over || over_) return result(row);
  task_.task_over = true;
  task_.passed = world.end() == End::kPigsGone;
  task_.score = world.score();
  see(world, row.last);
  asks_ = setup_->asks;
  task_.asks = asks_;
  return asks_ ? task_ : report({}, row);
}

void Env::throw_bird(const Shot& shot) {
  Session& session = trial_->session();
  const World& world = session.world();
  std::vector<Stage> pull;
  if (films()) pull = pull_stages(world, shot, setup_->frame_s);
  session.shoot(shot);
  if (!films()) return session.advance_until_still();
  film_.add(world, std::move(pull));
  film_.add(world, flight_stages(world, setup_->frame_s, [&session](double seconds) {
              session.advance(1000 * seconds);
              return session.state() == SessionState::kFlying;
            }));
}

StepResult Env::report(const NoveltyReport& report, const Row& row) {
  if (!setup_->plan || !trial_ || trial_->session().state() != SessionState::kReport)
    throw std::logic_error("no task waits for a report");
  asks_ = false;
  if (trial_->session().task() + 1 == trial_->session().tasks()) end_ = now();
  const bool marks = detector_ && !is_calibration(trial_->planned());
  trial_->report(report, marks ? &*detector_ : nullptr);
  begin_task();
  return result(row);
}

void Env::end_trial() {
  const auto same = [&](const CalibrationRun& run) { return run.trial == index_; };
  if (detector_ && is_calibration(trial_->planned()) && std::ranges::none_of(calibration_, same))
    calibrate({.trial = index_, .records = records()});
}

void Env::calibrate(const CalibrationRun& run) {
  for (Record record : run.records) detector_->mark(record);
  calibration_.push_back(run);
}

/// The reward of the shot that brought the world to this state.
double Env::reward(const World& world) {
  if (!setup_->dense_reward) return world.end() == End::kPigsGone ? 1 : 0;
  const double before_shot = std::exchange(pig_life_, pig_life(world));
  return before_shot - pig_life_;
}

/// Writes an observation.
void Env::see(const World& world, void* into) {
  writer_.write(world, into);
  if (setup_->actions == Actions::kPlanner) writer_.update_table(world);
}

StepResult Env::result(const Row& row) {
  StepResult result = std::exchange(task_, {});
  result.asks = false;
  result.over = over_;
  result.told = told_;
  result.episode = index_;
  if (trial_->session().state() == SessionState::kDone) {
    result.shots_left = -1;
    std::memcpy(row.seen, row.last, row.bytes);
    return result;
  }
  const World& world = trial_->session().world();
  result.shots_left = world.birds_left();
  see(world, row.seen);
  trial_->session().picture_shown();
  if (setup_->plan) return result;
  result.task_over = over_;
  result.passed = world.end() == End::kPigsGone;
  result.score = world.score();
  return result;
}

Reel Env::now() const {
  if (trial_->session().state() == SessionState::kDone) return end_;
  Reel reel;
  reel.add(trial_->session().world());
  return reel;
}

namespace {

namespace py = pybind11;
using namespace pybind11::literals;

EnvOptions checked_options(const py::dict& given) {
  EnvOptions options;
  Settings settings = options.settings();
  set_settings(settings, given, "environments");
  physics(options.physics);
  return options;
}

/// The tasks are made when all other settings are known to be right, because that may take minutes. `asks` is
/// whether Python answers for the detector, whose settings are then "".
std::shared_ptr<EnvSetup> setup_of(const py::dict& options, const py::object& make_tasks,
                                   const std::shared_ptr<PlanFile>& plan, const std::optional<int>& trial,
                                   const std::string& detector, bool asks) {
  auto setup = std::make_shared<EnvSetup>(EnvSetup{
      .options = checked_options(options), .plan = plan, .trial = trial, .detector = detector, .asks = asks});
  if (trial) check_range("trial", *trial, 0, setup->episodes() - 1);
  if (!detector.empty()) parse_detector(detector);
  if (plan) return setup;
  setup->tasks = make_tasks().cast<std::vector<Task>>();
  if (setup->tasks.empty()) throw InputError("tasks", "found no task, expected at least one");
  return setup;
}

/// The arguments that make the setup anew.
py::dict arguments_of(EnvSetup& setup) {
  return py::dict("options"_a = values_of(setup.options.settings()), "tasks"_a = setup.tasks,
                  "plan"_a = std::const_pointer_cast<PlanFile>(setup.plan), "trial"_a = setup.trial,
                  "detector"_a = setup.detector, "asks"_a = setup.asks);
}

std::shared_ptr<EnvSetup> setup_again(const py::dict& arguments) {
  const auto tasks = arguments["tasks"];
  return setup_of(arguments["options"], py::cpp_function([tasks] { return tasks; }),
                  arguments["plan"].cast<std::shared_ptr<PlanFile>>(),
                  arguments["trial"].cast<std::optional<int>>(), arguments["detector"].cast<std::string>(),
                  arguments["asks"].cast<bool>());
}

}  // namespace

Settings EnvOptions::settings() {
  return {{"actions", &actions, "The set of actions, see docs/guide/environments.md",
           Also{.choices = {"grid", "planner", "box"}}},
          {"observation", &observation, "The form of observations, see observe()",
           Also{.choices = {"table", "features", "flat", "picture"}}},
          {"physics", &physics, "The numbers of the physics, a name of assets/physics.json"},
          {"reward", &reward,
           "1 for the shot that passes the task, or the share of the pigs' life that each shot takes",
           Also{.choices = {"sparse", "dense"}}},
          {"width", &width_px, "Of pictures, in pixels", Also{.least = 1, .most = 16384}},
          {"height", &height_px, "Of pictures, in pixels", Also{.least = 1, .most = 16384}},
          {"fps", &fps, "Frames that are filmed of each second", Also{.least = 0, .most = 100}}};
}

void bind_env_setups(py::module_& module) {
  py::class_<EnvSetup, std::shared_ptr<EnvSetup>>(module, "EnvSetup")
      .def(py::init(&setup_of), py::arg("options"), py::arg("tasks") = py::none(), py::arg("plan") = nullptr,
           py::arg("trial") = py::none(), py::arg("detector") = "", py::arg("asks") = false)
      .def_property_readonly("options", [](EnvSetup& setup) { return values_of(setup.options.settings()); })
      .def("__copy__", [](const std::shared_ptr<EnvSetup>& setup) { return setup; })
      .def("__deepcopy__", [](const std::shared_ptr<EnvSetup>& setup, const py::dict&) { return setup; })
      .def(py::pickle([](EnvSetup& setup) { return arguments_of(setup); }, &setup_again));
  module.def("settings_of_environments", [] { return described(EnvOptions().settings()); });
  module.attr("GRID_ACTIONS") = action_count(ActionSet::kGrid);
  module.attr("PLANNER_ACTIONS") = planner_actions();
}

}  // namespace novphy::python
