#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "evaluator/record.h"

namespace novphy {

/// Counts of the records that a run wrote.
struct RunSummary {
  int trials = 0;          ///< calibration runs included
  int resumed_trials = 0;  ///< trials that an earlier, interrupted run finished
  int records = 0;
  int training_records = 0;  ///< records of training tasks
  int passed = 0;
  int agent_errors = 0;     ///< trials whose agent could not go on
  std::string first_error;  ///< reason of the first of these errors
  int begun_again = 0;      ///< trials that were begun more than once (Record::attempts)
};

/// Counts records. The records must come in plan order.
class SummaryCounter {
 public:
  void add(const Record& record);
  /// The counts of so many trials.
  RunSummary summary(std::size_t trials) const {
    RunSummary summary = summary_;
    summary.trials = static_cast<int>(trials);
    return summary;
  }

 private:
  using TrialKey = std::tuple<std::string, std::string, int, bool>;

  RunSummary summary_;
  std::optional<TrialKey> last_failed_;
  std::optional<TrialKey> last_again_;
};

// Files of finished trials, such as partial files and the files of shards. The first line is the run's
// fingerprint. A block follows for each trial: a header line with the trial's place in the plan, and the
// length in bytes and the hash of the trial's records, then the records themselves. write_records()
// puts blocks together to a file of records. Between blocks, a line for each time that a player outside the
// program has begun a trial.

/// Where a trial's records are in a file.
struct BlockPlace {
  std::int64_t offset = 0;  ///< in bytes, of the first record
  std::size_t bytes = 0;
  std::uint64_t hash = 0;
};

/// How a file of blocks ends.
enum class BlocksEnd {
  kWhole,    ///< with a whole block, or with the first line
  kCut,      ///< within the first line or a block, as a killed process leaves the file
  kChanged,  ///< with bytes that no process leaves: no header, or a block that does not match its hash
  kTwice,    ///< with a second block of a trial that differs from its first block
};

/// The times that each trial was begun, by players outside the program. Every time has a drawn number of its
/// own, so that it counts once where several files tell of it.
using BegunTrials = std::map<int, std::set<std::uint64_t>>;

/// How often the trial was begun, as Record::attempts; at least 1.
int attempts_of(const BegunTrials& begun, int trial);

/// The content of a file of blocks up to its end, or up to the first bytes that are not a whole block.
struct Blocks {
  std::string first_line{};  ///< without its line break; "" if the file has no whole first line
  std::map<int, BlockPlace> places{};
  BegunTrials begun{};
  std::int64_t size = 0;  ///< of the first line and all whole blocks and lines of begun trials, in bytes
  BlocksEnd end = BlocksEnd::kWhole;
  int last = -1;  ///< the trial named by the first header after `size` bytes; -1 if there is no header
};

/// Reads this many bytes at this offset, or fewer if the file ends earlier.
using ReadAt = std::function<std::string(std::int64_t offset, std::size_t bytes)>;

Blocks find_blocks(const ReadAt& read, std::int64_t file_size);

/// The header line of a block, with its line break.
std::string block_header(int trial, std::string_view block);

/// The line of a begun trial, with its line break.
std::string begun_line(int trial, std::uint64_t time);

/// A file of blocks that is only read. Another process may be appending to it. The file is open only while it
/// is being read, so any number of files can be read side by side. Throws InputError if it cannot be read.
class BlockFile {
 public:
  explicit BlockFile(std::filesystem::path file);

  const std::filesystem::path& file() const { return file_; }
  const Blocks& blocks() const { return blocks_; }
  bool holds(int trial) const { return blocks_.places.contains(trial); }
  /// The records of a trial that the file holds. Throws InputError if they have changed meanwhile.
  std::string read(int trial) const;

 private:
  std::filesystem::path file_;
  Blocks blocks_;
};

/// The lines of the records.
std::string block_of(const std::vector<Record>& records);

/// The block with records that tell so many attempts.
std::string with_attempts(const std::string& block, int attempts);

/// Sets the alarm of each record, in the order of the plan, before the record is written. May be empty.
using Mark = std::function<void(Record&)>;

/// Returns the block of a trial, given by its place in the plan.
using BlockOf = std::function<std::string(int trial)>;

/// Writes a file of records: the fingerprint, then the trials' records in this order. Holds one trial at a
/// time in memory. The file appears once it is complete. The summary counts the trials and the records.
RunSummary write_records(const std::filesystem::path& out, const Fingerprint& fingerprint,
                         std::span<const int> trials, const BlockOf& block_of_trial, const Mark& mark);

/// The summary of these trials' records, without writing them.
RunSummary count_records(std::span<const int> trials, const BlockOf& block_of_trial);

}  // namespace novphy
