#include "levels/xml.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <iostream>
#include <string>

#include "base/file.h"
#include "levels/task_file.h"
#include "levels/task_parts.h"
#include "tests/levels/xml_levels.h"

using namespace novphy;

namespace {

std::string error_of(const std::string& text) {
  try {
    parse(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::string object_error(const std::string& object) { return error_of(level(kPig + "\n" + object)); }

std::string utf16(const std::string& ascii, bool big_endian, bool mark) {
  std::string bytes = !mark ? "" : big_endian ? "\xFE\xFF" : "\xFF\xFE";
  for (const char c : ascii) bytes += big_endian ? std::string{'\0', c} : std::string{c, '\0'};
  return bytes;
}

}  // namespace

TEST_CASE("a level has its birds, slingshot, objects and width") {
  const Task task = parse(level(kPig + R"(
    <Block type="RectFat" material="stone" x="0.5" y="-1" rotation="90" />
    <Platform type="Platform" x="2" y="3" rotation="-45" scaleX="2" scaleY="0.5" />
    <TNT x="4" y="0" />)"));
  CHECK(task.width_m == 35);
  CHECK(task.birds == std::vector<std::string>{"red"});
  CHECK(task.slingshot == Slingshot{{-12, -2.5}, false});
  CHECK(task.gravity_mps2 == Vec2{0, -9.8});
  REQUIRE(task.objects.size() == 4);
  CHECK(task.objects[0] == Object{"pig_small", "", {1, -3.2}, 0, {}});
  CHECK(task.objects[1] == Object{"rect_fat", "stone", {0.5, -1}, radians(90), {}});
  CHECK(task.objects[2].type == "platform");
  CHECK(task.objects[2].size_m->x == Approx(1.28));
  CHECK(task.objects[2].size_m->y == Approx(0.32));
  CHECK(task.objects[3] == Object{"tnt", "", {4, 0}, 0, {}});
  CHECK(task.novelties.empty());
}

TEST_CASE("every name of a bird, block and pig is known") {
  for (const std::string name : {"BirdRed", "BirdBlue", "BirdYellow", "BirdBlack", "BirdWhite"}) {
    std::string text = level(kPig);
    text.replace(text.find("BirdRed"), 7, name);
    CHECK(shipped_catalogue().bird(parse(text).birds.at(0)));
  }
  for (const std::string name :
       {"Circle", "CircleSmall", "RectBig", "RectFat", "RectMedium", "RectSmall", "RectTiny", "SquareHole",
        "SquareSmall", "SquareTiny", "Triangle", "TriangleHole"})
    CHECK(parse(level(kPig + "<Block type=\"" + name + "\" material=\"ice\" x=\"0\" y=\"5\" />"))
              .objects.size() == 2);
  for (const std::string name :
       {"BasicSmall", "BasicMedium", "BasicBig", "BasicBigTwoShots", "BasicBigFourShots"})
    CHECK(parse(level("<Pig type=\"" + name + "\" x=\"0\" y=\"5\" />")).novelties.empty());
}

TEST_CASE("text is read by its bytes, whatever its declaration claims") {
  const std::string text = "<?xml version=\"1.0\" encoding=\"utf-16\"?>\n" + level(kPig);
  const Task task = parse(text);
  CHECK(parse("\xEF\xBB\xBF" + text) == task);
  for (const bool big : {false, true})
    for (const bool mark : {false, true}) CHECK(parse(utf16(text, big, mark)) == task);
}

TEST_CASE("UTF-16 beyond the basic plane becomes UTF-8") {
  CHECK(xml_text(std::string("\xFF\xFE\x3D\xD8\x37\xDC\xAC\x20", 8), "f") == "\xF0\x9F\x90\xB7\xE2\x82\xAC");
}

TEST_CASE("bytes that are no text are told with their line") {
  CHECK(error_of("<Level>\n\xC0\x80</Level>") ==
        "x.xml:2: expected text in UTF-8 or UTF-16, found other bytes");
  CHECK(error_of(std::string("<Level>\n\n\0</Level>", 18)) ==
        "x.xml:3: expected text in UTF-8 or UTF-16, found a control character");
  CHECK_THAT(error_of(std::string("\xFF\xFE<\0L\0\x3D\xD8>\0", 10)),
             Catch::Contains("x.xml:1: expected text"));
  CHECK_THAT(error_of(std::string("\xFF\xFE<\0L", 5)), Catch::Contains("x.xml:1: expected text"));
  for (const std::string bytes : {"\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE0\x80\x80", "\xF0\x80\x80\x80",
                                  "\xF4\x90\x80\x80", "\xE2\x82"})
    CHECK_THAT(error_of(bytes), Catch::Contains("found other bytes"));
}

TEST_CASE("what is no XML is told with its line") {
  CHECK(error_of("") == "x.xml: not XML: found no element");
  CHECK_THAT(error_of("<Level>\n<Birds>\n</Level>"), Catch::StartsWith("x.xml:3: not XML: "));
  CHECK_THAT(error_of("<Level\n width=2></Level>"), Catch::StartsWith("x.xml:2: not XML: "));
  CHECK(error_of(level(kPig) + "<Level />") ==
        "x.xml:8: /Level[2]: expected the end of the document, found another element");
  CHECK_THAT(error_of(level(kPig) + "more"), Catch::Contains("expected elements only, found text"));
  CHECK_THAT(error_of(level(kPig + "more")),
             Catch::Contains("x.xml:5: /Level/GameObjects: expected elements only, found text"));
  CHECK(error_of("<Task />") == "x.xml:1: /Task: expected an element Level");
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "<a>";
  for (int i = 0; i < 5000; ++i) deep += "</a>";
  CHECK(error_of(deep) == "x.xml:1: expected at most 16 levels of elements, found more");
}

TEST_CASE("missing, repeated and unknown elements are errors") {
  CHECK(error_of("<Level />") ==
        "x.xml:1: /Level: expected an element Birds, found none\n"
        "x.xml:1: /Level: expected an element Slingshot, found none\n"
        "x.xml:1: /Level: expected an element GameObjects, found none");
  CHECK(error_of(level(kPig, R"(<Slingshot x="1" y="1" /><Slingshot x="1" y="1" />)")) ==
        "x.xml:3: /Level/Slingshot[2]: expected one such element, found another");
  CHECK(object_error("<ExternalAgent />") ==
        "x.xml:6: /Level/GameObjects/ExternalAgent: unknown element, expected Block, Pig, Platform, TNT or "
        "Novelty");
  CHECK(error_of("<Level><Camera><Sky/></Camera><Birds/><Slingshot x=\"1\" y=\"1\"/><GameObjects>" + kPig +
                 "</GameObjects></Level>") == "x.xml:1: /Level/Birds: expected from 1 to 64 birds, found 0");
  CHECK(error_of(level("")) == "x.xml:4: /Level/GameObjects: expected objects, found none");
}

TEST_CASE("wrong attributes are told with line and place") {
  CHECK(object_error("<TNT x=\"0\"\n x=\"5\" y=\"0\" />") ==
        "x.xml:7: /Level/GameObjects/TNT/@x: the attribute is given twice");
  CHECK(object_error(R"(<TNT x="0" />)") ==
        "x.xml:6: /Level/GameObjects/TNT: expected an attribute y, found none");
  for (const std::string bad :
       {"nan", "inf", "1e999", "", "1,5.5", "1,5,5", "0x10", "one", "1e5", "--1", "+-1"})
    CHECK(object_error("<TNT x=\"" + bad + "\" y=\"0\" />") ==
          "x.xml:6: /Level/GameObjects/TNT/@x: expected a number from -1000 to 1000, found \"" + bad + "\"");
  CHECK(
      object_error(R"(<Block type="Cube" material="wood" x="0" y="5" />)") ==
      "x.xml:6: /Level/GameObjects/Block/@type: expected Circle, CircleSmall, RectBig, RectFat, RectMedium, "
      "RectSmall, RectTiny, SquareHole, SquareSmall, SquareTiny, Triangle or TriangleHole, found \"Cube\"");
  CHECK(object_error(R"(<Block type="Circle" material="pink" x="0" y="5" />)") ==
        "x.xml:6: /Level/GameObjects/Block/@material: expected wood, stone or ice, found \"pink\"");
  CHECK_THAT(
      object_error(R"(<Novelty type="Tornado" x="0" y="5" />)"),
      Catch::Contains("InverseAirTurbulence, PinkCircle, PinkRectFat, PinkSquareHole, Fan, Magnet, Storm or "
                      "InverseGravity, found \"Tornado\""));
}

TEST_CASE("a scale of zero is an error, a missing one is 1") {
  CHECK_THAT(object_error(R"(<Platform x="0" y="5" scaleX="0" scaleY="1" />)"),
             Catch::StartsWith("x.xml:6: /Level/GameObjects/Platform/@scaleX: expected a number from "));
  CHECK_THAT(object_error(R"(<Platform x="0" y="5" scaleX="-0.001" scaleY="1" />)"),
             Catch::Contains("/@scaleX: expected a number from "));
  const Task task = parse(level(kPig + R"(<Platform x="0" y="5" />)"));
  CHECK(task.objects.at(1).size_m == Vec2{0.64, 0.64});
}

TEST_CASE("all errors of a file are told, in the order of its lines") {
  CHECK(object_error("<TNT x=\"0\" y=\"a\" />\n<Pig type=\"Big\" x=\"0\" y=\"0\" />\n<TNT />") ==
        "x.xml:6: /Level/GameObjects/TNT[1]/@y: expected a number from -1000 to 1000, found \"a\"\n"
        "x.xml:7: /Level/GameObjects/Pig[2]/@type: expected BasicSmall, BasicMedium, BasicBig, "
        "BasicBigTwoShots, "
        "BasicBigFourShots, PinkPig, PinkMediumPig or PinkBigPig, found \"Big\"\n"
        "x.xml:8: /Level/GameObjects/TNT[2]: expected an attribute x, found none\n"
        "x.xml:8: /Level/GameObjects/TNT[2]: expected an attribute y, found none");
}

TEST_CASE("overlaps and what the game ignores are warnings") {
  Warnings warnings;
  parse(level(kPig + "\n<Block type=\"Circle\" material=\"wood\" x=\"1\" y=\"-3\" scaleX=\"2\" />",
              R"(<Slingshot x="-12" y="-2.5" /><assetBundle path="p" />)"),
        "x.xml", &warnings);
  REQUIRE(warnings.size() >= 3);
  CHECK(warnings[0].message() == "x.xml:3: /Level/assetBundle: ignored: an asset bundle has no meaning here");
  CHECK(warnings[1].message() ==
        "x.xml:6: /Level/GameObjects/Block/@scaleX: ignored: only platforms and turbulences have a scale");
  CHECK_THAT(warnings[2].message(), Catch::Contains("overlaps"));
}

TEST_CASE("the ids that NovPhy's generator adds say nothing") {
  std::string marked = level(kPig);
  marked.replace(marked.find("<Pig "), 5, "<Pig scenarioObjectId=\"pig:0000\" ");
  CHECK(parse(marked) == parse(level(kPig)));
}

TEST_CASE("what the format cannot hold is refused, not lost") {
  const Task base =
      parse(level(kPig + R"(<Novelty type="Fan" x="1" y="2" /><Novelty type="Magnet" x="4" y="2" />)"));
  const auto refusal = [&](auto change) {
    Task task = base;
    change(task);
    try {
      task_to_xml(task, shipped_catalogue());
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK(refusal([](Task&) {}) == "no error");
  CHECK(refusal([](Task& t) { std::get<ForceField>(t.effects[0]).force_n.x = 9; }) ==
        "Science Birds XML: /effects/0/force/0: the format cannot express this");
  CHECK(refusal([](Task& t) { std::get<ForceField>(t.effects[0]).on.material = "ice"; }) ==
        "Science Birds XML: /effects/0/on/material: the format cannot express this");
  CHECK(refusal([](Task& t) { std::get<Magnet>(t.effects[1]).on.object = 2; }) ==
        "Science Birds XML: /effects/1/on/object: the format cannot express this");
  for (const Effect& law : all_laws())
    if (!pushes(law))
      CHECK(refusal([&](Task& t) { t.effects.push_back(law); }) ==
            "Science Birds XML: /effects/2: the format has no such effect");
  CHECK(refusal([](Task& t) { t.objects[0].hidden.bounce = 2; }) ==
        "Science Birds XML: /objects/0/unlike/bounce: the format cannot express this");
  CHECK(refusal([](Task& t) { t.gravity_mps2.y = -5; }) ==
        "Science Birds XML: /gravity/1: the format cannot express this");
  CHECK(refusal([](Task& t) {
          t.objects.push_back({"rect_big", "pink", {0, 5}, 0, {}});
        }) == "Science Birds XML: /objects/3: there is no name for pink rect_big");
  CHECK(refusal([](Task& t) { t.novelties.clear(); }) ==
        "Science Birds XML: /novelties: the format cannot express this");
  CHECK(refusal([](Task& t) { t.objects[0].hidden.mass = 2; }) ==
        "Science Birds XML: /objects/0/unlike/mass: the format cannot express this");
  CHECK(refusal([](Task& t) { t.slingshot.speed_factor = 2; }) ==
        "Science Birds XML: /slingshot/speed: the format cannot express this");
  CHECK(refusal([](Task& t) { t.time_limit_s = 5; }) ==
        "Science Birds XML: /time_limit_s: the format cannot express this");
  CHECK(refusal([](Task& t) { t.shown = ViewMode::kGrey; }) ==
        "Science Birds XML: /shown: the format cannot express this");
  CHECK(refusal([](Task& t) { t.objects[0].material = "\"/><"; }) ==
        "Science Birds XML: /objects/0: there is no name for \"/>< pig_small");
}

TEST_CASE("what the fuzzer starts from or has found is read or refused, and what is read can be written") {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(NOVPHY_SOURCE_DIR) / "tests/fuzz/xml")) {
    CAPTURE(entry.path().filename().string());
    ++files;
    try {
      const Task task = read_task(entry.path(), shipped_catalogue());
      CHECK(first_difference(parse(task_to_xml(task, shipped_catalogue())), task, 1e-9).empty());
    } catch (const InputError& error) {
      CHECK_FALSE(error.problems().empty());
    }
  }
  CHECK(files >= 4);
}

TEST_CASE("an XML level has bounds, which are checked before it is parsed") {
  CHECK(error_of(std::string(kLevelBounds.bytes + 1, ' ')) ==
        "x.xml: expected at most 4 MiB of an XML level, found more");
  std::string elements = "<Level>";
  for (std::size_t i = 0; i < kLevelBounds.values; ++i) elements += "<a/>";
  CHECK(error_of(elements + "</Level>") == "x.xml: expected at most 10000 elements, found 10001");
  std::string attributes;
  for (int i = 0; i < 40'000; ++i) attributes += " a" + std::to_string(i) + "=\"\"";
  CHECK(error_of("\n<Level" + attributes + "/>") ==
        "x.xml:2: /Level: expected at most 32 attributes, found 40000");
}

TEST_CASE("an XML level holds no more effects and novelties than a task may have") {
  std::string storms;
  for (int i = 0; i <= 100; ++i) storms += R"(<Novelty type="Storm" x="0" y="0" rotation="0" />)";
  CHECK(object_error(storms) == "x.xml:1: /Level: expected at most 100 novelties, found 101");
  std::string winds;
  for (int i = 0; i <= 1000; ++i)
    winds += R"(<Novelty type="NonNovelAirTurbulence" x="0" y="0" rotation="0" scaleX="1" scaleY="1" />)";
  CHECK(object_error(winds) == "x.xml:1: /Level: expected at most 1000 effects, found 1001");
}

TEST_CASE("all 80 published templates import and survive XML, JSON and XML again") {
  const auto folder = std::filesystem::path(NOVPHY_SHARED) / "novphy" / "templates";
  if (!std::filesystem::is_directory(folder)) {
    std::cout << "SKIPPED: no " << folder << "\n";
    return;
  }
  int files = 0, overlapping = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".xml") continue;
    CAPTURE(entry.path().filename().string());
    ++files;
    Warnings warnings;
    const Task task = read_task(entry.path(), shipped_catalogue(), &warnings);
    CHECK(first_difference(parse(task_to_xml(task, shipped_catalogue())), task, 1e-9).empty());
    const std::string json = task_to_json(task, shipped_catalogue());
    overlapping += warnings.empty() ? 0 : 1;
    const Task from_json = parse_task_json(json, "j", shipped_catalogue());
    CHECK(first_difference(from_json, task, 1e-9).empty());
    CHECK(first_difference(parse(task_to_xml(from_json, shipped_catalogue())), task, 1e-9).empty());
    const bool novel = entry.path().string().find("novelty_level_0") == std::string::npos;
    CHECK(task.novelties.size() == (novel ? 1 : 0));
  }
  CHECK(files == 80);
  CHECK(overlapping == 2);
}
