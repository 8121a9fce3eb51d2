#include "base/file_kind.h"

#include <algorithm>
#include <array>

#include "base/input_error.h"

namespace novphy {
namespace {

struct KindRow {
  FileKind kind;
  std::string_view beginning;  ///< the first key of a JSON object, in quotes, or the text's first character
  std::string_view name;
};

constexpr std::array kKinds{
    KindRow{FileKind::kTask, "\"novphy_task\"", "a task"},
    KindRow{FileKind::kPair, "\"novphy_pair\"", "a pair of tasks"},
    KindRow{FileKind::kPlan, "\"novphy_plan\"", "a plan"},
    KindRow{FileKind::kStandardPlan, "\"novphy_standard_plan\"", "a standard plan"},
    KindRow{FileKind::kStudy, "\"novphy_study\"", "a study"},
    KindRow{FileKind::kStudyJournal, "\"novphy_study_journal\"", "the journal of a study's participant"},
    KindRow{FileKind::kTaskSet, "\"novphy_tasks\"", "the index of a task set"},
    KindRow{FileKind::kRecords, "\"format\"", "a file of records"},
    KindRow{FileKind::kXml, "<", "XML"},
};

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

/// The text from its first key or, where the text is no JSON object, from its first character.
std::string_view beginning_of(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  text = without_blanks(text);
  return text.starts_with('{') ? without_blanks(text.substr(1)) : text;
}

}  // namespace

void expect_kind(std::string_view text, const std::string& file, FileKind expected) {
  const std::string_view beginning = beginning_of(text);
  const auto found = std::find_if(kKinds.begin(), kKinds.end(),
                                  [&](const KindRow& row) { return beginning.starts_with(row.beginning); });
  if (found == kKinds.end() || found->kind == expected) return;
  const auto wanted =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const KindRow& row) { return row.kind == expected; });
  throw InputError(file,
                   "this is " + std::string(found->name) + "; " + std::string(wanted->name) + " is expected");
}

}  // namespace novphy
