#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace novphy {

/// The bytes of a file, and its path within a folder or an archive, such as "sets/0-0.json".
struct NamedBytes {
  std::string name;
  std::string bytes;
};

/// The checksum of ZIP archives: CRC-32 of ISO 3309.
std::uint32_t crc32(std::string_view bytes);

/// A ZIP archive of these files, in their order and without compression. The same files give the same bytes.
/// `file` names the archive in messages. Throws InputError above the limits of the format: 65535 files and
/// 4 GiB.
std::string zip_archive(std::span<const NamedBytes> files, const std::string& file);

}  // namespace novphy
