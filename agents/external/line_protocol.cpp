#include "agents/external/line_protocol.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "agents/published/planner.h"
#include "base/file.h"
#include "base/json_fields.h"
#include "base/text.h"
#include "view/geojson.h"
#include "view/image_file.h"

namespace novphy {

namespace {

constexpr int kFarPx = 1'000'000;
constexpr WholeCodec kPixels{-kFarPx, kFarPx};
constexpr FileBounds kBounds{"an observation", 16 * kMebibyte, 2'000'000};

constexpr TwoCodec<Pixel, WholeCodec> kPixel{kPixels};
constexpr ListCodec kPath{kPixel};
constexpr TwoCodec<ColourShare, WholeCodec, DecimalCodec> kShare{{0, 255}, DecimalCodec{{0, 1}}};

}  // namespace

void describe(FieldIo& io, SeenObject& seen) {
  io.field("id", seen.id, kAnyWhole);
  io.field("label", seen.label, TextCodec{});
  io.field("rings", seen.rings, ListCodec<ListCodec<TwoCodec<Pixel, WholeCodec>>>{kPath});
  io.field("colours", seen.colours, ListCodec{kShare});
}

void describe(FieldIo& io, PixelBox& box) {
  io.field("left", box.left, kPixels);
  io.field("top", box.top, kPixels);
  io.field("right", box.right, kPixels);
  io.field("bottom", box.bottom, kPixels);
}

void describe(FieldIo& io, Observation& seen) {
  io.field("width_px", seen.width_px, WholeCodec{1, kFarPx});
  io.field("height_px", seen.height_px, WholeCodec{1, kFarPx});
  io.field("px_per_m", seen.px_per_m, DecimalCodec{{1e-3, kFarPx}});
  io.field("ground_row_px", seen.ground_row_px, kPixels);
  io.field("slingshot", seen.slingshot, ObjectCodec<PixelBox>{});
  io.field("bird_rest", seen.bird_rest, kPixel);
  io.field("labelled", seen.labelled, FlagCodec{});
  io.field("objects", seen.objects, ListCodec{ObjectCodec<SeenObject>{}});
  io.field("trajectory", seen.trajectory, kPath);
}

std::string observation_to_json(const Observation& seen) { return to_json(seen); }

Observation observation_from_json(std::string_view text) {
  JsonDocument document(text, "observation", kBounds);
  auto seen = read_fields<Observation>(document.root());
  document.check();
  return seen;
}

}  // namespace novphy

namespace novphy::line_protocol {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;  // keeps the order in which keys are written

constexpr double kFullPullM = 1;   // pull of an answer that gives none; the world clamps every drag
constexpr double kFarthest = 1e6;  // largest magnitude of a number in a shot
constexpr int kLevels = 8;         // levels of the novelty hierarchy
constexpr int kDeepest = 8;        // an answer needs two levels of nesting; the library copies deep values
                                   // recursively

/// The beginning of an answer, short enough for an error message of one line.
std::string shown(std::string_view answer) {
  constexpr std::size_t kShownBytes = 60;
  std::string text(answer.substr(0, kShownBytes));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return answer.size() > kShownBytes ? text + "..." : text;
}

/// An answer whose fields are taken one by one. Take all fields before calling done().
class Answer {
 public:
  explicit Answer(std::string_view text) : text_(text) {
    std::set<std::string> fields;
    const auto check = [&](int depth, Json::parse_event_t event, Json& value) {
      if (depth > kDeepest) wrong(fmt::format("expected at most {} levels of nesting", kDeepest));
      if (depth == 1 && event == Json::parse_event_t::key && !fields.insert(value.get<std::string>()).second)
        wrong(fmt::format("the field \"{}\" stands twice", shown(value.get<std::string>())));
      return true;
    };
    json_ = Json::parse(text.begin(), text.end(), check, /*allow_exceptions=*/false);
    if (!json_.is_object()) wrong("expected a JSON object");
  }

