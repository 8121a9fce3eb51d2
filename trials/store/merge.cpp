#include "trials/store/merge.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "base/input_error.h"
#include "base/text.h"
#include "evaluator/record_io.h"
#include "trials/made_by.h"
#include "trials/runner.h"

namespace novphy {
namespace {

/// The trial of this block in words, such as "trial 3 of rolling/agents".
std::string trial_name(const std::string& block, int place) {
  const std::string at = fmt::format("place {} of the plan", place + 1);
  const auto end = block.find('\n');
  if (end == std::string::npos) return fmt::format("the trial at {}", at);
  const Record record = record_from_line(std::string_view(block).substr(0, end), "finished trial", 0);
  return fmt::format("{} {} of {}/{} ({})", record.phase == Phase::kCalibration ? "calibration run" : "trial",
                     record.trial, record.scenario, record.novelty, at);
}

/// A file that a killed process cut short is fine. Any other bad end is an error.
void check_end(const BlockFile& file) {
  const Blocks& blocks = file.blocks();
  const std::string name = file.file().string();
  if (blocks.end == BlocksEnd::kTwice)
    throw InputError(name,
                     fmt::format("holds the trial at place {} of the plan twice, with different records",
                                 blocks.last + 1));
  if (blocks.end != BlocksEnd::kChanged) return;
  if (blocks.last >= 0)
    throw InputError(name, fmt::format("the trial at place {} of the plan has been changed or damaged: its "
                                       "records have not their hash",
                                       blocks.last + 1));
  throw InputError(name, fmt::format("byte {}: expected the finished trials of a shard or an interrupted run",
                                     blocks.size + 1));
}

void check_same(int trial, const BlockFile& first, const BlockFile& second) {
  const std::string block = first.read(trial);
  if (block == second.read(trial)) return;
  throw InputError(second.file().string(),
                   fmt::format("{} has other records than in {}: one of the two machines plays differently",
                               trial_name(block, trial), first.file().string()));
}

std::size_t end_of_run(const std::vector<int>& numbers, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
  return end;
}

}  // namespace

Merge::Merge(const std::vector<std::string>& files, StopFlag stop) : stop_(stop) {
  for (const std::string& file : files) {
    files_.emplace_back(file);
    check_end(files_.back());
    if (files_.back().blocks().first_line.empty()) continue;  // killed before the first line was whole
    check_fingerprint(files_.back());
    take_blocks(files_.size() - 1);
  }
  if (first_.empty()) throw InputError(files.front(), "holds no whole line, expected finished trials");
  if (static_cast<int>(holders_.size()) > planned())
    throw InputError(first_, fmt::format("is of a run of {}, and the files hold {}",
                                         counted(planned(), "trial"), holders_.size()));
}

void Merge::check_fingerprint(const BlockFile& file) {
  const std::string name = file.file().string();
  Fingerprint print = fingerprint_from_line(file.blocks().first_line, name);
  if (first_.empty()) {
    first_ = name;
    fingerprint_ = std::move(print);
    return;
  }
  print.plan = fingerprint_.plan;
  print.settings = fingerprint_.settings;
  const auto found = differences(fingerprint_, print, Wording{.then = "is {} in " + first_, .now = "is {}"});
  if (!found.empty()) throw InputError(name, "is of another run: " + found.front());
}

void Merge::take_blocks(std::size_t file) {
  for (const auto& [trial, times] : files_[file].blocks().begun)
    begun_[trial].insert(times.begin(), times.end());
  for (const auto& [trial, place] : files_[file].blocks().places) {
    check_stop(stop_);
    const auto [holder, is_new] = holders_.emplace(trial, file);
    if (!is_new) check_same(trial, files_[holder->second], files_[file]);
  }
}

std::optional<int> Merge::shards() const {
  std::set<int> found;
  for (const BlockFile& file : files_)
    if (const auto shard = shard_of_name(file.file().filename().string())) found.insert(shard->of);
  return found.size() == 1 ? std::optional(*found.begin()) : std::nullopt;
}

std::vector<int> Merge::trials() const {
  std::vector<int> trials;
  for (const auto& [trial, file] : holders_) trials.push_back(trial);
  return trials;
}

RunSummary Merge::write(const std::filesystem::path& out, const Mark& mark) const {
  const auto block = [&](int trial) {
    check_stop(stop_);
    return with_attempts(files_[holders_.at(trial)].read(trial), attempts_of(begun_, trial));
  };
  return write_records(out, fingerprint_, trials(), block, mark);
}

std::vector<int> missing_trials(const Merge& merge, const Plan& plan) {
  std::vector<int> all = selected_trials(plan, std::nullopt);
  // A run of `--trials K` plays fewer trials than the plan has.
  for (int k = 1; static_cast<int>(all.size()) != merge.planned(); ++k) {
    const auto few = selected_trials(plan, k);
    if (few.size() == all.size())
      throw InputError(merge.fingerprint().plan,
                       fmt::format("has {}, expected a plan of which {} can be played",
                                   counted(all.size(), "trial"), merge.planned()));
    if (static_cast<int>(few.size()) == merge.planned()) all = few;
  }
  const auto held = merge.trials();
  std::vector<int> missing;
  std::set_difference(all.begin(), all.end(), held.begin(), held.end(), std::back_inserter(missing));
  return missing;
}

std::vector<int> shards_of(const std::vector<int>& places, int shards) {
  std::set<int> found;
  for (const int place : places) found.insert(place % shards + 1);
  return {found.begin(), found.end()};
}

std::string array_text(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t begin = 0; begin < numbers.size();) {
    const std::size_t run_end = end_of_run(numbers, begin);
    const std::size_t end = run_end - begin > 2 ? run_end : begin + 1;  // "3,4" is as short as "3-4"
    text += text.empty() ? "" : ",";
    text += fmt::format("{}", numbers[begin]);
    if (end > begin + 1) text += fmt::format("-{}", numbers[end - 1]);
    begin = end;
  }
  return text;
}

}  // namespace novphy
