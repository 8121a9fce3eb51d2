#include "app/common.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <system_error>

#include "base/file.h"
#include "base/input_error.h"
#include "base/lists.h"
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
  fs::path program = fs::read_symlink("/proc/self/exe", error);
#ifdef __linux__
  // Where /proc is not mounted: the name by which the program was started.
  if (error) program = fs::canonical(reinterpret_cast<const char*>(::getauxval(AT_EXECFN)), error);
#endif
  return error ? fs::path{} : program.parent_path();
}

std::string_view setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool wants_colour(std::FILE* stream) {
  return setting("NO_COLOR").empty() && setting("TERM") != "dumb" && ::isatty(::fileno(stream)) == 1;
}

std::string marked(std::string_view text, const char* mark, std::FILE* stream) {
  return wants_colour(stream) ? fmt::format("\x1b[{}m{}\x1b[0m", mark, text) : std::string(text);
}

constexpr std::size_t kMostWords = 8;
constexpr std::size_t kMostChanges = 2;

/// The number of letters to insert, drop or replace. Two neighbours that change places count as one change.
std::size_t changes(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[a.size()][b.size()];
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
  std::error_code error;
  for (const fs::path& root :
       {start().data, program_folder() / NOVPHY_DATA_FROM_PROGRAM, fs::path(NOVPHY_SOURCE_DIR)})
    if (!root.empty() && fs::is_directory(root / name, error)) return (root / name).lexically_normal();
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
  return mapped(paths, [](const std::string& path) { return shipped(path); });
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

std::string red(std::string_view text, std::FILE* stream) { return marked(text, "31", stream); }

std::string yellow(std::string_view text, std::FILE* stream) { return marked(text, "33", stream); }

std::string bold(std::string_view text, std::FILE* stream) { return marked(text, "1", stream); }

std::string replaced(std::string text,
                     std::initializer_list<std::pair<std::string_view, std::string_view>> pairs) {
  for (const auto& [found, by] : pairs)
    for (auto at = text.find(found); at != std::string::npos; at = text.find(found, at + by.size()))
      text.replace(at, found.size(), by);
  return text;
}

std::string folded(const std::vector<std::string>& words) {
  if (words.size() <= kMostWords) return fmt::format("{}", fmt::join(words, ", "));
  const std::size_t shown = kMostWords - 1;
  return fmt::format("{} and {} more", fmt::join(words.begin(), words.begin() + shown, ", "),
                     words.size() - shown);
}

std::string nearest(std::string_view text, const std::vector<std::string>& words) {
  std::string best;
  std::size_t fewest = kMostChanges + 1;
  for (const std::string& word : words) {
    if (word.size() > text.size() + kMostChanges || text.size() > word.size() + kMostChanges) continue;
    const std::size_t number = changes(text, word);
    if (number >= fewest || 2 * number >= word.size()) continue;
    fewest = number;
    best = word;
  }
  return best;
}

}  // namespace novphy::app
