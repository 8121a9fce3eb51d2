#include "levels/content_hash.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "base/hash.h"

namespace novphy {

std::string content_hash(std::string_view json_text) {
  return fmt::format("{:016x}", fnv1a(nlohmann::json::parse(json_text).dump()));
}

}  // namespace novphy