  bool has(const char* key) const { return json_.contains(key); }

  double number(const char* key, double low, double high) { return number(take(key), key, low, high); }
  double number_or(const char* key, double low, double high, double otherwise) {
    return has(key) ? number(key, low, high) : otherwise;
  }

  int integer(const char* key, int low, int high) { return integer(take(key), key, low, high); }
  int integer_or(const char* key, int low, int high, int otherwise) {
    return has(key) ? integer(key, low, high) : otherwise;
  }

  Vec2 point(const char* key) {
    const Json value = take(key);
    if (!value.is_array() || value.size() != 2) wrong(fmt::format("\"{}\": expected two numbers", key));
    return {number(value[0], key, -kFarthest, kFarthest), number(value[1], key, -kFarthest, kFarthest)};
  }

  std::vector<int> integers_or_none(const char* key) {
    std::vector<int> list;
    if (!has(key)) return list;
    const Json value = take(key);
    if (!value.is_array()) wrong(fmt::format("\"{}\": expected a list of whole numbers", key));
    if (value.size() > kMostReportedIds)
      wrong(fmt::format("\"{}\": expected at most {} numbers", key, kMostReportedIds));
    for (const Json& each : value) list.push_back(integer(each, key, 0, std::numeric_limits<int>::max()));
    return list;
  }

  std::string text_or_none(const char* key) {
    if (!has(key)) return {};
    const Json value = take(key);
    if (!value.is_string()) wrong(fmt::format("\"{}\": expected a text", key));
    const auto text = value.get<std::string>();
    if (text.size() > kMostReportedBytes)
      wrong(fmt::format("\"{}\": expected at most {} bytes", key, kMostReportedBytes));
    return text;
  }

  bool flag_or(const char* key, bool otherwise) {
    if (!has(key)) return otherwise;
    const Json value = take(key);
    if (!value.is_boolean()) wrong(fmt::format("\"{}\": expected true or false", key));
    return value.get<bool>();
  }

  /// Fails if the answer has a field that was not taken. Call this after taking all known fields.
  void done() const {
    if (!json_.empty()) wrong(fmt::format("unexpected field \"{}\"", shown(json_.begin().key())));
  }

  [[noreturn]] void wrong(const std::string& reason) const {
    throw AgentError(fmt::format("{}, found {}", reason, text_.empty() ? "an empty line" : shown(text_)),
                     AgentError::Cause::kWrongAnswer);
  }

 private:
  Json take(const char* key) {
    Json value = std::move(json_[key]);
    json_.erase(key);
    return value;
  }

  double number(const Json& value, const char* key, double low, double high) const {
    if (!value.is_number() || !(value.get<double>() >= low) || !(value.get<double>() <= high))
      wrong(fmt::format("\"{}\": expected a number from {} to {}", key, low, high));
    return value.get<double>();
  }

  int integer(const Json& value, const char* key, int low, int high) const {
    if (!value.is_number_integer() || value.get<double>() < low || value.get<double>() > high)
      wrong(fmt::format("\"{}\": expected a whole number from {} to {}", key, low, high));
    return value.get<int>();
  }

