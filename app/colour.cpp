#include "app/colour.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>

namespace novphy::app {
namespace {

std::string_view setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string marked(std::string_view text, const char* mark, std::FILE* stream) {
  return wants_colour(stream) ? fmt::format("\x1b[{}m{}\x1b[0m", mark, text) : std::string(text);
}

}  // namespace

bool wants_colour(std::FILE* stream) {
  return setting("NO_COLOR").empty() && setting("TERM") != "dumb" && ::isatty(::fileno(stream)) == 1;
}

std::string red(std::string_view text, std::FILE* stream) { return marked(text, "31", stream); }

std::string yellow(std::string_view text, std::FILE* stream) { return marked(text, "33", stream); }

std::string bold(std::string_view text, std::FILE* stream) { return marked(text, "1", stream); }

}  // namespace novphy::app
