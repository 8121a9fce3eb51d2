#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "evaluator/record.h"

namespace novphy {

/// A line of a record of which only few fields are read, which takes a small part of the time of
/// record_from_line(). The text must outlive the object.
class RecordLine {
 public:
  /// Takes any line that record_from_line() takes. The few fields are read quickly in lines that to_line()
  /// wrote. Throws InputError for broken lines; a mistake in a field that is not read may stay unseen.
  RecordLine(std::string_view text, const std::string& file);

  /// The record's novelty, scenario, trial, control, phase, task, passed, error and no_result. Any other
  /// field may have its default.
  const Record& parts() const { return parts_; }
  /// The line that to_line() writes of the whole record with this alarm.
  std::string with_alarm(std::optional<bool> alarm) const;

 private:
  bool read_parts();

  std::string_view text_;
  Record parts_{};
  std::size_t alarm_at_ = 0;  ///< where the alarm belongs in the text; 0: `parts_` is the whole record
};

}  // namespace novphy
