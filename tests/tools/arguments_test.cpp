#include <catch2/catch.hpp>
#include <string>

#include "serve/tools/tool.h"

using namespace novphy;

namespace {

const Vocabulary kPlain;

Tool tool_named(const std::string& name, const Track& track = {.lookahead = 2}) {
  for (const Tool& tool : tools_of(track, kPlain, 1))
    if (tool.name == name) return tool;
  FAIL("no tool " << name);
  return {};
}

bool accepts(const Tool& tool, const std::string& json) {
  try {
    const Arguments arguments(tool, json);
    return true;
  } catch (const Refused&) {
    return false;
  }
}

/// What the schema of the argument says under this key.
std::optional<double> bound(const ToolParameter& parameter, std::string_view key) {
  for (const auto& [name, value] : parameter.schema)
    if (name == key) return std::stod(value);
  return std::nullopt;
}

/// One argument of the tool, with this value.
std::string with(const ToolParameter& parameter, const std::string& value) {
  return "{\"" + parameter.name + "\":" + value + "}";
}

}  // namespace

TEST_CASE("every tool takes its own example, and each bound that its schema tells") {
  int bounds = 0;
  for (const Tool& tool : tools_of({.lookahead = 2}, kPlain, 1)) {
    CAPTURE(tool.name);
    CHECK(accepts(tool, tool.example));
    for (const ToolParameter& parameter : tool.parameters) {
      CAPTURE(parameter.name);
      const std::optional<double> low = bound(parameter, "minimum"), high = bound(parameter, "maximum");
      if (!low || tool.name == "report_novelty") continue;
      const std::string schema = schema_of(tool);
      for (const double bound : {*low, *high}) {
        const std::string value = std::to_string(static_cast<int>(bound));  // all bounds are whole
        CHECK(accepts(tool, with(parameter, value)));
        CHECK(schema.find(value) != std::string::npos);
        ++bounds;
      }
      CHECK_FALSE(accepts(tool, with(parameter, shortest(*high + 1))));
      CHECK_FALSE(accepts(tool, with(parameter, shortest(*low - 1))));
    }
  }
  CHECK(bounds > 10);
}

TEST_CASE("arguments that are left out or null have no value") {
  const Tool tool = tool_named("shoot");
  const Arguments arguments(tool, R"({"angle":null,"tap_ms":20,"arc":"high"})");
  CHECK_FALSE(arguments.has("angle"));
  CHECK_FALSE(arguments.number("pull"));
  CHECK(arguments.whole("tap_ms") == 20);
  CHECK(arguments.text("arc") == "high");
  CHECK_FALSE(Arguments(tool, "").has("angle"));
}

TEST_CASE("a missing argument is named, with an example") {
  const Tool tool = tool_named("report_novelty");
  CHECK_THROWS_WITH(Arguments(tool, "{}"), Catch::Contains("report_novelty: probability: expected a value") &&
                                               Catch::Contains(R"(An example: {"probability": 0.7})"));
  CHECK_THROWS_WITH(Arguments(tool, R"({"probability":null})"), Catch::Contains("probability"));
}

TEST_CASE("a schema names what is required") {
  CHECK_THAT(schema_of(tool_named("report_novelty")), Catch::Contains(R"("required":["probability"])"));
  CHECK(schema_of(tool_named("give_up")) ==
        R"({"type":"object","properties":{},"additionalProperties":false})");
}

TEST_CASE("a disguised look has no JSON, whose words tell the game") {
  CHECK(accepts(tool_named("look"), R"({"as":"json"})"));
  CHECK_FALSE(accepts(tool_named("look", {.disguise = 1}), R"({"as":"json"})"));
}
