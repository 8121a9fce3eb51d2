#pragma once

#include <string>
#include <vector>

#include "generator/invent/invent.h"

namespace novphy::app {

/// An invented pair on the page.
struct InventedPair {
  Candidate candidate{};
  std::string name{};     ///< of the novelty, in the pair's text
  std::string file{};     ///< within the folder
  std::string law{};      ///< in words
  std::string picture{};  ///< PNG
};

/// The name of an invented pair: "rolling/whirl_12-3fa2".
std::string pair_name(const InventedPair& pair);

/// The page of an invented set: what became of the candidates, a table of the pairs, groups of pairs that are
/// alike (indices of `pairs`), and a picture of each.
std::string invent_page(const InventedSet& set, const std::vector<InventedPair>& pairs,
                        const std::vector<std::vector<std::size_t>>& alike);

}  // namespace novphy::app
