#include "serve/practice_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "trials/store/fingerprint.h"

namespace novphy {

std::filesystem::path PracticeFile::path_for(const std::filesystem::path& records) {
  std::filesystem::path name = records.stem();
  name += ".practice";
  name += records.extension();
  return records.parent_path() / name;
}

PracticeFile::PracticeFile(std::filesystem::path file, Fingerprint fingerprint, bool resume, bool force)
    : path_(std::move(file)) {
  fingerprint.left_out = "practice before the first trial";
  const bool there = std::filesystem::exists(path_);
  if (there && !resume && !force)
    throw InputError(path_.string(), "is there already: expected another name, --force or --resume");
  first_line_ = to_line(fingerprint) + "\n";
  const std::string kept = there && resume ? kept_lines(fingerprint) : "";
  if (attempts_ > 0)
    begin(kept);
  else if (there)
    std::filesystem::remove(link_target(path_));
}

void PracticeFile::begin(const std::string& kept) {
  write_atomically(path_, first_line_ + kept);
  file_.open(path_, std::ios::app);
}

/// The whole records of an earlier run, whose last line may be cut.
std::string PracticeFile::kept_lines(const Fingerprint& fingerprint) {
  RecordReader reader(path_.string(), CutLine::kSkip);
  const auto found = obstacles(reader.fingerprint(), fingerprint);
  if (!found.empty()) throw InputError(path_.string(), "cannot go on with a different run: " + found.front());
  std::string lines;
  while (const auto record = reader.next()) {
    lines += to_line(*record) + "\n";
    clients_ = std::max(clients_, record->trial + 1);
    ++attempts_;
  }
  return lines;
}

int PracticeFile::next_client() {
  const std::lock_guard lock(mutex_);
  return clients_++;
}

void PracticeFile::add(const Record& record) {
  const std::lock_guard lock(mutex_);
  if (!file_.is_open()) begin("");
  file_ << to_line(record) << '\n' << std::flush;
  if (!file_) throw InputError(path_.string(), std::string("cannot be written: ") + std::strerror(errno));
  ++attempts_;
}

int PracticeFile::attempts() const {
  const std::lock_guard lock(mutex_);
  return attempts_;
}

}  // namespace novphy
