#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace novphy::app {

/// Whether the stream is a terminal whose user wants colours: NO_COLOR is empty or not set, and TERM is not
/// "dumb".
bool wants_colour(std::FILE* stream);

/// The text for the stream: in this colour, or in bold, if the stream is to have colours.
std::string red(std::string_view text, std::FILE* stream);
std::string yellow(std::string_view text, std::FILE* stream);
std::string bold(std::string_view text, std::FILE* stream);

}  // namespace novphy::app
