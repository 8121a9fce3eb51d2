#include "app/common.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "app/texts.h"
#include "base/file.h"
#include "base/input_error.h"
#include "base/text.h"

namespace novphy::app {
namespace fs = std::filesystem;

namespace {

Start& start() {
  static Start how;
  return how;
}

/// The folder of the program's file; empty where the system does not say it.
fs::path program_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path{} : program.parent_path();
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

}  // namespace

void set_start(Start how) {
  if (how.program.empty()) how.program = {fmt::format("/proc/{}/exe", ::getpid())};
  start() = std::move(how);
}

std::string same_command() {
  std::string command;
  for (const auto* words : {&start().program, &start().arguments})
    for (const std::string& word : *words) command += quoted_for_shell(word) + " ";
  return command;
}

fs::path data_folder(std::string_view name) {
  if (const char* assets = std::getenv("NOVPHY_ASSETS"); name == "assets" && assets != nullptr) return assets;
  for (const fs::path& root :
       {start().data, program_folder() / NOVPHY_DATA_FROM_PROGRAM, fs::path(NOVPHY_SOURCE_DIR)})
    if (!root.empty() && is_folder(root / name)) return (root / name).lexically_normal();
  throw InputError(std::string(name),
                   "the folder that comes with the program is not there; is the installation whole?");
}

Setting assets_setting(std::string& folder) {
  Setting setting = AssetSettings().settings().front();
  setting.value = &folder;
  return setting;
}

fs::path assets_folder(const std::string& folder) {
  return folder.empty() ? data_folder("assets") : fs::path(folder);
}

JobContext context_of(const Settings& settings) {
  return {.face = Face::kProgram,
          .folder = data_folder,
          .assets = {},
          .given = given_settings(settings),
          .warn = print_warning};
}

std::string shipped(const std::string& path) { return novphy::shipped(path, context_of()); }

std::vector<std::string> shipped(const std::vector<std::string>& paths) {
  std::vector<std::string> places;
  for (const std::string& path : paths) places.push_back(shipped(path));
  return places;
}

void write_file(const fs::path& file, std::string_view content) {
  if (file != "-") return write_atomically(file, content);
  fmt::print("{}", content);
}

void print_warning(const std::string& text) {
  std::fputs(fmt::format("{} {}\n", yellow("warning:", stderr), printable(text)).c_str(), stderr);
}

void print_warnings(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) print_warning(text);
}

void print_warnings(const Warnings& warnings) {
  for (const Problem& warning : warnings) print_warning(warning.message());
}

}  // namespace novphy::app
