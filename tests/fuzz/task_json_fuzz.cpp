#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/json_reader.h"
#include "levels/assets.h"
#include "levels/pair.h"
#include "levels/task_file.h"
#include "levels/task_parts.h"

using namespace novphy;

namespace {

const Catalogue& catalogue() {
  static const Assets assets = load_assets(NOVPHY_SOURCE_DIR "/assets");
  return assets.catalogue;
}

/// A task that was read must be equal after writing and reading again.
void task(std::string_view text) try {
  const Task read = parse_task_json(text, "fuzz", catalogue());
  if (parse_task_json(task_to_json(read, catalogue()), "again", catalogue()) != read) std::abort();
} catch (const InputError& error) {
  if (error.problems().empty()) std::abort();
}

void pair(std::string_view text) try {
  const Pair read = parse_pair_json(text, "fuzz", catalogue());
  const std::string novel = template_to_json(read.novel, catalogue());
  JsonDocument document(novel, "again");
  if (read_template(document.root(), read.novel.name, catalogue()) != read.novel) std::abort();
  document.check();
} catch (const InputError& error) {
  if (error.problems().empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  task(text);
  pair(text);
  return 0;
}
