#include "base/hash.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <sha2.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/file.h"
#include "base/input_error.h"

namespace novphy {

std::string sha256(std::string_view bytes) {
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256Final(digest.data(), &context);
  std::string digits;
  for (const unsigned char byte : digest) digits += fmt::format("{:02x}", byte);
  return digits;
}

std::string file_sha256(const std::filesystem::path& file) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
  if (SHA256File(file.c_str(), digits.data()) == nullptr) fail_by_errno(file, "cannot be read");
  return digits.data();
}

std::string folder_sha256(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> lines;
  std::error_code error;
  for (fs::recursive_directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error)) {
    const fs::file_status status = each->symlink_status();
    const bool link = fs::is_symlink(status);
    if (!link && !fs::is_regular_file(status)) continue;
    const bool runs = (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
    lines.push_back(fmt::format("{} {} {}\n",
                                link ? sha256(fs::read_symlink(*each).string()) : file_sha256(*each),
                                link   ? "link"
                                : runs ? "program"
                                       : "file",
                                each->path().lexically_relative(folder).generic_string()));
  }
  if (error) throw InputError(folder.string(), "cannot be read: " + error.message());
  std::sort(lines.begin(), lines.end());
  return sha256(fmt::format("{}", fmt::join(lines, "")));
}

}  // namespace novphy
