#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "levels/task_file.h"
#include "sim/catalogue.h"
#include "sim/task.h"

/// What a task is like at the start: whether it has a goal, and what is doubtful.
namespace novphy {

/// Whether the task has a goal: a pig at least. A level without one can be drawn and played, but not passed.
bool has_goal(const Task& task, const Catalogue& catalogue);
/// Throws InputError, which names the file, for a task without a goal.
void need_goal(const Task& task, const Catalogue& catalogue, const std::string& file);

/// Reads a task, as read_task() does, which must have a goal.
Task read_with_goal(const std::filesystem::path& file, const Catalogue& catalogue,
                    Warnings* warnings = nullptr);

/// Where a task and its objects stand in their file. Objects that the reader added have no place.
struct StartPlaces {
  Problem whole{};
  std::vector<Problem> objects{};
};

/// Warns of a missing goal, of objects outside the world, and of overlaps unless the task allows them.
void add_start_warnings(const Task& task, const Catalogue& catalogue, const StartPlaces& places,
                        Warnings& warnings);

}  // namespace novphy
