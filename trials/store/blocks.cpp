#include "trials/store/blocks.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstring>
#include <utility>

#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "evaluator/record_io.h"
#include "trials/store/partial.h"

namespace novphy {

void SummaryCounter::add(const Record& record) {
  ++summary_.records;
  summary_.training_records += record.phase == Phase::kTraining ? 1 : 0;
  summary_.passed += record.passed ? 1 : 0;
  const TrialKey trial{record.novelty, record.scenario, record.trial, record.phase == Phase::kCalibration};
  if (record.attempts > 1 && last_again_ != trial) {
    last_again_ = trial;
    ++summary_.begun_again;
  }
  if (record.error.empty() || last_failed_ == trial) return;
  last_failed_ = trial;
  if (summary_.agent_errors++ == 0) summary_.first_error = record.error;
}

namespace {

// Every fingerprint and every block header is shorter than these lengths.
constexpr std::size_t kLongestFirstLine = 1 << 20;
constexpr std::size_t kLongestHeader = 128;
constexpr int kLastTrial = 999'999'999;  // more than any plan holds

struct Header {
  int trial = 0;
  std::size_t bytes = 0;
  std::uint64_t hash = 0;
};

std::string text(const Header& header) {
  return json_object({{"trial", std::to_string(header.trial)},
                      {"bytes", std::to_string(header.bytes)},
                      {"hash", in_quotes(fmt::format("{:016x}", header.hash))}}) +
         "\n";
}

/// Reads a header. False if the line is not exactly the text() of a header.
bool parse(const std::string& line, Header& header) {
  const int fields = std::sscanf(line.c_str(), "{\"trial\":%d,\"bytes\":%zu,\"hash\":\"%16" SCNx64 "\"}",
                                 &header.trial, &header.bytes, &header.hash);
  return fields == 3 && header.trial >= 0 && header.trial <= kLastTrial && text(header) == line;
}

/// Reads the line of a begun trial into what was found. False if the line is not exactly a begun_line().
bool take_begun(const std::string& line, BegunTrials& begun) {
  int trial = 0;
  std::uint64_t time = 0;
  const int fields = std::sscanf(line.c_str(), "{\"begun\":%d,\"time\":\"%16" SCNx64 "\"}", &trial, &time);
  if (fields != 2 || trial < 0 || trial > kLastTrial || begun_line(trial, time) != line) return false;
  begun[trial].insert(time);
  return true;
}

/// The first line, with its line break. Empty if `bytes` has no line break.
std::string first_line_of(const std::string& bytes) {
  const auto end = bytes.find('\n');
  return end == std::string::npos ? "" : bytes.substr(0, end + 1);
}

/// Reads the block or the begun trial after those found so far. If there is no whole block, notes how the
/// file ends and returns false.
bool take_block(Blocks& found, const ReadAt& read, std::int64_t file_size) {
  const auto stop_at = [&](BlocksEnd end) {
    found.end = end;
    return false;
  };
  if (found.size >= file_size) return stop_at(BlocksEnd::kWhole);
  const std::string bytes = read(found.size, kLongestHeader);
  const std::string line = first_line_of(bytes);
  if (line.empty() && bytes.size() < kLongestHeader) return stop_at(BlocksEnd::kCut);
  if (take_begun(line, found.begun)) {
    found.size += static_cast<std::int64_t>(line.size());
    return true;
  }
  Header header;
  if (!parse(line, header)) return stop_at(BlocksEnd::kChanged);
  found.last = header.trial;
  const std::int64_t begin = found.size + static_cast<std::int64_t>(line.size());
  if (header.bytes > static_cast<std::size_t>(file_size - begin)) return stop_at(BlocksEnd::kCut);
  if (fnv1a(read(begin, header.bytes)) != header.hash) return stop_at(BlocksEnd::kChanged);
  const BlockPlace place{.offset = begin, .bytes = header.bytes, .hash = header.hash};
  const auto [there, is_new] = found.places.emplace(header.trial, place);
  if (!is_new && (there->second.hash != place.hash || there->second.bytes != place.bytes))
    return stop_at(BlocksEnd::kTwice);
  found.size = begin + static_cast<std::int64_t>(header.bytes);
  found.last = -1;
  return true;
}

std::int64_t size_of(const Descriptor& open, const std::filesystem::path& file) {
  struct stat status {};
  if (::fstat(open.get(), &status) != 0) fail_by_errno(file, "cannot be read");
  if (!S_ISREG(status.st_mode))
    throw InputError(file.string(), "expected a plain file, found a folder or a device");
  return status.st_size;
}

Blocks blocks_in(const std::filesystem::path& file) {
  const Descriptor open = open_to_read(file);
  return find_blocks(
      [&](std::int64_t offset, std::size_t bytes) { return read_part(open, offset, bytes, file); },
      size_of(open, file));
}

}  // namespace

int attempts_of(const BegunTrials& begun, int trial) {
  const auto found = begun.find(trial);
  return found == begun.end() ? 1 : static_cast<int>(std::min<std::size_t>(found->second.size(), kMostIndex));
}

Blocks find_blocks(const ReadAt& read, std::int64_t file_size) {
  Blocks found;
  const auto most = static_cast<std::size_t>(std::max<std::int64_t>(file_size, 0));
  const std::string line = first_line_of(read(0, std::min(kLongestFirstLine, most)));
  if (line.empty()) {
    found.end = BlocksEnd::kCut;
    return found;
  }
  found.first_line = line.substr(0, line.size() - 1);
  found.size = static_cast<std::int64_t>(line.size());
  while (take_block(found, read, file_size)) continue;
  return found;
}

std::string block_header(int trial, std::string_view block) {
  return text({.trial = trial, .bytes = block.size(), .hash = fnv1a(block)});
}

std::string begun_line(int trial, std::uint64_t time) {
  return json_object({{"begun", std::to_string(trial)}, {"time", in_quotes(fmt::format("{:016x}", time))}}) +
         "\n";
}

BlockFile::BlockFile(std::filesystem::path file) : file_(std::move(file)), blocks_(blocks_in(file_)) {}

std::string BlockFile::read(int trial) const {
  const BlockPlace& place = blocks_.places.at(trial);
  std::string block = read_part(open_to_read(file_), place.offset, place.bytes, file_);
  if (block.size() != place.bytes || fnv1a(block) != place.hash)
    throw InputError(file_.string(), "has changed while it was read");
  return block;
}

namespace {

constexpr const char* kFinished = "finished trial";

/// Calls visit(record) for each line of the block. Throws InputError for a line that is not a record.
template <class Visit>
void for_each_record(std::string_view block, const Visit& visit) {
  while (!block.empty()) {
    const std::size_t end = block.find('\n');
    if (end == std::string_view::npos)
      throw InputError(kFinished, "expected a line of a record with a line break");
    visit(record_from_line(block.substr(0, end), kFinished, 0));
    block.remove_prefix(end + 1);
  }
}

void count(SummaryCounter& counter, std::string_view block) {
  for_each_record(block, [&](const Record& record) { counter.add(record); });
}

/// The block with its records changed by change(record).
template <class Change>
std::string changed(const std::string& block, const Change& change) {
  std::string result;
  for_each_record(block, [&](Record record) {
    change(record);
    result += to_line(record) + "\n";
  });
  return result;
}

}  // namespace

std::string block_of(const std::vector<Record>& records) {
  std::string block;
  for (const Record& record : records) block += to_line(record) + "\n";
  return block;
}

std::string with_attempts(const std::string& block, int attempts) {
  if (attempts <= 1) return block;
  return changed(block, [&](Record& record) { record.attempts = attempts; });
}

RunSummary write_records(const std::filesystem::path& out, const Fingerprint& fingerprint,
                         std::span<const int> trials, const BlockOf& block_of_trial, const Mark& mark) {
  SummaryCounter counter;
  RecordsFile file(out);
  file.write(to_line(fingerprint) + "\n");
  for (const int trial : trials) {
    std::string block = block_of_trial(trial);
    if (mark)
      block = changed(block, [&](Record& record) {
        mark(record);
        counter.add(record);
      });
    else
      count(counter, block);
    file.write(block);
  }
  file.commit();
  return counter.summary(trials.size());
}

RunSummary count_records(std::span<const int> trials, const BlockOf& block_of_trial) {
  SummaryCounter counter;
  for (const int trial : trials) count(counter, block_of_trial(trial));
  return counter.summary(trials.size());
}

}  // namespace novphy
