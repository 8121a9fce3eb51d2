#include "serve/player.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "sim/observation.h"
#include "sim/task.h"
#include "sim/world.h"

namespace novphy {
namespace {

constexpr std::size_t kNumbersFromFocus = 6;  // focus, offset, drag time, tap time
constexpr double kLongestDragM = 1e5;         // far beyond any screen; a world shortens a pull to its maximum

bool is_polar(MessageId id) { return id == MessageId::kPolarShoot || id == MessageId::kFastPolarShoot; }

bool has_focus(const Request& request) {
  return request.id() != MessageId::kShootAndRecord && request.numbers.size() == kNumbersFromFocus;
}

double number(const Request& request, std::size_t index) {
  return static_cast<double>(request.numbers.at(index));
}

/// The point of the screen at which the bird is released.
Vec2 release_px(const Request& request) {
  const Vec2 first{number(request, 0), number(request, 1)};
  if (!has_focus(request)) return first;
  if (!is_polar(request.id())) return first + Vec2{number(request, 2), number(request, 3)};
  const double elevation_rad = radians(number(request, 2) / 100);
  return first + number(request, 3) * Vec2{-std::cos(elevation_rad), std::sin(elevation_rad)};
}

int tap_ms(const Request& request) {
  return std::max(-1, request.numbers.at(has_focus(request) ? kNumbersFromFocus - 1 : 3));
}

bool is_shot(const Request& request) {
  switch (request.id()) {
    case MessageId::kShoot:
    case MessageId::kFastShoot:
    case MessageId::kShootAndRecord:
      return true;
    default:
      return is_polar(request.id()) && has_focus(request);
  }
}

Shot shot_of(const Request& request, const World& world) {
  const Screen screen{.shown = world.task().shown};  // the client points at what it was shown
  const Pixel rest = screen.pixel(world.task().slingshot.at_m + world.catalogue().launch.anchor_offset_m);
  const Vec2 release = release_px(request);
  const Vec2 drag_m{(release.x - rest.x) / screen.px_per_m, (rest.y - release.y) / screen.px_per_m};
  const double long_by = std::max(1.0, std::max(std::abs(drag_m.x), std::abs(drag_m.y)) / kLongestDragM);
  return {.drag_m = (1 / long_by) * drag_m, .tap_ms = tap_ms(request)};
}

std::string done(bool is) { return byte_reply(is ? 1 : 0); }

constexpr double kFrameMs = 20;  // of the original: 50 frames a second
constexpr int kMostFrames = 300;
constexpr std::int32_t kUntilContact = 1;  // option of a recorded shot: frames until the first contact or tap
constexpr std::size_t kOptionIndex = 5;
constexpr int kMostLevel = 8;  // of the novelty hierarchy
constexpr int kMostInByte = 255;

/// Whether a recorded flight has reached its first contact or tap.
bool has_met_or_tapped(const World& world, int tap_ms) {
  return world.may_launch() || (tap_ms >= 0 && world.since_launch_s() * 1000 >= tap_ms);
}

}  // namespace

Player::Player(const Plan& plan, TrialQueue& queue, const SessionSetup& setup, const PlayerOptions& options)
    : plan_(plan), queue_(queue), setup_(setup), options_(options) {
  setup_.senses.text = false;  // a client gets text where it asks for a state
}

GameState Player::state() const {
  if (state_ == GameState::kNewTrial && !queue_.any_left()) return GameState::kOver;
  return state_;
}

std::string Player::place() const {
  if (practice_) return practice_->place();
  if (!trial_) return "";
  return fmt::format("{}, {}, {} {}, level {}", planned().novelty, planned().scenario,
                     is_calibration(planned()) ? "calibration run" : "trial", planned().index, level());
}

/// Clients of older versions load levels by their number and never ask for a set.
void Player::refuse_old_version(const Request& request) const {
  const bool loads = request.id() == MessageId::kLoadLevel || request.id() == MessageId::kRestart;
  if (loads && !asked_for_set_ && state() == GameState::kNewTrial)
    throw ProtocolError(fmt::format(
        "\"{}\" ({}) came before \"ready for set\" (68), as from agents of version 0.3, which know no "
        "trials and sets; expected an agent of a later version",
        request.kind->name, static_cast<int>(request.id())));
}

std::string Player::answer(const Request& request) {
  refuse_old_version(request);
  switch (request.id()) {
    case MessageId::kConfigure:
      return std::string(2, '\0') +
             byte_reply(static_cast<std::uint8_t>(std::min(told_levels(), kMostInByte)));
    case MessageId::kSpeed:
    case MessageId::kZoomOut:
    case MessageId::kZoomIn:
    case MessageId::kClick:
      return done(true);
    case MessageId::kScreenshot:
      return picture();
    case MessageId::kFirstPicture:
      return first_picture();
    case MessageId::kState:
      return answer_state();
    case MessageId::kCurrentLevel:
      return number_reply(1);
    case MessageId::kLevelCount:
      return number_reply(told_levels());
    case MessageId::kBestScores:
    case MessageId::kMyScores:
      return number_reply(0);
    case MessageId::kShoot:
    case MessageId::kFastShoot:
    case MessageId::kPolarShoot:
    case MessageId::kFastPolarShoot:
      return done(take_shot(request));
    case MessageId::kShootAndRecord:
      return answer_recorded_shot(request);
    case MessageId::kRecord:
      return has_world() ? number_reply(1) + noisy_state() : number_reply(0);
    case MessageId::kRestart:
      return done(practice_ && has_world() && load_practice(practice_->level()));
    case MessageId::kShootSequence:
    case MessageId::kFastSequence:
      return std::string(static_cast<std::size_t>(request.numbers.front()), '\0');
    case MessageId::kLoadLevel:
      return done(load_level(request.numbers.front()));
    case MessageId::kNextLevel:
      return number_reply(next_level());
    case MessageId::kExact:
      return seen_state(0);
    case MessageId::kNoisy:
      return noisy_state();
    case MessageId::kExactWithPicture:
      return seen_state(0) + picture();
    case MessageId::kNoisyWithPicture:
      return noisy_state() + picture();
    case MessageId::kScore:
      return number_reply(has_world() ? session().world().score() : 0);
    case MessageId::kLikelihood:
      return done(take_likelihood(request));
    case MessageId::kDescription:
      return done(take_description(request));
    case MessageId::kReadyForSet:
      return answer_set();
    case MessageId::kNoveltyInformation:
      return number_reply(!informed() ? -1 : told() ? 1 : 0);
    case MessageId::kHint:
      return hint_reply(request.numbers.front(), options_.hints && told() ? planned().novelty : "");
  }
  throw std::logic_error("a message of the table has no answer");
}

std::string Player::seen_state(double noise_px) {
  if (!has_world()) return empty_state_reply();
  Observation seen = session().observe({.noise_px = noise_px});
  if (setup_.labels)
    for (SeenObject& object : seen.objects) object.label = published_label(object.label);
  return state_reply(std::move(seen));
}

std::string Player::picture() {
  if (!has_world()) return blank_picture_reply();
  std::string reply = picture_of(session().world());
  session().picture_shown();
  return reply;
}

/// The world as it was before the first shot.
std::string Player::first_picture() {
  if (!has_world()) return blank_picture_reply();
  return picture_of(World(session().world().task(), setup_.catalogue, setup_.physics));
}

std::string Player::picture_of(const World& world) {
  if (!painter_) painter_.emplace();
  return picture_reply(painter_->screenshot(world));
}

void Player::end_practice() {
  if (practice_) practice_->end_attempt();
  practice_.reset();
}

void Player::leave(const std::string& reason) {
  end_practice();
  if (!trial_) return;
  const int in_level = level();
  if (task_is_over()) close_task();
  end_with(trial_->records, fmt::format("{} in level {}", reason, in_level));
  finish_trial();
}

std::string Player::answer_state() {
  const GameState seen = state();
  if (seen == GameState::kOver) told_over_ = true;
  if (seen == GameState::kNewTrial) told_of_trial_ = true;
  return byte_reply(static_cast<std::uint8_t>(seen));
}

bool Player::practises_next() const {
  return options_.practice != nullptr && !practised_ && queue_.any_left();
}

/// Begins the client's practice, or its next trial.
void Player::begin_set() {
  if (practises_next()) {
    practised_ = true;
    practice_.emplace(plan_, *options_.practice, setup_);
    state_ = GameState::kTrainingSet;
  } else if (const auto index = queue_.take()) {
    begin_trial(*index);
  }
}

std::string Player::answer_set() {
  asked_for_set_ = true;
  if (state_ == GameState::kNewTrial)
    begin_set();
  else if (state_ == GameState::kTrainingSet || state_ == GameState::kTestSet)
    state_ = GameState::kMainMenu;
  const bool test = trial_ && trial_->training_tasks > 0 && trial_->session->task() >= trial_->training_tasks;
  return set_reply(
      {.levels = told_levels(), .repeats = practice_.has_value(), .test = test, .tells_novelty = informed()});
}

void Player::begin_trial(int index) {
  const PlannedTrial& planned = plan_.trials[static_cast<std::size_t>(index)];
  TrialScript tasks = script(plan_, planned, options_.training_tasks, setup_.catalogue);
  const SessionSetup setup = setup_of(plan_, planned, setup_);
  trial_.emplace(Trial{.index = index, .records = blank_records(plan_, planned, tasks)});
  trial_->training_tasks =
      static_cast<int>(std::ranges::count(trial_->records, Phase::kTraining, &Record::phase));
  trial_->session = std::make_unique<Session>(std::move(tasks.tasks), setup);
  report_ = {};
  state_ = GameState::kTrainingSet;
}

bool Player::task_is_over() const {
  return state_ == GameState::kLikelihood || state_ == GameState::kWon || state_ == GameState::kLost;
}

int Player::level() const {
  const int task = trial_->session->task();
  return task < trial_->training_tasks ? task + 1 : task - trial_->training_tasks + 1;
}

int Player::tasks_of_set() const {
  const bool training = trial_->session->task() < trial_->training_tasks;
  return training ? trial_->training_tasks : trial_->session->tasks() - trial_->training_tasks;
}

int Player::told_levels() const {
  if (practice_) return practice_->levels();
  if (!options_.count_levels) return 0;
  if (practises_next()) return static_cast<int>(options_.practice->tasks.size());
  if (trial_) return tasks_of_set();
  const std::optional<int> next = queue_.next();
  if (!next) return 0;
  const PlannedTrial& planned = plan_.trials[static_cast<std::size_t>(*next)];
  const int of_trial = task_count(planned) - static_cast<int>(planned.training.size());
  const int training = std::min(options_.training_tasks, static_cast<int>(planned.training.size()));
  return training > 0 ? training : of_trial;
}

bool Player::load_practice(std::int32_t wanted) {
  const bool may_load = state_ == GameState::kMainMenu || has_world();
  const std::int32_t level = wanted == 0 ? std::max(1, practice_->level()) : wanted;
  if (!may_load || level < 1 || level > practice_->levels()) return false;
  practice_->load(level);
  after_flight();
  return true;
}

bool Player::load_level(std::int32_t wanted) {
  if (practice_) return load_practice(wanted);
  if (state_ == GameState::kMainMenu) return (wanted == 0 || wanted == level()) && next_level() > 0;
  if (!has_world()) return false;
  const bool current = wanted == level() || (wanted == 0 && playing());
  if (current) return playing() && trial_->session->shots().empty();
  const bool next = wanted == level() + 1 || (wanted == 0 && task_is_over());
  return next && !(playing() && level() == tasks_of_set()) && next_level() > 0;
}

/// The next level for practice. After the last one, practice is over.
std::int32_t Player::next_practice_level() {
  if (load_practice(practice_->level() + 1)) return practice_->level();
  if (!has_world()) return 0;
  end_practice();
  state_ = GameState::kNewTrial;
  return 0;
}

std::int32_t Player::next_level() {
  if (practice_) return next_practice_level();
  if (state_ == GameState::kMainMenu) {
    load();
    return level();
  }
  if (!has_world()) return 0;
  if (playing()) trial_->session->give_up();
  const bool last_of_set = level() == tasks_of_set();
  close_task();
  if (!last_of_set) {
    load();
    return level();
  }
  if (trial_->session->state() == SessionState::kDone)
    finish_trial();
  else
    state_ = GameState::kTestSet;
  return 0;
}

void Player::load() {
  if (trial_->session->state() == SessionState::kTold) trial_->session->told();
  after_flight();
}

void Player::after_flight() {
  Session& now = session();
  if (now.state() == SessionState::kFlying) now.advance_until_still();
  if (now.state() != SessionState::kReport) {
    state_ = GameState::kPlaying;
    return;
  }
  const bool asks = trial_ && options_.ask_every > 0 && level() % options_.ask_every == 0;
  const bool won = now.world().outcome().won;
  state_ = asks ? GameState::kLikelihood : won ? GameState::kWon : GameState::kLost;
}

void Player::close_task() {
  Session& session = *trial_->session;
  Record& record = trial_->records[static_cast<std::size_t>(session.task())];
  fill(record, std::exchange(report_, {}));
  fill(record, session.played());
  session.report();
}

void Player::finish_trial() {
  const Trial finished = std::move(*trial_);
  trial_.reset();
  report_ = {};
  state_ = GameState::kNewTrial;
  queue_.finish(finished.index, finished.records);
}

bool Player::shoot(const Request& request) {
  if (!playing() || !is_shot(request)) return false;
  session().shoot(shot_of(request, session().world()));
  return true;
}

bool Player::take_shot(const Request& request) {
  if (!shoot(request)) return false;
  after_flight();
  return true;
}

std::string Player::answer_recorded_shot(const Request& request) {
  const std::int32_t every = request.numbers.at(4);
  if (every < 1 || !shoot(request)) return number_reply(0);
  const bool until_contact =
      request.numbers.size() > kOptionIndex && request.numbers.at(kOptionIndex) == kUntilContact;
  Session& flight = session();
  std::string frames;
  int count = 0;
  while (flight.state() == SessionState::kFlying && count < kMostFrames) {
    flight.advance(kFrameMs * every);
    frames += noisy_state();
    ++count;
    if (until_contact && has_met_or_tapped(flight.world(), flight.shots().back().tap_ms)) break;
  }
  after_flight();
  return number_reply(count) + frames;
}

bool Player::take_likelihood(const Request& request) {
  if (request.likelihood < 0 || request.likelihood > 1) return false;
  if (practice_) return true;  // nothing is novel, and nothing is kept
  if (!trial_) return false;
  const bool level = request.level >= 1 && request.level <= kMostLevel;
  report_ = {.probability = request.likelihood,
             .level = level ? std::optional<int>(request.level) : std::nullopt,
             .objects = {request.ids.begin(), request.ids.end()},
             .text = request.text};
  if (state_ == GameState::kLikelihood)
    state_ = trial_->session->world().outcome().won ? GameState::kWon : GameState::kLost;
  return true;
}

bool Player::take_description(const Request& request) {
  if (trial_ && !practice_) report_.text = request.text;
  return trial_ || practice_;
}

}  // namespace novphy
