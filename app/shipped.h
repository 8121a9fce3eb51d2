#pragma once

#include <string>
#include <vector>

/// Names that the command line may use for what comes with the program.
namespace novphy::app {

/// The path itself if it exists. Else its place in the program's own data, for a pair such as
/// "rolling/agents" or "rolling/fan" or a path such as "levels/study/study.json". If neither exists, the path
/// itself.
std::string shipped(const std::string& path);
std::vector<std::string> shipped(const std::vector<std::string>& paths);

/// A file of a task or pair. `side` is the side of a pair, or "".
struct TaskPlace {
  std::string file;
  std::string side{};
};

/// The place of a text such as "task.json", "rolling/agents" or "rolling/agents:novel".
TaskPlace task_place(const std::string& text);

/// The two names of a pair: "rolling/agents" by the level of its novelty, "rolling/fan" by the novelty
/// itself.
struct PairName {
  std::string by_level;
  std::string by_novelty;
};

/// The names of the pairs that come with the program, sorted.
std::vector<PairName> shipped_pairs();

}  // namespace novphy::app
