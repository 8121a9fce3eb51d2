#include "trials/store/blocks.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <random>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "evaluator/record_io.h"

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

/// A line that says that a trial was begun, and when.
struct Begun {
  int trial = 0;
  std::uint64_t time = 0;
};

/// 16 hexadecimal digits.
struct DigitsCodec {
  std::uint64_t read(const Node& node) const {
    std::uint64_t value = 0;
    const std::string digits = node.text();
    std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return value;
  }
  void write(JsonText& out, std::uint64_t value) const {
    append_quoted(out.text, fmt::format("{:016x}", value));
  }
};

void describe(FieldIo& io, Header& header) {
  io.field("trial", header.trial, WholeCodec{0, kLastTrial});
  io.field("bytes", header.bytes, Unsigned64Codec{});
  io.field("hash", header.hash, DigitsCodec{});
}

void describe(FieldIo& io, Begun& begun) {
  io.field("begun", begun.trial, WholeCodec{0, kLastTrial});
  io.field("time", begun.time, DigitsCodec{});
}

template <class T>
std::string line_of(const T& value) {
  return to_json(value) + "\n";
}

/// Nothing if the line is not exactly the line_of() a value.
template <class T>
std::optional<T> from_line(const std::string& line) try {
  JsonDocument document(line, "");
  const T value = read_fields<T>(document.root());
  return document.empty() && line_of(value) == line ? std::optional(value) : std::nullopt;
} catch (const InputError&) {  // no JSON
  return std::nullopt;
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
  if (line.starts_with("{\"begun\"")) {
    const auto begun = from_line<Begun>(line);
    if (!begun) return stop_at(BlocksEnd::kChanged);
    found.begun[begun->trial].insert(begun->time);
    found.size += static_cast<std::int64_t>(line.size());
    return true;
  }
  const auto header = from_line<Header>(line);
  if (!header) return stop_at(BlocksEnd::kChanged);
  found.last = header->trial;
  const std::int64_t begin = found.size + static_cast<std::int64_t>(line.size());
  if (header->bytes > static_cast<std::size_t>(file_size - begin)) return stop_at(BlocksEnd::kCut);
  if (fnv1a(read(begin, header->bytes)) != header->hash) return stop_at(BlocksEnd::kChanged);
  const BlockPlace place{.offset = begin, .bytes = header->bytes, .hash = header->hash};
  const auto [there, is_new] = found.places.emplace(header->trial, place);
  if (!is_new && (there->second.hash != place.hash || there->second.bytes != place.bytes))
    return stop_at(BlocksEnd::kTwice);
  found.size = begin + static_cast<std::int64_t>(header->bytes);
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
  return line_of(Header{.trial = trial, .bytes = block.size(), .hash = fnv1a(block)});
}

std::string begun_line(int trial, std::uint64_t time) { return line_of(Begun{.trial = trial, .time = time}); }

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

namespace {

/// The temporary name is always the same, so that the next run overwrites what a killed run left. Standard
/// output, devices and pipes have no temporary file.
std::filesystem::path temporary_of(const std::filesystem::path& file) {
  return file == "-" || is_written_through(file) ? "" : link_target(file).string() + ".new";
}

std::FILE* open_for_writing(const std::filesystem::path& file) {
  if (file != "-") return std::fopen(file.c_str(), "wb");
  const int out = ::dup(STDOUT_FILENO);
  return out < 0 ? nullptr : ::fdopen(out, "wb");
}

}  // namespace

RecordsFile::RecordsFile(std::filesystem::path file)
    : file_(std::move(file)),
      temporary_(temporary_of(file_)),
      stream_(open_for_writing(temporary_.empty() ? file_ : temporary_)) {
  if (!stream_) fail();
}

RecordsFile::~RecordsFile() {
  if (temporary_.empty()) return;
  stream_.reset();
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void RecordsFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_.get()) != text.size()) fail();
}

void RecordsFile::commit() {
  if (std::fflush(stream_.get()) != 0 || !sync_bytes(::fileno(stream_.get()))) fail();
  if (std::fclose(stream_.release()) != 0) fail();
  if (!temporary_.empty() && std::rename(temporary_.c_str(), link_target(file_).c_str()) != 0) fail();
  temporary_.clear();
}

void RecordsFile::fail() const {
  throw InputError(file_.string(), fmt::format("cannot be written: {}", std::strerror(errno)));
}

std::filesystem::path Partial::path_for(const std::filesystem::path& output) {
  return link_target(output).string() + ".partial";
}

Partial Partial::create(const std::filesystem::path& file, std::string_view first_line, bool own) {
  Partial partial(AppendFile(file, {.create = true, .own = own}));
  partial.restart(first_line);
  return partial;
}

Partial Partial::open(const std::filesystem::path& file) {
  Partial partial(AppendFile(file, {}));
  const AppendFile& opened = partial.file_;
  partial.blocks_ = find_blocks(
      [&](std::int64_t offset, std::size_t bytes) { return opened.read(offset, bytes); }, opened.size());
  partial.file_.cut(partial.blocks_.size);
  return partial;
}

void Partial::restart(std::string_view first_line) {
  blocks_ = {};
  file_.cut(0);
  file_.append(std::string(first_line) + "\n");
  blocks_.first_line = first_line;
}

void Partial::append(int trial, std::string_view block) {
  file_.append(block_header(trial, block) + std::string(block));
  blocks_.places[trial] = {.offset = file_.size() - static_cast<std::int64_t>(block.size()),
                           .bytes = block.size(),
                           .hash = fnv1a(block)};
}

std::string Partial::read(int trial) const {
  const BlockPlace& place = blocks_.places.at(trial);
  return file_.read(place.offset, place.bytes);
}

void Partial::note_begun(int trial) {
  std::random_device random;
  const std::uint64_t time = (std::uint64_t{random()} << 32) | random();
  add_begun({{trial, {time}}});
  file_.sync();
}

void Partial::add_begun(const BegunTrials& begun) {
  for (const auto& [trial, times] : begun)
    for (const std::uint64_t time : times)
      if (blocks_.begun[trial].insert(time).second) file_.append(begun_line(trial, time));
}

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kTry = ".try-";
constexpr int kMostTriesOfOneName = 10'000;  // in containers, host and process may always have the same names

std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "host";
  std::string host = name.data();
  std::replace(host.begin(), host.end(), '/', '_');
  return host;
}

}  // namespace

fs::path shard_path(const fs::path& output, const Shard& shard) {
  return output.string() + shard_ending(shard);
}

std::vector<fs::path> tries_of(const fs::path& shard) {
  std::vector<fs::path> tries;
  const std::string beginning = shard.filename().string() + std::string(kTry);
  const fs::path folder = shard.has_parent_path() ? shard.parent_path() : fs::path(".");
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(beginning)) tries.push_back(shard.parent_path() / name);
  }
  std::sort(tries.begin(), tries.end());
  return tries;
}

Partial begin_try(const fs::path& shard, std::string_view first_line) {
  const std::string name = fmt::format("{}{}{}-{}", shard.string(), kTry, host_name(), ::getpid());
  for (int i = 1;; ++i) {
    const fs::path file = i == 1 ? name : fmt::format("{}-{}", name, i);
    const bool was_there = fs::exists(file);
    try {
      return Partial::create(file, first_line, true);
    } catch (const InputError&) {
      if (i == kMostTriesOfOneName || !was_there) throw;
    }
  }
}

void remove_tries(const fs::path& shard) {
  std::error_code ignored;
  for (const fs::path& file : tries_of(shard)) fs::remove(file, ignored);
}

}  // namespace novphy
