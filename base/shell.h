#pragma once

#include <string>
#include <string_view>

namespace novphy {

/// The argument as a POSIX shell reads it: in single quotes unless all its characters are plain.
std::string quoted_for_shell(std::string_view argument);

}  // namespace novphy
