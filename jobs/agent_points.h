#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluator/record.h"
#include "jobs/check_agent.h"
#include "trials/session.h"

/// What novphy check-agent plays, and what it says of that. A new point is a row of the list in
/// agent_points.cpp.
namespace novphy {

/// What a point's judge sees.
struct SeenAgent {
  const std::vector<std::vector<Record>>& trials;
  const std::vector<CheckedMessage>& messages;
  double timeout_s;
};

struct PointFinding {
  std::string says{};
  std::string change{};  ///< with it, the point is a warning
};

using PointTasks = std::vector<SessionTask>;

/// A point of the check: what is played with a fresh agent, how often, and what is said of it.
struct AgentPoint {
  const char* name;
  PointTasks (*tasks)(const Task& scene);  ///< null: the point judges what the others saw
  PointFinding (*judge)(const SeenAgent& seen);
  int trials = 1;
  bool in_plan = true;  ///< the records of a plan tell it; else only an agent's messages do
};

std::span<const AgentPoint> agent_points();

/// The scene that the tasks of points are made from: a pig in a box of platforms, so that every bird is
/// thrown.
Task checked_scene(const Catalogue& catalogue);

}  // namespace novphy
