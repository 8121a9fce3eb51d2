#include "trials/store/block_records.h"

#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "evaluator/record_line.h"
#include "trials/store/records_file.h"

namespace novphy {
namespace {

constexpr const char* kFinished = "finished trial";

/// Calls visit(line) for each line of the block. Throws InputError for a line that is no record.
template <class Visit>
void for_each_line(std::string_view block, const Visit& visit) {
  while (!block.empty()) {
    const std::size_t end = block.find('\n');
    if (end == std::string_view::npos)
      throw InputError(kFinished, "expected a line of a record with a line break");
    visit(RecordLine(block.substr(0, end), kFinished));
    block.remove_prefix(end + 1);
  }
}

void count(SummaryCounter& counter, std::string_view block) {
  for_each_line(block, [&](const RecordLine& line) { counter.add(line.parts()); });
}

/// The block with marked records, which are counted.
std::string marked(const std::string& block, const Mark& mark, SummaryCounter& counter) {
  std::string result;
  for_each_line(block, [&](const RecordLine& line) {
    Record parts = line.parts();
    mark(parts);
    counter.add(parts);
    result += line.with_alarm(parts.alarm) + "\n";
  });
  return result;
}

}  // namespace

std::string block_of(const std::vector<Record>& records) {
  std::string block;
  for (const Record& record : records) block += to_line(record) + "\n";
  return block;
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
