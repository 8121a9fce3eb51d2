#include "serve/mcp/mcp_service.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "evaluator/record_io.h"
#include "tests/serve/table.h"

using namespace novphy;
using namespace novphy::test;
using nlohmann::json;

namespace {

const json kModernMeta = {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                          {"io.modelcontextprotocol/clientCapabilities", json::object()}};

/// A service over a plan of its own, and a client with a connection.
struct Service {
  explicit Service(Plan plan, const Track& track = {})
      : table(std::move(plan)), desk(table.plan, table.queue, setup(), track) {}

  json ask(const std::string& method, json params = json::object()) {
    return answer(method, std::move(params), &connection);
  }
  json ask_modern(const std::string& method, json params = json::object()) {
    params["_meta"] = kModernMeta;
    return answer(method, std::move(params), nullptr);
  }
  json answer(const std::string& method, json params, McpConnection* of) {
    const json message = {
        {"jsonrpc", "2.0"}, {"id", ++id}, {"method", method}, {"params", std::move(params)}};
    const json reply = json::parse(service.answer(message.dump(), of).text);
    REQUIRE(reply.at("id") == id);
    return reply;
  }
  /// The text of a tool's reply.
  std::string call(const std::string& tool, json arguments = json::object()) {
    const json reply = ask("tools/call", {{"name", tool}, {"arguments", std::move(arguments)}}).at("result");
    is_error = reply.at("isError");
    return reply.at("content").at(0).at("text");
  }

  Table table;
  TrialDesk desk;
  McpService service{desk};
  McpConnection connection{};
  int id = 0;
  bool is_error = false;
};

std::vector<std::string> tool_names(const json& reply) {
  std::vector<std::string> names;
  for (const json& tool : reply.at("result").at("tools")) names.push_back(tool.at("name"));
  return names;
}

int code(const json& reply) { return reply.at("error").at("code"); }

}  // namespace

TEST_CASE("initialize agrees on a version of the era with sessions") {
  Service service(one_trial(1, 1));
  for (const char* version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    const json result = service.ask("initialize", {{"protocolVersion", version}}).at("result");
    CHECK(result.at("protocolVersion") == version);
    CHECK(result.at("serverInfo").at("name") == "novphy");
    CHECK(result.at("capabilities").contains("tools"));
  }
  CHECK(service.ask("initialize", {{"protocolVersion", "1999-01-01"}}).at("result").at("protocolVersion") ==
        "2025-11-25");
  CHECK(service.ask("ping").at("result") == json::object());
  const std::string notified = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
  CHECK(service.service.answer(notified, &service.connection).text.empty());
}

TEST_CASE("in the era without sessions, requests carry their version, and calls their trial") {
  Service service(one_trial(1, 1));
  const json discovered = service.ask_modern("server/discover").at("result");
  CHECK(discovered.at("resultType") == "complete");
  CHECK(discovered.at("supportedVersions").at(0) == "2026-07-28");
  const json list = service.ask_modern("tools/list");
  CHECK(list.at("result").at("resultType") == "complete");
  for (const json& tool : list.at("result").at("tools"))
    if (tool.at("name") != "start_trial") CHECK(tool.at("inputSchema").at("required").at(0) == "trial");
  const auto call = [&](const std::string& tool, json arguments) {
    return service.ask_modern("tools/call", {{"name", tool}, {"arguments", std::move(arguments)}})
        .at("result");
  };
  CHECK(call("look", json::object()).at("isError") == true);
  const std::string begun = call("start_trial", json::object()).at("content").at(0).at("text");
  const std::string handle = begun.substr(begun.find("trial-"), 30);
  CHECK(call("look", {{"trial", handle}}).at("isError") == false);
  CHECK(call("look", {{"trial", "trial-0"}}).at("isError") == true);
  CHECK(call("look", {{"trial", 5}}).at("isError") == true);
  CHECK(call("start_trial", json::object()).at("content").at(0).at("text") == "no trial is left");
}

TEST_CASE("wrong requests of the era without sessions are refused with its codes") {
  Service service(one_trial(1, 1));
  json params = {{"_meta", kModernMeta}};
  params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2030-01-01";
  const json unsupported = service.answer("tools/list", params, nullptr);
  CHECK(code(unsupported) == -32022);
  CHECK(unsupported.at("error").at("data").at("requested") == "2030-01-01");
  params["_meta"].erase("io.modelcontextprotocol/clientCapabilities");
  CHECK(code(service.answer("tools/list", params, nullptr)) == -32602);
  CHECK(code(service.ask_modern("ping")) == -32601);

  const json message = {{"jsonrpc", "2.0"},
                        {"id", 1},
                        {"method", "tools/call"},
                        {"params", {{"name", "look"}, {"_meta", kModernMeta}}}};
  const auto with = [&](const McpHeaders& headers) {
    return service.service.answer(message.dump(), nullptr, &headers).error;
  };
  CHECK(with({.version = "2026-07-28", .method = "tools/call", .name = "look"}) == std::nullopt);
  CHECK(with({.version = "2026-07-28", .method = "tools/call", .name = "=?base64?bG9vaw==?="}) ==
        std::nullopt);
  CHECK(with({.version = "2026-07-28", .method = "tools/call", .name = "shoot"}) == RpcCode::kHeaderMismatch);
  CHECK(with({.version = "2026-07-28", .method = "tools/list", .name = "look"}) == RpcCode::kHeaderMismatch);
  CHECK(with({.version = "2026-07-28"}) == RpcCode::kHeaderMismatch);
  CHECK(with({.method = "tools/call", .name = "look"}) == RpcCode::kHeaderMismatch);
}

