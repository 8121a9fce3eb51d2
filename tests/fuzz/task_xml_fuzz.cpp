#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "levels/assets.h"
#include "levels/same_task.h"
#include "levels/task_file.h"

using namespace novphy;

namespace {

const Catalogue& catalogue() {
  static const Assets assets = load_assets(NOVPHY_SOURCE_DIR "/assets");
  return assets.catalogue;
}

/// Every level that can be read must be possible to write, and equal when read again. Where that fails,
/// task_to_xml throws.
void write(const Task& task) try { task_to_xml(task, catalogue()); } catch (const InputError&) {
  std::abort();
}

/// Our own format refuses overlaps, so reading a level in our format may fail with an error. The reader must
/// not crash.
void write_json(const Task& task) try {
  const Task read = parse_task_json(task_to_json(task, catalogue()), "json", catalogue());
  if (!first_difference(read, task, 1e-9).empty()) std::abort();
} catch (const InputError& error) {
  if (error.problems().empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const Task task = parse_task_xml(bytes, "fuzz_010603_0.xml", catalogue());
    write_json(task);
    write(parse_task_xml(bytes, "fuzz", catalogue()));
  } catch (const InputError& error) {
    if (error.problems().empty()) std::abort();
  }
  return 0;
}
