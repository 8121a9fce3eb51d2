#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/arguments.h"
#include "app/common.h"
#include "jobs/recorded_plays.h"
#include "sim/world.h"
#include "view/image_file.h"
#include "view/stage.h"

namespace novphy::app {

/// A play to make pictures of, with its assets and physics.
struct LoadedPlay {
  Assets assets;
  Physics physics;
  Task task;
  std::vector<Shot> shots;
  std::string name{};  ///< for a record: its file, line and trial

  /// Refers to this object.
  Playback playback() const { return Playback(task, shots, assets.catalogue, physics); }
};

/// The settings that choose the play: a task with shots, or one record of a file of records.
class PlaySource {
 public:
  Settings settings();
  /// For commands that show several plays: also "all", further files of records, and what chooses among the
  /// records.
  Settings settings_of_several();
  /// Throws InputError.
  LoadedPlay load() const;
  /// The plays of the command line: with --all every record of every file, else one. Throws InputError.
  std::vector<LoadedPlay> load_all() const;

 private:
  static LoadedPlay play_of(const RecordSetting& setting, const Record& record, const std::string& file,
                            int line);
  RecordSetting setting_of(const std::string& file, const RecordReader& reader) const;
  bool is_wanted(const Record& record) const;
  void load_records(const std::string& file, std::vector<LoadedPlay>& plays) const;

  AssetOptions assets_;
  TaskArgument task_;
  std::vector<std::string> shots_;
  std::string plan_;
  std::optional<int> line_{};
  bool all_ = false;
  std::string cell_;
  std::optional<int> trial_;
  std::vector<std::string> more_;
};

/// The setting "at", a moment of the play.
Setting moment_setting(std::optional<double>& at_s, std::string help);

/// The settings "size" and "zoom" of a picture.
class PictureSize {
 public:
  Settings settings();
  /// The screen that shows these stages. Throws InputError.
  Screen screen(const std::vector<Stage>& stages) const;

 private:
  std::string size_ = "640x480";
  std::string zoom_ = "screen";
};

/// The format of a name that ends in .png or .svg. Throws InputError, which names the option, for other
/// names.
ImageFormat image_format(std::string_view file, const char* option = "--out");

}  // namespace novphy::app
