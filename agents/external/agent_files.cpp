#include "agents/external/agent_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include "agents/external/shell_line.h"
#include "base/hash.h"

namespace novphy {
namespace {

bool is_plain_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

/// Hash of a file of any size. Nothing where the file cannot be read.
std::optional<std::uint64_t> hash_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  std::array<char, 1U << 16U> buffer;
  std::uint64_t hash = fnv1a("");
  while (stream.read(buffer.data(), buffer.size()) || stream.gcount() > 0)
    hash = fnv1a({buffer.data(), static_cast<std::size_t>(stream.gcount())}, hash);
  if (stream.bad()) return std::nullopt;
  return hash;
}

/// Collects files by the names under which a command knows them.
class NamedFiles {
 public:
  void add(const std::string& name, const std::string& path) {
    if (std::find(names_.begin(), names_.end(), name) != names_.end()) return;
    const auto hash = hash_of(path);
    if (!hash) return;
    names_.push_back(name);
    files_.push_back(fmt::format("{} {:016x}", name, *hash));
  }

  void add_argument(const std::string& argument) {
    if (is_plain_file(argument)) return add(argument, argument);
    const std::string value = argument.substr(argument.find('=') + 1);
    if (is_plain_file(value)) add(value, value);
  }

  std::vector<std::string> take() { return std::move(files_); }

 private:
  std::vector<std::string> names_;
  std::vector<std::string> files_;
};

}  // namespace

std::vector<std::string> agent_files(const std::string& command) {
  NamedFiles files;
  for (const ShellCommand& each : shell_commands(command)) {
    for (std::size_t i = 0; i < each.words.size(); ++i) {
      const std::string program = i == 0 ? program_file(each.words[0]) : "";
      program.empty() ? files.add_argument(each.words[i]) : files.add(each.words[0], program);
    }
  }
  return files.take();
}

}  // namespace novphy
