#include "serve/tools/tool.h"

#include <fmt/core.h>

#include <array>
#include <cmath>

#include "base/input_error.h"
#include "base/lists.h"
#include "base/names.h"

namespace novphy {
namespace {

constexpr std::array<std::string_view, 2> kArcs{"low", "high"};
constexpr std::array<std::string_view, 2> kForms{"text", "json"};
constexpr std::string_view kThrowExample = R"({"angle": 45, "pull": 0.9})";

/// One of these words.
struct OneOfCodec {
  std::span<const std::string_view> words;
  std::string read(const Node& node) const { return node.one_of(words); }
  JsonMembers schema() const { return words_schema(words); }
};

struct BoundedTextCodec {
  std::size_t most_bytes;
  std::string read(const Node& node) const {
    std::string text = node.text();
    if (text.size() > most_bytes)
      node.error(fmt::format("expected at most {} bytes, found {}", most_bytes, text.size()));
    return text;
  }
  JsonMembers schema() const {
    JsonMembers text = TextCodec{}.schema();
    text.emplace_back("maxLength", std::to_string(most_bytes));
    return text;
  }
};

constexpr WholeCodec kNumber{};           // of a thing
constexpr NumberCodec kPlace{-100, 100};  // far beyond any screen
constexpr WholeCodec kTimeMs{0, 60'000};
constexpr OneOfCodec kArc{kArcs};
constexpr OneOfCodec kForm{kForms};

/// A parameter whose values the codec reads.
template <class Codec>
ToolParameter parameter(std::string name, std::string about, Codec codec, bool required = false) {
  return {.name = std::move(name),
          .about = std::move(about),
          .schema = codec.schema(),
          .check = [codec](const Node& value) { codec.read(value); },
          .required = required};
}

/// The arguments that say how to throw.
std::vector<ToolParameter> throwing(const Vocabulary& say, double most_pull_m) {
  return {
      parameter("angle", "launch direction in degrees: 0 is to the right, 90 is up", NumberCodec{-180, 360}),
      parameter("pull",
                fmt::format("how far the {} is pulled back, in metres; as far as possible if left out",
                            say.word("bird")),
                NumberCodec{0, most_pull_m}),
      parameter("object", "instead of an angle: the number of a thing to throw at, as `aim` does", kNumber),
      parameter("arc", "with `object`: the low or the high way there; low if left out", kArc),
      parameter("tap_ms",
                fmt::format("milliseconds after the launch at which to use what some {}s can do in flight; "
                            "left out: never",
                            say.word("bird")),
                kTimeMs)};
}

Tool shooting(const Track& track, const Vocabulary& say, double most_pull_m) {
  Tool shoot{.name = "shoot",
             .description = fmt::format("Throws the {} on the {} and tells what came of it. A task is passed "
                                        "when no {} is left. Throws cannot be taken back.",
                                        say.word("bird"), say.word("slingshot"), say.word("pig")),
             .parameters = throwing(say, most_pull_m),
             .example = std::string(kThrowExample)};
  shoot.parameters.push_back(
      parameter("launch_ms",
                fmt::format("wait until so many milliseconds after the launch of the {} "
                            "before; left out: throw at once",
                            say.word("bird")),
                kTimeMs));
  if (track.pictures)
    shoot.parameters.push_back(parameter("picture", "show the scene after the throw, too", FlagCodec{}));
  else if (!track.disguise)
    shoot.parameters.push_back(
        parameter("as", "json adds the scene after the throw, as `look` gives it; text if left out", kForm));
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
        .parameters = {parameter("numbers", "draw the numbers of things; true if left out", FlagCodec{}),
                       parameter("grid", "draw a grid of metres; true if left out", FlagCodec{}),
                       parameter("scale", "times 640 x 480 pixels; 1 if left out", WholeCodec{1, 4}),
                       parameter("crop", "show only the part where things are", FlagCodec{})},
        .example = R"({"numbers": true})"};
  Tool look{
      .name = "look",
      .description = fmt::format("Tells what is there now: the {}s that are left and every thing with its "
                                 "number, what it looks like, its place and its size.",
                                 say.word("bird")),
      .example = "{}"};
  if (track.disguise) return look;  // JSON has the words of observations (docs/reference/perception.md)
  look.parameters = {
      parameter("as",
                "text: a line for each thing; json: the outlines in pixels and the colours of all "
                "things; text if left out",
                kForm)};
  look.example = R"({"as": "text"})";
  return look;
}

Tool aiming(const Vocabulary& say, double most_pull_m) {
  return {.name = "aim",
          .description =
              fmt::format("Computes the angle at which a {} would meet a thing or a place if nothing were "
                          "in the way and everything were as usual. Throws nothing.",
                          say.word("bird")),
          .parameters = {parameter("object", "the number of a thing", kNumber),
                         parameter("x", "instead of a thing: a place, in metres to the right", kPlace),
                         parameter("y", "with x: metres up", kPlace),
                         parameter("arc", "the low or the high way there; low if left out", kArc),
                         parameter("pull", "metres of pull; as far as possible if left out",
                                   NumberCodec{0, most_pull_m})},
          .example = R"({"object": 3, "arc": "high"})"};
}

constexpr FileBounds kArgumentBounds{"arguments", std::size_t{1} << 16, 1000};

[[noreturn]] void refuse_call(const Tool& tool, const std::string& why) {
  throw Refused(fmt::format("{}: {}. An example: {}", tool.name, why, tool.example));
}

JsonDocument parsed(const Tool& tool, std::string_view json) try {
  return {json, tool.name, kArgumentBounds};
} catch (const InputError& error) {
  refuse_call(tool, "expected its arguments as a JSON object: " + error.problems().front().text);
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

/// The launch angle from a start at the origin, by the two roots of the parabola.
std::optional<double> angle_rad(Vec2 to, bool high, double speed, double gravity) {
  if (to.x == 0 && to.y == 0) return std::nullopt;
  const double across = std::abs(to.x);
  const double v2 = speed * speed;
  const double inside = v2 * v2 - gravity * (gravity * across * across + 2 * to.y * v2);
  if (inside < 0) return std::nullopt;
  const double root = std::sqrt(inside);
  const double elevation = std::atan2(v2 + (high ? root : -root), gravity * across);
  return to.x < 0 ? radians(180) - elevation : elevation;
}

}  // namespace

std::string schema_of(const Tool& tool) {
  JsonMembers properties;
  std::vector<std::string> needed;
  for (const ToolParameter& each : tool.parameters) {
    JsonMembers about = each.schema;
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
                   .parameters = {parameter("probability", "0: all is as at first; 1: something has changed",
                                            NumberCodec{0, 1}, true),
                                  parameter("sentence", "what has changed, in one sentence",
                                            BoundedTextCodec{kMostSentenceBytes}),
                                  parameter("kind", "what the change is about", OneOfCodec{kNovelties})},
                   .example = R"({"probability": 0.7})"});
  tools.push_back({.name = "notes",
                   .description =
                       "Keeps a text for you until the last task, and returns it. With `text`, replaces "
                       "what was kept.",
                   .parameters = {parameter("text", "the new notes", BoundedTextCodec{kMostNoteBytes})},
                   .example = R"({"text": "balls roll to the left"})"});
  tools.push_back({.name = "give_up",
                   .description = fmt::format("Ends the task without a further {}.", say.word("bird")),
                   .example = "{}"});
  return tools;
}

std::string words(const Track& track) {
  std::string text = track.pictures ? "tools: pictures" : "tools: text";
  text += track.lookahead > 0 ? fmt::format(", {} simulations a task", track.lookahead) : ", no simulations";
  return track.disguise ? text + fmt::format(", disguised by {}", *track.disguise) : text;
}

Arguments::Arguments(const Tool& tool, std::string_view json)
    : tool_(tool), document_(parsed(tool, json.empty() ? "{}" : json)) {
  const Node root = document_.root().object();
  for (const ToolParameter& parameter : tool.parameters) {
    const Node value = root.get(parameter.name);
    if (value && !value.is_null())
      parameter.check(value);
    else if (parameter.required && root)
      root.error_at(parameter.name, "expected a value, found none");
  }
  root.only(mapped(tool.parameters, [](const auto& each) -> std::string_view { return each.name; }));
  if (!document_.problems().empty()) refuse(listed_problems(document_.problems()));
}

Node Arguments::get(std::string_view name) const {
  const Node value = document_.root().get(name);
  return value && !value.is_null() ? value : value.nothing();
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

std::optional<AimedThrow> throw_at(Vec2 place_m, bool high, double pull_m, const Catalogue& catalogue,
                                   const Kind& bird) {
  const double speed = catalogue.launch.speed_per_drag_per_s * pull_m;
  const double gravity = -bird.gravity_scale * catalogue.world.gravity_mps2.y;
  constexpr int kRounds = 50;  // the start depends on the angle, which depends on the start
  std::optional<double> angle = angle_rad(place_m, high, speed, gravity);
  for (int round = 0; round < kRounds && angle; ++round)
    angle = angle_rad(place_m + pull_m * rotated({1, 0}, *angle), high, speed, gravity);
  if (!angle) return std::nullopt;
  return AimedThrow{.angle_deg = degrees(*angle), .pull_m = pull_m};
}

}  // namespace novphy
