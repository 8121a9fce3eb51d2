#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/record.h"
#include "trials/summary.h"

/// Files of finished trials. The first line is the fingerprint of the run. Then comes a block for each trial:
/// a header line with the trial's place in the plan, the length of the trial's records in bytes and their
/// hash, and behind the header the records. Partial files and the files of shards have this form.
/// Records of a trial as the bytes of a block (trials/store/blocks.h), and blocks put together to a file of
/// records.
namespace novphy {

/// Where the records of a trial stand in a file.
struct BlockPlace {
  std::int64_t offset = 0;  ///< in bytes, of the first record
  std::size_t bytes = 0;
  std::uint64_t hash = 0;
};

/// How a file of blocks ends.
enum class BlocksEnd {
  kWhole,    ///< with a whole block, or with the first line
  kCut,      ///< within the first line or a block, as a killed process leaves the file
  kChanged,  ///< with bytes that no process leaves: no header, or a block that has not its hash
  kTwice,    ///< with a second block of a trial, which has other bytes than the trial's first block
};

/// What stands in a file of blocks up to its end, or up to the first bytes that are no whole block.
struct Blocks {
  std::string first_line{};  ///< without its line break; "" where the file has no whole first line
  std::map<int, BlockPlace> places{};
  std::int64_t size = 0;  ///< of the first line and all whole blocks, in bytes
  BlocksEnd end = BlocksEnd::kWhole;
  int last = -1;  ///< the trial that the first header behind `size` names; -1 without such a header
};

/// Reads this many bytes at this offset, or fewer where the file ends earlier.
using ReadAt = std::function<std::string(std::int64_t offset, std::size_t bytes)>;

Blocks find_blocks(const ReadAt& read, std::int64_t file_size);

/// The header line of a block, with its line break.
std::string block_header(int trial, std::string_view block);

/// A file of blocks that is read and not changed. Another process may be appending to the file. The file is
/// open only while it is read, so that any number of files can be read side by side. Throws InputError where
/// the file cannot be read.
class BlockFile {
 public:
  explicit BlockFile(std::filesystem::path file);

  const std::filesystem::path& file() const { return file_; }
  const Blocks& blocks() const { return blocks_; }
  bool holds(int trial) const { return blocks_.places.contains(trial); }
  /// The records of a trial that the file holds. Throws InputError where they have changed meanwhile.
  std::string read(int trial) const;

 private:
  std::filesystem::path file_;
  Blocks blocks_;
};

/// The lines of the records.
std::string block_of(const std::vector<Record>& records);

/// Sets the alarm of each record, in the order of the plan, before the record is written; may be empty.
using Mark = std::function<void(Record&)>;

/// Where the records of each trial come from: the block of a trial, by its place in the plan.
using BlockOf = std::function<std::string(int trial)>;

/// Writes a file of records: the fingerprint, and the trials' records in this order. Holds one trial in
/// memory at a time. The file appears once it is whole. The summary tells the trials and the records.
RunSummary write_records(const std::filesystem::path& out, const Fingerprint& fingerprint,
                         std::span<const int> trials, const BlockOf& block_of_trial, const Mark& mark);

/// The summary of these trials' records, which are not written.
RunSummary count_records(std::span<const int> trials, const BlockOf& block_of_trial);

}  // namespace novphy
