#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace novphy::app {

/// Whether the stream is a terminal whose user wants colours: not where NO_COLOR is set and not empty, nor
/// where TERM is "dumb".
bool wants_colour(std::FILE* stream);

/// The text as it goes to the stream: in that colour or in bold where the stream wants colours.
std::string red(std::string_view text, std::FILE* stream);
std::string yellow(std::string_view text, std::FILE* stream);
std::string bold(std::string_view text, std::FILE* stream);

}  // namespace novphy::app
