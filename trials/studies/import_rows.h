#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"
#include "trials/studies/study_lines.h"

/// The rows of data that the pages of an online study write.
namespace novphy {

/// A row of an online study. It has the fields of its kind only; the others keep their defaults.
struct OnlineRow {
  enum class Kind {
    kSession,     ///< the page was opened
    kPage,        ///< a page of text was read, or an answer given on it
    kPractice,    ///< a practice task was played
    kTask,        ///< a task of a trial was played
    kQuestion,    ///< the question after a task was answered
    kUnfinished,  ///< what was done so far at a task that is not finished
  };

  Kind kind = Kind::kSession;
  std::string study{};  ///< online_study_id()
  std::string participant{};
  Assignment assignment{};
  int step = -1;            ///< -1 for sessions
  std::int64_t at_ms = -1;  ///< when the row was finished, in milliseconds since 1970 (UTC)
  StudySession session{};   ///< without the changed texts
  Fingerprint made_by{};    ///< the program of the session's page
  std::string response{};   ///< kPage: "read", "agreed" or "declined"
  std::string task{};       ///< opaque number
  StudyResult result{};
  std::vector<StudyEntry> acts{};  ///< views, launches and taps at a task; their step is 0
  double hidden_ms = 0;            ///< how long the page was hidden during the task
  double frame_ms = 0;             ///< median time between two pictures
  double worst_frame_ms = 0;
  bool yes = true;  ///< kQuestion
  friend bool operator==(const OnlineRow&, const OnlineRow&) = default;
};

/// The kind's name in rows, such as "task".
std::string_view name(OnlineRow::Kind kind);

/// Reads a row. Nothing for a row that is not of a study of novphy, such as one of the scientist's own
/// trials. Notes every problem in the node's document. Further columns are ignored.
std::optional<OnlineRow> read_online_row(const Node& node);

/// Where a row stands, for messages.
struct RowPlace {
  std::string file;
  int line = 0;
  std::string pointer{};  ///< JSON pointer within the file or the line

  /// Throws InputError about the row.
  [[noreturn]] void fail(const std::string& text, const std::string& field = "") const;
  /// Such as "data.json:12: /8".
  std::string text() const;
};

struct PlacedRow {
  OnlineRow row;
  RowPlace place;
};

/// Reads the rows of online studies from these files and folders. The content of a file decides its format:
/// * JSON, an array of rows as jsPsych writes it,
/// * JSON lines with an array of rows or one row each, as JATOS exports results,
/// * CSV as jsPsych writes it, with arrays and objects as JSON in their cells.
///
/// Of a folder, the files *.json, *.csv and *.txt in it and its sub-folders are read, sorted by path; those
/// without a row of a study are left out. Throws InputError for a file that cannot be read, for an archive,
/// for a damaged row, and where a named file or folder has no row of a study.
std::vector<PlacedRow> read_online_rows(const std::vector<std::string>& places);

}  // namespace novphy
