#pragma once

#include <string>
#include <vector>

namespace novphy {

/// The files that make up an agent, with hashes of their contents: "agent.py 0123456789abcdef". These are
/// each word of its command that names a plain file, each NAME in a word ...=NAME that does, and the further
/// files. Each is listed once. Files of the command that cannot be read are left out, and we do not know of
/// programs in $PATH or files that the program finds by itself. Throws InputError if one of the further files
/// cannot be read.
std::vector<std::string> agent_files(const std::string& command,
                                     const std::vector<std::string>& further = {});

}  // namespace novphy
