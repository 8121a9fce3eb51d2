#pragma once

#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jobs/context.h"
#include "levels/assets.h"
#include "levels/task_file.h"

/// Parts that several sub-commands need.
namespace novphy::app {

/// Thrown by a command to end the program with this exit code, without a message.
struct ExitCode {
  int code = 0;
};

/// How the program was started. The empty fields of a program of its own are filled with what the system
/// says.
struct Start {
  std::vector<std::string> arguments{};  ///< without the program's name
  std::vector<std::string> program{};    ///< starts the program once more, such as python3 -m novphy
  std::filesystem::path data{};          ///< holds the folders that come with the program
};
void set_start(Start start);
/// For the shell: the command that starts the program once more with the same arguments.
std::string same_command();

/// A folder that comes with the program, such as "assets" or "levels/templates": the installed one, else the
/// one of the source tree. $NOVPHY_ASSETS replaces "assets". Throws InputError where the folder does not
/// exist.
std::filesystem::path data_folder(std::string_view name);

/// What the program gives to a job with these settings.
JobContext context_of(const Settings& settings = {});

/// The setting "assets": a folder in place of the one that comes with the program.
Setting assets_setting(std::string& folder);
struct AssetsFolder {
  std::string assets{};
  Settings settings() { return {assets_setting(assets)}; }
};
/// The setting "novelties", which names the folder of a table of novelties.
struct NoveltiesFolder {
  std::string novelties{};
  Settings settings() { return {novelties_setting(novelties)}; }
};
/// The folder of that setting, else the one that comes with the program.
std::filesystem::path assets_folder(const std::string& folder);

/// The options --assets, --physics and --set: the numbers that a command plays with.
struct AssetOptions : AssetSettings {
  /// Reads the assets and checks the name of the physics. Throws InputError.
  Assets load() const { return *AssetSettings::load(context_of()); }
};

/// The path itself if it exists. Else its place in the program's own data, for a pair such as
/// "rolling/agents" or "rolling/fan" or a path such as "levels/study/study.json". If neither exists, the path
/// itself.
std::string shipped(const std::string& path);
std::vector<std::string> shipped(const std::vector<std::string>& paths);

/// Writes the whole file or nothing, as write_atomically() does. The file "-" is the standard output. Throws
/// InputError.
void write_file(const std::filesystem::path& file, std::string_view content);

/// Prints a line to the standard error: "warning: ...", without control characters.
void print_warning(const std::string& text);

void print_warnings(const std::vector<std::string>& texts);

/// Prints each correction that a reader made to a file to the standard error, as a line "warning: ...".
void print_warnings(const Warnings& warnings);

// Lists of words and colours in what the program prints.

/// The text with the second text of each pair in place of the first, one pair after the other.
std::string replaced(std::string text,
                     std::initializer_list<std::pair<std::string_view, std::string_view>> pairs);

/// The words, separated by commas. Of more than eight words only the first seven, and how many more there
/// are.
std::string folded(const std::vector<std::string>& words);

/// The word that somebody who wrote `text` may have meant: the one that takes the fewest changes of a letter,
/// at most two and fewer than half of the letters. "" where there is none.
std::string nearest(std::string_view text, const std::vector<std::string>& words);

/// The text for the stream: in this colour, or in bold, if the stream is a terminal whose user wants colours:
/// NO_COLOR is empty or not set, and TERM is not "dumb".
std::string red(std::string_view text, std::FILE* stream);
std::string yellow(std::string_view text, std::FILE* stream);
std::string bold(std::string_view text, std::FILE* stream);

}  // namespace novphy::app
