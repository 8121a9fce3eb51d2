#include "evaluator/input/run_tasks.h"

#include <fmt/core.h>

#include <set>
#include <stdexcept>
#include <utility>

#include "base/hash.h"
#include "evaluator/record_io.h"

namespace novphy {
namespace {

using RunName = std::array<std::string, 3>;  ///< hash of the plan, the agent, and its training

RunName run_of(const Fingerprint& print) { return {print.plan_hash, print.agent, print.run}; }

}  // namespace

RunTasks::RunTasks(std::span<const Source> files) {
  std::set<RunName> seen;
  for (const Source& source : files) {
    if (source.kind != SourceKind::kRecords || files.size() < 2) continue;
    const RunName run = run_of(RecordReader(source.file).fingerprint());
    if (!run[0].empty() && !seen.insert(run).second) runs_.try_emplace(run);
  }
}

RunTasks::Trial RunTasks::trial_of(const Record& record) {
  return {record.novelty, record.scenario, record.control, record.phase == Phase::kCalibration, record.trial};
}

void RunTasks::next_file(const std::string& file, const Fingerprint& print, int source) {
  const auto run = runs_.find(run_of(print));
  run_ = run == runs_.end() ? nullptr : &run->second;
  files_[source] = file;
  source_ = source;
  shared_ = 0;
}

bool RunTasks::add(const Record& record, int line) {
  if (run_ == nullptr || record.phase == Phase::kTraining) return true;
  const std::uint64_t hash = fnv1a(to_line(record));
  const auto [earlier, is_new] =
      run_->tasks.try_emplace({trial_of(record), record.task}, Seen{hash, source_, line});
  const Seen& seen = earlier->second;
  if (is_new || seen.source == source_) return true;
  const std::string& file = files_.at(seen.source);
  if (seen.hash != hash)
    throw std::invalid_argument(fmt::format(
        "{} {}, trial {}, task {} has another record in {}:{}, of the same plan and agent: "
        "expected each trial of a plan once, or another name of the agent or of its training (novphy run "
        "--name, --run)",
        record.novelty, record.scenario, record.trial, record.task, file, seen.line));
  ++shared_;
  shared_with_ = file;
  return false;
}

int RunTasks::source_of(const Record& record) {
  return run_ == nullptr ? source_ : run_->sources.try_emplace(trial_of(record), source_).first->second;
}

}  // namespace novphy
