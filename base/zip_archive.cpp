#include "base/zip_archive.h"

#include <array>
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

/// Appends numbers in the byte order of the format, the lowest byte first.
class Bytes {
 public:
  Bytes& u16(std::uint16_t number) { return number_of(number, 2); }
  Bytes& u32(std::uint32_t number) { return number_of(number, 4); }
  Bytes& text(std::string_view text) {
    bytes_ += text;
    return *this;
  }
  std::size_t size() const { return bytes_.size(); }
  std::string take() { return std::move(bytes_); }

 private:
  Bytes& number_of(std::uint32_t number, int count) {
    for (int i = 0; i < count; ++i) bytes_ += static_cast<char>(number >> (8U * static_cast<unsigned>(i)));
    return *this;
  }
  std::string bytes_;
};

template <class Number>
Number within(std::size_t number, const std::string& file) {
  if (number > std::numeric_limits<Number>::max())
    throw InputError(file, "is too large for a ZIP archive: expected at most 65535 files and 4 GiB");
  return static_cast<Number>(number);
}

/// What the local header and the directory tell of a file.
struct Entry {
  std::uint32_t crc;
  std::uint32_t size;
  std::uint16_t name_size;
  std::uint32_t offset;  ///< of the local header in the archive
};

Entry entry_of(const NamedBytes& each, std::size_t offset, const std::string& file) {
  return {.crc = crc32(each.bytes),
          .size = within<std::uint32_t>(each.bytes.size(), file),
          .name_size = within<std::uint16_t>(each.name.size(), file),
          .offset = within<std::uint32_t>(offset, file)};
}

/// The fields that both headers have.
void add_common(Bytes& out, const Entry& entry) {
  constexpr std::uint16_t kStored = 0;
  constexpr std::uint16_t kMidnight = 0;
  constexpr std::uint16_t kNoExtra = 0;
  out.u16(kVersionNeeded).u16(kNamesAreUtf8).u16(kStored).u16(kMidnight).u16(kFirstOfJanuary1980);
  out.u32(entry.crc).u32(entry.size).u32(entry.size).u16(entry.name_size).u16(kNoExtra);
}

void add_file(Bytes& out, const NamedBytes& each, const Entry& entry) {
  out.u32(kLocalHeader);
  add_common(out, entry);
  out.text(each.name).text(each.bytes);
}

void add_to_directory(Bytes& out, const NamedBytes& each, const Entry& entry) {
  constexpr std::uint16_t kNone = 0;  // no comment, first disk, no internal attributes
  out.u32(kDirectoryHeader).u16(kMadeByUnix);
  add_common(out, entry);
  out.u16(kNone).u16(kNone).u16(kNone).u32(kRegularFile).u32(entry.offset).text(each.name);
}

void add_end(Bytes& out, std::uint16_t files, std::uint32_t directory_size, std::uint32_t directory_at) {
  constexpr std::uint16_t kFirstDisk = 0;
  constexpr std::uint16_t kNoComment = 0;
  out.u32(kEndOfDirectory).u16(kFirstDisk).u16(kFirstDisk).u16(files).u16(files);
  out.u32(directory_size).u32(directory_at).u16(kNoComment);
}

}  // namespace

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = ~0U;
  for (const char byte : bytes)
    crc = (crc >> 8U) ^ kCrcTable[(crc ^ static_cast<unsigned char>(byte)) & 0xffU];
  return ~crc;
}

std::string zip_archive(std::span<const NamedBytes> files, const std::string& file) {
  Bytes out;
  Bytes directory;
  for (const NamedBytes& each : files) {
    const Entry entry = entry_of(each, out.size(), file);
    add_file(out, each, entry);
    add_to_directory(directory, each, entry);
  }
  const auto at = within<std::uint32_t>(out.size(), file);
  const auto size = within<std::uint32_t>(directory.size(), file);
  out.text(directory.take());
  add_end(out, within<std::uint16_t>(files.size(), file), size, at);
  return out.take();
}

}  // namespace novphy
