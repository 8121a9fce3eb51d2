#include "agents/external/line_protocol.h"

#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "agents/published/planner.h"
#include "base/file.h"
#include "tests/agents/sample.h"
#include "view/geojson.h"

using namespace novphy;
using Catch::Matchers::Contains;
namespace protocol = novphy::line_protocol;

TEST_CASE("messages are one line of JSON each") {
  const Observation seen = sample_observation();
  CHECK(protocol::hello() == R"({"type":"hello","version":1})");
  CHECK(protocol::begin_trial(18446744073709551615U) ==
        R"({"type":"begin_trial","seed":18446744073709551615})");
  CHECK(protocol::told_novel() == R"({"type":"told_novel"})");
  CHECK(protocol::begin_task() == R"({"type":"begin_task"})");
  const auto end = nlohmann::json::parse(protocol::end_task({.passed = true, .score = 5000, .last = seen}));
  CHECK(end["type"] == "end_task");
  CHECK(end["passed"] == true);
  CHECK(end["score"] == 5000);
  for (const std::string& message : {protocol::choose(seen), protocol::watch(seen)}) {
    CHECK(message.find('\n') == std::string::npos);
    CHECK(nlohmann::json::parse(message)["observation"] == nlohmann::json::parse(observation_to_json(seen)));
  }
}

TEST_CASE("an observation in JSON holds all that is seen, in the documented order") {
  CHECK(
      observation_to_json(sample_observation()) ==
      R"({"width_px":640,"height_px":480,"px_per_m":18.25,"ground_row_px":285,)"
      R"("slingshot":{"left":95,"top":249,"right":106,"bottom":286},"bird_rest":[98,253],"labelled":true,)"
      R"("objects":[{"id":0,"label":"pig_basic_small_1","rings":[[[296,276],[305,276],[305,286],[296,286]]],)"
      R"("colours":[[24,0.75],[255,0.25]]},)"
      R"({"id":1,"label":"bird_red_1","rings":[[[94,249],[102,249],[98,257]]],"colours":[]}],)"
      R"("trajectory":[[98,253],[110,240]]})");
}

TEST_CASE("an observation in JSON reads back as it was written") {
  Observation seen = sample_observation();
  CHECK(observation_to_json(observation_from_json(observation_to_json(seen))) == observation_to_json(seen));
  for (SeenObject& each : seen.objects) each.life = std::nullopt;  // JSON does not hold it
  CHECK(observation_from_json(observation_to_json(seen)) == seen);
  std::string text = observation_to_json(seen);
  CHECK_THROWS_WITH(observation_from_json(text.substr(0, 40)), Contains("observation:1"));
  text.replace(text.find("[98,253]"), 8, "[98]");
  CHECK_THROWS_WITH(observation_from_json(text), Contains("/bird_rest"));
}

TEST_CASE("programs that ask for nothing get the messages they always got, whatever the agent sees") {
  Observation seen = sample_observation();
  seen.screenshot = {.width_px = 1, .height_px = 1, .rgb = {1, 2, 3}};
  const std::string json = observation_to_json(sample_observation());
  CHECK(protocol::choose(seen) == R"({"type":"choose","observation":)" + json + "}");
  CHECK(protocol::watch(seen) == R"({"type":"watch","observation":)" + json + "}");
  CHECK(protocol::end_task({.passed = false, .score = 10, .last = seen}) ==
        R"({"type":"end_task","passed":false,"score":10,"observation":)" + json + "}");
}

TEST_CASE("messages hold picture and GeoJSON beside the observation, as they were asked for") {
  Observation seen = sample_observation();
  seen.screenshot = {.width_px = 1, .height_px = 2, .rgb = {1, 2, 3, 255, 0, 0}};
  const std::string json = R"("observation":)" + observation_to_json(seen);
  const std::string rgb = R"("screenshot":{"width_px":1,"height_px":2,"encoding":"rgb","base64":"AQID/wAA"})";
  const std::string features = R"("geojson":)" + geojson(seen);
  CHECK(protocol::choose(seen, {.screenshot = protocol::PictureEncoding::kRgb}) ==
        R"({"type":"choose",)" + json + "," + rgb + "}");
  CHECK(protocol::watch(seen, {.geojson = true}) == R"({"type":"watch",)" + json + "," + features + "}");
  CHECK(protocol::end_task({.passed = true, .score = 0, .last = seen},
                           {.screenshot = protocol::PictureEncoding::kRgb, .geojson = true}) ==
        R"({"type":"end_task","passed":true,"score":0,)" + json + "," + rgb + "," + features + "}");
  const auto png = nlohmann::json::parse(
      protocol::choose(seen, {.screenshot = protocol::PictureEncoding::kPng}))["screenshot"];
  CHECK(png["encoding"] == "png");
  CHECK(png["base64"].get<std::string>().starts_with("iVBORw0KGgo"));
}

