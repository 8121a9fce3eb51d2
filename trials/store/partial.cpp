#include "trials/store/partial.h"

#include "base/hash.h"

namespace novphy {

std::filesystem::path Partial::path_for(const std::filesystem::path& output) {
  return output.string() + ".partial";
}

Partial Partial::create(const std::filesystem::path& file, std::string_view first_line) {
  Partial partial(AppendFile(file, {.create = true}));
  partial.restart(first_line);
  return partial;
}

Partial Partial::create_own(const std::filesystem::path& file, std::string_view first_line) {
  Partial partial(AppendFile(file, {.create = true, .own = true}));
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

void Partial::remove() { file_.remove(); }

void Partial::rename(const std::filesystem::path& name) { file_.rename(name); }

}  // namespace novphy
