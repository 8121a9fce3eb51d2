#include "base/shard.h"

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include "base/text.h"

namespace novphy {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kEnding = ".shard-";
constexpr std::string_view kOf = "-of-";

/// The shard of a text such as "3/8", where `between` stands in place of "/".
std::optional<Shard> shard_in(std::string_view text, std::string_view between) {
  const auto at = text.find(between);
  if (at == std::string_view::npos) return std::nullopt;
  const auto number = number_text<int>(text.substr(0, at));
  const auto of = number_text<int>(text.substr(at + between.size()));
  if (!number || !of || *of > kMostShards || *number < 1 || *number > *of) return std::nullopt;
  return Shard{.number = *number, .of = *of};
}

}  // namespace

Shard shard_from_text(std::string_view text) {
  if (const auto shard = shard_in(text, "/")) return *shard;
  throw std::invalid_argument("expected I/N: shard I, from 1 to N, of at most " +
                              std::to_string(kMostShards) + " shards, such as 3/8");
}

std::string shard_ending(const Shard& shard) {
  return std::string(kEnding) + std::to_string(shard.number) + std::string(kOf) + std::to_string(shard.of);
}

std::optional<Shard> shard_of_name(std::string_view name) {
  const auto begin = name.rfind(kEnding);
  if (begin == std::string_view::npos) return std::nullopt;
  name.remove_prefix(begin + kEnding.size());
  return shard_in(name.substr(0, name.find('.')), kOf);
}

std::vector<fs::path> files_of_shards(const fs::path& base, std::string_view ending) {
  std::vector<fs::path> files;
  const fs::path folder = base.has_parent_path() ? base.parent_path() : fs::path(".");
  const std::string beginning = base.filename().string() + std::string(kEnding);
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const auto shard = name.starts_with(beginning) ? shard_of_name(name) : std::nullopt;
    if (shard && name == base.filename().string() + shard_ending(*shard) + std::string(ending))
      files.push_back(base.parent_path() / name);
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace novphy
