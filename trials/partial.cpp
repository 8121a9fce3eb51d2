#include "trials/partial.h"

#include <fmt/core.h>

#include <cinttypes>
#include <cstdio>

#include "base/hash.h"

namespace novphy {
namespace {

// Every fingerprint and every block header is shorter than these lengths.
constexpr std::size_t kLongestFirstLine = 1 << 20;
constexpr std::size_t kLongestHeader = 128;

struct Header {
  int trial = 0;
  std::size_t bytes = 0;
  std::uint64_t hash = 0;
};

std::string text(const Header& header) {
  return fmt::format("{{\"trial\":{},\"bytes\":{},\"hash\":\"{:016x}\"}}\n", header.trial, header.bytes,
                     header.hash);
}

/// Reads a header. False where the line is not exactly the text() of a header.
bool parse(const std::string& line, Header& header) {
  const int fields = std::sscanf(line.c_str(), "{\"trial\":%d,\"bytes\":%zu,\"hash\":\"%16" SCNx64 "\"}",
                                 &header.trial, &header.bytes, &header.hash);
  return fields == 3 && header.trial >= 0 && text(header) == line;
}

/// The first line, with its line break. Empty where `bytes` holds no line break.
std::string first_line_of(const std::string& bytes) {
  const auto end = bytes.find('\n');
  return end == std::string::npos ? "" : bytes.substr(0, end + 1);
}

}  // namespace

std::filesystem::path Partial::path_for(const std::filesystem::path& output) {
  return output.string() + ".partial";
}

Partial Partial::create(const std::filesystem::path& file, std::string_view first_line) {
  Partial partial(AppendFile(file, {.create = true}));
  partial.restart(first_line);
  return partial;
}

Partial Partial::open(const std::filesystem::path& file) {
  Partial partial(AppendFile(file, {}));
  partial.find_blocks();
  return partial;
}

void Partial::restart(std::string_view first_line) {
  blocks_.clear();
  file_.cut(0);
  file_.append(std::string(first_line) + "\n");
  first_line_ = first_line;
}

void Partial::append(int trial, std::string_view block) {
  const std::string header = text({.trial = trial, .bytes = block.size(), .hash = fnv1a(block)});
  file_.append(header + std::string(block));
  blocks_[trial] = {.offset = file_.size() - static_cast<std::int64_t>(block.size()), .bytes = block.size()};
}

std::string Partial::read(int trial) const {
  const Place& place = blocks_.at(trial);
  return file_.read(place.offset, place.bytes);
}

void Partial::remove() { file_.remove(); }

/// Finds all whole blocks and cuts off everything after the last whole block.
void Partial::find_blocks() {
  const std::string line = first_line_of(file_.read(0, kLongestFirstLine));
  auto end = static_cast<std::int64_t>(line.size());
  if (!line.empty()) first_line_ = line.substr(0, line.size() - 1);
  while (!line.empty()) {
    const auto next = block_after(end);
    if (!next) break;
    end = *next;
  }
  file_.cut(end);
}

/// Notes the block at this offset and gives the offset of its end. Nothing where no whole block stands at the
/// offset.
std::optional<std::int64_t> Partial::block_after(std::int64_t offset) {
  const std::string line = first_line_of(file_.read(offset, kLongestHeader));
  Header header;
  if (line.empty() || !parse(line, header)) return std::nullopt;
  const std::int64_t begin = offset + static_cast<std::int64_t>(line.size());
  if (header.bytes > static_cast<std::size_t>(file_.size() - begin)) return std::nullopt;
  if (fnv1a(file_.read(begin, header.bytes)) != header.hash) return std::nullopt;
  blocks_[header.trial] = {.offset = begin, .bytes = header.bytes};
  return begin + static_cast<std::int64_t>(header.bytes);
}

}  // namespace novphy
