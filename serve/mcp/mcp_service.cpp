#include "serve/mcp/mcp_service.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "base/text.h"
#include "trials/made_by.h"

namespace novphy {
namespace {

constexpr std::array<std::string_view, 4> kSessionVersions{"2024-11-05", "2025-03-26", "2025-06-18",
                                                           "2025-11-25"};
constexpr std::array<std::string_view, 1> kModernVersions{"2026-07-28"};
constexpr std::string_view kStart = "start_trial";
constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

constexpr std::string_view kUsageKey = "novphy/usage";

template <class List>
bool holds(const List& list, std::string_view value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

std::string quoted_list(std::initializer_list<std::span<const std::string_view>> lists) {
  std::string text;
  for (const auto& list : lists)
    for (const std::string_view each : list) text += (text.empty() ? "" : ",") + in_quotes(each);
  return "[" + text + "]";
}

std::string server_info() {
  return fmt::format(R"({{"name":"novphy","version":{}}})", in_quotes(build_info().version));
}

RpcError unsupported(std::string_view requested) {
  return {RpcCode::kUnsupportedVersion, "Unsupported protocol version",
          fmt::format(R"({{"supported":{},"requested":{}}})",
                      quoted_list({kSessionVersions, kModernVersions}), in_quotes(requested))};
}

/// What a header of HTTP says, which may be base 64 between "=?base64?" and "?=".
bool says(const std::optional<std::string>& header, std::string_view value) {
  return header && (*header == value || *header == "=?base64?" + base64(value) + "?=");
}

void check_headers(const RpcMessage& message, const std::string& version, const McpHeaders& headers) {
  const auto mismatch = [](const char* header, const char* what) {
    return RpcError(RpcCode::kHeaderMismatch,
                    fmt::format("the header {} does not say the {} of the message", header, what));
  };
  if (!says(headers.version, version)) throw mismatch("MCP-Protocol-Version", "protocol version");
  if (!says(headers.method, message.method())) throw mismatch("Mcp-Method", "method");
  const Node name = message.params().get("name");
  if (message.method() == "tools/call" && name && name.is_text() && !says(headers.name, name.text()))
    throw mismatch("Mcp-Name", "tool");
}

/// Whether a request is of the era without sessions. Throws RpcError for one that is not as this era wants
/// it.
bool checked_era(const RpcMessage& message, const McpHeaders* headers) {
  const Node meta = message.params().get("_meta");
  const Node version = meta.get(kVersionKey);
  const bool by_header = headers && headers->version && is_modern(*headers->version);
  if (!version.present() && !by_header) return false;
  if (!version.present() || !meta.get(kCapabilitiesKey))
    throw RpcError(RpcCode::kInvalidParams,
                   fmt::format("params._meta: expected \"{}\" and \"{}\"", kVersionKey, kCapabilitiesKey));
  if (!version.is_text()) throw RpcError(RpcCode::kInvalidParams, "the protocol version must be a text");
  if (headers) check_headers(message, version.text(), *headers);
  if (!is_modern(version.text())) throw unsupported(version.text());
  return true;
}

std::string content_of(const ToolReply& reply) {
  std::string content = fmt::format(R"({{"type":"text","text":{}}})", in_quotes(reply.text));
  if (!reply.png.empty())
    content += fmt::format(R"(,{{"type":"image","data":"{}","mimeType":"image/png"}})", base64(reply.png));
  return content;
}

/// The argument by which a call names its trial.
ToolParameter trial_parameter(bool required) {
  return {.name = "trial",
          .type = ToolParameter::Type::kText,
          .about = required ? "what start_trial returned"
                            : "what start_trial returned; the trial that goes on if left out",
          .required = required};
}

/// What the client says of the tokens and the cost of a call, in its "_meta". Throws RpcError for numbers
/// that nobody can have spent.
PlayerUsage usage_of(const Node& params) {
  const Node usage = params.get("_meta").get(kUsageKey);
  const auto number = [&](const char* key, double most) -> std::optional<double> {
    const Node node = usage.get(key);
    if (!node || node.is_null()) return std::nullopt;
    const double value = node.is_number() ? node.number() : -1;
    if (!(value >= 0 && value <= most))
      throw RpcError(
          RpcCode::kInvalidParams,
          fmt::format("params._meta[\"{}\"].{}: expected a number from 0 to {}", kUsageKey, key, most));
    return value;
  };
  const auto tokens = [&](const char* key) -> std::optional<std::int64_t> {
    if (const auto value = number(key, static_cast<double>(kMostTokens))) return std::llround(*value);
    return std::nullopt;
  };
  return {.tokens_in = tokens("tokens_in"),
          .tokens_out = tokens("tokens_out"),
          .cost = number("cost", kMostCost)};
}

/// The arguments of a tool as JSON, without the handle of the trial.
std::string without_trial(const Node& arguments) {
  if (!arguments.is_object()) return "";
  std::string text;
  for (const auto& [key, value] : arguments.members())
    if (key != "trial") text += (text.empty() ? "" : ",") + in_quotes(key) + ":" + value.json();
  return "{" + text + "}";
}

}  // namespace

bool is_modern(std::string_view version) { return holds(kModernVersions, version); }

McpAnswer McpService::answer(std::string_view text, McpConnection* connection, const McpHeaders* headers) {
  std::string id;
  try {
    const RpcMessage message(text);
    id = message.id();
    if (id.empty()) return {};  // a notification, or a response
    const bool modern = checked_era(message, headers);
    return {.text = rpc_result(id, result_of(message, connection, modern)),
            .opens_session = message.method() == "initialize"};
  } catch (const RpcError& error) {
    return {.text = rpc_error(id, error), .error = error.code()};
  }
}

std::string McpService::result_of(const RpcMessage& message, McpConnection* connection, bool modern) {
  const std::string& method = message.method();
  if (method == "server/discover")
    return fmt::format(
        R"({{"resultType":"complete","supportedVersions":{},"capabilities":{{"tools":{{}}}},"instructions":{},"ttlMs":0,"cacheScope":"private","_meta":{{"io.modelcontextprotocol/serverInfo":{}}}}})",
        quoted_list({kModernVersions, kSessionVersions}), in_quotes(kInstructions), server_info());
  if (method == "tools/list") return tools(modern, connection != nullptr);
  if (method == "tools/call") return call(message.params(), connection, modern);
  if (!modern && method == "ping") return "{}";
  if (!modern && method == "initialize") {
    const Node wanted = message.params().get("protocolVersion");
    const std::string version = wanted && wanted.is_text() ? wanted.text() : "";
    return fmt::format(
        R"({{"protocolVersion":{},"capabilities":{{"tools":{{}}}},"serverInfo":{},"instructions":{}}})",
        in_quotes(holds(kSessionVersions, version) ? version : kSessionVersions.back()), server_info(),
        in_quotes(kInstructions));
  }
  throw RpcError(RpcCode::kUnknownMethod, fmt::format("Method not found: {}", in_quotes(method)));
}

std::string McpService::tools(bool modern, bool has_connection) const {
  std::string list = fmt::format(
      R"({{"name":"{}","description":"Begins the next trial and returns its handle. A trial is a row of tasks in one world.","inputSchema":{{"type":"object","properties":{{}},"additionalProperties":false}}}})",
      kStart);
  for (const Tool& tool : desk_.tools())
    list += fmt::format(R"(,{{"name":{},"description":{},"inputSchema":{}}})", in_quotes(tool.name),
                        in_quotes(tool.description), schema_of(tool, {trial_parameter(!has_connection)}));
  return fmt::format(R"({{"tools":[{}]{}}})", list,
                     modern ? R"(,"resultType":"complete","ttlMs":0,"cacheScope":"private")" : "");
}

std::string McpService::call(const Node& params, McpConnection* connection, bool modern) {
  const Node name = params.get("name");
  if (!name || !name.is_text()) throw RpcError(RpcCode::kInvalidParams, "name: expected the name of a tool");
  const Node arguments = params.get("arguments");
  if (arguments && !arguments.is_object())
    throw RpcError(RpcCode::kInvalidParams, "arguments: expected an object");
  const ToolReply reply = reply_to(name.text(), arguments, connection, usage_of(params));
  return fmt::format(R"({{{}"content":[{}],"isError":{}}})", modern ? R"("resultType":"complete",)" : "",
                     content_of(reply), reply.refused);
}

ToolReply McpService::reply_to(const std::string& tool, const Node& arguments, McpConnection* connection,
                               const PlayerUsage& spent) {
  if (tool == kStart) return start_trial(connection, spent);
  const Node named = arguments.get("trial");
  std::string trial = connection ? connection->trial : "";
  if (named) {
    if (!named.is_text()) return refusal("trial: expected the text that start_trial returned");
    trial = named.text();
  }
  if (trial.empty() && connection) {
    const ToolReply started = start_trial(connection, {});
    if (started.refused) return started;
    trial = connection->trial;
  }
  if (trial.empty()) return refusal("trial: expected the text that start_trial returned");
  return desk_.call(trial, tool, without_trial(arguments), spent);
}

ToolReply McpService::start_trial(McpConnection* connection, const PlayerUsage& spent) {
  if (connection && desk_.goes_on(connection->trial)) {
    desk_.spend(connection->trial, spent);
    return refusal("a trial goes on: play it to its end before the next one");
  }
  if (connection) desk_.leave(connection->trial);
  const std::optional<std::string> handle = desk_.begin();
  if (!handle) return refusal("no trial is left");
  desk_.spend(*handle, spent);
  if (connection) connection->trial = *handle;
  return {.text = fmt::format("A trial has begun. Its handle: {}\n", *handle)};
}

}  // namespace novphy
