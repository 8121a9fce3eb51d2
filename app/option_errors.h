#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace novphy::app {

/// What is wrong with a command line, in the words of all other messages: "--jobs: found 0, expected a number
/// from 1 to 256" in place of the option library's text.
std::string in_our_words(const CLI::ParseError& error);

}  // namespace novphy::app