TEST_CASE("a shot may be given as angle, as drag in metres or as drag in pixels") {
  const Observation seen = sample_observation();
  const Shot angle = protocol::read_shot(R"({"angle_deg":30,"pull_m":0.5,"tap_ms":700})", seen);
  CHECK(angle.drag_m.x == Approx(-0.4330127));
  CHECK(angle.drag_m.y == Approx(-0.25));
  CHECK(angle.tap_ms == 700);
  CHECK(angle.launch_ms == -1);
  CHECK(length(protocol::read_shot(R"({"angle_deg":200})", seen).drag_m) == Approx(1));
  const Shot metres = protocol::read_shot(R"({"drag_m":[-0.6,0.8],"launch_ms":3000})", seen);
  CHECK(metres == Shot{.drag_m = {-0.6, 0.8}, .tap_ms = -1, .launch_ms = 3000});
  CHECK(protocol::read_shot(R"({"drag_px":[-73,36.5]})", seen).drag_m == Vec2{-4, -2});
}

TEST_CASE("an answer that is no shot is refused with what was expected and the beginning of what was found") {
  const Observation seen = sample_observation();
  const auto refused = [&](const char* answer, const char* reason) {
    INFO(answer);
    CHECK_THROWS_AS(protocol::read_shot(answer, seen), AgentError);
    CHECK_THROWS_WITH(protocol::read_shot(answer, seen), Contains(reason));
  };
  refused("", "expected a JSON object, found an empty line");
  refused("hello", "expected a JSON object, found hello");
  refused("[1,2]", "expected a JSON object");
  refused("{}", "expected one of \"angle_deg\", \"drag_m\" and \"drag_px\"");
  refused(R"({"angle_deg":45,"drag_m":[0,0]})", "expected one of");
  refused(R"({"angle_deg":NaN})", "expected a JSON object");
  refused(R"({"angle_deg":1e999})", "expected a JSON object");
  refused(R"({"angle_deg":"45"})", "\"angle_deg\": expected a number");
  refused(R"({"angle_deg":null})", "\"angle_deg\": expected a number");
  refused(R"({"angle_deg":1e7})", "\"angle_deg\": expected a number");
  refused(R"({"angle_deg":45,"pull_m":-1})", "\"pull_m\": expected a number from 0");
  refused(R"({"drag_m":[1]})", "\"drag_m\": expected two numbers");
  refused(R"({"drag_px":{"x":1}})", "\"drag_px\": expected two numbers");
  refused(R"({"angle_deg":45,"tap_ms":1.5})", "\"tap_ms\": expected a whole number");
  refused(R"({"angle_deg":45,"tap_ms":99999999999})", "\"tap_ms\": expected a whole number");
  refused(R"({"angle_deg":45,"tap":10})", "unexpected field \"tap\"");
  refused(R"({"angle_deg":45,"angle_deg":60})",
          "the field \"angle_deg\" stands twice, found {\"angle_deg\":45");
  refused(R"({"tap_ms":1,"angle_deg":45,"tap\u005fms":1})", "the field \"tap_ms\" stands twice");
}

TEST_CASE("what a bad answer shows of itself is short and printable") {
  try {
    protocol::read_nothing(std::string("\x01\xff\n") + std::string(5000, 'x'));
    FAIL("not refused");
  } catch (const AgentError& error) {
    CHECK(std::string(error.what()) == "expected a JSON object, found ???" + std::string(57, 'x') + "...");
  }
}

TEST_CASE("deep nesting is refused like any other nonsense") {
  CHECK_THROWS_AS(protocol::read_nothing(std::string(500000, '[')), AgentError);
  // Bug: the copy of a deep value overran the stack.
  const std::string deep = R"({"angle_deg":)" + std::string(500000, '[') + std::string(500000, ']') + "}";
  CHECK_THROWS_WITH(protocol::read_shot(deep, sample_observation()),
                    Contains("expected at most 8 levels of nesting, found {\"angle_deg\":[[["));
}

