#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "agents/agent.h"

/// The messages between novphy and an agent that is a program of its own. A message is one JSON object on one
/// line, and so is its answer. docs/agents.md describes the messages. Functions that read answers throw
/// AgentError with a reason in one line.
namespace novphy::line_protocol {

/// Number of the protocol's version, which grows when a message or an answer changes its meaning.
inline constexpr int kVersion = 1;

enum class PictureEncoding {
  kPng,  ///< a whole PNG file
  kRgb,  ///< three bytes a pixel, rows from top to bottom
};

/// The wishes that an agent states in its answer to "hello".
struct Wishes {
  int training_tasks = 0;
  int watch_every_ms = 0;
  std::optional<PictureEncoding> screenshot{};
  double noise_px = 0;
  bool geojson = false;
};

/// A question of an agent that is asked for a shot: how would a published planner throw at a point?
struct PlanQuestion {
  Vec2 target_px;     ///< on the screen
  bool java = false;  ///< the planner of Datalab and Eagle's Wing, else that of Pig Shooter
};

std::string hello();
std::string begin_trial(std::uint64_t seed);
std::string told_novel();
std::string begin_task();
// The next three messages hold an observation. Its picture, if any, and its GeoJSON form are added where the
// agent wished for them.
std::string choose(const Observation& seen, const Wishes& wishes = {});
std::string watch(const Observation& seen, const Wishes& wishes = {});
std::string end_task(const TaskResult& result, const Wishes& wishes = {});

/// The answer to a question: the planner's shots with their predicted paths on the screen.
std::string plan(const PlanQuestion& question, const Observation& seen);

Wishes read_wishes(std::string_view answer);
/// Reads a shot. `seen` is the observation that the agent answered; a drag in pixels is a drag in its pixels.
Shot read_shot(std::string_view answer, const Observation& seen);
/// Reads the answer to "choose" or "plan": a shot, or another question.
std::variant<Shot, PlanQuestion> read_choice(std::string_view answer, const Observation& seen);
NoveltyReport read_report(std::string_view answer);
/// Reads the answer to a message that asks for nothing: {}.
void read_nothing(std::string_view answer);

}  // namespace novphy::line_protocol
