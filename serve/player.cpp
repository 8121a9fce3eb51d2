#include "serve/player.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "serve/replies.h"
#include "sim/screen.h"

namespace novphy {
namespace {

constexpr std::uint8_t kDone = 1;
constexpr std::uint8_t kNotDone = 0;
constexpr double kFrameMs = 20;  // of the original: 50 frames a second
constexpr int kMostFrames = 300;
constexpr std::int32_t kUntilContact = 1;  // option of a recorded shot: frames until the first contact or tap
constexpr std::size_t kOptionIndex = 5;
constexpr std::size_t kNumbersFromFocus = 6;  // of a shot: focus, offset, drag time, tap time
constexpr double kLongestDragM = 1e5;         // far beyond any screen; a world shortens a pull to its maximum
constexpr int kMostLevel = 8;                 // of the novelty hierarchy

/// A novelty and its name in the protocol.
struct HintName {
  std::string_view novelty;
  std::string_view type;
};
constexpr std::array kHintNames{
    HintName{"objects", "OBJECT"},     HintName{"agents", "AGENT"},
    HintName{"actions", "ACTION"},     HintName{"interactions", "INTERACTION"},
    HintName{"relations", "REACTION"}, HintName{"environments", "ENVIRONMENT"},
    HintName{"goals", "GOAL"},         HintName{"events", "EVENT"},
};
constexpr std::string_view kNoHint = "NOT_AVAILABLE";

std::string_view hint_name(std::string_view novelty) {
  const auto* row = std::find_if(kHintNames.begin(), kHintNames.end(),
                                 [&](const HintName& each) { return each.novelty == novelty; });
  return row == kHintNames.end() ? kNoHint : row->type;
}

/// The release point and the tap of a shot, as in the request.
struct ReleaseRequest {
  double x_px = 0;
  double y_px = 0;
  int tap_ms = -1;
};

ReleaseRequest release_of(const std::vector<std::int32_t>& numbers, bool six_numbers) {
  const auto at = [&](std::size_t i) { return static_cast<double>(numbers.at(i)); };
  if (six_numbers) return {at(0) + at(2), at(1) + at(3), std::max(-1, numbers.at(5))};
  return {at(0), at(1), std::max(-1, numbers.at(3))};
}

Shot shot_of(const ReleaseRequest& release, const World& world) {
  const Screen screen{.shown = world.task().shown};  // the client points at what it was shown
  const Pixel rest = screen.pixel(world.task().slingshot.at_m + world.catalogue().launch.anchor_offset_m);
  const Vec2 drag_m{(release.x_px - rest.x) / screen.px_per_m, (rest.y - release.y_px) / screen.px_per_m};
  const double long_by = std::max(1.0, std::max(std::abs(drag_m.x), std::abs(drag_m.y)) / kLongestDragM);
  return {.drag_m = (1 / long_by) * drag_m, .tap_ms = release.tap_ms};
}

/// Whether a recorded flight has reached its first contact or tap.
bool has_met_or_tapped(const World& world, int tap_ms) {
  return world.may_launch() || (tap_ms >= 0 && world.since_launch_s() * 1000 >= tap_ms);
}

Picture blank_picture() {
  const Screen screen;
  Picture picture{.width_px = screen.width_px, .height_px = screen.height_px};
  picture.rgb.assign(3 * static_cast<std::size_t>(screen.width_px * screen.height_px), 0);
  return picture;
}

}  // namespace

Player::Player(const Plan& plan, TrialQueue& queue, const SessionSetup& setup, const PlayerOptions& options)
    : plan_(plan), queue_(queue), setup_(setup), options_(options) {}

GameState Player::state() const {
  if (state_ == GameState::kNewTrial && !queue_.any_left()) return GameState::kOver;
  return state_;
}

std::string Player::place() const {
  if (!trial_) return "";
  const PlannedTrial& planned = plan_.trials[static_cast<std::size_t>(trial_->index)];
  return fmt::format("{}, {}, {} {}, level {}", planned.novelty, planned.scenario,
                     is_calibration(planned) ? "calibration run" : "trial", planned.index, level());
}

std::string Player::answer(const Request& request) {
  switch (request.id()) {
    case MessageId::kConfigure:
      return std::string(3, '\0');
    case MessageId::kSpeed:
    case MessageId::kZoomOut:
    case MessageId::kZoomIn:
    case MessageId::kClick:
      return byte_reply(kDone);
    case MessageId::kScreenshot:
      return picture();
    case MessageId::kFirstPicture:
      return first_picture();
    case MessageId::kState:
      return answer_state();
    case MessageId::kCurrentLevel:
      return number_reply(1);
    case MessageId::kLevelCount:
    case MessageId::kBestScores:
    case MessageId::kMyScores:
      return number_reply(0);
    case MessageId::kShoot:
    case MessageId::kFastShoot:
      return answer_shot(request);
    case MessageId::kShootAndRecord:
      return answer_recorded_shot(request);
    case MessageId::kRecord:
      return has_world() ? number_reply(1) + noisy_state() : number_reply(0);
    case MessageId::kPolarShoot:
    case MessageId::kFastPolarShoot:
    case MessageId::kRestart:
      return byte_reply(kNotDone);
    case MessageId::kShootSequence:
    case MessageId::kFastSequence:
      return std::string(static_cast<std::size_t>(request.numbers.front()), '\0');
    case MessageId::kLoadLevel:
      return answer_load(request.numbers.front());
    case MessageId::kNextLevel:
      return number_reply(next_level());
    case MessageId::kExact:
      return exact_state();
    case MessageId::kNoisy:
      return noisy_state();
    case MessageId::kExactWithPicture:
      return exact_state() + picture();
    case MessageId::kNoisyWithPicture:
      return noisy_state() + picture();
    case MessageId::kScore:
      return number_reply(has_world() ? trial_->session->world().score() : 0);
    case MessageId::kLikelihood:
      return answer_likelihood(request);
    case MessageId::kDescription:
      return answer_description(request);
    case MessageId::kReadyForSet:
      return answer_set();
    case MessageId::kNoveltyInformation:
      return number_reply(novelty_information());
    case MessageId::kHint:
      return answer_hint(request.numbers.front());
  }
  throw std::logic_error("a message of the table has no answer");
}

void Player::leave(const std::string& reason) {
  if (!trial_) return;
  const int in_level = level();
  if (task_is_over()) close_task();
  end_with(trial_->records, fmt::format("{} in level {}", reason, in_level));
  finish_trial();
}

std::string Player::answer_state() {
  const GameState seen = state();
  if (seen == GameState::kOver) told_over_ = true;
  return byte_reply(static_cast<std::uint8_t>(seen));
}

std::string Player::answer_set() {
  if (state_ == GameState::kNewTrial) {
    if (const auto index = queue_.take()) begin_trial(*index);
  } else if (state_ == GameState::kTrainingSet || state_ == GameState::kTestSet) {
    state_ = GameState::kLevelSelection;
  }
  const bool test = trial_ && trial_->training_tasks > 0 && trial_->session->task() >= trial_->training_tasks;
  const bool informed = trial_ && plan_.trials[static_cast<std::size_t>(trial_->index)].informed;
  return set_reply({.test = test, .tells_novelty = informed});
}

void Player::begin_trial(int index) {
  const PlannedTrial& planned = plan_.trials[static_cast<std::size_t>(index)];
  TrialScript tasks = script(plan_, planned, options_.training_tasks, setup_.catalogue);
  SessionSetup setup = setup_;
  setup.informed = planned.informed;
  setup.seed = planned.seed;
  trial_.emplace(Trial{.index = index, .records = blank_records(plan_, planned, tasks)});
  trial_->training_tasks =
      static_cast<int>(std::count_if(trial_->records.begin(), trial_->records.end(),
                                     [](const Record& record) { return record.phase == Phase::kTraining; }));
  trial_->session = std::make_unique<Session>(std::move(tasks.tasks), setup);
  report_.reset();
  state_ = GameState::kTrainingSet;
}

bool Player::has_world() const { return playing() || task_is_over(); }

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

std::string Player::answer_load(std::int32_t wanted) {
  if (state_ == GameState::kLevelSelection) {
    if (wanted != 0 && wanted != level()) return byte_reply(kNotDone);
    return byte_reply(next_level() > 0 ? kDone : kNotDone);
  }
  if (!has_world()) return byte_reply(kNotDone);
  const bool current = wanted == level() || (wanted == 0 && playing());
  if (current) return byte_reply(playing() && trial_->session->shots().empty() ? kDone : kNotDone);
  const bool next = wanted == level() + 1 || (wanted == 0 && task_is_over());
  if (!next || (playing() && level() == tasks_of_set())) return byte_reply(kNotDone);
  return byte_reply(next_level() > 0 ? kDone : kNotDone);
}

std::int32_t Player::next_level() {
  if (state_ == GameState::kLevelSelection) {
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
  Session& session = *trial_->session;
  if (session.state() == SessionState::kFlying) session.advance_until_still();
  if (session.state() != SessionState::kReport) {
    state_ = GameState::kPlaying;
    return;
  }
  const bool asks = options_.ask_every > 0 && level() % options_.ask_every == 0;
  const bool won = session.world().outcome().won;
  state_ = asks ? GameState::kLikelihood : won ? GameState::kWon : GameState::kLost;
}

void Player::close_task() {
  Session& session = *trial_->session;
  Record& record = trial_->records[static_cast<std::size_t>(session.task())];
  fill(record, report());
  fill(record, session.played());
  report_.reset();
  session.report();
}

void Player::finish_trial() {
  const Trial finished = std::move(*trial_);
  trial_.reset();
  report_.reset();
  state_ = GameState::kNewTrial;
  queue_.finish(finished.index, finished.records);
}

bool Player::shoot(const Request& request) {
  if (!playing()) return false;
  const bool six_numbers =
      request.id() != MessageId::kShootAndRecord && request.numbers.size() == kNumbersFromFocus;
  Session& session = *trial_->session;
  session.shoot(shot_of(release_of(request.numbers, six_numbers), session.world()));
  return true;
}

std::string Player::answer_shot(const Request& request) {
  if (!shoot(request)) return byte_reply(kNotDone);
  after_flight();
  return byte_reply(kDone);
}

std::string Player::answer_recorded_shot(const Request& request) {
  const std::int32_t every = request.numbers.at(4);
  if (every < 1 || !shoot(request)) return number_reply(0);
  const bool until_contact =
      request.numbers.size() > kOptionIndex && request.numbers.at(kOptionIndex) == kUntilContact;
  Session& session = *trial_->session;
  std::string frames;
  int count = 0;
  while (session.state() == SessionState::kFlying && count < kMostFrames) {
    session.advance(kFrameMs * every);
    frames += noisy_state();
    ++count;
    if (until_contact && has_met_or_tapped(session.world(), session.shots().back().tap_ms)) break;
  }
  after_flight();
  return number_reply(count) + frames;
}

NoveltyReport& Player::report() {
  if (!report_) report_.emplace();
  return *report_;
}

std::string Player::answer_likelihood(const Request& request) {
  if (!trial_ || !(request.likelihood >= 0 && request.likelihood <= 1)) return byte_reply(kNotDone);
  report().probability = request.likelihood;
  const bool level = request.level >= 1 && request.level <= kMostLevel;
  report().level = level ? std::optional<int>(request.level) : std::nullopt;
  report().objects.assign(request.ids.begin(), request.ids.end());
  report().text = request.text;
  if (state_ == GameState::kLikelihood)
    state_ = trial_->session->world().outcome().won ? GameState::kWon : GameState::kLost;
  return byte_reply(kDone);
}

std::string Player::answer_description(const Request& request) {
  if (!trial_) return byte_reply(kNotDone);
  report().text = request.text;
  return byte_reply(kDone);
}

bool Player::told() const {
  if (!trial_ || !has_world()) return false;
  const PlannedTrial& planned = plan_.trials[static_cast<std::size_t>(trial_->index)];
  return planned.informed && trial_->session->phase() == Phase::kNovel;
}

std::int32_t Player::novelty_information() const {
  if (!trial_ || !plan_.trials[static_cast<std::size_t>(trial_->index)].informed) return -1;
  return told() ? 1 : 0;
}

std::string Player::answer_hint(std::int32_t hint_level) const {
  if (!options_.hints || !told()) return hint_reply(hint_level, kNoHint);
  return hint_reply(hint_level, hint_name(plan_.trials[static_cast<std::size_t>(trial_->index)].novelty));
}

std::string Player::exact_state() {
  if (!has_world()) return empty_state_reply();
  return seen_reply(0);
}

std::string Player::noisy_state() {
  if (!has_world()) return empty_state_reply();
  return seen_reply(options_.noise_px);
}

std::string Player::seen_reply(double noise_px) {
  Observation seen = trial_->session->observe({.noise_px = noise_px});
  if (setup_.labels)
    for (SeenObject& object : seen.objects) object.label = published_label(object.label);
  return state_reply(std::move(seen));
}

std::string Player::picture() {
  if (!has_world()) return picture_reply(blank_picture());
  std::string reply = picture_of(trial_->session->world());
  trial_->session->picture_shown();
  return reply;
}

std::string Player::first_picture() {
  if (!has_world()) return picture_reply(blank_picture());
  return picture_of(World(trial_->session->world().task(), setup_.catalogue, setup_.physics));
}

std::string Player::picture_of(const World& world) {
  if (!painter_) painter_.emplace();
  return picture_reply(painter_->screenshot(world));
}

}  // namespace novphy
