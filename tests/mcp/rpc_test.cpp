#include "serve/mcp/rpc.h"

#include <catch2/catch.hpp>
#include <string>

using namespace novphy;

namespace {

RpcCode refused(const std::string& text) {
  try {
    const RpcMessage message(text);
  } catch (const RpcError& error) {
    return error.code();
  }
  FAIL("not refused: " << text.substr(0, 80));
  return RpcCode::kParseError;
}

}  // namespace

TEST_CASE("a request has an id, a method and parameters; a notification has no id") {
  const RpcMessage request(R"({"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":[1]}})");
  CHECK(request.id() == "7");
  CHECK(request.method() == "ping");
  CHECK(request.params().get("a").array().size() == 1);
  CHECK(RpcMessage(R"({"jsonrpc":"2.0","id":"x\"y","method":"ping"})").id() == R"("x\"y")");
  const RpcMessage notification(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  CHECK(notification.id().empty());
  CHECK_FALSE(notification.params());
  CHECK(RpcMessage(R"({"jsonrpc":"2.0","id":1,"result":{}})").method().empty());
}

TEST_CASE("what is no message of JSON-RPC is refused with the code of the standard") {
  CHECK(refused("") == RpcCode::kParseError);
  CHECK(refused("{") == RpcCode::kParseError);
  CHECK(refused(std::string(100'000, '[')) == RpcCode::kParseError);
  CHECK(refused("[]") == RpcCode::kInvalidRequest);
  CHECK(refused("7") == RpcCode::kInvalidRequest);
  CHECK(refused(R"({"id":1,"method":"ping"})") == RpcCode::kInvalidRequest);
  CHECK(refused(R"({"jsonrpc":"1.0","id":1,"method":"ping"})") == RpcCode::kInvalidRequest);
  CHECK(refused(R"({"jsonrpc":"2.0","id":{},"method":"ping"})") == RpcCode::kInvalidRequest);
  CHECK(refused(R"({"jsonrpc":"2.0","id":1})") == RpcCode::kInvalidRequest);
  CHECK(refused(R"({"jsonrpc":"2.0","id":1,"method":3})") == RpcCode::kInvalidRequest);
  CHECK(refused(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})") == RpcCode::kInvalidRequest);
}

TEST_CASE("answers repeat the id, and errors tell their code") {
  CHECK(rpc_result("7", "{}") == R"({"jsonrpc":"2.0","id":7,"result":{}})");
  CHECK(rpc_error("", RpcError(RpcCode::kParseError, "a \"b\"")) ==
        R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"a \"b\""}})");
  CHECK(rpc_error("1", RpcError(RpcCode::kUnsupportedVersion, "no", R"({"x":1})")) ==
        R"({"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no","data":{"x":1}}})");
}
