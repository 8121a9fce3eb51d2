#include "app/web_files.h"

#include <cstdlib>
#include <system_error>

#include "app/common.h"
#include "app/job.h"
#include "base/input_error.h"

namespace novphy::app {
namespace fs = std::filesystem;

namespace {

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

/// The folder that comes with the program. The source tree has a folder web, too, but that holds the sources.
fs::path own_web_folder() {
  const fs::path root = data_folder("levels").parent_path();
  const fs::path installed = root / "web";
  return is_there(installed / "novphy.wasm") ? installed : root / "build/web/npm";
}

fs::path named_web_folder(const std::string& option) {
  if (!option.empty()) return option;
  const char* variable = std::getenv("NOVPHY_WEB");
  return variable != nullptr && *variable != '\0' ? fs::path(variable) : own_web_folder();
}

}  // namespace

Setting web_setting(std::string& folder, std::vector<std::string> needs) {
  return {.name = "web",
          .value = &folder,
          .help =
              "The folder of files for browsers that scripts/web.sh makes (default: $NOVPHY_WEB, else the "
              "program's own)",
          .word = "DIR",
          .needs = std::move(needs)};
}

fs::path web_folder(const std::string& option) {
  const fs::path folder = named_web_folder(option);
  std::error_code error;
  if (fs::is_directory(folder, error)) return folder;
  throw InputError(folder.string(), "is not there; scripts/web.sh makes it");
}

fs::path web_file(const fs::path& folder, const std::string& name) {
  const fs::path file = folder / name;
  if (is_there(file)) return file;
  throw InputError(file.string(), "is not there; scripts/web.sh makes it");
}

}  // namespace novphy::app
