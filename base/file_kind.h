#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace novphy {

inline constexpr std::size_t kKindBytes = 2048;

/// The kinds of files that can be recognised by their beginning.
enum class FileKind {
  kTask,
  kPair,
  kPlan,
  kStandardPlan,
  kStudy,
  kStudyJournal,
  kStudyKey,
  kWebStudy,
  kTaskSet,
  kCertificate,
  kRecords,
  kXml,
  kWeights,
  kPicture,
  kFilm,
  kPage,
  kArchive,
  kMeasures,
  kVerdicts,
  kDifficulty,
  kAnswers,
  kAgentCard,
  kBoard,
  kSealed,
  kObservation,
  kEvents,
  kRequests,
  kUnknown,
};

/// The kind of a file with these first bytes. kKindBytes of them are enough.
FileKind kind_of(std::string_view text);

/// The kind in words, such as "a plan".
std::string_view name_of(FileKind kind);

/// Throws InputError, such as "this is a task; a plan is expected", where the text begins like a file of
/// another kind; for JSON the first key decides. Does nothing for a text without a known beginning: its
/// reader says what is wrong with it.
void expect_kind(std::string_view text, const std::string& file, FileKind expected);

}  // namespace novphy
