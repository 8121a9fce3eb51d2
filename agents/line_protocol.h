#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "agents/agent.h"

/// The messages between novphy and an agent of its own process: one JSON object a line, each answered by one.
/// docs/agents.md describes them. Functions that read answers throw AgentError with a reason in one line.
namespace novphy::line_protocol {

/// Raised when a message or an answer changes its meaning.
inline constexpr int kVersion = 1;

std::string hello();
std::string begin_trial(std::uint64_t seed);
std::string told_novel();
std::string begin_task();
std::string choose(const Observation& seen);
std::string watch(const Observation& seen);
std::string end_task(const TaskResult& result);

/// What an agent asks for when it is greeted.
struct Wishes {
  int training_tasks = 0;
  int watch_every_ms = 0;
};

Wishes read_wishes(std::string_view answer);
/// `seen`: what the agent chose by, for drags in its pixels.
Shot read_shot(std::string_view answer, const Observation& seen);
NoveltyReport read_report(std::string_view answer);
/// The answer to a message that asks nothing: {}.
void read_nothing(std::string_view answer);

}  // namespace novphy::line_protocol
