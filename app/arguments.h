#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "novelties/novelty.h"
#include "sim/catalogue.h"
#include "sim/shot.h"
#include "sim/task.h"

/// What people write on the command line, as values. Every function throws InputError with what was expected.
namespace novphy::app {

/// Accepts a number from low to high. CLI11's own Range lets NaN pass.
CLI::Validator between(double low, double high);

/// "1.5", a finite number and nothing else.
double number_argument(const std::string& option, const std::string& text);

/// "1.5,-2" in metres.
Vec2 point_argument(const std::string& option, const std::string& text);

/// "ANGLE[@PULL][+TAP_MS][/LAUNCH_MS]": degrees counter-clockwise from the right, metres, milliseconds after
/// the launch and after the previous launch.
Shot shot_argument(const std::string& text);

/// "NAME=VALUE".
std::pair<std::string, double> setting_argument(const std::string& text);

/// A task to play: a task file, or one side of a pair file.
class TaskArgument {
 public:
  void add_to(CLI::App& command);
  Task load(const Catalogue& catalogue) const;
  const std::string& file() const { return file_; }

 private:
  Task load_side(const Catalogue& catalogue) const;

  std::string file_;
  std::string side_;
  std::vector<std::string> with_;
};

/// --novelties: a table of novelties instead of the one that comes with the program.
class NoveltyTable {
 public:
  void add_to(CLI::App& command);
  std::vector<Novelty> load(const Catalogue& catalogue) const;

 private:
  std::string folder_;
};

/// --shot, once for each bird.
class ShotArguments {
 public:
  void add_to(CLI::App& command);
  /// Throws where there are more shots than the task has birds.
  std::vector<Shot> load(const Task& task) const;

 private:
  std::vector<std::string> shots_;
};

}  // namespace novphy::app
