#include "app/word_lists.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

namespace novphy::app {
namespace {

constexpr std::size_t kMostWords = 8;
constexpr std::size_t kMostChanges = 2;

/// The number of letters to insert, drop or replace. Two neighbours that change places count as one change.
std::size_t changes(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[a.size()][b.size()];
}

}  // namespace

std::string folded(const std::vector<std::string>& words) {
  if (words.size() <= kMostWords) return fmt::format("{}", fmt::join(words, ", "));
  const std::size_t shown = kMostWords - 1;
  return fmt::format("{} and {} more", fmt::join(words.begin(), words.begin() + shown, ", "),
                     words.size() - shown);
}

std::string nearest(std::string_view text, const std::vector<std::string>& words) {
  std::string best;
  std::size_t fewest = kMostChanges + 1;
  for (const std::string& word : words) {
    if (word.size() > text.size() + kMostChanges || text.size() > word.size() + kMostChanges) continue;
    const std::size_t number = changes(text, word);
    if (number >= fewest || 2 * number >= word.size()) continue;
    fewest = number;
    best = word;
  }
  return best;
}

}  // namespace novphy::app
