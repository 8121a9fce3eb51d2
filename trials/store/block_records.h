#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/record.h"
#include "trials/summary.h"

/// Records of a trial as the bytes of a block (trials/store/blocks.h), and blocks put together to a file of
/// records.
namespace novphy {

/// The lines of the records.
std::string block_of(const std::vector<Record>& records);

/// Sets the alarm of each record, in the order of the plan, before the record is written; may be empty. Gets
/// the parts of the record that RecordLine::parts() names.
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
