#include "base/zip_archive.h"

#include <array>
#include <initializer_list>
#include <limits>

#include "base/input_error.h"

/// The layout is that of PKWARE's APPNOTE.TXT, sections 4.3.7 (local header), 4.3.12 (central directory) and
/// 4.3.16 (end of central directory).
namespace novphy {
namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kDirectoryHeader = 0x02014b50;
constexpr std::uint32_t kEndOfDirectory = 0x06054b50;
constexpr std::uint16_t kVersionNeeded = 20;
constexpr std::uint16_t kMadeByUnix = 3U << 8U | kVersionNeeded;
constexpr std::uint16_t kNamesAreUtf8 = 1U << 11U;
constexpr std::uint16_t kFirstOfJanuary1980 =
    1U << 5U | 1U;                                       // the earliest date; it keeps the bytes the same
constexpr std::uint32_t kRegularFile = 0100644U << 16U;  // kind and permissions of Unix

constexpr std::array<std::uint32_t, 256> kCrcTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    table[byte] = byte;
    for (int bit = 0; bit < 8; ++bit)
      table[byte] = (table[byte] >> 1U) ^ ((table[byte] & 1U) != 0 ? 0xedb88320U : 0U);
  }
  return table;
}();

/// Numbers in the byte order of the format, the lowest byte first.
template <class Number>
std::string bytes_of(std::initializer_list<Number> numbers) {
  std::string bytes;
  for (const Number number : numbers)
    for (std::size_t i = 0; i < sizeof(Number); ++i) bytes += static_cast<char>(number >> 8U * i);
  return bytes;
}
std::string u16(std::initializer_list<std::uint16_t> numbers) { return bytes_of(numbers); }
std::string u32(std::initializer_list<std::uint32_t> numbers) { return bytes_of(numbers); }

template <class Number>
Number within(std::size_t number, const std::string& file) {
  if (number > std::numeric_limits<Number>::max())
    throw InputError(file, "is too large for a ZIP archive: expected at most 65535 files and 4 GiB");
  return static_cast<Number>(number);
}

/// The fields that the local header of a file and its header in the directory have.
std::string common_fields(const NamedBytes& each, const std::string& file) {
  constexpr std::uint16_t kStored = 0;
  constexpr std::uint16_t kMidnight = 0;
  constexpr std::uint16_t kNoExtra = 0;
  const auto size = within<std::uint32_t>(each.bytes.size(), file);
  return u16({kVersionNeeded, kNamesAreUtf8, kStored, kMidnight, kFirstOfJanuary1980}) +
         u32({crc32(each.bytes), size, size}) +
         u16({within<std::uint16_t>(each.name.size(), file), kNoExtra});
}

}  // namespace

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = ~0U;
  for (const char byte : bytes)
    crc = (crc >> 8U) ^ kCrcTable[(crc ^ static_cast<unsigned char>(byte)) & 0xffU];
  return ~crc;
}

std::string zip_archive(std::span<const NamedBytes> files, const std::string& file) {
  constexpr std::uint16_t kNone = 0;  // no comment, first disk, no internal attributes
  std::string out;
  std::string directory;
  for (const NamedBytes& each : files) {
    const std::string common = common_fields(each, file);
    directory += u32({kDirectoryHeader}) + u16({kMadeByUnix}) + common + u16({kNone, kNone, kNone}) +
                 u32({kRegularFile, within<std::uint32_t>(out.size(), file)}) + each.name;
    out += u32({kLocalHeader}) + common + each.name + each.bytes;
  }
  const auto at = within<std::uint32_t>(out.size(), file);
  const auto size = within<std::uint32_t>(directory.size(), file);
  const auto count = within<std::uint16_t>(files.size(), file);
  return out + directory + u32({kEndOfDirectory}) + u16({kNone, kNone, count, count}) + u32({size, at}) +
         u16({kNone});
}

}  // namespace novphy
