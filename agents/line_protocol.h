#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agents/agent.h"

/// The messages between novphy and an agent of its own process: one JSON object a line, each answered by one.
/// docs/agents.md describes them. Functions that read answers throw AgentError with a reason in one line.
namespace novphy::line_protocol {

/// Raised when a message or an answer changes its meaning.
inline constexpr int kVersion = 1;

enum class PictureEncoding {
  kPng,  ///< a whole PNG file
  kRgb,  ///< three bytes a pixel, rows from top to bottom
};

/// What an agent asks for when it is greeted.
struct Wishes {
  int training_tasks = 0;
  int watch_every_ms = 0;
  std::optional<PictureEncoding> screenshot{};
  double noise_px = 0;
  bool geojson = false;
};

std::string hello();
std::string begin_trial(std::uint64_t seed);
std::string told_novel();
std::string begin_task();
// With the observation go its picture, where it has one, and its GeoJSON form, as the agent wished.
std::string choose(const Observation& seen, const Wishes& wishes = {});
std::string watch(const Observation& seen, const Wishes& wishes = {});
std::string end_task(const TaskResult& result, const Wishes& wishes = {});

Wishes read_wishes(std::string_view answer);
/// `seen`: what the agent chose by, for drags in its pixels.
Shot read_shot(std::string_view answer, const Observation& seen);
NoveltyReport read_report(std::string_view answer);
/// The answer to a message that asks nothing: {}.
void read_nothing(std::string_view answer);

}  // namespace novphy::line_protocol
