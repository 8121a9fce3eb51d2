#include "base/file_bounds.h"

#include <fmt/core.h>

namespace novphy {

std::string too_long(const FileBounds& bounds) {
  return fmt::format("expected at most {} MiB of {}, found more", bounds.bytes / kMebibyte, bounds.what);
}

}  // namespace novphy
