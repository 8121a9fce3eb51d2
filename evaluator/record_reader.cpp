#include <utility>

#include "base/file_kind.h"
#include "evaluator/record_io.h"

namespace novphy {

RecordReader::RecordReader(std::string path, CutLine cut_line)
    : path_(std::move(path)), cut_line_(cut_line), lines_(path_) {
  if (!lines_.next()) throw InputError(path_, 0, "empty, expected records");
  if (!lines_.text().starts_with('{'))
    throw InputError(path_, 1, "not records: expected a line that begins with {");
  expect_kind(lines_.text(), path_, FileKind::kRecords);
  fingerprint_ = fingerprint_from_line(lines_.text(), path_, lines_.line());
}

std::optional<Record> RecordReader::next() {
  if (!lines_.next()) return std::nullopt;
  if (!lines_.unfinished() || is_json(lines_.text()))
    return record_from_line(lines_.text(), path_, lines_.line());
  if (cut_line_ == CutLine::kError)
    throw InputError(path_, lines_.line(), "the last line is cut off: the run that wrote it was killed");
  ++cut_lines_;
  return std::nullopt;
}

}  // namespace novphy
