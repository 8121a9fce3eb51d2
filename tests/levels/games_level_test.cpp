#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "levels/overlap.h"
#include "tests/levels/shipped_catalogue.h"

/// Levels as generators and the game's own writer leave them, which the original game reads.
using namespace novphy;

namespace {

const std::string kBird = "<Birds><Bird type=\"BirdRed\"/></Birds>\n";
const std::string kSlingshot = "<Slingshot x=\"-8\" y=\"-2.5\"/>\n";
const std::string kObjects = "<GameObjects>\n<Pig type=\"BasicSmall\" x=\"1\" y=\"5\"/>\n</GameObjects>\n";
const std::string kGoodLevel = "<Level>\n" + kBird + kSlingshot + kObjects + "</Level>\n";

/// What the reader says of a level: its warnings, or else its errors.
std::string said(const std::string& text) {
  Warnings warnings;
  try {
    parse_task_xml(text, "x.xml", shipped_catalogue(), &warnings);
  } catch (const InputError& error) {
    return std::string("refused: ") + error.what();
  }
  return warnings.empty() ? "" : InputError(warnings).what();
}

Task read_level(const std::string& text) { return parse_task_xml(text, "x.xml", shipped_catalogue()); }

std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a level with open tags is read as the game reads it, with one warning of them") {
  const std::string camera = "<Camera x=\"0\" y=\"2\" minWidth=\"20\" maxWidth=\"30\">\n";
  const std::string score = "<Score highScore=\"3\">\n";
  const std::string open_slingshot = "<Slingshot x=\"-8\" y=\"-2.5\">\n";
  const std::string open_birds = "<Birds><Bird type=\"BirdRed\"/>\n";
  const auto [text, expected] = GENERATE_COPY(table<std::string, std::string>({
      {kGoodLevel, ""},
      {"<Level>\n" + camera + kBird + kSlingshot + kObjects + "</Level>",
       "x.xml:2: /Level/Camera: Camera is not closed before the next element: read as the game reads it"},
      {"<Level>\n<Camera x=\"0\"/>" + score + kBird + kSlingshot + kObjects + "</Level>",
       "x.xml:2: /Level/Score: Score is not closed before the next element: read as the game reads it"},
      {"<Level>\n" + kBird + open_slingshot + kObjects + "</Level>",
       "x.xml:3: /Level/Slingshot: Slingshot is not closed before the next element: read as the game reads "
       "it"},
      {"<Level>\n" + camera + score + kBird + open_slingshot + kObjects + "</Level>",
       "x.xml:2: /Level/Camera: Camera is not closed before the next element, nor are Score in line 3 and "
       "Slingshot in line 5: read as the game reads it"},
      {"<Level>\n" + open_birds + kSlingshot + kObjects +
           "</Birds></Level>",  // well-formed: the game's writer
       "x.xml:2: /Level/Birds: Birds is not closed before the next element: read as the game reads it"},
      {"<Level>\n" + open_birds + kSlingshot + kObjects + "</Level>",
       "x.xml:2: /Level/Birds: Birds is not closed before the next element: read as the game reads it"},
      {"<Level>\n" + open_birds + kSlingshot + kObjects,  // cut behind the objects
       "x.xml:2: /Level/Birds: Birds is not closed before the next element: read as the game reads it"},
      {"<Level>\n<!-- <Camera> -->" + camera + "<?x <Score> ?>" + kBird + kSlingshot + kObjects + "</Level>",
       "x.xml:2: /Level/Camera: Camera is not closed before the next element: read as the game reads it"},
      {"<Level>\n" + kBird + kSlingshot + kObjects + "<Sky>\n</Level>",
       "x.xml:6: ignored what follows GameObjects, as the game does: start-end tags mismatch"},
      {"<Level>\n" + kBird + kSlingshot + with(kObjects, "/>", "><TNT x=\"9\" y=\"9\"/></Pig>") + "</Level>",
       "x.xml:5: /Level/GameObjects/Pig: Pig is not closed before the next element: read as the game reads "
       "it"},
  }));
  CAPTURE(text);
  CHECK(said(text) == expected);
  const Task task = read_level(text);
  CHECK(task.birds == std::vector<std::string>{"red"});
  CHECK(task.slingshot.at_m == Vec2{-8, -2.5});
  CHECK(task.objects.size() == (text.find("TNT") == std::string::npos ? 1 : 2));
}

