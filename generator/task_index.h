#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/shot.h"
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
  std::map<std::string, double> parameters{};
  std::map<std::string, std::string> words{};  ///< parameters that are words
  Vec2 shift_m{};
  std::vector<std::string> distractors{};  ///< "wood circle at 1.5 -3.1": object_text()
  std::vector<std::string> witness{};      ///< shots as novphy play takes them
  std::optional<Vec2> window_deg{};        ///< from, to
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

/// "47.5@0.9": a shot as the program's commands take it, without taps and launch times.
std::string shot_text(const Shot& shot);
std::vector<std::string> shot_texts(const std::vector<Shot>& shots);

/// Reads FOLDER/index.jsonl. Throws InputError with file and line.
TaskSet read_task_set(const std::filesystem::path& folder);
/// Reads a finished index.
TaskSet read_finished(const std::filesystem::path& file);
/// Reads the lines of an index that is being written; a last line that was cut is left out.
TaskSet read_unfinished(const std::filesystem::path& file);

}  // namespace novphy
