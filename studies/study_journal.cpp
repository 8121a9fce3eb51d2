#include "studies/study_journal.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"
#include "trials/drive.h"
#include "trials/fingerprint.h"

namespace novphy {
namespace {

constexpr std::size_t kLongestId = 64;
constexpr const char* kJournal = "journal.jsonl";

void check_id(const std::string& id) {
  const auto fine = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  if (id.empty() || id.size() > kLongestId || !std::all_of(id.begin(), id.end(), fine))
    throw InputError("participant",
                     fmt::format("found \"{}\", expected 1 to {} letters, digits, _ and -", id, kLongestId));
}

/// Writes the folder to disk, because a new file is safe only when its folder is on disk too. Some file
/// systems cannot do so; this is not an error.
void sync_folder(const std::filesystem::path& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError(folder.string(), "cannot be made: " + error.message());
}

void check_study(const std::filesystem::path& file, const StudyHead& head, const Study& study) {
  if (head.study_hash != study.hash)
    throw InputError(file.string(),
                     fmt::format("belongs to another study: the study file's hash was {}, is {} now",
                                 head.study_hash, study.hash));
}

/// Throws InputError where the journal is of another study, plan, program or other numbers. Plans are
/// compared by content; the path of the plan may differ.
void check_same(const std::filesystem::path& file, const StudyHead& head, const StudyFile& study,
                StudyHead now) {
  check_study(file, head, study.study);
  now.fingerprint.plan = head.fingerprint.plan;
  const auto found = differences(head.fingerprint, now.fingerprint);
  if (!found.empty()) throw InputError(file.string(), "cannot go on: " + found.front());
  if (head.participant != now.participant)
    throw InputError(file.string(), fmt::format("is of participant {}", head.participant));
  if (head.level_set >= static_cast<int>(study.study.level_sets.size()))
    throw InputError(file.string(), fmt::format("has level set {}, which the study has not", head.level_set));
}

StudyHead head_of(const std::string& participant, const StudyFile& file, Fingerprint print) {
  print.plan = file.study.plan.string();
  print.plan_hash = file.plan_hash;
  print.seed = file.plan.options.seed;
  print.agent = "human:" + participant;
  return {.participant = participant,
          .study_hash = file.study.hash,
          .level_set = 0,
          .number = 0,
          .fingerprint = std::move(print)};
}

bool declined(const std::vector<StudyEntry>& entries) {
  return !entries.empty() && entries.back().kind == StudyEntry::Kind::kAgreed && !entries.back().yes;
}

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

StudyResult result_of(const Session& session) {
  const PlayedTask played = session.played();
  StudyResult result{.played = {},
                     .birds_at_start = static_cast<int>(session.world().task().birds.size()),
                     .birds_left = played.outcome.birds_left};
  fill(result.played, played);
  for (const BodyView& body : session.world().bodies()) {
    if (!body.kind || body.kind->category != Category::kPig) continue;
    ++result.pigs_at_start;
    if (body.present) ++result.pigs_left;
  }
  return result;
}

}  // namespace

Assignment assign(const std::filesystem::path& results, const Study& study) {
  std::vector<int> people(study.level_sets.size());
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(results, missing)) {
    const std::filesystem::path file = entry.path() / kJournal;
    const StudyLines lines = read_study_lines(file);
    if (!lines.head) continue;
    check_study(file, *lines.head, study);
    if (!declined(lines.entries)) ++people.at(static_cast<std::size_t>(lines.head->level_set));
  }
  const auto fewest = std::min_element(people.begin(), people.end());
  return {.level_set = static_cast<int>(fewest - people.begin()), .number = *fewest};
}

StudyJournal StudyJournal::open(const std::filesystem::path& results, const std::string& participant,
                                const StudyFile& file, const Fingerprint& made_by) {
  check_id(participant);
  const std::filesystem::path folder = results / participant;
  StudyHead head = head_of(participant, file, made_by);
  const std::optional<StudyHead> there = read_study_lines(folder / kJournal).head;
  if (there) {
    check_same(folder / kJournal, *there, file, head);
    head = *there;
  } else {
    const Assignment assignment = assign(results, file.study);
    head.level_set = assignment.level_set;
    head.number = assignment.number;
    make_folder(folder);
    write_atomically(folder / kJournal, to_line(head) + "\n");
    for (const auto& changed : {folder, results, results / ".."}) sync_folder(changed);
  }
  std::vector<StudyStep> steps = steps_of(file.study, file.plan, head.level_set, head.number);
  StudyJournal journal(folder, std::move(head), std::move(steps));
  journal.resume();
  return journal;
}

StudyJournal::StudyJournal(std::filesystem::path folder, StudyHead head, std::vector<StudyStep> steps)
    : folder_(std::move(folder)),
      head_(std::move(head)),
      steps_(std::move(steps)),
      file_(folder_ / kJournal, {.sync = true, .in_use = "is open already, in another window"}) {}

void StudyJournal::resume() {
  const StudyLines lines = read_study_lines(file_.file());
  int number = 1;
  for (const StudyEntry& entry : lines.entries) {
    ++number;
    if (const std::string problem = misfit(entry); !problem.empty())
      throw InputError(
          {Problem{.file = file_.file().string(), .line = number, .place = "", .text = problem}});
    take(entry);
  }
  file_.cut(static_cast<std::int64_t>(lines.bytes));
}

/// The reason why the entry cannot come next; "" where the entry can.
std::string StudyJournal::misfit(const StudyEntry& entry) const {
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

void StudyJournal::take(const StudyEntry& entry) {
  switch (entry.kind) {
    case StudyEntry::Kind::kLaunch:
      shots_.push_back({.drag_m = entry.drag_m, .launch_ms = entry.ms});
      return;
    case StudyEntry::Kind::kTap:
      shots_[static_cast<std::size_t>(entry.shot)].tap_ms = entry.ms;
      return;
    case StudyEntry::Kind::kView:
      return;
    case StudyEntry::Kind::kAgreed:
      declined_ = !entry.yes;
      if (declined_) return;
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

void StudyJournal::add_read() { add({.kind = StudyEntry::Kind::kRead}); }

void StudyJournal::add_consent(bool agreed) { add({.kind = StudyEntry::Kind::kAgreed, .yes = agreed}); }

void StudyJournal::add_launch(const Shot& shot) {
  const int number = static_cast<int>(shots_.size());
  add({.kind = StudyEntry::Kind::kLaunch, .shot = number, .drag_m = shot.drag_m, .ms = shot.launch_ms});
  if (shot.tap_ms >= 0) add_tap(number, shot.tap_ms);
}

void StudyJournal::add_tap(int shot, int tap_ms) {
  add({.kind = StudyEntry::Kind::kTap, .shot = shot, .ms = tap_ms});
}

void StudyJournal::add_done(const Session& session) {
  add({.kind = StudyEntry::Kind::kDone, .result = result_of(session)});
}

void StudyJournal::add_view(const Screen& view) { add({.kind = StudyEntry::Kind::kView, .view = view}); }

void StudyJournal::add_answer(bool novel) { add({.kind = StudyEntry::Kind::kNovel, .yes = novel}); }

void StudyJournal::add(StudyEntry entry) {
  entry.step = step_;
  if (const std::string problem = misfit(entry); !problem.empty())
    throw std::logic_error("study journal: " + problem);
  file_.append(to_line(entry) + "\n");
  take(entry);
}

}  // namespace novphy