TEST_CASE("where the game finds no level, the first mistake is told in its own line") {
  const auto [text, expected] = GENERATE(table<std::string, std::string>({
      {"<Level>\n<Birds>\n</Level>\n\n", "x.xml:3: not XML: found </Level> before the end of Birds (line 2)"},
      {"<Level>\n<Birds>\n<Bird type=\"BirdRed\">\n</Birds>\n\n<GameObjects></GameObjects></Level>",
       "x.xml:4: not XML: found </Birds> before the end of Bird (line 3)"},
      {"<Level>\n<GameObjects>\n<TNT x=\"0\"\n y=\"1\"/>\n\n\n",
       "x.xml:2: not XML: the tag GameObjects (line 2) is never closed"},
      {"<Level>\n<GameObjects>\n<TNT x=\"0\"\n y=\"1\n\n\n",
       "x.xml:3: not XML: expected a \">\" that ends the tag"},
      {"<Level>\n<!-- \n\n", "x.xml:2: not XML: expected a \"-->\", found none"},
      {"<Level>\n</Sky>\n\n", "x.xml:2: not XML: found </Sky> before the end of Level (line 1)"},
      {"<Level>\n<Camera x=0>\n<GameObjects></GameObjects></Level>\n",
       "x.xml:2: not XML: error parsing element attribute"},
      {"<Level>\n<GameObjects>\n<TNT x=0/>\n\n", "x.xml:3: not XML: error parsing element attribute"},
      {"<", "x.xml:1: not XML: expected a \">\" that ends the tag"},
      {"<Level><>", "x.xml:1: not XML: could not determine tag type"},
  }));
  CAPTURE(text);
  CHECK(said(text) == "refused: " + expected);
}

TEST_CASE("attributes and elements that the game passes over are ignored, with one warning of each kind") {
  const std::string named = with(kGoodLevel, "<Level>", "<Level xmlns:xsi=\"http://www.w3.org/2001\">");
  CHECK(said(named).empty());
  const std::string more =
      with(with(with(named, "y=\"5\"", "y=\"5\" z=\"1\""), "<Slingshot", "<Sky/><Slingshot sky=\"1\""),
           "<Birds>", "<Birds><Brid/>");
  CHECK(said(more) ==
        "x.xml:2: /Level/Birds/Brid: ignored: the game knows no element Brid here\n"
        "x.xml:3: /Level/Sky: ignored: the game knows no element Sky here\n"
        "x.xml:3: /Level/Slingshot/@sky: ignored: the game knows no such attribute, and so on: 2 attributes "
        "are ignored");
  CHECK(read_level(more) == read_level(kGoodLevel));
}

// They were refused: 98 of 640 levels of authors' tools.
TEST_CASE("elements among the objects that mean nothing to the game are one warning a kind") {
  std::string more;
  for (int i = 0; i < 200; ++i) more += "<Trigger/><Horizontal x=\"1\"/>";
  const std::string text = with(kGoodLevel, "<GameObjects>", "<GameObjects>" + more);
  CHECK(said(text) ==
        "x.xml:4: /Level/GameObjects/Trigger[1]: ignored: the game knows no element Trigger here (so in 200 "
        "places)\n"
        "x.xml:4: /Level/GameObjects/Horizontal[1]: ignored: the game knows no element Horizontal here (so "
        "in 200 places)");
  CHECK(read_level(text) == read_level(kGoodLevel));
  for (const char* meant : {"block", "tnt", "ExternalAgent"})
    CHECK(said(with(kGoodLevel, "<GameObjects>", "<GameObjects><" + std::string(meant) + "/>"))
              .starts_with("refused: "));
}

// Each object beyond the limit was a message: 44 kB for a file.
TEST_CASE("too many objects are one message") {
  std::string blocks;
  for (int i = 0; i < 1100; ++i) blocks += "<TNT x=\"0\" y=\"0\"/>";
  CHECK(said(with(kGoodLevel, "</GameObjects>", blocks + "</GameObjects>")) ==
        "refused: x.xml:6: /Level/GameObjects/TNT[1000]: expected at most 1000 objects, found more");
}

TEST_CASE("a negative scale of a platform is read as its absolute value, with a warning") {
  const std::string text = with(kGoodLevel, "</GameObjects>",
                                "<Platform x=\"0\" y=\"9\" scaleX=\"-2\" scaleY=\"0.5\"/>\n</GameObjects>");
  CHECK(read_level(text).objects.at(1).size_m == Vec2{1.28, 0.32});
  CHECK(said(text) == "x.xml:6: /Level/GameObjects/Platform/@scaleX: a negative scale, read as 2");
}

TEST_CASE("a level without a pig is read with a warning, and an empty one is refused") {
  CHECK(said(with(kGoodLevel, "Pig type=\"BasicSmall\"", "TNT")) ==
        "x.xml:4: /Level/GameObjects: found no pig: the level can be drawn and played, but not won");
  CHECK_FALSE(has_goal(read_level(with(kGoodLevel, "Pig type=\"BasicSmall\"", "TNT")), shipped_catalogue()));
  CHECK(has_goal(read_level(kGoodLevel), shipped_catalogue()));
}

TEST_CASE("an overlap is a warning in XML as in JSON") {
  const std::string text = with(kGoodLevel, "</GameObjects>", "<TNT x=\"1\" y=\"5\"/></GameObjects>");
  const Task task = read_level(text);
  Warnings warnings;
  parse_task_json(task_to_json(task, shipped_catalogue()), "t.json", shipped_catalogue(), &warnings);
  REQUIRE(warnings.size() == 1);
  CHECK(said(text) == "x.xml:5: /Level/GameObjects/Pig: " + warnings.front().text);
}

