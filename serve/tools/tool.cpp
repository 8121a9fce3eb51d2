#include "serve/tools/tool.h"

#include <fmt/core.h>

#include <array>

#include "base/json_reader.h"
#include "base/names.h"

namespace novphy {
namespace {

/// A property of a schema: its name, and the rest of its description as JSON.
struct Property {
  std::string name;
  std::string rest;
};

std::string number(std::string_view about, double low, double high) {
  return fmt::format(R"("type":"number","minimum":{},"maximum":{},"description":{})", low, high,
                     in_quotes(about));
}

std::string whole(std::string_view about, int low, int high) {
  return fmt::format(R"("type":"integer","minimum":{},"maximum":{},"description":{})", low, high,
                     in_quotes(about));
}

std::string flag(std::string_view about) {
  return fmt::format(R"("type":"boolean","description":{})", in_quotes(about));
}

std::string words_of(std::string_view about, std::span<const std::string_view> words) {
  std::string list;
  for (const std::string_view word : words) list += (list.empty() ? "" : ",") + in_quotes(word);
  return fmt::format(R"("type":"string","enum":[{}],"description":{})", list, in_quotes(about));
}

std::string text(std::string_view about, std::size_t most) {
  return fmt::format(R"("type":"string","maxLength":{},"description":{})", most, in_quotes(about));
}

std::string schema(const std::vector<Property>& properties, const std::vector<std::string>& required = {}) {
  std::string all;
  for (const Property& each : properties)
    all += fmt::format("{}{}:{{{}}}", all.empty() ? "" : ",", in_quotes(each.name), each.rest);
  std::string needed;
  for (const std::string& each : required) needed += (needed.empty() ? "" : ",") + in_quotes(each);
  return fmt::format(R"({{"type":"object","properties":{{{}}}{},"additionalProperties":false}})", all,
                     needed.empty() ? "" : fmt::format(R"(,"required":[{}])", needed));
}

/// The arguments that say how to throw.
std::vector<Property> throwing(const Vocabulary& say, double most_pull_m) {
  constexpr std::string_view kArcs[] = {"low", "high"};
  return {{"angle", number("launch direction in degrees: 0 is to the right, 90 is up", -180, 360)},
          {"pull",
           number(fmt::format("how far the {} is pulled back, in metres; 1 if left out", say.word("bird")), 0,
                  most_pull_m)},
          {"object",
           whole("instead of an angle: the number of a thing to throw at, as `aim` does", 0, 1'000'000)},
          {"arc", words_of("with `object`: the low or the high way there; low if left out", kArcs)},
          {"tap_ms",
           whole(fmt::format("milliseconds after the launch at which to use what some {}s can do in flight; "
                             "left out: never",
                             say.word("bird")),
                 0, 60'000)}};
}

}  // namespace

std::span<const std::string_view> look_forms(const Track& track) {
  static constexpr std::array<std::string_view, 2> kForms{"text", "json"};
  return std::span(kForms).first(track.disguise ? 1 : kForms.size());
}

std::vector<Tool> tools_of(const Track& track, const Vocabulary& say, double most_pull_m) {
  const std::string& bird = say.word("bird");
  const std::string& sling = say.word("slingshot");
  std::vector<Tool> tools;
  if (track.pictures)
    tools.push_back(
        {"look",
         fmt::format("Shows the scene as a picture. With numbers, each thing bears the number that other "
                     "tools take. With a grid, lines every 2 metres from the {} on the {} tell places.",
                     bird, sling),
         schema({{"numbers", flag("draw the numbers of things; true if left out")},
                 {"grid", flag("draw a grid of metres; true if left out")}}),
         R"({"numbers": true})"});
  else {
    tools.push_back(
        {"look",
         fmt::format("Tells what is there now: the {}s that are left and every thing with its number, what "
                     "it looks like, its place and its size.",
                     bird),
         schema({{"as", words_of(track.disguise ? "text: a line for each thing"
                                                : "text: a line for each thing; json: the outlines in pixels "
                                                  "and the colours of all things; text if left out",
                                 look_forms(track))}}),
         R"({"as": "text"})"});
  }
  constexpr std::string_view kArcs[] = {"low", "high"};
  tools.push_back(
      {"aim",
       fmt::format("Computes the angle at which a {} would meet a thing or a place if nothing were in the "
                   "way and everything were as usual. Throws nothing.",
                   bird),
       schema({{"object", whole("the number of a thing", 0, 1'000'000)},
               {"x", number("instead of a thing: a place, in metres to the right", -100, 100)},
               {"y", number("with x: metres up", -100, 100)},
               {"arc", words_of("the low or the high way there; low if left out", kArcs)},
               {"pull", number("metres of pull; 1 if left out", 0.1, most_pull_m)}}),
       R"({"object": 3, "arc": "high"})"});
  if (track.lookahead > 0)
    tools.push_back(
        {"simulate",
         fmt::format("Tries a throw in a simulator of the usual world, set up from what is seen now, and "
                     "tells what would happen. At most {} times a task.",
                     track.lookahead),
         schema(throwing(say, most_pull_m)), R"({"angle": 45, "pull": 0.9})"});
  tools.push_back(
      {"shoot",
       fmt::format("Throws the {} on the {} and tells what came of it. A task is passed when no {} is left. "
                   "Throws cannot be taken back.",
                   bird, sling, say.word("pig")),
       schema(throwing(say, most_pull_m)), R"({"angle": 45, "pull": 0.9})"});
  tools.push_back(
      {"report_novelty",
       "Says how probable you find it that the world does not work as it did at first. Holds until you say "
       "something else. Say it whenever your opinion changes.",
       schema({{"probability", number("0: all is as at first; 1: something has changed", 0, 1)},
               {"sentence", text("what has changed, in one sentence", kMostSentenceBytes)},
               {"kind", words_of("what the change is about", kNovelties)}},
              {"probability"}),
       R"({"probability": 0.7})"});
  tools.push_back(
      {"notes",
       "Keeps a text for you until the last task, and returns it. With `text`, replaces what was kept.",
       schema({{"text", text("the new notes", kMostNoteBytes)}}), R"({"text": "balls roll to the left"})"});
  tools.push_back({"give_up", fmt::format("Ends the task without a further {}.", bird), schema({}), "{}"});
  return tools;
}

}  // namespace novphy
