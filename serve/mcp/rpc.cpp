#include "serve/mcp/rpc.h"

#include <fmt/core.h>

#include "base/input_error.h"

namespace novphy {
namespace {

constexpr FileBounds kMessageBounds{"a message", kMostMessageBytes, 100'000};

std::unique_ptr<JsonDocument> parsed(std::string_view text) try {
  return std::make_unique<JsonDocument>(text, "message", kMessageBounds);
} catch (const InputError& error) {
  throw RpcError(RpcCode::kParseError, error.problems().front().text);
}

/// The id as JSON, "" where there is none.
std::string id_of(const Node& root) {
  const Node id = root.get("id");
  if (!id || id.is_null()) return "";
  if (!id.is_text() && !id.is_number())
    throw RpcError(RpcCode::kInvalidRequest, "id: expected a text or a whole number");
  return id.json();
}

}  // namespace

RpcMessage::RpcMessage(std::string_view text)
    : document_(parsed(text)), params_(document_->root().get("params")) {
  const Node root = document_->root();
  if (!root.is_object())
    throw RpcError(RpcCode::kInvalidRequest, "expected one JSON-RPC message: an object, no list of them");
  id_ = id_of(root);
  const Node version = root.get("jsonrpc");
  if (!version || !version.is_text() || version.text() != "2.0")
    throw RpcError(RpcCode::kInvalidRequest, R"(jsonrpc: expected "2.0")");
  const Node method = root.get("method");
  if (!method && (root.get("result") || root.get("error"))) return;
  if (!method || !method.is_text()) throw RpcError(RpcCode::kInvalidRequest, "method: expected a text");
  method_ = method.text();
  if (params_ && !params_.is_object()) throw RpcError(RpcCode::kInvalidRequest, "params: expected an object");
}

std::string rpc_result(const std::string& id, const std::string& result) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", id, result);
}

std::string rpc_error(const std::string& id, const RpcError& error) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"error":{{"code":{},"message":{}{}}}}})",
                     id.empty() ? "null" : id, static_cast<int>(error.code()), in_quotes(error.what()),
                     error.data().empty() ? "" : R"(,"data":)" + error.data());
}

}  // namespace novphy
