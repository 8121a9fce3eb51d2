#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/lines.h"
#include "base/shard.h"
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

/// A file that is written in parts and appears under its name only after commit(). Throws InputError if the
/// file cannot be written; an old file of that name then stays unchanged. Of a
/// symbolic link, the target is replaced. "-" is the standard output.
/// Standard output, devices and pipes get each part immediately.
class RecordsFile {
 public:
  explicit RecordsFile(std::filesystem::path file);
  ~RecordsFile();
  RecordsFile(const RecordsFile&) = delete;
  RecordsFile& operator=(const RecordsFile&) = delete;

  void write(std::string_view text);
  /// Makes sure that every byte is on disk, then gives the file its name.
  void commit();

 private:
  struct Close {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };

  [[noreturn]] void fail() const;

  std::filesystem::path file_;
  std::filesystem::path temporary_;
  std::unique_ptr<std::FILE, Close> stream_;
};

// The files of a shard of a run. Every process that plays a shard writes a file of its own, called a try. A
// try reads the blocks of earlier tries, and takes the name of the shard's file once it holds all trials of
// the shard. So no process needs a lock, which network file systems may lack.

/// A file of blocks that grows while a run is played and holds the finished trials
/// until the run is over: FILE.partial beside the output FILE, or a try of a shard. The blocks are in the
/// order in which the trials finished. Bytes that a killed run left after the last whole block are dropped.
/// Throws InputError if the file cannot be written, read or locked.
class Partial {
 public:
  /// FILE.partial for FILE, or for the file to which a symbolic link leads.
  static std::filesystem::path path_for(const std::filesystem::path& output);

  /// Makes a new file, which replaces an old file of that name. A file of its `own` is not locked, because no
  /// other process writes to it; InputError is thrown if a file of that name exists.
  static Partial create(const std::filesystem::path& file, std::string_view first_line, bool own = false);
  /// Opens an existing file. `first_line()` is empty if a killed run left no whole first line.
  static Partial open(const std::filesystem::path& file);

  const std::filesystem::path& file() const { return file_.file(); }
  const std::string& first_line() const { return blocks_.first_line; }
  bool holds(int trial) const { return blocks_.places.contains(trial); }
  int size() const { return static_cast<int>(blocks_.places.size()); }

  /// Removes all content and writes a new first line.
  void restart(std::string_view first_line);
  /// Adds the block of a finished trial. If the disk is full, the earlier blocks stay whole.
  void append(int trial, std::string_view block);
  std::string read(int trial) const;
  /// Notes that a player outside the program begins a trial. The note is on disk when this returns.
  void note_begun(int trial);
  /// Adds the notes of another file.
  void add_begun(const BegunTrials& begun);
  const BegunTrials& begun() const { return blocks_.begun; }
  /// Deletes the file. Call this once the output holds its content.
  void remove() { file_.remove(); }
  /// Makes sure that every byte is on disk, then renames the file to `name`.
  void rename(const std::filesystem::path& name) { file_.rename(name); }

 private:
  explicit Partial(AppendFile file) : file_(std::move(file)) {}

  AppendFile file_;
  Blocks blocks_{};
};

/// FILE.shard-3-of-8 for the output FILE: the file with the trials of a finished shard.
std::filesystem::path shard_path(const std::filesystem::path& output, const Shard& shard);

/// The tries of a shard, in the order of their names. `shard` is the path of the shard's file.
std::vector<std::filesystem::path> tries_of(const std::filesystem::path& shard);

/// Begins a try. Its file's name ends with the names of this host and process, and with a number if a process
/// of the same name already had a try. Throws InputError if the file cannot be written.
Partial begin_try(const std::filesystem::path& shard, std::string_view first_line);

/// Deletes all tries of a shard. Call this once the shard's file exists. Tries that cannot be deleted stay.
void remove_tries(const std::filesystem::path& shard);

}  // namespace novphy
