#include "base/shard.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <system_error>

namespace novphy {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kEnding = ".shard-";
constexpr std::string_view kOf = "-of-";

/// Cuts a whole number, without a sign, off the beginning of the text.
std::optional<int> cut_whole_number(std::string_view& text) {
  int value = 0;
  if (text.empty() || text.front() == '-') return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

/// Cuts a text such as "3/8" off the beginning of the text. `between` stands in place of "/".
std::optional<Shard> cut_shard(std::string_view& text, std::string_view between) {
  const auto number = cut_whole_number(text);
  if (!number || !text.starts_with(between)) return std::nullopt;
  text.remove_prefix(between.size());
  const auto of = cut_whole_number(text);
  if (!of || *of < 1 || *of > kMostShards || *number < 1 || *number > *of) return std::nullopt;
  return Shard{.number = *number, .of = *of};
}

}  // namespace

Shard shard_from_text(std::string_view text) {
  std::string_view rest = text;
  const auto shard = cut_shard(rest, "/");
  if (shard && rest.empty()) return *shard;
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
  const auto shard = cut_shard(name, kOf);
  return name.empty() || name.front() == '.' ? shard : std::nullopt;
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
