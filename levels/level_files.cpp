#include "levels/level_files.h"

#include <algorithm>
#include <cctype>
#include <system_error>

#include "base/input_error.h"

namespace novphy {
namespace fs = std::filesystem;

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes the digits at the beginning of the text off it, and returns them without zeros at their beginning.
std::string_view take_number(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) ++length;
  std::string_view digits = text.substr(0, length);
  text.remove_prefix(length);
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  return digits;
}

/// -1, 0 or 1, as a comes before, with or after b.
int natural_order(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view of_a = take_number(a), of_b = take_number(b);
      if (of_a.size() != of_b.size()) return of_a.size() < of_b.size() ? -1 : 1;
      if (of_a != of_b) return of_a < of_b ? -1 : 1;
    } else {
      if (a.front() != b.front()) return a.front() < b.front() ? -1 : 1;
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return static_cast<int>(!a.empty()) - static_cast<int>(!b.empty());
}

void sort_naturally(std::vector<fs::path>& paths) {
  std::sort(paths.begin(), paths.end(), [](const fs::path& a, const fs::path& b) {
    return comes_naturally_before(a.filename().string(), b.filename().string());
  });
}

void add_files_below(const fs::path& folder, std::vector<fs::path>& files) {
  std::vector<fs::path> here, folders;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->is_directory() && !it->is_symlink()) folders.push_back(it->path());
    if (it->is_regular_file() && has_level_ending(it->path())) here.push_back(it->path());
  }
  if (error) throw InputError(folder.string(), "cannot be read: " + error.message());
  sort_naturally(here);
  sort_naturally(folders);
  files.insert(files.end(), here.begin(), here.end());
  for (const fs::path& each : folders) add_files_below(each, files);
}

}  // namespace

bool has_level_ending(const fs::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending == ".xml" || ending == ".json";
}

bool comes_naturally_before(std::string_view a, std::string_view b) {
  const int order = natural_order(a, b);
  return order == 0 ? a < b : order < 0;
}

std::string name_below(const fs::path& folder, const fs::path& file) {
  const auto relative = [](const fs::path& from, const fs::path& to) {
    const fs::path way = to.lexically_relative(from);
    return way.empty() || *way.begin() == ".." || way == "." ? "" : way.generic_string();
  };
  const auto written = [](const fs::path& path) { return fs::absolute(path).lexically_normal(); };
  std::string name = relative(written(folder), written(file));
  // The folder may be a link, and the file be named by what it links to.
  if (name.empty()) name = relative(fs::weakly_canonical(folder), fs::weakly_canonical(file));
  return name;
}

std::vector<fs::path> level_files(const fs::path& folder) {
  std::vector<fs::path> files;
  add_files_below(folder, files);
  if (files.empty())
    throw InputError(folder.string(), "expected levels (files that end with .xml or .json), found none");
  return files;
}

std::vector<fs::path> level_files(const std::vector<std::string>& names) {
  std::vector<fs::path> files;
  for (const std::string& name : names) {
    std::error_code error;
    if (!fs::exists(name, error)) throw InputError(name, "cannot be read: No such file or directory");
    if (!fs::is_directory(name, error)) {
      files.emplace_back(name);
      continue;
    }
    const std::vector<fs::path> below = level_files(fs::path(name));
    files.insert(files.end(), below.begin(), below.end());
  }
  return files;
}

}  // namespace novphy
