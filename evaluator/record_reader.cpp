#include <utility>

#include "evaluator/record_io.h"

namespace novphy {

RecordReader::RecordReader(std::string path, CutLine cut_line)
    : path_(std::move(path)), cut_line_(cut_line), stream_(path_, std::ios::binary) {
  if (!stream_) throw InputError(path_, 0, "cannot open");
  if (!read_line()) throw InputError(path_, 0, "empty, or not a file");
  if (!text_.starts_with('{')) throw InputError(path_, 1, "not records: expected a line that begins with {");
  fingerprint_ = fingerprint_from_line(text_, path_, line_);
}

bool RecordReader::read_line() {
  if (!std::getline(stream_, text_)) {
    if (stream_.bad()) throw InputError(path_, line_ + 1, "cannot read");
    return false;
  }
  unfinished_ = stream_.eof();
  ++line_;
  return true;
}

std::optional<Record> RecordReader::next() {
  if (!read_line()) return std::nullopt;
  if (!unfinished_ || is_json(text_)) return record_from_line(text_, path_, line_);
  if (cut_line_ == CutLine::kError)
    throw InputError(path_, line_, "the last line is cut off: the run that wrote it was killed");
  ++cut_lines_;
  return std::nullopt;
}

}  // namespace novphy
