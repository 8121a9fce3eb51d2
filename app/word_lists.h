#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Lists of words in messages.
namespace novphy::app {

/// The words, separated by commas. Of more than eight words only the first seven, and how many more there
/// are.
std::string folded(const std::vector<std::string>& words);

/// The word that somebody who wrote `text` may have meant: the one that takes the fewest changes of a letter,
/// at most two and fewer than half of the letters. "" where there is none.
std::string nearest(std::string_view text, const std::vector<std::string>& words);

}  // namespace novphy::app