TEST_CASE("a report about the novelty may hold anything from nothing to level, objects and text") {
  CHECK(protocol::read_report("{}").probability == 0);
  const NoveltyReport report = protocol::read_report(
      R"({"novelty_probability":0.25,"novelty_level":4,"novelty_objects":[3,1],"novelty_text":"the ball pulls"})");
  CHECK(report.probability == 0.25);
  CHECK_FALSE(report.threshold.has_value());
  for (const double threshold : {0.0, 0.3, 1.0})
    CHECK(protocol::read_report(fmt::format(R"({{"novelty_threshold":{}}})", threshold)).threshold ==
          threshold);
  CHECK(report.level == 4);
  CHECK(report.objects == std::vector<int>{3, 1});
  CHECK(report.text == "the ball pulls");
  for (const auto* bad :
       {R"({"novelty_probability":1.1})", R"({"novelty_probability":true})", R"({"novelty_threshold":1.1})",
        R"({"novelty_threshold":-0.1})", R"({"novelty_threshold":null})", R"({"novelty_level":0})",
        R"({"novelty_level":9})", R"({"novelty_objects":[-1]})", R"({"novelty_objects":3})",
        R"({"novelty_text":7})", R"({"probability":1})"})
    CHECK_THROWS_AS(protocol::read_report(bad), AgentError);
}

TEST_CASE("a report about the novelty has at most 10,000 objects and 64 KiB of text") {
  const auto with_objects = [](std::size_t count) {
    std::string list = "1";
    for (std::size_t i = 1; i < count; ++i) list += ",1";
    return protocol::read_report(fmt::format(R"({{"novelty_objects":[{}]}})", list));
  };
  const auto with_text = [](std::size_t bytes) {
    return protocol::read_report(fmt::format(R"({{"novelty_text":"{}"}})", std::string(bytes, 'x')));
  };
  CHECK(with_objects(kMostReportedIds).objects.size() == kMostReportedIds);
  CHECK_THROWS_WITH(with_objects(kMostReportedIds + 1),
                    Contains("\"novelty_objects\": expected at most 10000 numbers, found {\"novelty_obj"));
  CHECK(with_text(kMostReportedBytes).text.size() == kMostReportedBytes);
  CHECK_THROWS_WITH(with_text(kMostReportedBytes + 1),
                    Contains("\"novelty_text\": expected at most 65536 bytes"));
}

TEST_CASE("an agent that wishes no text gets the picture alone, and may ask no planner") {
  Observation seen = sample_observation();
  seen.screenshot = {.width_px = 1, .height_px = 1, .rgb = {1, 2, 3}};
  const auto wishes = protocol::read_wishes(R"({"screenshot":"rgb","text":false})");
  CHECK_FALSE(wishes.senses().text);
  const std::string rgb = R"("screenshot":{"width_px":1,"height_px":1,"encoding":"rgb","base64":"AQID"}})";
  CHECK(protocol::choose(seen, wishes) == R"({"type":"choose",)" + rgb);
  CHECK(protocol::watch(seen, wishes) == R"({"type":"watch",)" + rgb);
  CHECK(protocol::end_task({.passed = true, .score = 3, .last = seen}, wishes) ==
        R"({"type":"end_task","passed":true,"score":3,)" + rgb);
  CHECK(std::get<Shot>(protocol::read_choice(R"({"drag_px":[-10,0]})", seen, wishes)).drag_m.x < 0);
  CHECK_THROWS_WITH(protocol::read_choice(R"({"plan_px":[300,281]})", seen, wishes), Contains("plan_px"));
  for (const auto* bad :
       {R"({"text":false})", R"({"text":false,"screenshot":"png","geojson":true})", R"({"text":0})"})
    CHECK_THROWS_WITH(protocol::read_wishes(bad), Contains("\"text\": "));
}

