#include <fmt/core.h>

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>

#include "base/file.h"
#include "base/hash.h"
#include "evaluator/record_io.h"
#include "tests/fuzz/fuzz_files.h"
#include "tests/fuzz/targets.h"
#include "trials/plan_file.h"
#include "trials/store/blocks.h"
#include "trials/store/merge.h"

namespace novphy::fuzz {
namespace {

constexpr int kTrials = 4;

Blocks blocks_in(std::string_view file) {
  const auto read = [&](std::int64_t offset, std::size_t bytes) {
    return std::string(file.substr(std::min(static_cast<std::size_t>(offset), file.size()), bytes));
  };
  return find_blocks(read, static_cast<std::int64_t>(file.size()));
}

/// The bytes as a file whose blocks have their hashes, which a fuzzer does not find: the first line, then
/// blocks that an empty line ends. The first byte of a block tells its trial.
std::string with_headers(std::string_view bytes) {
  const std::size_t line_end = std::min(bytes.find('\n'), bytes.size());
  std::string file = std::string(bytes.substr(0, line_end)) + "\n";
  bytes.remove_prefix(std::min(line_end + 1, bytes.size()));
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find("\n\n"), bytes.size() - 1);
    const std::string_view block = bytes.substr(1, end);
    file += block_header(static_cast<unsigned char>(bytes.front()) % kTrials, block) + std::string(block);
    bytes.remove_prefix(std::min(end + 2, bytes.size()));
  }
  return file;
}

/// Whether what was found is whole blocks, which a file that ends behind them holds as well.
void check_places(std::string_view file, const Blocks& found) {
  const auto size = static_cast<std::size_t>(found.size);
  need(size <= file.size(), "more bytes than the file has");
  for (const auto& [trial, place] : found.places) {
    const auto offset = static_cast<std::size_t>(place.offset);
    need(place.bytes <= size && offset <= size - place.bytes, "a block that the file does not hold");
    need(fnv1a(file.substr(offset, place.bytes)) == place.hash, "a block that has not its hash");
  }
  const Blocks again = blocks_in(file.substr(0, size));
  need(size == 0 || again.end == BlocksEnd::kWhole, "a whole file with another end");
  need(again.size == found.size && again.places.size() == found.places.size() && again.begun == found.begun,
       "other blocks");
}

/// A run that goes on with the file.
void go_on(const std::filesystem::path& file, const Blocks& found) {
  Partial partial = Partial::open(file);
  need(partial.size() == static_cast<int>(found.places.size()), "other finished trials");
  need(partial.begun() == found.begun, "other begun trials");
  if (partial.first_line().empty()) partial.restart("first line");
  if (!partial.holds(kTrials)) partial.append(kTrials, "records\n");
  need(BlockFile(file).holds(kTrials), "the next trial is lost");
}

std::string with_alarms(const std::string& block) {
  std::string result;
  for (std::size_t begin = 0; begin < block.size();) {
    const std::size_t end = block.find('\n', begin);
    Record record = record_from_line(std::string_view(block).substr(begin, end - begin), "fuzz", 0);
    record.alarm = record.passed;
    result += to_line(record) + "\n";
    begin = end + 1;
  }
  return result;
}

/// What a merge must write.
std::string expected_records(const Merge& merge, const BlockFile& file) {
  std::string text = to_line(merge.fingerprint()) + "\n";
  for (const int trial : merge.trials())
    text += with_alarms(with_attempts(file.read(trial), attempts_of(file.blocks().begun, trial)));
  return text;
}

void merge(const std::filesystem::path& file) {
  static const Plan plan =
      read_plan(NOVPHY_SOURCE_DIR "/tests/fuzz/plan/small.json", shipped_catalogue()).plan;
  const Merge both({file.string(), file.string()});
  read_or_refuse([&] { array_text(shards_of(missing_trials(both, plan), kTrials)); });
  if (!both.is_whole()) return;
  const auto out = file_of("merged.jsonl", "");
  both.write(out, [](Record& record) { record.alarm = record.passed; });
  need(read_file(out) == expected_records(both, BlockFile(file)), "other records");
}

void read_blocks(std::string_view bytes) {
  const Blocks found = blocks_in(bytes);
  check_places(bytes, found);
  const auto file = file_of("blocks", bytes);
  read_or_refuse([&] { merge(file); });
  read_or_refuse([&] { go_on(file, found); });
}

}  // namespace

void run_blocks(std::string_view bytes) {
  read_blocks(bytes);
  read_blocks(with_headers(bytes));
}

}  // namespace novphy::fuzz
