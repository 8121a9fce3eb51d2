#pragma once

#include <tuple>

#include "evaluator/input/source.h"

namespace novphy {

/// The logs of agents by their names.
using Logs = std::map<std::string, AgentLog>;

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

/// Puts together the trials that several tables of an agent hold. Tables name no plan, so trials of one
/// novelty-scenario, number and training are one trial. Tasks that only one table holds go into it, and equal
/// ones count once, with a warning. Of different ones the conventions choose, with a warning.
///
/// Throws InputError for different tasks if the conventions refuse repeated tasks, for tasks that are normal
/// in one table and novel in the other, and if a normal task then comes after a novel one.
void join_tables(AgentLog& log, std::vector<std::string>& warnings);

// Whether the trials of tables are whole.

/// Decides for each trial of the current file with an informed and an uninformed version. Two versions with
/// normal and novel tasks each, or with novel tasks each, are two trials: programs play a trial in both ways.
/// An uninformed version of normal tasks and an informed one of novel tasks are one trial, whose agent was
/// told when the novelty came. Throws InputError if the informed version lacks the normal tasks and the
/// uninformed one has novel tasks. `counted` says that the table does not number the tasks.
void join_versions(AgentLog& log, bool counted);

/// Throws InputError for a trial of a table whose normal tasks stand under another agent, novelty, scenario
/// or run than its novel tasks, or with another value of `control`; and for one in which some rows have a run
/// and others none. Without the check, the novel tasks would count without the normal ones. Warns of cells in
/// which no trial has both. All tables must have been joined.
void check_parts(const Logs& logs, std::vector<std::string>& warnings);

}  // namespace novphy
