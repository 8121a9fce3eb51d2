#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "evaluator/board/board.h"
#include "levels/assets.h"
#include "trials/plan.h"
#include "trials/plan_file.h"

/// The records of a board's entry: whether they are those of the board's plan, and whether their plays come
/// out the same. docs/reference/board.md says what is refused, and what is shown without a rank.
namespace novphy {

/// What the records of a board were played with.
struct BoardSetting {
  const PlanFile& plan;
  const Assets& assets;
};

/// A file of records that holds each task of the plan once or, of a person, each task of some trials.
struct EntryFile {
  std::string path;
  Fingerprint fingerprint;
  std::vector<Record> records;
  std::vector<int> lines;      ///< of the records
  std::vector<TaskRef> tasks;  ///< what the plan says that the records played
  int unfinished = 0;          ///< records of trials that a person did not finish, which are not among these
};

/// Throws InputError for a file that is malformed or cut off, of another plan, catalogue or physics, that
/// lacks a task of the plan or holds one twice, and for a record that is not what the plan says. A person may
/// play some trials of the plan; of one who does not count, no record is read.
EntryFile read_entry_file(const std::string& path, const BoardSetting& setting);

/// Throws InputError for a card of the track "picture" where a play's record does not say that the player saw
/// pictures alone.
void check_track(const EntryFile& file, CardTrack track);

/// Throws InputError unless the files are of one agent and, of several, each is of a training of its own, or
/// each is of a person of its own.
void check_entry_files(std::span<const EntryFile> files);

/// Plays every record of a file again on `threads` threads. A detector's alarms are computed again, too. The
/// result does not depend on the number of threads. `played` is called once for each record, by any thread.
void replay_entry_file(const EntryFile& file, const BoardSetting& setting, unsigned threads,
                       const std::function<void()>& played, ReplayVerdict& verdict);

/// Adds the records of a file to a log, from which measures are computed. Throws InputError as check_pooled()
/// does.
void add_entry_file(AgentLog& log, const EntryFile& file);

}  // namespace novphy
