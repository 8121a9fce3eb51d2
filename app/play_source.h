#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/common.h"
#include "evaluator/record.h"

namespace novphy::app {

/// A play to make pictures of, with its assets and physics.
struct LoadedPlay {
  Assets assets;
  Physics physics;
  Task task;
  std::vector<Shot> shots;
  std::string name{};  ///< for a record: its file, line and trial
};

/// The options that choose the play: a task with shots, or one record of a file of records.
class PlaySource {
 public:
  void add_to(CLI::App& command);
  /// For commands that show several plays, adds the option --all, further files of records, and options that
  /// choose among the records.
  void add_all_to(CLI::App& command);
  /// Throws InputError.
  LoadedPlay load() const;
  /// The plays of the command line: with --all every record of every file, else one. Throws InputError.
  std::vector<LoadedPlay> load_all() const;

 private:
  LoadedPlay load_record() const;
  bool is_wanted(const Record& record) const;
  void load_records(const std::string& file, std::vector<LoadedPlay>& plays) const;

  AssetOptions assets_;
  TaskArgument task_;
  ShotArguments shots_;
  std::string plan_;
  int line_ = 0;
  bool all_ = false;
  std::string cell_;
  std::optional<int> trial_;
  std::vector<std::string> more_;
};

}  // namespace novphy::app
