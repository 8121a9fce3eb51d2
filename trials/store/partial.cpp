#include "trials/store/partial.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <random>
#include <system_error>

#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"

namespace novphy {
namespace {

/// The temporary name is always the same, so that the next run overwrites what a killed run left. Standard
/// output, devices and pipes have no temporary file.
std::filesystem::path temporary_of(const std::filesystem::path& file) {
  return file == "-" || is_written_through(file) ? "" : link_target(file).string() + ".new";
}

std::FILE* open_for_writing(const std::filesystem::path& file) {
  if (file != "-") return std::fopen(file.c_str(), "wb");
  const int out = ::dup(STDOUT_FILENO);
  return out < 0 ? nullptr : ::fdopen(out, "wb");
}

}  // namespace

RecordsFile::RecordsFile(std::filesystem::path file)
    : file_(std::move(file)),
      temporary_(temporary_of(file_)),
      stream_(open_for_writing(temporary_.empty() ? file_ : temporary_)) {
  if (!stream_) fail();
}

RecordsFile::~RecordsFile() {
  if (temporary_.empty()) return;
  stream_.reset();
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void RecordsFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_.get()) != text.size()) fail();
}

void RecordsFile::commit() {
  if (std::fflush(stream_.get()) != 0 || !sync_bytes(::fileno(stream_.get()))) fail();
  if (std::fclose(stream_.release()) != 0) fail();
  if (!temporary_.empty() && std::rename(temporary_.c_str(), link_target(file_).c_str()) != 0) fail();
  temporary_.clear();
}

void RecordsFile::fail() const {
  throw InputError(file_.string(), fmt::format("cannot be written: {}", std::strerror(errno)));
}

std::filesystem::path Partial::path_for(const std::filesystem::path& output) {
  return link_target(output).string() + ".partial";
}

Partial Partial::create(const std::filesystem::path& file, std::string_view first_line, bool own) {
  Partial partial(AppendFile(file, {.create = true, .own = own}));
  partial.restart(first_line);
  return partial;
}

Partial Partial::open(const std::filesystem::path& file) {
  Partial partial(AppendFile(file, {}));
  const AppendFile& opened = partial.file_;
  partial.blocks_ = find_blocks(
      [&](std::int64_t offset, std::size_t bytes) { return opened.read(offset, bytes); }, opened.size());
  partial.file_.cut(partial.blocks_.size);
  return partial;
}

void Partial::restart(std::string_view first_line) {
  blocks_ = {};
  file_.cut(0);
  file_.append(std::string(first_line) + "\n");
  blocks_.first_line = first_line;
}

void Partial::append(int trial, std::string_view block) {
  file_.append(block_header(trial, block) + std::string(block));
  blocks_.places[trial] = {.offset = file_.size() - static_cast<std::int64_t>(block.size()),
                           .bytes = block.size(),
                           .hash = fnv1a(block)};
}

std::string Partial::read(int trial) const {
  const BlockPlace& place = blocks_.places.at(trial);
  return file_.read(place.offset, place.bytes);
}

void Partial::note_begun(int trial) {
  std::random_device random;
  const std::uint64_t time = (std::uint64_t{random()} << 32) | random();
  add_begun({{trial, {time}}});
  file_.sync();
}

void Partial::add_begun(const BegunTrials& begun) {
  for (const auto& [trial, times] : begun)
    for (const std::uint64_t time : times)
      if (blocks_.begun[trial].insert(time).second) file_.append(begun_line(trial, time));
}

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
      return Partial::create(file, first_line, true);
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
