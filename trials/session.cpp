#include "trials/session.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "base/file.h"
#include "novelties/novelty.h"
#include "sim/rng.h"
#include "trials/plan_tasks.h"
#include "trials/questions.h"
#include "view/geojson.h"

namespace novphy {
namespace {

// Tolerance for sums of milliseconds, so that rounding never costs a time step.
constexpr double kRoundingMs = 1e-6;
// This limit lies far beyond any screen. The world also clamps the pull to its maximum.
constexpr double kLargestDragM = 1e6;
constexpr double kLongestThoughtMs = 1e9;

void check(const Shot& shot) {
  const auto fine = [](double value) { return std::isfinite(value) && std::abs(value) <= kLargestDragM; };
  if (!fine(shot.drag_m.x) || !fine(shot.drag_m.y))
    throw std::invalid_argument("a shot's drag must be two finite numbers of at most 1e6 m");
}

}  // namespace

std::string_view name(SessionState state) {
  constexpr std::array<std::string_view, 5> kNames{"told", "choose", "flying", "report", "done"};
  return kNames[static_cast<std::size_t>(state)];
}

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Session::Session(std::vector<SessionTask> tasks, const SessionSetup& setup)
    : tasks_(std::move(tasks)), setup_(setup) {
  if (setup_.begins) setup_.begins();
  next_task();
}

Phase Session::phase() const {
  require(now_.state != SessionState::kDone, "phase");
  return tasks_[static_cast<std::size_t>(task_)].phase;
}

void Session::told() {
  require(now_.state == SessionState::kTold, "told");
  was_told_ = true;
  begin_task();
}

Observation Session::observe(const Senses& senses) {
  Observation seen = novphy::observe(world(), setup_.colours, setup_.labels);
  if (senses.noise_px > 0) {
    Rng rng = Rng::stream(setup_.noise_seed, "trials/noise", now_.noisy++);
    add_noise(seen, world(), senses.noise_px, rng);
  }
  if (senses.screenshot) {
    const Screen screen = Screen{}.enlarged(senses.picture_scale);
    if (!painter_ || painter_->screen() != screen) painter_.emplace(screen);
    seen.screenshot = painter_->screenshot(world());
  }
  saw_text_ = saw_text_ || senses.text;
  picture_shown();
  return seen;
}

const World& Session::world() const {
  require(world_.has_value(), "world or observe");
  return *world_;
}

Session::Snapshot Session::save() const { return {world().save(), now_}; }

void Session::restore(const Snapshot& snapshot) {
  require(world_.has_value(), "restore");
  try {
    world_->restore(snapshot.world);
  } catch (const std::logic_error&) {
    throw SessionError("session: restore() needs a snapshot of the same task and session");
  }
  now_ = snapshot.course;
}

bool Session::may_shoot() const {
  return now_.state == SessionState::kFlying && !now_.waiting && world_->birds_left() > 0 &&
         world_->may_launch();
}

void Session::shoot(Shot shot) {
  require(now_.state == SessionState::kChoose || may_shoot(), "shoot");
  check(shot);
  shot.launch_ms = playable_launch_ms(shot.launch_ms);
  shot.thought_ms = measured_ms(shot.thought_ms);
  now_.shown_at_s.reset();
  // The shot is recorded now, because the world waits for it even if the task ends before the launch.
  now_.shots.push_back(shot);
  now_.waiting = shot;
  launch_if_due();
  update_state();
}

void Session::picture_shown() {
  if (now_.state != SessionState::kChoose || !setup_.clock || now_.shown_at_s) return;
  if (world_->task().time_limit_s) now_.shown_at_s = setup_.clock();
}

std::optional<double> Session::time_left_s() const {
  const auto& limit_s = world().task().time_limit_s;
  if (!limit_s) return std::nullopt;
  double used_s = now_.shown_at_s ? setup_.clock() - *now_.shown_at_s : 0;
  for (const Shot& shot : now_.shots) used_s += std::max(shot.thought_ms, 0) / 1000.0;
  return std::max(0.0, *limit_s - used_s);
}

int Session::measured_ms(int stated_ms) const {
  if (!world_->task().time_limit_s) return -1;
  if (stated_ms >= 0 || !now_.shown_at_s) return std::max(stated_ms, -1);
  const double passed_ms = 1000 * (setup_.clock() - *now_.shown_at_s);
  return static_cast<int>(std::lround(std::clamp(passed_ms, 0.0, kLongestThoughtMs)));
}

// A replay launches at the first allowed time step that is not before the launch time. With a launch time in
// the past, the replay would launch earlier than this session can. With one in the far future, the world
// would wait for ever.
int Session::playable_launch_ms(int launch_ms) const {
  const double now_ms = world_->since_launch_s() * 1000;
  const double latest_ms = now_ms + setup_.physics.rules.time_cap_s * 1000;
  if (launch_ms < now_ms) {
    return now_.state == SessionState::kChoose ? -1 : static_cast<int>(std::ceil(now_ms - kRoundingMs));
  }
  return static_cast<int>(std::min<double>(launch_ms, latest_ms));
}

bool Session::tap() {
  require(now_.state == SessionState::kFlying, "tap");
  const std::size_t launched = now_.shots.size() - (now_.waiting ? 1 : 0);
  if (launched == 0 || now_.shots[launched - 1].tap_ms >= 0) return false;
  int tap_ms = static_cast<int>(std::floor(world_->since_launch_s() * 1000)) + 1;
  while (!world_->tap(tap_ms)) ++tap_ms;
  now_.shots[launched - 1].tap_ms = tap_ms;
  return true;
}

void Session::give_up() {
  require(now_.state == SessionState::kChoose, "give_up");
  world_->give_up();
  update_state();
}

void Session::advance(double ms) {
  require(now_.state == SessionState::kFlying, "advance");
  const double step_ms = setup_.physics.step_s * 1000;
  now_.debt_ms += ms;
  while (now_.state == SessionState::kFlying && now_.debt_ms >= step_ms - kRoundingMs) {
    now_.debt_ms -= step_ms;
    tick();
  }
}

void Session::advance_until_still() {
  require(now_.state == SessionState::kFlying, "advance_until_still");
  while (now_.state == SessionState::kFlying) tick();
}

TaskResult Session::result() {
  require(now_.state == SessionState::kReport, "result");
  const Outcome outcome = world_->outcome();
  return {.passed = outcome.won, .score = outcome.score, .last = observe()};
}

PlayedTask Session::played() const {
  require(now_.state == SessionState::kReport, "played");
  return {.shots = now_.shots, .outcome = world_->outcome(), .saw_text = saw_text_};
}

void Session::report() {
  require(now_.state == SessionState::kReport, "report");
  next_task();
}

void Session::require(bool allowed, const char* call) const {
  if (allowed) return;
  throw SessionError("session: " + std::string(call) + "() is not possible in state " +
                     std::string(name(now_.state)));
}

void Session::next_task() {
  world_.reset();
  ++task_;
  if (task_ >= tasks()) {
    now_.state = SessionState::kDone;
  } else if (setup_.informed && !was_told_ &&
             tasks_[static_cast<std::size_t>(task_)].phase == Phase::kNovel) {
    now_.state = SessionState::kTold;
  } else {
    begin_task();
  }
}

void Session::begin_task() {
  now_.shots.clear();
  now_.waiting.reset();
  now_.shown_at_s.reset();
  saw_text_ = setup_.senses.text;
  world_.emplace(tasks_[static_cast<std::size_t>(task_)].task, setup_.catalogue,
                 setup_.certain_ends ? setup_.physics : without_certain_ends(setup_.physics),
                 setup_.log_events);
  update_state();
}

void Session::tick() {
  world_->tick();
  launch_if_due();
  update_state();
}

void Session::launch_if_due() {
  if (!now_.waiting || world_->end() || !launch_due(*world_, *now_.waiting)) return;
  world_->launch(*now_.waiting);
  now_.waiting.reset();
}

void Session::update_state() {
  if (world_->end()) {
    now_.state = SessionState::kReport;
  } else if (!now_.waiting && world_->ready()) {
    now_.state = SessionState::kChoose;
  } else {
    now_.state = SessionState::kFlying;
    return;
  }
  now_.debt_ms = 0;
}

namespace {

[[noreturn]] void wrong_answer(const std::string& answer) {
  throw AgentError(answer, AgentError::Cause::kWrongAnswer);
}

Senses senses_of(const Agent& agent) {
  const Senses senses = agent.senses();
  if (!(senses.noise_px >= 0 && senses.noise_px <= kMostNoisePx))
    wrong_answer(fmt::format("noise must be 0 to {} pixels, found {}", kMostNoisePx, senses.noise_px));
  if (!senses.text && !senses.screenshot) wrong_answer("an agent without text must ask for screenshots");
  return senses;
}

/// Passes the shot to the session. If the session rejects it, throws AgentError.
void shoot(Session& session, const Shot& shot) {
  try {
    session.shoot(shot);
  } catch (const std::invalid_argument& error) {
    wrong_answer(error.what());
  }
}

/// Lets the agent shoot, or ends the task if it gives up.
void take_turn(Session& session, Agent& agent) {
  try {
    shoot(session, agent.choose(session.observe()));
  } catch (const GivesUp&) {
    session.give_up();
  }
}

void fly(Session& session, Agent& agent) {
  const int stride_ms = agent.watch_every_ms();
  if (stride_ms <= 0) return session.advance_until_still();
  while (session.state() == SessionState::kFlying) {
    session.advance(stride_ms);
    if (session.state() == SessionState::kFlying) agent.watch(session.observe());
  }
}

void check_share(std::string_view what, double share) {
  if (!(share >= 0 && share <= 1))
    wrong_answer(fmt::format("a novelty {} must be from 0 to 1, found {}", what, share));
}

void check_length(std::string_view what, std::size_t found, std::size_t most) {
  if (found > most)
    wrong_answer(fmt::format("a novelty report may hold at most {} {}, found {}", most, what, found));
}

NoveltyReport ask(Agent& agent) {
  NoveltyReport report = agent.novelty();
  check_length("objects", report.objects.size(), kMostReportedIds);
  check_length("bytes of text", report.text.size(), kMostReportedBytes);
  check_share("probability", report.probability);
  check_share("threshold", report.threshold.value_or(0));
  return report;
}

/// Plays the current task up to its report and fills its record.
void play_task(Session& session, Agent& agent, Record& record) {
  agent.begin_task();
  if (agent.senses().task) agent.told_task(session.world().task());
  while (session.state() != SessionState::kReport) {
    if (session.state() == SessionState::kChoose)
      take_turn(session, agent);
    else
      fly(session, agent);
  }
  const TaskResult result = session.result();
  agent.end_task(result);
  fill(record, ask(agent));
  fill(record, session.played());
  record.usage.wall_s = agent.answered_in_s();
  session.report();
}

void play_all(Session& session, Agent& agent, std::vector<Record>& records, StopFlag stop) {
  while (session.state() != SessionState::kDone) {
    check_stop(stop);
    if (session.state() == SessionState::kTold) {
      agent.told_novel();
      session.told();
    }
    play_task(session, agent, records[static_cast<std::size_t>(session.task())]);
  }
}

}  // namespace

SessionSetup setup_of(const Plan& plan, const PlannedTrial& trial, SessionSetup setup) {
  setup.informed = trial.informed;
  setup.noise_seed = noise_seed(plan, trial, setup.catalogue);
  setup.certain_ends = plan.certain_ends;
  return setup;
}

TrialScript script(const Plan& plan, const PlannedTrial& trial, int training_tasks,
                   const Catalogue& catalogue) {
  TrialScript script;
  const auto append = [&](TaskRef ref, Phase phase, int change = 0, double strength = 1) {
    script.refs.push_back(ref);
    script.tasks.push_back({.phase = phase, .task = task_of(plan, ref, catalogue)});
    if (strength != 1) script.tasks.back().task = at_strength(script.tasks.back().task, strength);
    script.changes.push_back(change);
    script.strengths.push_back(strength);
  };
  for (std::size_t i = 0; i < trial.training.size() && static_cast<int>(i) < training_tasks; ++i)
    append(trial.training[i], Phase::kTraining);
  for (const TaskRef ref : trial.calibration) append(ref, Phase::kCalibration);
  for (const OrderedTask& task : tasks_in_order(trial))
    append(task.ref, task.novel ? Phase::kNovel : Phase::kNormal, task.change,
           trial.control ? 1 : task.strength);
  return script;
}

std::vector<Record> blank_records(const Plan& plan, const PlannedTrial& trial, const TrialScript& script) {
  std::vector<Record> records;
  int training = 0;
  for (std::size_t i = 0; i < script.refs.size(); ++i) {
    const TaskRef ref = script.refs[i];
    Record& record = records.emplace_back();
    record.novelty = trial.novelty;
    record.scenario = trial.scenario;
    record.trial = trial.index;
    record.control = trial.control;
    record.informed = trial.informed;
    record.phase = script.tasks[i].phase;
    record.change = script.changes[i];
    record.strength = script.strengths[i];
    if (record.phase == Phase::kTraining) ++training;
    record.task = static_cast<int>(i) - (record.phase == Phase::kTraining ? 0 : training);
    record.task_template = plan.templates[static_cast<std::size_t>(ref.task_template)].base.name;
    record.variation = ref.variation;
  }
  return records;
}

void fill(Record& record, const PlayedTask& played) {
  record.passed = played.outcome.won;
  record.score = played.outcome.score;
  record.end = name(played.outcome.end);
  record.digest = fmt::format("{:016x}", played.outcome.digest);
  record.time_s = played.outcome.time_s;
  record.saw_text = played.saw_text;
  for (const Shot& shot : played.shots)
    record.shots.push_back({.drag_m = {shot.drag_m.x, shot.drag_m.y},
                            .tap_ms = shot.tap_ms,
                            .launch_ms = shot.launch_ms,
                            .thought_ms = shot.thought_ms});
}

void fill(Record& record, const NoveltyReport& report) {
  record.novelty_probability = report.probability;
  record.novelty_threshold = report.threshold;
  record.reported_level = report.level;
  record.reported_objects = report.objects;
  record.reported_text = report.text;
}

void end_with(std::vector<Record>& records, const std::string& reason) {
  for (Record& record : records) {
    if (!record.end.empty()) continue;
    record.end = "agent_error";
    record.error = reason.substr(0, kMostReportedBytes);
  }
}

void play_tasks(std::vector<SessionTask> tasks, Agent& agent, std::uint64_t seed, SessionSetup setup,
                std::vector<Record>& records, StopFlag stop) {
  setup.senses = senses_of(agent);
  agent.begin_trial(seed);
  Session session(std::move(tasks), setup);
  play_all(session, agent, records, stop);
}

std::vector<Record> play_trial(const Plan& plan, const PlannedTrial& trial, const AgentFactory& make,
                               const SessionSetup& setup, StopFlag stop) {
  std::vector<Record> records;
  const auto begin = [&](int training_tasks) {
    TrialScript tasks = script(plan, trial, training_tasks, setup.catalogue);
    records = blank_records(plan, trial, tasks);
    return tasks;
  };
  try {
    const std::unique_ptr<Agent> agent = make(normal_template(plan, trial));
    TrialScript tasks = begin(agent->training_tasks());
    SessionSetup own = setup_of(plan, trial, setup);
    play_tasks(std::move(tasks.tasks), *agent, told_seed(plan, trial, setup.catalogue), own, records, stop);
    own.senses = senses_of(*agent);
    ask_questions(plan, trial, *agent, own, records, stop);
  } catch (const AgentError& error) {
    if (records.empty()) begin(0);
    end_with(records, error.what());
  }
  return records;
}

}  // namespace novphy
