#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "trials/plan.h"
#include "trials/store/blocks.h"

namespace novphy {

/// Puts files of blocks of one run, such as the files of its shards, together to the run's records. The files
/// may overlap, and killed processes may have cut them short.
class Merge {
 public:
  /// Reads all files and checks every block. Throws InputError, naming the files, if
  /// * a file is not a file of blocks, or a block does not match its hash;
  /// * the fingerprints of two files differ in anything but the path of the plan;
  /// * a trial has different records in two files.
  /// Throws Stopped once `stop` is set.
  explicit Merge(const std::vector<std::string>& files, StopFlag stop = nullptr);

  const Fingerprint& fingerprint() const { return fingerprint_; }
  /// The number of trials of the run.
  int planned() const { return fingerprint_.planned_trials; }
  /// The places in the plan of all trials that the files hold, in plan order.
  std::vector<int> trials() const;
  bool is_whole() const { return static_cast<int>(holders_.size()) == planned(); }
  /// The number of shards according to the files' names. Nothing if no name gives it, or if names give
  /// different ones.
  std::optional<int> shards() const;

  /// Writes the records of a whole run, the same bytes as `novphy run` writes. Throws Stopped once the flag
  /// of the constructor is set.
  RunSummary write(const std::filesystem::path& out, const Mark& mark) const;

 private:
  void check_fingerprint(const BlockFile& file);
  void take_blocks(std::size_t file);

  StopFlag stop_;
  std::vector<BlockFile> files_{};
  std::string first_{};  ///< the file with the fingerprint that all others must match
  Fingerprint fingerprint_{};
  BegunTrials begun_{};
  std::map<int, std::size_t> holders_{};  ///< the first file that holds each trial
};

/// The places in the plan of the run's trials that the files lack. `plan` must be that of the fingerprint.
/// Throws InputError if no run of the plan has as many trials as the fingerprint says.
std::vector<int> missing_trials(const Merge& merge, const Plan& plan);

/// The shards, from 1, that these places in the plan belong to, in ascending order and without repeats.
std::vector<int> shards_of(const std::vector<int>& places, int shards);

/// Numbers in ascending order in the form of Slurm's option --array, such as "3,7-9".
std::string array_text(const std::vector<int>& numbers);

}  // namespace novphy
