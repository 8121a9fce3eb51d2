#include "evaluator/input/distinct_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <system_error>
#include <vector>

#include "base/input_error.h"

namespace novphy {
namespace {

namespace fs = std::filesystem;

/// Whether other names may lead to the same file.
bool has_hard_links(const std::string& file) {
  std::error_code unread;
  return fs::is_regular_file(file, unread) && fs::hard_link_count(file, unread) > 1 && !unread;
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code unread;
  return fs::equivalent(a, b, unread) && !unread;
}

bool same_bytes(const std::string& a, const std::string& b) {
  std::ifstream left(a, std::ios::binary);
  std::ifstream right(b, std::ios::binary);
  std::array<char, 1 << 16> of_left{};
  std::array<char, 1 << 16> of_right{};
  while (left && right) {
    left.read(of_left.data(), of_left.size());
    right.read(of_right.data(), of_right.size());
    if (!std::equal(of_left.begin(), of_left.begin() + left.gcount(), of_right.begin(),
                    of_right.begin() + right.gcount()))
      return false;
  }
  return left.eof() && right.eof();
}

}  // namespace

void check_distinct(std::span<const std::string> files) {
  std::set<fs::path> seen;
  std::vector<std::string> linked;
  for (const std::string& file : files) {
    if (!seen.insert(fs::weakly_canonical(file)).second) throw InputError(file, 0, "given twice");
    if (!has_hard_links(file)) continue;
    for (const std::string& other : linked)
      if (same_file(file, other))
        throw InputError(file, 0, fmt::format("the same file as {}, expected each file once", other));
    linked.push_back(file);
  }
}

void check_no_copies(std::span<const std::string> files) {
  std::map<std::uintmax_t, std::vector<std::string>> by_size;
  for (const std::string& file : files) {
    std::error_code unread;
    std::vector<std::string>& same_size = by_size[fs::file_size(file, unread)];
    if (unread) continue;
    for (const std::string& other : same_size)
      if (same_bytes(file, other))
        throw InputError(file, 0, fmt::format("a copy of {}, expected each file once", other));
    same_size.push_back(file);
  }
}

}  // namespace novphy
