#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/json_reader.h"

/// JSON-RPC 2.0, as the Model Context Protocol uses it: one message at a time, no batches.
namespace novphy {

/// The longest message that is read, in bytes.
inline constexpr std::size_t kMostMessageBytes = kMebibyte;

enum class RpcCode {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kUnknownMethod = -32601,
  kInvalidParams = -32602,
  kHeaderMismatch = -32020,      ///< of MCP: headers and body disagree
  kUnsupportedVersion = -32022,  ///< of MCP: the request's protocol version is not served
};

/// A request that gets an error as its answer.
class RpcError : public std::runtime_error {
 public:
  /// `data`: further facts as JSON; "": none.
  RpcError(RpcCode code, const std::string& text, std::string data = "")
      : std::runtime_error(text), code_(code), data_(std::move(data)) {}
  RpcCode code() const { return code_; }
  const std::string& data() const { return data_; }

 private:
  RpcCode code_;
  std::string data_;
};

/// A message that a client sent.
class RpcMessage {
 public:
  /// Throws RpcError for a text that is no JSON object of JSON-RPC.
  explicit RpcMessage(std::string_view text);

  /// The request's id as JSON: a whole number or a text. "" for a message that wants no answer.
  const std::string& id() const { return id_; }
  /// "" for a response, which servers of ours do not ask for.
  const std::string& method() const { return method_; }
  /// The parameters, or an absent node.
  Node params() const { return params_; }

 private:
  std::unique_ptr<JsonDocument> document_;
  std::string id_{};
  std::string method_{};
  Node params_;
};

/// The answer to a request, on one line. `result` is JSON.
std::string rpc_result(const std::string& id, const std::string& result);
/// The error as an answer, on one line. An empty id becomes null.
std::string rpc_error(const std::string& id, const RpcError& error);

}  // namespace novphy
