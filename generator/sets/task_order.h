#pragma once

#include <string>
#include <vector>

#include "generator/sets/make_tasks.h"

/// Finds the templates that the names on a command line mean.
namespace novphy {

/// Reads the pairs of these files, and of all files below these folders. The pairs are sorted by path. Throws
/// InputError.
std::vector<Pair> pairs_in(const std::vector<std::string>& places, const Catalogue& catalogue);

/// Orders `count` tasks of each named template. A name is a pair file, a folder of pair files, or one of
/// these of `library`: a pair such as rolling/agents, a template such as rolling/agents/novel, a scenario, or
/// "all". Throws InputError.
TaskOrder order_of(const std::vector<std::string>& names, const std::vector<Pair>& library, int count,
                   const Catalogue& catalogue);

}  // namespace novphy
