#include "base/file_kind.h"

#include <algorithm>
#include <array>

#include "base/input_error.h"

namespace novphy {
namespace {

struct KindRow {
  FileKind kind;
  std::string_view beginning;  ///< as beginning_of() returns it
  std::string_view name;
  std::string_view also{};  ///< stands anywhere in the first bytes
};

constexpr std::array kKinds{
    KindRow{FileKind::kTask, "\"novphy_task\"", "a task"},
    KindRow{FileKind::kPair, "\"novphy_pair\"", "a pair of tasks"},
    KindRow{FileKind::kPlan, "\"novphy_plan\"", "a plan"},
    KindRow{FileKind::kStandardPlan, "\"novphy_standard_plan\"", "a standard plan"},
    KindRow{FileKind::kStudy, "\"novphy_study\"", "a study"},
    KindRow{FileKind::kStudyJournal, "\"novphy_study_journal\"", "the journal of a study's participant"},
    KindRow{FileKind::kStudyKey, "\"novphy_study_key\"", "the key of an online study"},
    KindRow{FileKind::kWebStudy, "\"novphy_web_study\"", "an online study"},
    KindRow{FileKind::kCertificate, "\"novphy_certificate\"", "a certificate of tasks"},
    KindRow{FileKind::kTaskSet, "\"novphy_tasks\"", "the index of a task set"},
    KindRow{FileKind::kAgentCard, "\"novphy_card\"", "an agent card"},
    KindRow{FileKind::kBoard, "\"novphy_board\"", "a board"},
    KindRow{FileKind::kSealed, "\"novphy_sealed\"", "a sealed set"},
    KindRow{FileKind::kRecords, "\"format\"", "a file of records"},
    KindRow{FileKind::kPicture, "\x89PNG", "a picture"},
    KindRow{FileKind::kPicture, "<svg", "a picture"},
    KindRow{FileKind::kFilm, "GIF8", "a film"},
    KindRow{FileKind::kFilm, "ftyp", "a film"},
    KindRow{FileKind::kWeights, "novphy weights\r\n", "a file of weights"},
    KindRow{FileKind::kArchive, "PK\x03\x04", "a ZIP archive"},
    KindRow{FileKind::kPage, "<!DOCTYPE html", "a page of HTML"},
    KindRow{FileKind::kXml, "<", "XML"},
    KindRow{FileKind::kMeasures, "Agent ", "a table of measures", " trials; "},
    KindRow{FileKind::kMeasures, "Agent ", "a table of measures", " trial; "},
    KindRow{FileKind::kMeasures, "agent,table,novelty,", "a table of measures"},
    KindRow{FileKind::kMeasures, "agent,less,measure,", "a table of measures"},
    KindRow{FileKind::kMeasures, "\"conventions\"", "a table of measures"},
    KindRow{FileKind::kMeasures, "\\begin{table}\n\\centering\n\\caption{NPS: ", "a table of measures"},
    KindRow{FileKind::kMeasures, "Table 2: NPS, ", "a table of measures"},
    KindRow{FileKind::kMeasures, "Levels\n", "a table of measures", " without a novelty: "},
    KindRow{FileKind::kMeasures, "agent,group,level,levels,", "a table of measures"},
    KindRow{FileKind::kMeasures, "\"levels\"", "a table of measures", "\"never_passed\""},
    KindRow{FileKind::kVerdicts, "level ", "what judge says of levels", " verdict "},
    KindRow{FileKind::kVerdicts, "file,verdict,valid,", "what judge says of levels"},
    KindRow{FileKind::kVerdicts, "\"file\":", "what judge says of levels", "\"valid\":"},
    KindRow{FileKind::kDifficulty, "novelty ", "a table of difficulties", " initiation "},
    KindRow{FileKind::kDifficulty, "novelty,scenario,side,state,", "a table of difficulties"},
    KindRow{FileKind::kDifficulty, "\"novphy_difficulty\"", "a table of difficulties"},
    KindRow{FileKind::kDifficulty, "\\begin{tabular}{ll", "a table of difficulties", "novelty & scenario &"},
    KindRow{FileKind::kAnswers, "participant,level_set,", "a table of a study's answers"},
    KindRow{FileKind::kObservation, "\"width_px\"", "an observation"},
    KindRow{FileKind::kObservation, "[{\"type\":\"FeatureCollection\"", "an observation"},
    KindRow{FileKind::kEvents, "\"event\":", "the events of a play"},
    KindRow{FileKind::kRequests, "", "a log of requests", " [] connected\n"},
    KindRow{FileKind::kUnknown, "", "a file of no known kind"},
};

constexpr std::size_t kMp4Length = 4;  ///< bytes of the length that stands before an MP4's first name

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

/// The text from where its kind shows: the first key of a JSON object, the first element of XML, the first
/// name of an MP4; else the first character.
std::string_view beginning_of(std::string_view text) {
  if (text.substr(std::min(kMp4Length, text.size())).starts_with("ftyp")) return text.substr(kMp4Length);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  text = without_blanks(text);
  if (text.starts_with('{')) return without_blanks(text.substr(1));
  const auto declared = text.starts_with("<?") ? text.find("?>") : std::string_view::npos;
  return declared == std::string_view::npos ? text : without_blanks(text.substr(declared + 2));
}

}  // namespace

FileKind kind_of(std::string_view text) {
  const std::string_view first = text.substr(0, kKindBytes);
  const std::string_view beginning = beginning_of(first);
  const auto fits = [&](const KindRow& row) {
    return beginning.starts_with(row.beginning) && first.find(row.also) != std::string_view::npos;
  };
  return std::find_if(kKinds.begin(), kKinds.end(), fits)->kind;
}

std::string_view name_of(FileKind kind) {
  return std::find_if(kKinds.begin(), kKinds.end(), [&](const KindRow& row) { return row.kind == kind; })
      ->name;
}

void expect_kind(std::string_view text, const std::string& file, FileKind expected) {
  const FileKind found = kind_of(text);
  if (found == FileKind::kUnknown || found == expected) return;
  throw InputError(file, "this is " + std::string(name_of(found)) + "; " + std::string(name_of(expected)) +
                             " is expected");
}

}  // namespace novphy
