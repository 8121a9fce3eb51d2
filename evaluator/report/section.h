#pragma once

#include <string>
#include <vector>

namespace novphy {

/// A section of the report's page. One without a body has nothing to say, and the page leaves it out.
struct Section {
  std::string id;       ///< the target of links to the section
  std::string title;    ///< plain text
  std::string body;     ///< HTML
  bool folded = false;  ///< Whether the reader must open the section. A folded section is not printed.
};

/// Links to the sections, then the sections in their order. A title folds its section away.
std::string html_of(std::vector<Section> sections);

}  // namespace novphy
