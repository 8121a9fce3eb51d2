#pragma once

#include <string>
#include <vector>

#include "task_sets/make_tasks.h"

/// From names on a command line to the templates that are meant.
namespace novphy {

/// The pairs of these files, and of the files below these folders, sorted by their paths. Throws InputError.
std::vector<Pair> pairs_in(const std::vector<std::string>& places, const Catalogue& catalogue);

/// `count` tasks of each template that is named: a pair file, a folder of them, a pair or a template of
/// `library` such as rolling/agents or rolling/agents/novel, or "all". Throws InputError.
TaskOrder order_of(const std::vector<std::string>& names, const std::vector<Pair>& library, int count,
                   const Catalogue& catalogue);

}  // namespace novphy
