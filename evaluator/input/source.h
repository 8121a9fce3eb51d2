#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "evaluator/load.h"

/// The files that load() reads: the kind and the agent of each, and which of them count.
namespace novphy {

enum class SourceKind { kRecords, kPerson, kDetections, kResults };

struct Source {
  std::string file;
  SourceKind kind = SourceKind::kRecords;
  std::string agent;  ///< "" for a table of results, which may hold several agents
};
using Sources = std::vector<Source>;

/// Whether the records are of a person: "human:P01".
bool is_human(const Fingerprint& print);

/// One of the `files`. Throws InputError if it is of no known kind.
Source source_of(const std::string& file, std::span<const std::string> files, const LoadOptions& options);

/// Why the file does not count; "" if it does. The play data of a study do not say this, but the records
/// beside them do.
std::string left_out(const Source& source);

/// Throws InputError for copies among the files of one agent, and among the files of all people, because each
/// person may be an agent. Files of different agents may be equal: several detectors may find nothing at all.
void check_copies(const std::map<std::string, Sources>& by_agent);

/// Throws InputError if a file is given twice, even under another name as a link.
void check_distinct(std::span<const std::string> files);

/// Throws InputError if a file has the same bytes as another, because one is then a copy of the other. Only
/// files of the same length are read.
void check_no_copies(std::span<const std::string> files);

}  // namespace novphy
