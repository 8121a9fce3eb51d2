#pragma once

#include <string>
#include <vector>

#include "generator/invent/invent.h"

namespace novphy::app {

/// An invented pair on the page.
struct InventedPair {
  Candidate candidate{};
  std::string file{};     ///< within the folder
  std::string law{};      ///< in words
  std::string picture{};  ///< PNG
};

/// The law that the novel side of a pair has and its normal side has not, in words.
std::string law_words(const Pair& pair);

/// The page of an invented set: what became of the candidates, a table of the pairs, and a picture of each.
std::string invent_page(const InventedSet& set, const std::vector<InventedPair>& pairs);

}  // namespace novphy::app
