#include "base/kept_results.h"

#include "base/hash.h"
#include "base/input_error.h"
#include "base/json_fields.h"

namespace novphy {
namespace {

/// Longer than a line of records: a verdict on a pair lists everything that wins.
constexpr FileBounds kResultBounds{"a kept result", 4 * kMebibyte, 1000};

struct KeptLine {
  std::string key{};
  std::string result{};
};

void describe(FieldIo& io, KeptLine& line) {
  io.field("kept", line.key, TextCodec{});
  io.field("result", line.result, TextCodec{});
}

KeptLine kept_line(const LineReader& reader, const std::string& file) {
  try {
    JsonDocument document(reader.text(), file, kResultBounds, reader.line());
    auto line = read_fields<KeptLine>(document.root());
    document.check();
    return line;
  } catch (const InputError&) {
    throw InputError(file, reader.line(),
                     "is no line of a journal of results: expected such a journal, or a new name");
  }
}

}  // namespace

KeptResults::KeptResults(const std::filesystem::path& file) {
  if (file.empty()) return;
  file_.emplace(file,
                AppendFile::Options{.create = true, .in_use = "another command keeps its results there"});
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

const std::string* KeptResults::text_of(const std::string& key) const {
  const auto found = results_.find(sha256(key));
  return found == results_.end() ? nullptr : &found->second;
}

void KeptResults::add(const std::string& key, const std::string& text) {
  const std::string line = to_json(KeptLine{sha256(key), text}) + "\n";
  const std::lock_guard lock(mutex_);
  file_->append(line);
}

}  // namespace novphy
