#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Lists of words in messages.
namespace novphy::app {

/// The words with commas between. Of more than eight words the first seven, and how many more there are.
std::string folded(const std::vector<std::string>& words);

/// The word that somebody who wrote `text` may have meant: the word that needs the fewest changes of a
/// letter, two at most and fewer than half of the letters. "" where no word is so near.
std::string nearest(std::string_view text, const std::vector<std::string>& words);

}  // namespace novphy::app
