#include "tests/fuzz/fuzz_files.h"

#include <fstream>

#include "tests/temporary_folder.h"

namespace novphy::fuzz {

std::filesystem::path file_of(const std::string& name, std::string_view bytes) {
  static const TemporaryFolder folder;
  const auto file = folder / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
  return file;
}

}  // namespace novphy::fuzz
