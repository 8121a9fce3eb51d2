#pragma once

#include "base/parallel.h"
#include "serve/mcp/mcp_service.h"

namespace novphy {

/// Answers the messages of one client, one on each line that the file descriptor `in` gives, with lines on
/// `out`, until `in` ends or `out` takes no more. A line that is too long gets an error as its answer. Throws
/// InputError where records cannot be written, and Stopped once `stop` is set, after the lines that came
/// before.
void serve_lines(McpService& service, int in, int out, StopFlag stop = nullptr);

}  // namespace novphy
