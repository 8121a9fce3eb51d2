#include <iterator>
#include <utility>

#include "base/file.h"
#include "evaluator/record_io.h"
#include "studies/study_journal.h"

namespace novphy {
namespace {

constexpr const char* kPractice = "practice";  // stands for the novelty and the scenario of practice tasks

Record record_of(const Plan& plan, const StudyStep& step, const Record& played, bool novel) {
  const PlannedTrial& trial = plan.trials[static_cast<std::size_t>(step.trial)];
  Record record = played;
  record.novelty = trial.novelty;
  record.scenario = trial.scenario;
  record.trial = trial.index;
  record.phase = step.task < static_cast<int>(trial.normal.size()) ? Phase::kNormal : Phase::kNovel;
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

void write_records(const std::filesystem::path& file, const Fingerprint& print,
                   const std::vector<Record>& records) {
  std::string text = to_line(print) + "\n";
  for (const Record& record : records) text += to_line(record) + "\n";
  write_atomically(file, text);
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
  write_records(folder / "records.jsonl", print, records);
  write_records(folder / "practice.jsonl", print, practice_records(progress));
  std::erase_if(rows, [](const PlaydataRow& row) { return !has_playdata_name(row.record); });
  write_atomically(folder / "playdata.csv", write_playdata(rows));
}

}  // namespace novphy
