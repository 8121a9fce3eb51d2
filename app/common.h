#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "levels/assets.h"
#include "levels/task_file.h"

/// What sub-commands share.
namespace novphy::app {

/// Thrown by a command to end the program with this exit code, without a message.
struct ExitCode {
  int code = 0;
};

/// What this program was built from and with, as fingerprints of records name it.
struct BuildInfo {
  std::string version;
  std::string box2d;
  std::string compiler;      ///< "GNU 12.2.0"
  std::string architecture;  ///< "x86_64"
};
BuildInfo build_info();

/// A folder that comes with the program, such as "assets" or "levels/templates": the installed one, else the
/// source tree's. $NOVPHY_ASSETS replaces "assets". Throws InputError where there is none.
std::filesystem::path data_folder(std::string_view name);

/// --assets, --physics and --set: the numbers a command plays with.
class AssetOptions {
 public:
  void add_to(CLI::App& command);
  /// --assets alone, for commands that play nothing.
  void add_folder_to(CLI::App& command);

  /// Reads the assets and checks the name of the physics. Throws InputError.
  Assets load() const;
  /// The catalogue alone, as it is in the file.
  Catalogue load_catalogue() const;
  const std::string& folder() const { return folder_; }  ///< "" where none was given
  const std::string& physics_name() const { return physics_; }
  const std::vector<std::string>& overrides() const { return overrides_; }

 private:
  std::filesystem::path place() const;

  std::string folder_;
  std::string physics_ = "standard";
  std::vector<std::string> overrides_;
};

/// Writes the whole file or nothing, as write_atomically() does; "-" is the standard output. Throws
/// InputError.
void write_file(const std::filesystem::path& file, std::string_view content);

/// Prints what a reader mended to the standard error, one line each: "warning: ...".
void print_warnings(const Warnings& warnings);

}  // namespace novphy::app
