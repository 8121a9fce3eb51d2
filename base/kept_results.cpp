#include "base/kept_results.h"

#include <fmt/core.h>

#include "base/hash.h"
#include "base/input_error.h"
#include "base/json_fields.h"

namespace novphy {
namespace {

/// Longer than a line of records: a verdict on a pair lists everything that wins.
constexpr FileBounds kResultBounds{"a kept result", 4 * kMebibyte, 1000};

struct KeptLine {
  std::string key{};     ///< SHA-256
  std::string result{};  ///< JSON
  std::string hash{};    ///< of both
};

std::string hash_of(const KeptLine& line) { return fmt::format("{:016x}", fnv1a(line.key + line.result)); }

void describe(FieldIo& io, KeptLine& line) {
  io.field("kept", line.key, TextCodec{});
  io.field("result", line.result, TextCodec{});
  io.field("line_hash", line.hash, TextCodec{});
}

KeptLine kept_line(const LineReader& reader, const std::string& file) {
  KeptLine line;
  try {
    JsonDocument document(reader.text(), file, kResultBounds, reader.line());
    line = read_fields<KeptLine>(document.root());
    document.check();
  } catch (const InputError&) {
    throw InputError(file, reader.line(),
                     "is no line of a journal of results: expected such a journal, or a new name");
  }
  if (line.hash != hash_of(line))
    throw InputError(file, reader.line(), "has been changed since it was written");
  return line;
}

}  // namespace

KeptResults::KeptResults(const std::filesystem::path& file) : path_(file) {
  if (file.empty() || !std::filesystem::exists(file)) return;
  open();
  LineReader reader(file.string(), kResultBounds);
  std::int64_t whole = 0;
  while (reader.next()) {
    if (reader.unfinished() && reader.line() > 1) break;
    KeptLine line = kept_line(reader, file.string());
    whole += static_cast<std::int64_t>(reader.text().size()) + 1;
    results_[std::move(line.key)] = std::move(line.result);
  }
  if (whole < file_->size()) file_->cut(whole);
}

void KeptResults::open() {
  file_.emplace(path_,
                AppendFile::Options{.create = true, .in_use = "another command keeps its results there"});
}

const std::string* KeptResults::text_of(const std::string& key) const {
  const auto found = results_.find(sha256(key));
  return found == results_.end() ? nullptr : &found->second;
}

void KeptResults::add(const std::string& key, const std::string& text) {
  KeptLine line{.key = sha256(key), .result = text};
  line.hash = hash_of(line);
  const std::lock_guard lock(mutex_);
  if (!file_) open();
  file_->append(to_json(line) + "\n");
}

}  // namespace novphy
