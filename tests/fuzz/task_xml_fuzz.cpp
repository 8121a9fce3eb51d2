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

/// Every level that can be read can be written, and is the same when read again; task_to_xml throws
/// otherwise.
void write(const Task& task) try { task_to_xml(task, catalogue()); } catch (const InputError&) {
  std::abort();
}

/// Our own format refuses overlaps, so what it says of a level may be an error, but never a crash.
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
