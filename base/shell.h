#pragma once

#include <string>
#include <string_view>

namespace novphy {

/// The argument as a POSIX shell reads it back: in single quotes unless it holds plain characters only.
std::string quoted_for_shell(std::string_view argument);

}  // namespace novphy
