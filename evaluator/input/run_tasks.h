#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>

#include "evaluator/input/source.h"
#include "evaluator/record.h"
#include "evaluator/trial_log.h"

namespace novphy {

/// The tasks that were read from the files of one agent, to find those that two files of one run hold. Files
/// are of one run if their plan has the same hash, and agent and training are the same.
class RunTasks {
 public:
  /// Keeps tasks of those runs only that several of these files hold.
  explicit RunTasks(std::span<const Source> files);

  /// Begins with a file. `source` is its number in the agent's logs.
  void next_file(const std::string& file, const Fingerprint& print, int source);
  /// Notes a record in this line of the file. Returns whether it counts: an earlier file does not hold the
  /// same record. Throws std::invalid_argument if an earlier file holds another record of the task.
  bool add(const Record& record, int line);
  /// The number, in the agent's logs, of the file with the trial's first record.
  int source_of(const Record& record);
  /// How many records of the current file do not count, and a file that holds one of them.
  int shared() const { return shared_; }
  const std::string& shared_with() const { return shared_with_; }

 private:
  using Trial = std::tuple<std::string, std::string, bool, bool, int>;
  struct Seen {
    std::uint64_t hash = 0;
    int source = 0;
    int line = 0;
  };
  struct Run {
    std::map<Trial, int> sources;
    std::map<std::pair<Trial, int>, Seen> tasks;
  };

  /// By the hash of the plan, the agent, and its training.
  std::map<std::array<std::string, 3>, Run> runs_;
  std::map<int, std::string> files_;
  Run* run_ = nullptr;
  int source_ = 0;
  int shared_ = 0;
  std::string shared_with_;

  static Trial trial_of(const Record& record);
};

}  // namespace novphy
