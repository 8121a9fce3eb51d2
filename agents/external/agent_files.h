#pragma once

#include <string>
#include <vector>

namespace novphy {

/// The files that a command of an agent names, with hashes of their contents: "agent.py 0123456789abcdef".
/// These are the programs as found in $PATH, and every argument, and every NAME in an argument ...=NAME, that
/// is a plain file now. Each file stands once, as the command names it. Files that cannot be read are left
/// out, and files that the program reads by itself are not known.
std::vector<std::string> agent_files(const std::string& command);

}  // namespace novphy
