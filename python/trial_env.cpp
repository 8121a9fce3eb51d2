#include "python/trial_env.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "evaluator/detectors/detector.h"

namespace novphy::python {

TrialEnv::TrialEnv(const std::shared_ptr<const EnvSetup>& setup) : Env(setup) {
  const std::vector<PlannedTrial>& trials = setup->plan->plan.trials;
  for (int i = 0; i < static_cast<int>(trials.size()); ++i)
    if (!is_calibration(trials[static_cast<std::size_t>(i)])) drawable_.push_back(i);
  if (!setup->detector.empty()) detector_.emplace(parse_detector(setup->detector));
}

int TrialEnv::draw_episode(Rng& rng) {
  if (drawable_.empty())
    throw std::invalid_argument("trial: the plan has only calibration runs, so pick one");
  return drawable_[static_cast<std::size_t>(rng.integer(0, static_cast<int>(drawable_.size()) - 1))];
}

StepResult TrialEnv::begin(int trial, const Row& row) {
  before_ = records(false);
  index_ = trial;
  trial_ = std::make_unique<Trial>(setup().plan, trial, Senses{}, false, 0, setup().options.physics);
  if (detector_) detector_->forget_trial();
  told_ = asks_ = false;
  task_ = {};
  begin_task();
  return result(row);
}

void TrialEnv::begin_task() {
  Session& session = trial_->session();
  if (session.state() == SessionState::kTold) {
    session.told();
    told_ = true;
  }
  over_ = session.state() == SessionState::kDone;
  if (over_)
    end_trial();
  else
    Env::begin_task(session.world());
}

StepResult TrialEnv::step(const Action& action, const Row& row) {
  if (!trial_) throw std::logic_error("step() before reset()");
  if (over_) throw std::logic_error("step() after the end of the episode: call reset() first");
  if (asks_) throw std::logic_error("step() before the detector's answer: call reset() first");
  throw_bird(shot_of(setup().actions, action, table()));
  Session& session = trial_->session();
  const World& world = session.world();
  task_ = {.reward = reward(world)};
  if (session.state() != SessionState::kReport) return result(row);
  task_.task_over = true;
  task_.passed = world.end() == End::kPigsGone;
  task_.score = world.score();
  see(world, row.last);
  asks_ = setup().asks;
  task_.asks = asks_;
  return asks_ ? task_ : report({}, row);
}

void TrialEnv::throw_bird(const Shot& shot) {
  Session& session = trial_->session();
  const World& world = session.world();
  std::vector<Stage> pull;
  if (films()) pull = pull_stages(world, shot, setup().frame_s);
  session.shoot(shot);
  if (!films()) return session.advance_until_still();
  film_.add(world, std::move(pull));
  film_.add(world, flight_stages(world, setup().frame_s, [&session](double seconds) {
              session.advance(1000 * seconds);
              return session.state() == SessionState::kFlying;
            }));
}

StepResult TrialEnv::report(const NoveltyReport& report, const Row& row) {
  Session& session = trial_->session();
  if (session.state() != SessionState::kReport) return Env::report(report, row);
  asks_ = false;
  if (session.task() + 1 == session.tasks()) end_ = now();
  const bool marks = detector_ && !is_calibration(trial_->planned());
  trial_->report(report, marks ? &*detector_ : nullptr);
  begin_task();
  return result(row);
}

void TrialEnv::end_trial() {
  const auto same = [&](const CalibrationRun& run) { return run.trial == index_; };
  if (detector_ && is_calibration(trial_->planned()) && std::ranges::none_of(calibration_, same))
    calibrate({.trial = index_, .records = records(false)});
}

void TrialEnv::calibrate(const CalibrationRun& run) {
  for (Record record : run.records) detector_->mark(record);
  calibration_.push_back(run);
}

StepResult TrialEnv::result(const Row& row) {
  StepResult result = std::exchange(task_, {});
  result.asks = false;
  result.over = over_;
  result.told = told_;
  result.episode = index_;
  result.shots_left = over_ ? -1 : trial_->session().world().birds_left();
  if (over_)
    std::memcpy(row.seen, row.last, row.bytes);
  else
    see_session(row);
  return result;
}

void TrialEnv::see_session(const Row& row) {
  see(trial_->session().world(), row.seen);
  trial_->session().picture_shown();
}

std::vector<Record> TrialEnv::records(bool before) const {
  if (before) return before_;
  return trial_ ? trial_->finished() : std::vector<Record>();
}

Reel TrialEnv::now() const {
  if (over_) return end_;
  Reel reel;
  reel.add(trial_->session().world());
  return reel;
}

}  // namespace novphy::python
