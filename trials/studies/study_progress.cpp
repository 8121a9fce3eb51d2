#include "trials/studies/study_progress.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/input_error.h"
#include "trials/made_by.h"
#include "trials/store/fingerprint.h"

namespace novphy {
namespace {

bool is_consent(const StudyStep& step) {
  return step.kind == StudyStep::Kind::kPage && !step.page.decline.empty();
}

bool fits(StudyEntry::Kind entry, const StudyStep& step) {
  switch (step.kind) {
    case StudyStep::Kind::kPage:
      return entry == (is_consent(step) ? StudyEntry::Kind::kAgreed : StudyEntry::Kind::kRead);
    case StudyStep::Kind::kPractice:
    case StudyStep::Kind::kTask:
      return entry == StudyEntry::Kind::kLaunch || entry == StudyEntry::Kind::kTap ||
             entry == StudyEntry::Kind::kDone || entry == StudyEntry::Kind::kView;
    case StudyStep::Kind::kQuestion:
      return entry == StudyEntry::Kind::kNovel;
  }
  return false;
}

}  // namespace

StudyProgress::StudyProgress(StudyHead head, const StudyFile& file)
    : head_(std::move(head)),
      steps_(steps_of(file.study, file.plan, head_.assignment.level_set, head_.assignment.number)) {}

std::string StudyProgress::misfit(const StudyEntry& entry) const {
  if (!is_act(entry.kind)) return "";
  if (finished()) return fmt::format("found step {}, expected nothing after the last step", entry.step);
  if (entry.step != step_) return fmt::format("found step {}, expected {}", entry.step, step_);
  if (!fits(entry.kind, steps_[static_cast<std::size_t>(step_)]))
    return fmt::format("found {}, which does not belong to step {}", to_line(entry), step_);
  const int shots = static_cast<int>(shots_.size());
  if (entry.kind == StudyEntry::Kind::kLaunch && entry.shot != shots)
    return fmt::format("found shot {}, expected {}", entry.shot, shots);
  if (entry.kind == StudyEntry::Kind::kTap &&
      (entry.shot < 0 || entry.shot >= shots || shots_[static_cast<std::size_t>(entry.shot)].tap_ms >= 0))
    return fmt::format("found a tap of shot {}, expected one of a shot without tap", entry.shot);
  return "";
}

/// Adds the time since the previous entry to the time of the step.
void StudyProgress::clock(const StudyEntry& entry) {
  if (entry.kind != StudyEntry::Kind::kSession && !is_act(entry.kind)) return;
  const std::int64_t before_ms = std::exchange(last_at_ms_, entry.at_ms);
  if (entry.at_ms < 0 || (before_ms < 0 && is_act(entry.kind))) return;
  StepTime& time = times_[step_];
  if (time.begun_at_ms < 0)
    time = {.begun_at_ms = is_act(entry.kind) ? before_ms : entry.at_ms, .spent_ms = 0};
  if (!is_act(entry.kind)) return;
  time.spent_ms += std::max<std::int64_t>(entry.at_ms - before_ms, 0);
  if (entry.kind == StudyEntry::Kind::kLaunch && entry.shot == 0) time.first_shot_ms = time.spent_ms;
}

void StudyProgress::take(const StudyEntry& entry) {
  clock(entry);
  standing_.take(entry);
  switch (entry.kind) {
    case StudyEntry::Kind::kSession:
      texts_ = entry.session.texts;
      return;
    case StudyEntry::Kind::kExcluded:
    case StudyEntry::Kind::kIncluded:
      return;
    case StudyEntry::Kind::kAnotherPlay:
      another_plays_[entry.step] = entry.yes;
      return;
    case StudyEntry::Kind::kLaunch:
      shots_.push_back({.drag_m = entry.drag_m, .launch_ms = entry.ms, .thought_ms = entry.thought_ms});
      return;
    case StudyEntry::Kind::kTap:
      shots_[static_cast<std::size_t>(entry.shot)].tap_ms = entry.ms;
      return;
    case StudyEntry::Kind::kView:
      return;
    case StudyEntry::Kind::kAgreed:
      if (!entry.yes) return;
      break;
    case StudyEntry::Kind::kDone:
      results_[step_] = entry.result;
      shots_.clear();
      break;
    case StudyEntry::Kind::kNovel:
      answers_[step_] = entry.yes;
      break;
    case StudyEntry::Kind::kRead:
      break;
  }
  ++step_;
}

void take_all(StudyProgress& progress, const StudyLines& lines, const std::filesystem::path& journal) {
  int number = 1;
  for (const StudyEntry& entry : lines.entries) {
    ++number;
    if (const std::string problem = progress.misfit(entry); !problem.empty())
      throw InputError(journal.string(), number, problem);
    progress.take(entry);
  }
}

std::string difference(const StudyHead& head, const StudyFile& file, const Fingerprint& now) {
  const std::string& hash = head.format > kOldestJournalFormat ? file.study.hash : file.study.file_hash;
  if (head.study_hash != hash)
    return fmt::format("of another study: the study's hash was {}, is {} now", head.study_hash, hash);
  Fingerprint same = now;
  same.plan = head.fingerprint.plan;
  same.plan_hash = file.plan_hash;
  same.seed = file.plan.options.seed.number;
  same.agent = head.fingerprint.agent;
  if (made_in_browser(head.fingerprint) || made_in_browser(now)) {
    same.compiler = head.fingerprint.compiler;
    same.architecture = head.fingerprint.architecture;
  }
  const auto found = differences(head.fingerprint, same);
  if (!found.empty()) return found.front();
  const auto sets = static_cast<int>(file.study.level_sets.size());
  if (head.assignment.level_set >= sets)
    return fmt::format("level set {}, which the study does not have", head.assignment.level_set);
  return "";
}

bool is_act(StudyEntry::Kind kind) {
  using enum StudyEntry::Kind;
  return kind != kSession && kind != kExcluded && kind != kIncluded && kind != kAnotherPlay;
}

void StudyStanding::take(const StudyEntry& entry) {
  if (is_act(entry.kind)) {
    declined = entry.kind == StudyEntry::Kind::kAgreed && !entry.yes;
    if (speed != 1) tried_at = speed;
  } else if (entry.kind == StudyEntry::Kind::kSession) {
    speed = entry.session.speed;
  } else if (entry.kind != StudyEntry::Kind::kAnotherPlay) {
    excluded = entry.kind == StudyEntry::Kind::kExcluded ? entry.reason : "";
  }
}

std::string StudyStanding::left_out() const {
  if (!excluded.empty()) return excluded;
  return tried_at == 1 ? "" : fmt::format("was tried out with --speed {}", tried_at);
}

StudyStanding standing_of(std::span<const StudyEntry> entries) {
  StudyStanding standing;
  for (const StudyEntry& entry : entries) standing.take(entry);
  return standing;
}

}  // namespace novphy
