#include <iterator>
#include <utility>

#include "base/file.h"
#include "evaluator/record_io.h"
#include "studies/study_journal.h"

namespace novphy {
namespace {

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

}  // namespace

std::vector<PlaydataRow> finished_tasks(const StudyJournal& journal, const Plan& plan) {
  std::vector<PlaydataRow> finished;
  std::vector<PlaydataRow> trial;
  int trials = 0;
  for (const auto& [number, novel] : journal.answers()) {
    const StudyStep& step = journal.steps()[static_cast<std::size_t>(number)];
    const StudyResult& result = journal.results().at(number - 1);
    trial.push_back({.record = record_of(plan, step, result.played, novel),
                     .trial = trials + 1,
                     .birds_at_start = result.birds_at_start,
                     .pigs_at_start = result.pigs_at_start,
                     .birds_left = result.birds_left,
                     .pigs_left = result.pigs_left});
    if (!is_last_task(plan, step)) continue;
    std::move(trial.begin(), trial.end(), std::back_inserter(finished));
    trial.clear();
    ++trials;
  }
  return finished;
}

void export_records(const StudyJournal& journal, const Plan& plan) {
  std::vector<PlaydataRow> rows = finished_tasks(journal, plan);
  std::string records = to_line(journal.head().fingerprint) + "\n";
  for (const PlaydataRow& row : rows) records += to_line(row.record) + "\n";
  write_atomically(journal.folder() / "records.jsonl", records);
  std::erase_if(rows, [](const PlaydataRow& row) { return !has_playdata_name(row.record); });
  write_atomically(journal.folder() / "playdata.csv", write_playdata(rows));
}

}  // namespace novphy
