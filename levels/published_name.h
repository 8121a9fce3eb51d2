#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace novphy {

/// The parts of a published file's name: "00001_0_1_010203_2_3.xml" has type "010203" and level 2.
struct PublishedName {
  std::string type;  ///< six digits: 01, novelty, scenario
  int level = 0;     ///< 0: the normal task; otherwise the number of the novelty
  /// Such as "010203_2": the name that the ranges and the logs use.
  std::string id() const { return type + "_" + std::to_string(level); }
};

/// Nothing if the file's name has another form.
std::optional<PublishedName> published_name(std::string_view file_name);

}  // namespace novphy
