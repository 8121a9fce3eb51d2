#include "serve/tools/tool.h"

#include <fmt/core.h>

#include <array>

#include "base/json_fields.h"
#include "base/names.h"

namespace novphy {
namespace {

using Type = ToolParameter::Type;

constexpr std::array<std::string_view, 2> kArcs{"low", "high"};
constexpr std::array<std::string_view, 2> kForms{"text", "json"};
constexpr std::string_view kThrowExample = R"({"angle": 45, "pull": 0.9})";
constexpr double kMostNumber = 1'000'000;  // of a thing
constexpr double kFarM = 100;              // far beyond any screen
constexpr double kLatestMs = 60'000;

ToolParameter number(std::string name, std::string about, double low, double high) {
  return {
      .name = std::move(name), .type = Type::kNumber, .about = std::move(about), .low = low, .high = high};
}

ToolParameter whole(std::string name, std::string about, double high) {
  return {.name = std::move(name), .type = Type::kWhole, .about = std::move(about), .high = high};
}

ToolParameter flag(std::string name, std::string about) {
  return {.name = std::move(name), .type = Type::kFlag, .about = std::move(about)};
}

ToolParameter word(std::string name, std::string about, std::span<const std::string_view> words) {
  return {.name = std::move(name), .type = Type::kWord, .about = std::move(about), .words = words};
}

ToolParameter text(std::string name, std::string about, std::size_t most_bytes) {
  return {.name = std::move(name), .type = Type::kText, .about = std::move(about), .most_bytes = most_bytes};
}

ToolParameter required(ToolParameter parameter) {
  parameter.required = true;
  return parameter;
}

/// What the schema says of a parameter besides its description.
JsonMembers restriction_of(const ToolParameter& each) {
  const auto bound = [&](double number) {
    return each.type == Type::kWhole ? std::to_string(static_cast<int>(number)) : fmt::format("{}", number);
  };
  switch (each.type) {
    case Type::kNumber:
    case Type::kWhole:
      return {{"type", each.type == Type::kWhole ? in_quotes("integer") : in_quotes("number")},
              {"minimum", bound(each.low)},
              {"maximum", bound(each.high)}};
    case Type::kFlag:
      return {{"type", in_quotes("boolean")}};
    case Type::kText:
      if (each.most_bytes == 0) return {{"type", in_quotes("string")}};
      return {{"type", in_quotes("string")}, {"maxLength", std::to_string(each.most_bytes)}};
    case Type::kWord:
      break;
  }
  std::vector<std::string> words;
  for (const std::string_view one : each.words) words.push_back(in_quotes(one));
  return {{"type", in_quotes("string")}, {"enum", json_array(words)}};
}

/// The arguments that say how to throw.
std::vector<ToolParameter> throwing(const Vocabulary& say, double most_pull_m) {
  return {
      number("angle", "launch direction in degrees: 0 is to the right, 90 is up", -180, 360),
      number("pull",
             fmt::format("how far the {} is pulled back, in metres; as far as possible if left out",
                         say.word("bird")),
             0, most_pull_m),
      whole("object", "instead of an angle: the number of a thing to throw at, as `aim` does", kMostNumber),
      word("arc", "with `object`: the low or the high way there; low if left out", kArcs),
      whole("tap_ms",
            fmt::format("milliseconds after the launch at which to use what some {}s can do in flight; "
                        "left out: never",
                        say.word("bird")),
            kLatestMs)};
}

Tool shooting(const Track& track, const Vocabulary& say, double most_pull_m) {
  Tool shoot{.name = "shoot",
             .description = fmt::format("Throws the {} on the {} and tells what came of it. A task is passed "
                                        "when no {} is left. Throws cannot be taken back.",
                                        say.word("bird"), say.word("slingshot"), say.word("pig")),
             .parameters = throwing(say, most_pull_m),
             .example = std::string(kThrowExample)};
  shoot.parameters.push_back(whole("launch_ms",
                                   fmt::format("wait until so many milliseconds after the launch of the {} "
                                               "before; left out: throw at once",
                                               say.word("bird")),
                                   kLatestMs));
  if (track.pictures)
    shoot.parameters.push_back(flag("picture", "show the scene after the throw, too"));
  else if (!track.disguise)
    shoot.parameters.push_back(
        word("as", "json adds the scene after the throw, as `look` gives it; text if left out", kForms));
  return shoot;
}

Tool looking(const Track& track, const Vocabulary& say) {
  if (track.pictures)
    return {
        .name = "look",
        .description = fmt::format(
            "Shows the scene as a picture. With numbers, each thing bears the number that other tools take. "
            "With a grid, lines every 2 metres from the {} on the {} tell places.",
            say.word("bird"), say.word("slingshot")),
        .parameters = {flag("numbers", "draw the numbers of things; true if left out"),
                       flag("grid", "draw a grid of metres; true if left out")},
        .example = R"({"numbers": true})"};
  Tool look{
      .name = "look",
      .description = fmt::format("Tells what is there now: the {}s that are left and every thing with its "
                                 "number, what it looks like, its place and its size.",
                                 say.word("bird")),
      .example = "{}"};
  if (track.disguise) return look;  // JSON has the words of observations (docs/agents.md)
  look.parameters = {word("as",
                          "text: a line for each thing; json: the outlines in pixels and the colours of all "
                          "things; text if left out",
                          kForms)};
  look.example = R"({"as": "text"})";
  return look;
}

Tool aiming(const Vocabulary& say, double most_pull_m) {
  return {.name = "aim",
          .description =
              fmt::format("Computes the angle at which a {} would meet a thing or a place if nothing were "
                          "in the way and everything were as usual. Throws nothing.",
                          say.word("bird")),
          .parameters = {whole("object", "the number of a thing", kMostNumber),
                         number("x", "instead of a thing: a place, in metres to the right", -kFarM, kFarM),
                         number("y", "with x: metres up", -kFarM, kFarM),
                         word("arc", "the low or the high way there; low if left out", kArcs),
                         number("pull", "metres of pull; as far as possible if left out", 0, most_pull_m)},
          .example = R"({"object": 3, "arc": "high"})"};
}

}  // namespace

std::string schema_of(const Tool& tool) {
  JsonMembers properties;
  std::vector<std::string> needed;
  for (const ToolParameter& each : tool.parameters) {
    JsonMembers about = restriction_of(each);
    about.emplace_back("description", in_quotes(each.about));
    properties.emplace_back(each.name, json_object(about));
    if (each.required) needed.push_back(in_quotes(each.name));
  }
  JsonMembers schema{{"type", in_quotes("object")}, {"properties", json_object(properties)}};
  if (!needed.empty()) schema.emplace_back("required", json_array(needed));
  schema.emplace_back("additionalProperties", "false");
  return json_object(schema);
}

std::vector<Tool> tools_of(const Track& track, const Vocabulary& say, double most_pull_m) {
  std::vector<Tool> tools{looking(track, say), aiming(say, most_pull_m)};
  if (track.lookahead > 0)
    tools.push_back({.name = "simulate",
                     .description = fmt::format(
                         "Tries a throw in a simulator of the usual world, set up from what is seen now, "
                         "and tells what would happen. At most {} times a task.",
                         track.lookahead),
                     .parameters = throwing(say, most_pull_m),
                     .example = std::string(kThrowExample)});
  tools.push_back(shooting(track, say, most_pull_m));
  tools.push_back({.name = "report_novelty",
                   .description =
                       "Says how probable you find it that the world does not work as it did at first. "
                       "Holds until you say something else. Say it whenever your opinion changes.",
                   .parameters = {required(number("probability",
                                                  "0: all is as at first; 1: something has changed", 0, 1)),
                                  text("sentence", "what has changed, in one sentence", kMostSentenceBytes),
                                  word("kind", "what the change is about", kNovelties)},
                   .example = R"({"probability": 0.7})"});
  tools.push_back({.name = "notes",
                   .description =
                       "Keeps a text for you until the last task, and returns it. With `text`, replaces "
                       "what was kept.",
                   .parameters = {text("text", "the new notes", kMostNoteBytes)},
                   .example = R"({"text": "balls roll to the left"})"});
  tools.push_back({.name = "give_up",
                   .description = fmt::format("Ends the task without a further {}.", say.word("bird")),
                   .example = "{}"});
  return tools;
}

}  // namespace novphy