TEST_CASE(
    "unknown methods and broken calls are errors of the protocol, wrong arguments are replies of tools") {
  Service service(one_trial(1, 1));
  CHECK(code(service.ask("resources/list")) == -32601);
  CHECK(code(service.ask("tools/call")) == -32602);
  CHECK(code(service.ask("tools/call", {{"name", "look"}, {"arguments", 5}})) == -32602);
  CHECK(json::parse(service.service.answer("{", &service.connection).text).at("error").at("code") == -32700);
  service.call("shoot", {{"angle", "high"}});
  CHECK(service.is_error);
  service.call("fly");
  CHECK(service.is_error);
  service.call("look");
  CHECK_FALSE(service.is_error);
}

TEST_CASE("a client with a connection plays trial after trial, and the records are kept") {
  PlanOptions options = small_options();
  options.trials = 2;
  options.calibration_runs = 0;
  Service service(shifted_plan(std::span(pairs()).first(1), options));
  CHECK(tool_names(service.ask("tools/list")).front() == "start_trial");
  for (int trial = 0; trial < 2; ++trial) {
    while (service.call("shoot", {{"angle", 40}}).find("last one") == std::string::npos) {
      CHECK(service.call("start_trial").find("a trial goes on") != std::string::npos);
    }
    if (trial == 0) {
      service.call("report_novelty", {{"probability", 0.5}});
      CHECK(service.call("look").find("start_trial") != std::string::npos);
    }
    CHECK(service.call("start_trial").find(trial == 0 ? "A trial has begun" : "no trial is left") !=
          std::string::npos);
  }
  CHECK(service.desk.all_finished());
  const std::vector<Record> records = records_of(service.table);
  CHECK(records.size() > 4);
  for (const Record& record : records) CHECK(record.shots.at(0).drag_m[0] < 0);
}

TEST_CASE("a trial that its player leaves is not kept, unless its last task is over") {
  Service service(one_trial(1, 1));
  service.call("shoot", {{"angle", 40}});
  service.desk.leave_all();
  CHECK_FALSE(service.desk.all_finished());
  CHECK(service.table.run.kept() == 0);

  Service other(one_trial(1, 1));
  other.call("give_up");
  other.call("give_up");
  other.desk.leave_all();
  CHECK(other.desk.all_finished());
}

TEST_CASE("a call may tell in its _meta what it cost, and the records hold the sums") {
  Service service(one_trial(1, 1));
  const auto give_up = [&](const json& usage) {
    return service.ask("tools/call", {{"name", "give_up"}, {"_meta", {{"novphy/usage", usage}}}});
  };
  const auto start = [&] {
    return service.ask("tools/call",
                       {{"name", "start_trial"}, {"_meta", {{"novphy/usage", {{"tokens_out", 3}}}}}});
  };
  CHECK_FALSE(start().at("result").at("isError"));
  CHECK(start().at("result").at("isError"));  // a trial goes on; what the call cost counts
  for (const json& wrong : {json{{"tokens_in", -1}}, json{{"tokens_out", "many"}}, json{{"cost", 1e12}}})
    CHECK(code(give_up(wrong)) == -32602);
  give_up({{"tokens_in", 100}, {"tokens_out", 20}, {"cost", 0.01}});
  give_up({{"tokens_in", 7}, {"tokens_out", nullptr}});
  service.desk.leave_all();
  const std::vector<Record> records = records_of(service.table);
  REQUIRE(records.size() == 2);
  CHECK(records[0].usage == PlayerUsage{.calls = 1, .tokens_in = 100, .tokens_out = 26, .cost = 0.01});
  CHECK(records[1].usage == PlayerUsage{.calls = 1, .tokens_in = 7});
}

TEST_CASE("pictures come as blocks of images") {
  Service service(one_trial(1, 1), {.pictures = true});
  const json content =
      service.ask("tools/call", {{"name", "look"}, {"arguments", json::object()}}).at("result").at("content");
  CHECK(content.at(1).at("type") == "image");
  CHECK(content.at(1).at("mimeType") == "image/png");
  CHECK(content.at(1).at("data").get<std::string>().starts_with("iVBOR"));
}