  std::string_view text_;
  Json json_{};
};

/// A message of this type, and what else it holds, as JSON texts.
std::string message(const char* type, JsonMembers members = {}) {
  members.insert(members.begin(), {"type", in_quotes(type)});
  return json_object(members);
}

constexpr const char* name(PictureEncoding encoding) {
  return encoding == PictureEncoding::kPng ? "png" : "rgb";
}

std::string screenshot_to_json(const Picture& picture, PictureEncoding encoding) {
  const bool png_file = encoding == PictureEncoding::kPng;
  const std::string bytes = png_file ? png(picture) : std::string(picture.rgb.begin(), picture.rgb.end());
  return json_object({{"width_px", std::to_string(picture.width_px)},
                      {"height_px", std::to_string(picture.height_px)},
                      {"encoding", in_quotes(name(encoding))},
                      {"base64", in_quotes(base64(bytes))}});
}

/// A message that ends with what the agent wishes to see.
std::string with_observation(const char* type, const Observation& seen, const Wishes& wishes,
                             JsonMembers members = {}) {
  if (wishes.text) members.emplace_back("observation", observation_to_json(seen));
  if (wishes.screenshot && seen.screenshot)
    members.emplace_back("screenshot", screenshot_to_json(*seen.screenshot, *wishes.screenshot));
  if (wishes.geojson) members.emplace_back("geojson", geojson(seen));
  return message(type, std::move(members));
}

std::optional<PictureEncoding> read_encoding(Answer& answer) {
  if (!answer.has("screenshot")) return std::nullopt;
  const std::string text = answer.text_or_none("screenshot");
  for (const PictureEncoding encoding : {PictureEncoding::kPng, PictureEncoding::kRgb})
    if (text == name(encoding)) return encoding;
  answer.wrong(R"("screenshot": expected "png" or "rgb")");
}

PlanQuestion read_question(Answer& answer) {
  const Vec2 target_px = answer.point("plan_px");
  const std::string planner = answer.text_or_none("planner");
  if (!planner.empty() && planner != "python" && planner != "java")
    answer.wrong(R"("planner": expected "python" or "java")");
  answer.done();
  return {.target_px = target_px, .java = planner == "java"};
}

/// The points of a path up to the first one right of or below the screen.
OrderedJson path_to_json(const PredictedPath& path, const Observation& seen) {
  OrderedJson points = OrderedJson::array();
  for (const Pixel& p : path) {
    if (p.x >= seen.width_px || p.y >= seen.height_px) break;
    points.push_back(OrderedJson::array({p.x, p.y}));
  }
  return points;
}

OrderedJson planned_to_json(const Release& release, const PredictedPath& path, const char* arc,
                            const Observation& seen) {
  return {{"arc", arc},
          {"angle_deg", degrees(release.angle_rad)},
          {"drag_px", OrderedJson::array({release.at.x - seen.bird_rest.x, release.at.y - seen.bird_rest.y})},
          {"path_px", path_to_json(path, seen)}};
}

OrderedJson planned_shots(const PlanQuestion& question, const Observation& seen) {
  const JavaPlanner java(seen.slingshot);
  const std::vector<Release> releases =
      question.java ? java.releases(Pixel{java_int(question.target_px.x), java_int(question.target_px.y)})
                    : plan_releases(seen.slingshot, question.target_px);
  OrderedJson shots = OrderedJson::array();
  for (const Release& each : releases) {
    const PredictedPath path = question.java ? java.path(each.at) : predicted_path(seen.slingshot, each.at);
    shots.push_back(planned_to_json(each, path, shots.empty() ? "low" : "high", seen));
  }
  return shots;
}

Shot read_drag(Answer& answer, const Observation& seen) {
  if (answer.has("drag_m")) return {.drag_m = answer.point("drag_m")};
  if (answer.has("drag_px")) {
    const Vec2 px = answer.point("drag_px");
    return {.drag_m = {px.x / seen.px_per_m, -px.y / seen.px_per_m}};
  }
  const double angle_deg = answer.number("angle_deg", -kFarthest, kFarthest);
  return aimed(radians(angle_deg), answer.number_or("pull_m", 0, kFarthest, kFullPullM));
}

}  // namespace

std::string hello() { return message("hello", {{"version", std::to_string(kVersion)}}); }
std::string begin_trial(std::uint64_t seed) {
  return message("begin_trial", {{"seed", std::to_string(seed)}});
}
std::string told_novel() { return message("told_novel"); }
std::string begin_task() { return message("begin_task"); }
std::string choose(const Observation& seen, const Wishes& wishes) {
  return with_observation("choose", seen, wishes);
}
std::string watch(const Observation& seen, const Wishes& wishes) {
  return with_observation("watch", seen, wishes);
}

