#include "levels/task_file.h"

#include "base/file.h"

namespace novphy {
namespace {

/// Whether the text is XML: XML starts with "<" or with a byte order mark of UTF-16, and JSON never does.
bool is_xml(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  const auto first = bytes.find_first_not_of(std::string_view(" \t\r\n\0", 5));
  return first != std::string_view::npos && bytes[first] == '<';
}

}  // namespace

Task read_task(const std::filesystem::path& file, const Catalogue& catalogue, Warnings* warnings) {
  const std::string bytes = read_file(file, kTaskBounds);
  return is_xml(bytes) ? parse_task_xml(bytes, file.string(), catalogue, warnings)
                       : parse_task_json(bytes, file.string(), catalogue, warnings);
}

}  // namespace novphy
