#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "serve/mcp/rpc.h"
#include "serve/mcp/trial_desk.h"

namespace novphy {

/// What the service knows of a client between its messages: over stdio and in sessions of HTTP. A client that
/// has no connection, as those of the protocol 2026-07-28 over HTTP, names its trial in each call.
struct McpConnection {
  std::string trial{};  ///< handle of the trial that goes on; "": none
};

/// The headers of an HTTP request that repeat parts of its message. Clients of the protocol 2026-07-28 send
/// them.
struct McpHeaders {
  std::optional<std::string> version{};  ///< MCP-Protocol-Version
  std::optional<std::string> method{};   ///< Mcp-Method
  std::optional<std::string> name{};     ///< Mcp-Name
};

/// The answer to a message.
struct McpAnswer {
  std::string text{};              ///< one line of JSON; "" for a message that wants no answer
  std::optional<RpcCode> error{};  ///< of an answer that is an error
  bool opens_session = false;      ///< the message was a valid "initialize"
};

/// Speaks the Model Context Protocol: tools alone, in its two eras. Up to 2025-11-25 a client begins with
/// "initialize"; from 2026-07-28 on, each request carries its version and there are no sessions. It knows
/// nothing of transports. Any thread may call; messages of one connection come one after the other.
class McpService {
 public:
  /// The desk must outlive the service.
  explicit McpService(TrialDesk& desk) : desk_(desk) {}

  /// Answers a message. `connection` is null for a client without a connection, `headers` null where there
  /// are none. Throws InputError where records cannot be written.
  McpAnswer answer(std::string_view message, McpConnection* connection, const McpHeaders* headers = nullptr);

 private:
  std::string result_of(const RpcMessage& message, McpConnection* connection, bool modern);
  std::string tools(bool modern, bool has_connection) const;
  std::string call(const Node& params, McpConnection* connection, bool modern);
  ToolReply reply_to(const std::string& tool, const Node& arguments, McpConnection* connection,
                     const PlayerUsage& spent);
  ToolReply start_trial(McpConnection* connection, const PlayerUsage& spent);

  TrialDesk& desk_;
};

/// Whether a protocol version belongs to the era without sessions.
bool is_modern(std::string_view version);

}  // namespace novphy