std::string end_task(const TaskResult& result, const Wishes& wishes) {
  return with_observation(
      "end_task", result.last, wishes,
      {{"passed", result.passed ? "true" : "false"}, {"score", std::to_string(result.score)}});
}

std::string shot_to_json(const Shot& shot) {
  constexpr double kShown = 1e6;  // parts of a degree and a metre
  const auto shown = [](double value) { return shortest(std::round(value * kShown) / kShown); };
  return json_object({{"drag_m", fmt::format("[{},{}]", shortest(shot.drag_m.x), shortest(shot.drag_m.y))},
                      {"angle_deg", shown(degrees(launch_angle_rad(shot)))},
                      {"pull_m", shown(length(shot.drag_m))}});
}

std::string question(const Question& question, const Wishes& wishes) {
  return with_observation("question", question.seen, wishes, {{"shot", shot_to_json(question.shot)}});
}

std::string plan(const PlanQuestion& question, const Observation& seen) {
  const OrderedJson message = {{"type", "plan"}, {"shots", planned_shots(question, seen)}};
  return message.dump();
}

Wishes read_wishes(std::string_view text) {
  Answer answer(text);
  const Wishes wishes{.training_tasks = answer.integer_or("training_tasks", 0, 1'000'000, 0),
                      .watch_every_ms = answer.integer_or("watch_every_ms", 0, 1'000'000, 0),
                      .screenshot = read_encoding(answer),
                      .noise_px = answer.number_or("noise_px", 0, kMostNoisePx, 0),
                      .geojson = answer.flag_or("geojson", false),
                      .text = answer.flag_or("text", true),
                      .questions = answer.flag_or("questions", false)};
  if (!wishes.text && (!wishes.screenshot || wishes.geojson))
    answer.wrong(R"("text": without text, expected "screenshot" and no "geojson")");
  answer.done();
  return wishes;
}

Shot read_shot(std::string_view text, const Observation& seen) {
  Answer answer(text);
  if (answer.has("angle_deg") + answer.has("drag_m") + answer.has("drag_px") != 1)
    answer.wrong("expected one of \"angle_deg\", \"drag_m\" and \"drag_px\"");
  Shot shot = read_drag(answer, seen);
  shot.tap_ms = answer.integer_or("tap_ms", -1, 1'000'000, -1);
  shot.launch_ms = answer.integer_or("launch_ms", -1, 1'000'000, -1);
  answer.done();
  return shot;
}

std::variant<Shot, PlanQuestion> read_choice(std::string_view text, const Observation& seen,
                                             const Wishes& wishes) {
  Answer answer(text);
  if (answer.has("plan_px") && !wishes.text)
    answer.wrong(R"("plan_px": a planner tells of the scene, expected a shot of an agent without text)");
  if (answer.has("plan_px")) return read_question(answer);
  return read_shot(text, seen);
}

NoveltyReport read_report(std::string_view text) {
  Answer answer(text);
  NoveltyReport report;
  report.probability = answer.number_or("novelty_probability", 0, 1, 0);
  if (answer.has("novelty_threshold")) report.threshold = answer.number("novelty_threshold", 0, 1);
  if (answer.has("novelty_level")) report.level = answer.integer("novelty_level", 1, kLevels);
  report.objects = answer.integers_or_none("novelty_objects");
  report.text = answer.text_or_none("novelty_text");
  answer.done();
  return report;
}

novphy::Answer read_answer(std::string_view text) {
  Answer answer(text);
  novphy::Answer said;
  if (answer.has("end_px")) said.end_px = answer.point("end_px");
  if (answer.has("hit")) said.hit = answer.integer("hit", kHitsNothing, std::numeric_limits<int>::max());
  if (answer.has("passes")) said.passes = answer.number("passes", 0, 1);
  answer.done();
  return said;
}

void read_nothing(std::string_view text) { Answer(text).done(); }

}  // namespace novphy::line_protocol
