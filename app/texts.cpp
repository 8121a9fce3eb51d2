#include "app/texts.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace novphy::app {
namespace {

std::string_view setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool wants_colour(std::FILE* stream) {
  return setting("NO_COLOR").empty() && setting("TERM") != "dumb" && ::isatty(::fileno(stream)) == 1;
}

std::string marked(std::string_view text, const char* mark, std::FILE* stream) {
  return wants_colour(stream) ? fmt::format("\x1b[{}m{}\x1b[0m", mark, text) : std::string(text);
}

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

std::string red(std::string_view text, std::FILE* stream) { return marked(text, "31", stream); }

std::string yellow(std::string_view text, std::FILE* stream) { return marked(text, "33", stream); }

std::string bold(std::string_view text, std::FILE* stream) { return marked(text, "1", stream); }

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
