#pragma once

#include <string>
#include <string_view>

namespace novphy {

/// The kinds of files that tell their kind at their beginning.
enum class FileKind {
  kTask,
  kPair,
  kPlan,
  kStandardPlan,
  kStudy,
  kStudyJournal,
  kTaskSet,
  kRecords,
  kXml,
  kWeights,
  kPicture,
  kFilm,
  kPage,
  kUnknown,
};

/// The kind that a file's first bytes tell. 256 bytes are enough.
FileKind kind_of(std::string_view text);

/// The kind in words, such as "a plan".
std::string_view name_of(FileKind kind);

/// Throws InputError, such as "this is a task; a plan is expected", where the text begins as a file of
/// another kind. The first key of a JSON text tells the kind. Does nothing for a text without a known
/// beginning: the reader says what is wrong with the text.
void expect_kind(std::string_view text, const std::string& file, FileKind expected);

}  // namespace novphy
