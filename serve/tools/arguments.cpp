#include "serve/tools/arguments.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/input_error.h"

namespace novphy {
namespace {

constexpr FileBounds kArgumentBounds{"arguments", std::size_t{1} << 16, 1000};

[[noreturn]] void refuse_call(const Tool& tool, const std::string& why) {
  throw Refused(fmt::format("{}: {}. An example: {}", tool.name, why, tool.example));
}

JsonDocument parsed(const Tool& tool, std::string_view json) try {
  return {json, tool.name, kArgumentBounds};
} catch (const InputError& error) {
  refuse_call(tool, "expected its arguments as a JSON object: " + error.problems().front().text);
}

/// Notes what does not fit a parameter.
void check(const Node& value, const ToolParameter& parameter) {
  switch (parameter.type) {
    case ToolParameter::Type::kNumber:
      value.number(parameter.low, parameter.high);
      return;
    case ToolParameter::Type::kWhole:
      value.integer(static_cast<int>(parameter.low), static_cast<int>(parameter.high));
      return;
    case ToolParameter::Type::kFlag:
      value.boolean();
      return;
    case ToolParameter::Type::kWord:
      value.one_of(parameter.words);
      return;
    case ToolParameter::Type::kText:
      if (const std::string text = value.text(); text.size() > parameter.most_bytes)
        value.error(fmt::format("expected at most {} bytes, found {}", parameter.most_bytes, text.size()));
      return;
  }
}

/// The problems in one line, such as "pull: expected a number from 0 to 1, found 2".
std::string listed_problems(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += "; ";
    if (problem.place.size() > 1) text += problem.place.substr(1) + ": ";
    text += problem.text;
  }
  return text;
}

WantedThrow wanted_throw(const Arguments& arguments, double most_pull_m) {
  return {.angle_deg = arguments.number("angle"),
          .object = arguments.whole("object"),
          .high = arguments.text("arc") == "high",
          .pull_m = arguments.number("pull").value_or(most_pull_m),
          .tap_ms = arguments.whole("tap_ms").value_or(-1),
          .launch_ms = arguments.whole("launch_ms").value_or(-1)};
}

}  // namespace

Arguments::Arguments(const Tool& tool, std::string_view json)
    : tool_(tool), document_(parsed(tool, json.empty() ? "{}" : json)) {
  const Node root = document_.root().object();
  std::vector<std::string_view> names;
  for (const ToolParameter& parameter : tool.parameters) {
    names.push_back(parameter.name);
    const Node value = root.get(parameter.name);
    if (value && !value.is_null())
      check(value, parameter);
    else if (parameter.required && root)
      root.error_at(parameter.name, "expected a value, found none");
  }
  root.only(names);
  if (!document_.problems().empty()) refuse(listed_problems(document_.problems()));
}

Node Arguments::get(std::string_view name) const { return document_.root().get(name); }

bool Arguments::has(std::string_view name) const { return get(name).present() && !get(name).is_null(); }

std::optional<double> Arguments::number(std::string_view name) const {
  return has(name) ? std::optional(get(name).number()) : std::nullopt;
}

std::optional<int> Arguments::whole(std::string_view name) const {
  return has(name) ? std::optional(get(name).integer()) : std::nullopt;
}

std::optional<bool> Arguments::flag(std::string_view name) const {
  return has(name) ? std::optional(get(name).boolean()) : std::nullopt;
}

std::optional<std::string> Arguments::text(std::string_view name) const {
  return has(name) ? std::optional(get(name).text()) : std::nullopt;
}

void Arguments::refuse(const std::string& why) const { refuse_call(tool_, why); }

WantedThrow read_target(const Arguments& arguments, double most_pull_m) {
  WantedThrow wanted = wanted_throw(arguments, most_pull_m);
  if (arguments.has("x") != arguments.has("y")) arguments.refuse("expected \"x\" and \"y\" together");
  if (arguments.has("x")) wanted.place_m = Vec2{*arguments.number("x"), *arguments.number("y")};
  if (wanted.object.has_value() == wanted.place_m.has_value())
    arguments.refuse("expected either \"object\" (a number that `look` tells) or \"x\" and \"y\"");
  return wanted;
}

WantedThrow read_throw(const Arguments& arguments, double most_pull_m) {
  if (arguments.has("angle") == arguments.has("object"))
    arguments.refuse(
        "expected either \"angle\" (degrees; 0 is to the right, 90 is up) or \"object\" (a number that "
        "`look` tells)");
  return wanted_throw(arguments, most_pull_m);
}

}  // namespace novphy
