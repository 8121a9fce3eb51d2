#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "agents/agent.h"

namespace novphy {

/// An observation as one line of JSON, in the form that docs/reference/perception.md describes, without its
/// picture.
std::string observation_to_json(const Observation& seen);

/// Reads what observation_to_json() wrote. Throws InputError for anything else.
Observation observation_from_json(std::string_view text);

}  // namespace novphy

/// The messages between novphy and an agent that is a separate program. A message is one JSON object on one
/// line, and so is its answer. docs/reference/agents.md describes them. Functions that read answers throw
/// AgentError with a reason in one line.
namespace novphy::line_protocol {

/// The protocol's version. It grows when a message or an answer changes its meaning.
inline constexpr int kVersion = 1;

enum class PictureEncoding {
  kPng,  ///< a whole PNG file
  kRgb,  ///< three bytes a pixel, rows from top to bottom
};

/// What an agent asks for in its answer to "hello".
struct Wishes {
  int training_tasks = 0;
  int watch_every_ms = 0;
  std::optional<PictureEncoding> screenshot{};
  double noise_px = 0;
  bool geojson = false;
  bool text = true;        ///< false: messages hold the screenshot alone
  bool questions = false;  ///< whether the agent answers questions

  Senses senses() const { return {.screenshot = screenshot.has_value(), .text = text, .noise_px = noise_px}; }
};

/// What an agent may ask back when it is asked for a shot: how would a published planner throw at this point?
struct PlanQuestion {
  Vec2 target_px;     ///< on the screen
  bool java = false;  ///< true: the planner of Datalab and Eagle's Wing; false: that of Pig Shooter
};

std::string hello();
std::string begin_trial(std::uint64_t seed);
std::string told_novel();
std::string begin_task();
// The next four messages hold an observation, with its picture, if it has one, and its GeoJSON form if the
// agent asked for them; or the picture alone.
std::string choose(const Observation& seen, const Wishes& wishes = {});
std::string watch(const Observation& seen, const Wishes& wishes = {});
std::string end_task(const TaskResult& result, const Wishes& wishes = {});
std::string question(const Question& question, const Wishes& wishes = {});
/// A shot as questions hold it: its drag, and the angle and pull that it stands for.
std::string shot_to_json(const Shot& shot);

/// The answer to a question: the planner's shots with their predicted paths on the screen.
std::string plan(const PlanQuestion& question, const Observation& seen);

Wishes read_wishes(std::string_view answer);
/// Reads a shot. `seen` is the observation that the agent answered. A drag in pixels is in the pixels of this
/// observation.
Shot read_shot(std::string_view answer, const Observation& seen);
/// Reads the answer to "choose" or "plan": a shot, or another question, which only agents with text may ask.
std::variant<Shot, PlanQuestion> read_choice(std::string_view answer, const Observation& seen,
                                             const Wishes& wishes = {});
NoveltyReport read_report(std::string_view answer);
/// Reads the answer to "question".
novphy::Answer read_answer(std::string_view answer);
/// Reads the answer to a message that expects none: {}.
void read_nothing(std::string_view answer);

}  // namespace novphy::line_protocol
