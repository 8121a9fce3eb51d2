#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

/// Lists of words and colours in what the program prints.
namespace novphy::app {

/// The words, separated by commas. Of more than eight words only the first seven, and how many more there
/// are.
std::string folded(const std::vector<std::string>& words);

/// The word that somebody who wrote `text` may have meant: the one that takes the fewest changes of a letter,
/// at most two and fewer than half of the letters. "" where there is none.
std::string nearest(std::string_view text, const std::vector<std::string>& words);

/// The text for the stream: in this colour, or in bold, if the stream is a terminal whose user wants colours:
/// NO_COLOR is empty or not set, and TERM is not "dumb".
std::string red(std::string_view text, std::FILE* stream);
std::string yellow(std::string_view text, std::FILE* stream);
std::string bold(std::string_view text, std::FILE* stream);

}  // namespace novphy::app
