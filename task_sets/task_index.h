#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "levels/task_recipe.h"
#include "sim/vec2.h"

namespace novphy {

/// What all tasks of a folder have in common: the first line of its index.
struct TaskSetHead {
  std::uint64_t seed = 1;
  int count = 0;         ///< of each template
  std::string proof{};   ///< "none", "valid", "witness" or "full"
  std::string format{};  ///< "json" or "xml"
  bool paired = false;
  int most_distractors = 0;
  double least_window_deg = 0;
  double most_window_deg = 0;
  std::string pairs{};    ///< hash of what the tasks are made of
  std::string checks{};   ///< hash_of_checks() of the table of novelties
  std::string physics{};  ///< that tasks were proved with
  std::string catalogue_hash{};
  std::string physics_hash{};
  friend bool operator==(const TaskSetHead&, const TaskSetHead&) = default;
};

/// A line of the index: a task and how it was made.
struct TaskSetLine {
  std::string task_template{};  ///< "rolling/agents/novel"
  int task = 0;
  std::string file{};  ///< within the folder; "" in plans
  std::string hash{};  ///< of the bytes of the task's text
  TaskRecipe recipe{};
  std::vector<std::string> witness{};  ///< shots as novphy play takes them
  std::optional<Vec2> window_deg{};    ///< from, to
  double pull_m = 0;
  int disturbed_wins = 0;  ///< of nine
  std::optional<double> winning_share{};
  std::string digest{};  ///< of the witness's play
  int draws = 0;
  std::map<std::string, int> rejected{};  ///< draws by the check they failed
};

std::string to_json_line(const TaskSetHead& head);
std::string to_json_line(const TaskSetLine& line);

/// The index of a folder.
struct TaskSet {
  TaskSetHead head{};
  std::vector<TaskSetLine> lines{};
};

inline constexpr const char* kIndexName = "index.jsonl";
inline constexpr const char* kPartialIndexName = "index.partial.jsonl";

/// Reads FOLDER/index.jsonl. Throws InputError with file and line, here and below.
TaskSet read_task_set(const std::filesystem::path& folder, const Catalogue& catalogue);
/// Reads a finished index.
TaskSet read_finished(const std::filesystem::path& file, const Catalogue& catalogue);
/// Reads the lines of an index that is being written; a last line that was cut is left out.
TaskSet read_unfinished(const std::filesystem::path& file, const Catalogue& catalogue);

}  // namespace novphy
