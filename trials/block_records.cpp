#include "trials/block_records.h"

#include <algorithm>

#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "trials/records_file.h"

namespace novphy {
namespace {

constexpr const char* kFinished = "finished trial";

bool has(std::string_view line, std::string_view field) { return line.find(field) != std::string_view::npos; }

/// The parts of a record that a summary counts. Quotes within texts are written as \", so that no text holds
/// these fields. Only records with an error are read as a whole, which takes a hundred times as long.
Record counted_parts(std::string_view line) {
  if (has(line, "\"error\":")) return record_from_line(line, kFinished, 0);
  Record record;
  record.passed = has(line, "\"passed\":true");
  if (has(line, "\"phase\":\"training\"")) record.phase = Phase::kTraining;
  return record;
}

void count(SummaryCounter& counter, std::string_view block) {
  while (!block.empty()) {
    const std::size_t end = std::min(block.find('\n'), block.size() - 1);
    counter.add(counted_parts(block.substr(0, end)));
    block.remove_prefix(end + 1);
  }
}

/// The block with marked records, which are counted.
std::string marked(const std::string& block, const Mark& mark, SummaryCounter& counter) {
  std::vector<Record> records = records_in(block, kFinished);
  for (Record& record : records) {
    mark(record);
    counter.add(record);
  }
  return block_of(records);
}

}  // namespace

std::string block_of(const std::vector<Record>& records) {
  std::string block;
  for (const Record& record : records) block += to_line(record) + "\n";
  return block;
}

std::vector<Record> records_in(std::string_view block, const std::string& file) {
  std::vector<Record> records;
  while (!block.empty()) {
    const std::size_t end = block.find('\n');
    if (end == std::string_view::npos)
      throw InputError(file, "expected a line of a record with a line break");
    records.push_back(record_from_line(block.substr(0, end), file, 0));
    block.remove_prefix(end + 1);
  }
  return records;
}

RunSummary write_records(const std::filesystem::path& out, const Fingerprint& fingerprint,
                         std::span<const int> trials, const BlockOf& block_of_trial, const Mark& mark) {
  SummaryCounter counter;
  RecordsFile file(out);
  file.write(to_line(fingerprint) + "\n");
  for (const int trial : trials) {
    const std::string block = block_of_trial(trial);
    if (!mark) count(counter, block);
    file.write(mark ? marked(block, mark, counter) : block);
  }
  file.commit();
  RunSummary summary = counter.summary();
  summary.trials = static_cast<int>(trials.size());
  return summary;
}

RunSummary count_records(std::span<const int> trials, const BlockOf& block_of_trial) {
  SummaryCounter counter;
  for (const int trial : trials) count(counter, block_of_trial(trial));
  RunSummary summary = counter.summary();
  summary.trials = static_cast<int>(trials.size());
  return summary;
}

}  // namespace novphy
