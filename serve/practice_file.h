#pragma once

#include <filesystem>
#include <fstream>
#include <mutex>

#include "evaluator/record.h"

namespace novphy {

/// The file of what clients practise, beside the file of records. Its records have the phase of training, the
/// number of the client as their trial, and the number of the client's attempt as their task, so that none
/// stands twice for a level that was repeated. Measures leave the file out. Any thread may write.
class PracticeFile {
 public:
  /// The name of the file beside these records: "r.practice.jsonl" for "r.jsonl".
  static std::filesystem::path path_for(const std::filesystem::path& records);

  /// Goes on with the file where it is there and `resume` is set; else the first attempt begins it anew, so
  /// that nothing is left where nobody practises. The fingerprint is that of the records. Throws InputError
  /// where the file is of another run, is there and neither to be resumed nor to be replaced (`force`), or
  /// cannot be written.
  PracticeFile(std::filesystem::path file, Fingerprint fingerprint, bool resume, bool force);

  /// The number of a client that begins to practise. Numbers go on where an earlier run ended.
  int next_client();
  /// Writes an attempt at once. Throws InputError where it cannot be written.
  void add(const Record& record);
  const std::filesystem::path& path() const { return path_; }
  /// The number of attempts that the file holds.
  int attempts() const;

 private:
  std::string kept_lines(const Fingerprint& fingerprint);
  void begin(const std::string& kept);

  std::filesystem::path path_;
  std::string first_line_;
  mutable std::mutex mutex_{};
  std::ofstream file_{};
  int clients_ = 0;
  int attempts_ = 0;
};

}  // namespace novphy