TEST_CASE("wishes are few and bounded, and other answers are empty") {
  CHECK(protocol::read_wishes("{}").training_tasks == 0);
  const auto wishes = protocol::read_wishes(R"({"training_tasks":10,"watch_every_ms":100})");
  CHECK(wishes.training_tasks == 10);
  CHECK(wishes.watch_every_ms == 100);
  CHECK_FALSE(wishes.screenshot);
  CHECK(wishes.noise_px == 0);
  CHECK_FALSE(wishes.geojson);
  const auto more = protocol::read_wishes(R"({"screenshot":"png","noise_px":2.5,"geojson":true})");
  CHECK(more.screenshot == protocol::PictureEncoding::kPng);
  CHECK(more.noise_px == 2.5);
  CHECK(more.geojson);
  CHECK(protocol::read_wishes(R"({"screenshot":"rgb"})").screenshot == protocol::PictureEncoding::kRgb);
  for (const auto* bad : {R"({"screenshot":"jpg"})", R"({"screenshot":true})", R"({"noise_px":5.5})",
                          R"({"noise_px":-1})", R"({"noise_px":"2"})", R"({"geojson":1})"})
    CHECK_THROWS_AS(protocol::read_wishes(bad), AgentError);
  CHECK_THROWS_WITH(protocol::read_wishes(R"({"screenshot":"jpg"})"),
                    Contains(R"("screenshot": expected "png" or "rgb")"));
  CHECK_THROWS_AS(protocol::read_wishes(R"({"watch_every_ms":-5})"), AgentError);
  CHECK_THROWS_AS(protocol::read_wishes(R"({"labels":true})"), AgentError);
  CHECK_NOTHROW(protocol::read_nothing("{}\r"));
  CHECK_THROWS_AS(protocol::read_nothing(R"({"angle_deg":45})"), AgentError);
}

TEST_CASE("an answer to \"choose\" may be a question to a planner") {
  const Observation seen = sample_observation();
  const auto question = [&](const std::string& answer) {
    return std::get<protocol::PlanQuestion>(protocol::read_choice(answer, seen));
  };
  CHECK(question(R"({"plan_px":[300.5,281]})").target_px == Vec2{300.5, 281});
  CHECK_FALSE(question(R"({"plan_px":[300,281]})").java);
  CHECK_FALSE(question(R"({"plan_px":[300,281],"planner":"python"})").java);
  CHECK(question(R"({"plan_px":[300,281],"planner":"java"})").java);
  CHECK(std::get<Shot>(protocol::read_choice(R"({"drag_m":[-1,0]})", seen)).drag_m == Vec2{-1, 0});
}

TEST_CASE("a question that is none is refused") {
  const Observation seen = sample_observation();
  const auto refuses = [&](const std::string& answer, const std::string& expected) {
    CHECK_THROWS_WITH(protocol::read_choice(answer, seen), Contains(expected));
  };
  refuses(R"({"plan_px":[1]})", R"("plan_px": expected two numbers)");
  refuses(R"({"plan_px":[1,1e9]})", R"("plan_px": expected a number from)");
  refuses(R"({"plan_px":[1,2],"planner":"rust"})", R"("planner": expected "python" or "java")");
  refuses(R"({"plan_px":[1,2],"angle_deg":45})", R"(unexpected field "angle_deg")");
  refuses(R"({"planner":"java"})", "expected one of");
}

TEST_CASE("a planner's answer holds low and high shot, ready to be thrown, with their paths on the screen") {
  const Observation seen = sample_observation();
  for (const bool java : {false, true}) {
    const auto message = nlohmann::json::parse(protocol::plan({.target_px = {300, 281}, .java = java}, seen));
    CHECK(message["type"] == "plan");
    REQUIRE(message["shots"].size() == 2);
    CHECK(message["shots"][0]["arc"] == "low");
    CHECK(message["shots"][1]["arc"] == "high");
    CHECK(message["shots"][0]["angle_deg"] < message["shots"][1]["angle_deg"]);
    const JavaPlanner planner(seen.slingshot);
    const Release release =
        java ? planner.releases({300, 281}).front() : plan_releases(seen.slingshot, {300, 281}).front();
    CHECK(message["shots"][0]["drag_px"] == nlohmann::json{release.at.x - 98, release.at.y - 253});
    CHECK(message["shots"][0]["angle_deg"].get<double>() == Approx(degrees(release.angle_rad)));
    const auto path = message["shots"][0]["path_px"];
    const Pixel first = java ? planner.reference() : reference_point(seen.slingshot);
    CHECK(path.front() == nlohmann::json{first.x, first.y});
    const int passes_y = path.at(static_cast<std::size_t>(300 - first.x))[1];
    CHECK(std::abs(passes_y - 281) <= 6);
    CHECK(path.back()[0] < 640);
    CHECK(path.back()[1] < 480);
  }
}

TEST_CASE("a planner's answer to a target out of reach holds no shots") {
  CHECK(protocol::plan({.target_px = {630, 20}}, sample_observation()) == R"({"type":"plan","shots":[]})");
  CHECK(protocol::plan({.target_px = {630, 20}, .java = true}, sample_observation()) ==
        R"({"type":"plan","shots":[]})");
}