TEST_CASE("a task that may overlap is written to XML, which needs no such mark") {
  Task task = read_level(kGoodLevel);
  task.may_overlap = true;
  CHECK_NOTHROW(task_to_xml(task, shipped_catalogue()));
}

TEST_CASE("numbers with a decimal comma are read, with one warning") {
  CHECK(said(with(kGoodLevel, "\"5\"", "\"5,25\"")) ==
        "x.xml:5: /Level/GameObjects/Pig/@y: read \"5,25\" as 5.25");
  const std::string all = with(with(kGoodLevel, "\"5\"", "\"5,25\""), "\"-2.5\"", "\"-2,5\"");
  CHECK(read_level(all).slingshot.at_m.y == -2.5);
  CHECK(said(all) ==
        "x.xml:3: /Level/Slingshot/@y: read \"-2,5\" as -2.5, and so on: 2 numbers have a decimal comma");
}

TEST_CASE("names in other letters are one error each") {
  const auto [from, to, expected] = GENERATE(table<std::string, std::string, std::string>({
      {"<Slingshot", "<slingshot",
       "x.xml:3: /Level/slingshot: expected Slingshot: upper and lower case differ"},
      {"<Bird ", "<bird ", "x.xml:2: /Level/Birds/bird: expected Bird: upper and lower case differ"},
      {"<Pig", "<PIG", "x.xml:5: /Level/GameObjects/PIG: expected Pig: upper and lower case differ"},
      {" x=\"1\"", " X=\"1\"", "x.xml:5: /Level/GameObjects/Pig/@X: expected x: upper and lower case differ"},
      {"<Slingshot x=\"-8\" y=\"-2.5\"/>", "<Camera><slingshot/>",
       "x.xml:3: /Level/Camera/slingshot: expected Slingshot: upper and lower case differ"},
      {"<Slingshot x=\"-8\" y=\"-2.5\"/>", "<slingshot>",
       "x.xml:3: /Level/slingshot: expected Slingshot: upper and lower case differ"},
      {"BirdRed", "birdred",
       "x.xml:2: /Level/Birds/Bird/@type: expected BirdRed, BirdBlue, BirdYellow, BirdBlack "
       "or BirdWhite, found \"birdred\""},
  }));
  CHECK(said(with(kGoodLevel, from, to)) == "refused: " + expected);
}

TEST_CASE("names of other programs' novelties are refused, and the table that would define them is named") {
  const auto [from, to, place] = GENERATE(table<std::string, std::string, std::string>({
      {"BirdRed", "novel_bird_1", "x.xml:2: /Level/Birds/Bird/@type: expected BirdRed,"},
      {"BasicSmall", "novel_object_3", "x.xml:5: /Level/GameObjects/Pig/@type: expected BasicSmall,"},
      {"Pig type=\"BasicSmall\"", "Block type=\"novel_object_1\" material=\"wood\"",
       "x.xml:5: /Level/GameObjects/Block/@type: expected Circle,"},
      {"Pig type=\"BasicSmall\"", "Block type=\"Circle\" material=\"novel_material_1\"",
       "x.xml:5: /Level/GameObjects/Block/@material: expected wood, stone or ice,"},
  }));
  const std::string refused = said(with(kGoodLevel, from, to));
  CHECK_THAT(refused, Catch::StartsWith("refused: " + place));
  CHECK_THAT(
      refused,
      Catch::Contains(
          " or a name that catalogue.json (--assets, docs/reference/assets.md) defines, found \"novel"));
}

TEST_CASE("a block that only the catalogue has is read and written by its name") {
  Catalogue catalogue = shipped_catalogue();
  Kind kind = *catalogue.find("rect_fat", "wood");
  kind.type = "novel_object_1";
  kind.material = "novel_material";
  catalogue.objects.push_back(kind);
  const std::string text = with(
      kGoodLevel, "<Pig", "<Block type=\"novel_object_1\" material=\"novel_material\" x=\"4\" y=\"5\"/><Pig");
  const Task task = parse_task_xml(text, "x.xml", catalogue);
  CHECK(task.objects.front().type == "novel_object_1");
  CHECK_THAT(task_to_xml(task, catalogue),
             Catch::Contains("<Block type=\"novel_object_1\" material=\"novel_material\""));
}

TEST_CASE("bytes of an encoding with one byte for each character are read where the declaration names it") {
  const std::string note = "<!-- caf\xE9 -->" + kGoodLevel;
  CHECK(said("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + note).empty());
  CHECK(said("<?xml version=\"1.0\" encoding=\"windows-1252\"?>" + note).empty());
  CHECK(said("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><!-- caf\xC3\xA9 -->" + kGoodLevel).empty());
  CHECK(said("<?xml version=\"1.0\" encoding=\"utf-8\"?>" + note) ==
        "refused: x.xml:1: expected text in UTF-8 or UTF-16, found other bytes");
}
