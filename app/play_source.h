#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/common.h"

namespace novphy::app {

/// A play to make pictures of, with the assets and physics that the play needs.
struct LoadedPlay {
  Assets assets;
  Physics physics;
  Task task;
  std::vector<Shot> shots;
};

/// The play that the command line asks for: a task with shots, or one record of a file of records.
class PlaySource {
 public:
  void add_to(CLI::App& command);
  /// Throws InputError.
  LoadedPlay load() const;

 private:
  LoadedPlay load_record() const;

  AssetOptions assets_;
  TaskArgument task_;
  ShotArguments shots_;
  std::string plan_;
  int line_ = 0;
};

}  // namespace novphy::app
