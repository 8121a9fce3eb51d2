#include "trials/studies/study_journal.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"
#include "base/json_reader.h"
#include "evaluator/record_io.h"
#include "trials/store/blocks.h"

namespace novphy {
namespace {

constexpr std::size_t kLongestId = 64;
constexpr AppendFile::Options kOpenJournal{.sync = true, .in_use = "is open already, in another window"};

/// Writes the folder to disk, because a new file is safe only when its folder is on disk too. Some file
/// systems cannot do this, which is no error.
void sync_folder(const std::filesystem::path& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

void check_wish(const std::string& journal, const AssignmentWish& wish, const Assignment& has) {
  const auto check = [&](const char* what, const std::optional<int>& wished, int found) {
    if (wished && *wished != found)
      throw InputError(journal, fmt::format("has {} {}, not {}", what, found, *wished));
  };
  check("level set", wish.level_set, has.level_set);
  check("number", wish.number, has.number);
}

/// Begins a journal, unless another process has just done so.
void begin(const std::filesystem::path& results, StudyHead head, const StudyFile& file,
           const Fingerprint& made_by, const AssignmentWish& wish) {
  check_range(wish, file.study.level_sets.size());
  make_folder(results);
  StudyAssignments assignments(results, file, made_by);
  const std::filesystem::path journal = journal_of(results, head.participant);
  if (read_study_lines(journal).head) return;
  head.assignment = assignments.choose(wish);
  make_folder(journal.parent_path());
  write_atomically(journal, to_line(head) + "\n");
  for (const auto& changed : {journal.parent_path(), results, results / ".."}) sync_folder(changed);
  assignments.add(head.participant, head.assignment);
}

/// Throws InputError for a journal that the participant cannot go on with.
void check_head(const LockedJournal& journal, const std::string& participant, const StudyFile& file,
                const Fingerprint& made_by, const AssignmentWish& wish) {
  const StudyHead& head = *journal.lines.head;
  const std::string name = journal.file.file().string();
  if (const std::string other = difference(head, file, made_by); !other.empty())
    throw InputError(name, "cannot go on: " + other);
  if (head.participant != participant)
    throw InputError(name, fmt::format("is of participant {}", head.participant));
  check_wish(name, wish, head.assignment);
}

/// Takes all lines of a locked journal and cuts off an unfinished last line.
StudyProgress progress_of(LockedJournal& journal, const StudyFile& file) {
  StudyProgress progress(*journal.lines.head, file);
  journal.file.cut(static_cast<std::int64_t>(journal.lines.bytes));
  take_all(progress, journal.lines, journal.file.file());
  return progress;
}

}  // namespace

StudyResult result_of(const Session& session) {
  StudyResult result;
  fill(result.played, session.played());
  count_birds_and_pigs(result, session.world());
  return result;
}

StudyHead head_of(const std::string& participant, const StudyFile& file, Fingerprint print) {
  print.plan = file.study.plan.string();
  print.plan_hash = file.plan_hash;
  print.seed = file.plan.options.seed.number;
  print.agent = "human:" + participant;
  return {.participant = participant,
          .study = file.study.file.string(),
          .study_hash = file.study.hash,
          .assignment = {},
          .fingerprint = std::move(print)};
}

void count_birds_and_pigs(StudyResult& result, const World& world) {
  result.birds_at_start = static_cast<int>(world.task().birds.size());
  result.birds_left = world.birds_left();
  for (const BodyView& body : world.bodies()) {
    if (!body.kind || body.kind->category != Category::kPig) continue;
    ++result.pigs_at_start;
    if (body.present) ++result.pigs_left;
  }
}

std::int64_t session_ms() {
  using std::chrono::steady_clock;
  static const auto begun = std::chrono::system_clock::now().time_since_epoch();
  static const auto steady = steady_clock::now();
  return std::chrono::duration_cast<std::chrono::milliseconds>(begun + (steady_clock::now() - steady))
      .count();
}

void check_participant(const std::string& id) {
  const auto fine = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  if (id.empty() || id.size() > kLongestId || !std::all_of(id.begin(), id.end(), fine))
    throw InputError("participant",
                     fmt::format("found \"{}\", expected 1 to {} letters, digits, _ and -", id, kLongestId));
}

std::optional<LockedJournal> lock_journal(const std::filesystem::path& results,
                                          const std::string& participant) {
  check_participant(participant);
  const std::filesystem::path journal = journal_of(results, participant);
  if (!std::filesystem::exists(journal)) return std::nullopt;
  AppendFile file(journal, kOpenJournal);
  StudyLines lines = read_study_lines(journal);
  if (!lines.head) return std::nullopt;
  return LockedJournal{std::move(file), std::move(lines)};
}

StudyJournal StudyJournal::open(const std::filesystem::path& results, const std::string& participant,
                                const StudyFile& file, const Fingerprint& made_by,
                                const JournalOptions& options) {
  return open({.results = results, .participant = participant}, file, made_by, options);
}

StudyJournal StudyJournal::open(LookedAtJournal looked_at, const StudyFile& file, const Fingerprint& made_by,
                                const JournalOptions& options) {
  auto& [results, participant, found] = looked_at;
  if (!found) begin(results, head_of(participant, file, made_by), file, made_by, options.wish);
  LockedJournal journal = found ? std::move(*found) : lock_journal(results, participant).value();
  check_head(journal, participant, file, made_by, options.wish);
  StudyProgress progress = progress_of(journal, file);
  return {std::move(journal.file), std::move(progress), options.now_ms};
}

StudyJournal::StudyJournal(AppendFile file, StudyProgress progress, std::function<std::int64_t()> now_ms)
    : file_(std::move(file)), progress_(std::move(progress)), now_ms_(std::move(now_ms)) {}

void StudyJournal::add_session(const Study& study, double speed) {
  const std::filesystem::path results = folder().parent_path();
  keep_texts(results, study);
  add({.kind = StudyEntry::Kind::kSession,
       .session = {.speed = speed,
                   .texts = study.texts_hash,
                   .changed = changed_texts(results, progress_.texts(), study)}});
}

void StudyJournal::note_left() {
  if (!left_at_ms_) left_at_ms_ = now_ms_();
}

void StudyJournal::note_back() {
  if (!left_at_ms_ || finished()) return;
  add({.kind = StudyEntry::Kind::kAway, .ms = static_cast<int>(now_ms_() - *std::exchange(left_at_ms_, {}))});
}

void StudyJournal::add_read() { add({.kind = StudyEntry::Kind::kRead}); }

void StudyJournal::add_consent(bool agreed) { add({.kind = StudyEntry::Kind::kAgreed, .yes = agreed}); }

void StudyJournal::add_launch(const Shot& shot) {
  const int number = static_cast<int>(shots().size());
  add({.kind = StudyEntry::Kind::kLaunch,
       .shot = number,
       .drag_m = shot.drag_m,
       .ms = shot.launch_ms,
       .thought_ms = shot.thought_ms});
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

void StudyJournal::add_form(const std::string& answers) {
  add({.kind = StudyEntry::Kind::kForm, .answers = answers});
}

void StudyJournal::add(StudyEntry entry) {
  entry.step = step();
  entry.at_ms = now_ms_();
  if (const std::string problem = progress_.misfit(entry); !problem.empty())
    throw std::logic_error("study journal: " + problem);
  file_.append(to_line(entry) + "\n");
  progress_.take(entry);
}

namespace {

/// The reason must be one visible line, because tables and terminals show it.
void check_reason(const std::string& reason) {
  const auto hidden = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
  if (reason.empty() || std::any_of(reason.begin(), reason.end(), hidden))
    throw InputError("reason", "expected a line of text without control characters");
}

}  // namespace

void exclude(const std::filesystem::path& results, const std::string& participant, const StudyFile& file,
             const Exclusion& exclusion, std::int64_t now_ms) {
  std::optional<LockedJournal> journal = lock_journal(results, participant);
  if (!journal) throw InputError(participant, "has no journal in " + results.string());
  check_reason(exclusion.reason);
  const StudyHead& head = *journal->lines.head;
  if (const std::string other = difference(head, file, head.fingerprint); !other.empty())
    throw InputError(journal->file.file().string(), other);
  StudyProgress progress = progress_of(*journal, file);
  if (!exclusion.excluded && progress.standing().excluded.empty())
    throw InputError(participant, "is not excluded");
  const StudyEntry entry{
      .step = progress.step(),
      .kind = exclusion.excluded ? StudyEntry::Kind::kExcluded : StudyEntry::Kind::kIncluded,
      .at_ms = now_ms,
      .reason = exclusion.reason};
  journal->file.append(to_line(entry) + "\n");
  progress.take(entry);
  export_records(progress, journal->file.file().parent_path(), file);
}

namespace {

std::filesystem::path texts_file(const std::filesystem::path& results, const std::string& hash) {
  return results / ("texts-" + hash + ".json");
}

void note_difference(const std::string& place, const Node& was, const Node& is,
                     std::vector<std::string>& changed) {
  if (was.json() == is.json()) return;
  if (!was.is_object() || !is.is_object()) return changed.push_back(place);
  std::set<std::string> keys;
  for (const Node& node : {was, is})
    for (const auto& [key, value] : node.members()) keys.insert(key);
  for (const std::string& key : keys)
    note_difference(place + "/" + pointer_part(key), was.get(key), is.get(key), changed);
}

}  // namespace

void keep_texts(const std::filesystem::path& results, const Study& study) {
  const std::filesystem::path file = texts_file(results, study.texts_hash);
  if (!std::filesystem::exists(file)) write_atomically(file, study.texts + "\n");
}

std::vector<std::string> changed_texts(const std::filesystem::path& results, const std::string& before,
                                       const Study& study) {
  if (before.empty() || before == study.texts_hash) return {};
  const std::filesystem::path file = texts_file(results, before);
  if (!std::filesystem::exists(file)) return {""};
  const std::string text = read_file(file, kStudyBounds);
  JsonDocument was(text, file.string(), kStudyBounds);
  JsonDocument is(study.texts, study.file.string(), kStudyBounds);
  std::vector<std::string> changed;
  note_difference("", was.root(), is.root(), changed);
  return changed;
}

namespace {

constexpr const char* kPractice = "practice";  // stands for the novelty and the scenario of practice tasks

Record record_of(const Plan& plan, const StudyStep& step, const Record& played, bool novel) {
  const PlannedTrial& trial = plan.trials[static_cast<std::size_t>(step.trial)];
  Record record = played;
  record.novelty = trial.novelty;
  record.scenario = trial.scenario;
  record.trial = trial.index;
  record.phase = step.task < static_cast<int>(trial.normal.size()) ? Phase::kNormal : Phase::kNovel;
  record.control = trial.control;
  record.task = step.task;
  record.task_template = plan.templates[static_cast<std::size_t>(step.ref.task_template)].base.name;
  record.variation = step.ref.variation;
  record.novelty_probability = novel ? 1 : 0;
  return record;
}

bool is_last_task(const Plan& plan, const StudyStep& step) {
  const PlannedTrial& trial = plan.trials[static_cast<std::size_t>(step.trial)];
  return step.task + 1 == static_cast<int>(trial.normal.size() + trial.novel.size());
}

/// Whether the shots of this step's task gave another play, so that the task is left out.
bool is_left_out(const StudyProgress& progress, int step) {
  const auto found = progress.another_plays().find(step);
  return found != progress.another_plays().end() && !found->second;
}

/// The result of a finished task. Of another play, nothing is known.
StudyResult known_result(const StudyProgress& progress, int step) {
  if (!progress.another_plays().contains(step)) return progress.results().at(step);
  StudyResult unknown;
  unknown.played.no_result = true;
  return unknown;
}

/// The finished practice tasks, as training tasks.
std::vector<Record> practice_records(const StudyProgress& progress) {
  std::vector<Record> records;
  for (const auto& [number, result] : progress.results()) {
    const StudyStep& step = progress.steps()[static_cast<std::size_t>(number)];
    if (step.kind != StudyStep::Kind::kPractice || is_left_out(progress, number)) continue;
    Record record = known_result(progress, number).played;
    record.novelty = kPractice;
    record.scenario = kPractice;
    record.phase = Phase::kTraining;
    record.task = step.practice;
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace

std::vector<PlaydataRow> finished_tasks(const StudyProgress& progress, const Plan& plan) {
  std::vector<PlaydataRow> finished;
  std::vector<PlaydataRow> trial;
  bool left_out = false;
  int trials = 0;
  for (const auto& [number, novel] : progress.answers()) {
    const StudyStep& step = progress.steps()[static_cast<std::size_t>(number)];
    const StudyResult result = known_result(progress, number - 1);
    left_out = left_out || is_left_out(progress, number - 1);
    trial.push_back({.record = record_of(plan, step, result.played, novel),
                     .trial = trials + 1,
                     .birds_at_start = result.birds_at_start,
                     .pigs_at_start = result.pigs_at_start,
                     .birds_left = result.birds_left,
                     .pigs_left = result.pigs_left});
    if (!is_last_task(plan, step)) continue;
    if (!left_out) std::move(trial.begin(), trial.end(), std::back_inserter(finished));
    trial.clear();
    left_out = false;
    ++trials;
  }
  return finished;
}

void export_records(const StudyProgress& progress, const std::filesystem::path& folder,
                    const StudyFile& file) {
  Fingerprint print = progress.head().fingerprint;
  print.left_out = progress.standing().left_out();
  std::vector<PlaydataRow> rows = finished_tasks(progress, file.plan);
  std::vector<Record> records;
  for (const PlaydataRow& row : rows) records.push_back(row.record);
  const std::string first_line = to_line(print) + "\n";
  write_atomically(folder / "records.jsonl", first_line + block_of(records));
  write_atomically(folder / "practice.jsonl", first_line + block_of(practice_records(progress)));
  std::erase_if(rows,
                [](const PlaydataRow& row) { return row.record.control || !has_playdata_name(row.record); });
  write_atomically(folder / "playdata.csv", write_playdata(rows));
}

}  // namespace novphy
