#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "generator/sets/make_tasks.h"
#include "novelties/injected_pair.h"

/// Writes tasks to disk, for `novphy generate`.
namespace novphy {

/// Orders tasks as order_of() does. Where novelties are chosen, the tasks are those of the named pairs with
/// these novelties put in. Throws InputError.
TaskOrder injected_order(const std::vector<std::string>& names, const std::vector<Pair>& library, int count,
                         const std::vector<ChosenNovelty>& chosen, const std::vector<Novelty>& table,
                         const Catalogue& catalogue);

/// Where the tasks go, and what the index says of them besides set_head().
struct TaskFolder {
  std::filesystem::path folder;
  int count = 0;             ///< number of tasks of each template, as the order has it
  std::string difficulty{};  ///< words() of the wish
  std::string physics = "standard";
  bool resume = false;  ///< goes on with what is in the folder
};

/// Makes the wanted tasks and writes each into the folder, then the index. Returns the lines of the index.
/// Throws InputError as make_tasks() and TaskWriter do, and for a window without a proof that finds one.
std::vector<TaskSetLine> write_tasks(const TaskOrder& order, const TaskRun& run, const TaskFolder& to,
                                     const Assets& assets);

}  // namespace novphy
