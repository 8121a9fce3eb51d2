#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace novphy {

/// What the name of a published file says: "00001_0_1_010203_2_3.xml" is type "010203", level 2.
struct PublishedName {
  std::string type;  ///< six digits: 01, novelty, scenario
  int level = 0;     ///< 0 is normal, else the novelty
  /// "010203_2", the name the ranges and the logs use.
  std::string id() const { return type + "_" + std::to_string(level); }
};

/// Nothing where the file name is of another kind.
std::optional<PublishedName> published_name(std::string_view file_name);

}  // namespace novphy
