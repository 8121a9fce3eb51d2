#include "trials/store/shard_files.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <system_error>

#include "base/input_error.h"

namespace novphy {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kTry = ".try-";
constexpr int kMostTriesOfOneName = 10'000;  // in containers, host and process may always have the same names

std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "host";
  std::string host = name.data();
  std::replace(host.begin(), host.end(), '/', '_');
  return host;
}

}  // namespace

fs::path shard_path(const fs::path& output, const Shard& shard) {
  return output.string() + shard_ending(shard);
}

std::vector<fs::path> tries_of(const fs::path& shard) {
  std::vector<fs::path> tries;
  const std::string beginning = shard.filename().string() + std::string(kTry);
  const fs::path folder = shard.has_parent_path() ? shard.parent_path() : fs::path(".");
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(beginning)) tries.push_back(shard.parent_path() / name);
  }
  std::sort(tries.begin(), tries.end());
  return tries;
}

Partial begin_try(const fs::path& shard, std::string_view first_line) {
  const std::string name = fmt::format("{}{}{}-{}", shard.string(), kTry, host_name(), ::getpid());
  for (int i = 1;; ++i) {
    const fs::path file = i == 1 ? name : fmt::format("{}-{}", name, i);
    const bool was_there = fs::exists(file);
    try {
      return Partial::create_own(file, first_line);
    } catch (const InputError&) {
      if (i == kMostTriesOfOneName || !was_there) throw;
    }
  }
}

void remove_tries(const fs::path& shard) {
  std::error_code ignored;
  for (const fs::path& file : tries_of(shard)) fs::remove(file, ignored);
}

}  // namespace novphy
