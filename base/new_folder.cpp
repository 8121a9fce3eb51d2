#include "base/new_folder.h"

#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"

namespace novphy {
namespace fs = std::filesystem;

namespace {

fs::path beside(const fs::path& folder, const char* ending) {
  fs::path path = folder;
  path += ending;
  return path;
}

/// Locks a folder, which need not exist, for one process.
AppendFile lock_of(const fs::path& folder, std::string_view in_use) {
  make_folder(folder.parent_path());
  return AppendFile(beside(folder, ".novphy.lock"), {.create = true, .in_use = in_use});
}

fs::path without_slash(const fs::path& folder) { return (folder / "").parent_path(); }

}  // namespace

fs::path folder_place(const fs::path& folder) {
  return without_slash(fs::absolute(link_target(without_slash(folder))).lexically_normal());
}

NewFolder::NewFolder(fs::path folder, std::string_view in_use)
    : folder_(std::move(folder)),
      made_(beside(folder_, ".novphy.tmp")),
      old_(beside(folder_, ".novphy.old")),
      lock_(lock_of(folder_, in_use)) {
  fs::remove_all(made_);
  fs::remove_all(old_);
}

NewFolder::~NewFolder() {
  std::error_code ignored;
  fs::remove_all(made_, ignored);
  fs::remove(lock_.file(), ignored);
}

void NewFolder::write(const NamedBytes& file) const {
  make_folder((made_ / file.name).parent_path());
  write_atomically(made_ / file.name, file.bytes);
}

void NewFolder::take_name() const {
  std::error_code error;
  if (fs::exists(folder_)) fs::rename(folder_, old_, error);
  if (!error) fs::rename(made_, folder_, error);
  if (error) throw InputError(folder_.string(), "cannot be written: " + error.message());
  fs::remove_all(old_, error);
}

}  // namespace novphy
