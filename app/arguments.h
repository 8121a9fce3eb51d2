#pragma once

#include <string>
#include <vector>

#include "jobs/context.h"
#include "jobs/recorded_plays.h"
#include "jobs/setting.h"
#include "sim/catalogue.h"
#include "sim/task.h"

/// Turns texts of the command line into values. Every function throws InputError, which says what was
/// expected.
namespace novphy::app {

/// Reads a point in metres, such as "1.5,-2".
Vec2 point_argument(const std::string& option, const std::string& text);

/// Reads "ANGLE[@PULL][+TAP_MS][/LAUNCH_MS][~THOUGHT_MS]": ANGLE in degrees, counter-clockwise from the
/// right, PULL in metres, TAP_MS in milliseconds after the launch, LAUNCH_MS after the previous launch.
Shot shot_argument(const std::string& text);

/// Reads "NAME=VALUE".
std::pair<std::string, double> setting_argument(const std::string& text);

/// Whether a command needs a task that can be passed: has_goal().
enum class Goal { kNotNeeded, kNeeded };

/// A task and its side of the pair; "" for a task of its own.
struct SideTask {
  std::string side;
  Task task;
};

/// A task to play: a task file, or one side of a pair. Pairs that come with the program may be given by name.
class TaskArgument {
 public:
  Settings settings();
  /// Reads the task and prints the warnings. Throws InputError, also for a task without a goal if the command
  /// needs one.
  Task load(const Catalogue& catalogue, Goal goal = Goal::kNotNeeded) const;
  /// Reads the task, or both tasks of a pair where no side is named. Throws as load() does.
  std::vector<SideTask> load_all(const Catalogue& catalogue) const;
  const std::string& text() const { return text_; }  ///< as it is on the command line
  /// Whether --side or --with is given.
  bool chooses() const { return !side_.empty() || !with_.empty(); }

 private:
  /// The place with the side of --side.
  TaskPlace place() const;
  Task load_side(const TaskPlace& place, const Catalogue& catalogue) const;

  std::string text_;
  std::string side_;
  std::vector<std::string> with_;
};

/// A file of records, and what its plays need: with this folder of assets and this plan, "" for the usual
/// ones.
struct RecordFile {
  RecordFile(const std::string& name, const std::string& assets, const std::string& plan,
             CutLine cut = CutLine::kSkip);

  std::string file;
  RecordReader reader;
  RecordSetting setting;
};

/// The setting "shot", given once for each bird.
Setting shots_setting(std::vector<std::string>& shots);
/// Throws where there are more shots than the task has birds.
std::vector<Shot> shots_of(const std::vector<std::string>& texts, const Task& task);

}  // namespace novphy::app
