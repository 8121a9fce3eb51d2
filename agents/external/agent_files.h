#pragma once

#include <string>
#include <vector>

namespace novphy {

/// The files that an agent is made of, with hashes of their contents: "agent.py 0123456789abcdef". These are
/// every word of its command, and every NAME in a word ...=NAME, that is a plain file now, and the further
/// files. Each stands once. Files of the command that cannot be read are left out; files that the program
/// finds by itself, and programs in $PATH, are not known. Throws InputError for a further file that cannot be
/// read.
std::vector<std::string> agent_files(const std::string& command,
                                     const std::vector<std::string>& further = {});

}  // namespace novphy
