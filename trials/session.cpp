#include "trials/session.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "sim/play.h"
#include "sim/rng.h"
#include "view/noise.h"

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
    if (!painter_) painter_.emplace();
    seen.screenshot = painter_->screenshot(world());
  }
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
    world_->restore(snapshot.world_);
  } catch (const std::logic_error&) {
    throw SessionError("session: restore() needs a snapshot of the same task and session");
  }
  now_ = snapshot.course_;
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
  return {.shots = now_.shots, .outcome = world_->outcome()};
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

}  // namespace novphy
