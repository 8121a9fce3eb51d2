#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/recorded_run.h"
#include "jobs/run.h"
#include "serve/tools/track.h"

namespace novphy::app {

/// The options of `novphy serve` for players of tools over the Model Context Protocol.
struct McpArguments {
  bool mcp = false;
  bool http = false;
  std::string look = "text";
  int lookahead = 0;
  std::optional<std::uint64_t> disguise{};
  std::string model{};
  std::string model_version{};

  Settings settings();
  Track track() const {
    return {.pictures = look == "pictures", .lookahead = lookahead, .disguise = disguise};
  }
};

/// Where the server listens, if it does.
struct McpPlace {
  std::string host;
  std::uint16_t port = 0;
  int threads = 1;
};

/// Serves a plan to players of tools, and writes the records.
void serve_mcp(const RecordedSettings& recorded, const McpArguments& options, const std::string& agent,
               const McpPlace& place);

}  // namespace novphy::app
