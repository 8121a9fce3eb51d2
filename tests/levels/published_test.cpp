#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <string>

#include "levels/assets.h"
#include "levels/level_files.h"
#include "levels/pair.h"
#include "tests/levels/shipped_catalogue.h"

using namespace novphy;
namespace fs = std::filesystem;

namespace {

/// A small folder in the published layout, with pairs of our own. The destructor removes the folder.
struct Published {
  Published() : root(fs::temp_directory_path() / ("novphy_published_" + std::to_string(::getpid()))) {
    fs::remove_all(root);
  }
  ~Published() { fs::remove_all(root); }

  void add(const std::string& type, int level, const std::string& novelty = "", double x = 1) const {
    const std::string l = std::to_string(level);
    const fs::path folder = root / "t" / ("novelty_level_" + l) / ("type" + type) / "Levels";
    fs::create_directories(folder);
    std::ofstream(folder / ("00001_0_1_" + type + "_" + l + "_1.xml"))
        << "<Level width=\"2\"><Birds><Bird type=\"BirdRed\"/></Birds><Slingshot x=\"-12\" y=\"-2.5\"/>"
        << "<GameObjects><Pig type=\"BasicSmall\" x=\"" << x << "\" y=\"0\"/>" << novelty
        << "</GameObjects></Level>";
  }
  void ranges(const std::string& json, const std::string& place = "templates.json") const {
    std::ofstream(root / place) << json;
  }
  std::vector<Pair> read(Warnings* warnings = nullptr, const PublishedOptions& options = {}) const {
    return read_published(root / "t", shipped_catalogue(), options, warnings);
  }
  std::string error() const {
    try {
      read();
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }

  fs::path root;
};

std::string range(const std::string& id, const std::string& dx = "[-1, 1]",
                  const std::string& dy = "[0, 2]") {
  return "\"" + id +
         "\": {\"file\": \"any\", \"generator_constraint\": {\"ref\": [0, 0], \"dx_range\": " + dx +
         ", \"dy_range\": " + dy + "}}";
}

const std::string kStorm = R"(<Novelty type="Storm" x="0" y="0"/>)";

}  // namespace

TEST_CASE("the name of a published file says type and level") {
  const auto name = published_name("00001_0_1_010203_2_3.xml");
  REQUIRE(name);
  CHECK(name->type == "010203");
  CHECK(name->level == 2);
  CHECK(name->id() == "010203_2");
  CHECK(published_name("010203_0.xml")->id() == "010203_0");
  for (const char* other :
       {"", "x.xml", "010203.xml", "0102030_1.xml", "010203_x.xml", "010203_99999999999.xml"})
    CHECK_FALSE(published_name(other));
}

TEST_CASE("a folder of published templates is read into pairs with their rectangles") {
  const Published folder;
  folder.add("010802", 0);
  folder.add("010802", 8, kStorm);
  folder.add("010205", 0);
  folder.add("010205", 2, R"(<Novelty type="Fan" x="5" y="5"/>)");
  folder.ranges("{" + range("010802_0") + "," + range("010802_8") + "," + range("010205_0", "[-3, 0.5]") +
                "," + range("010205_2") + "}");
  Warnings warnings;
  const std::vector<Pair> pairs = folder.read(&warnings);
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].novelty == "agents");
  CHECK(pairs[0].scenario == "sliding");
  CHECK(pairs[0].normal.name == "010205_0");
  CHECK(pairs[0].normal.dx_m == Range{-3, 0.5});
  CHECK(pairs[0].normal.dy_m == Range{0, 2});
  CHECK(pairs[0].normal.task.novelties.empty());
  CHECK(pairs[0].novel.task.novelties.size() == 1);
  CHECK(pairs[1].novelty == "events");
  CHECK(pairs[1].scenario == "multiple_forces");
  CHECK(warnings.empty());
}

TEST_CASE("the ceiling of an inverted-gravity pair stays where it is") {
  const Published folder;
  folder.add("010601", 0);
  folder.add("010601", 6, R"(<Novelty type="InverseGravity" x="0" y="0"/>)");
  folder.ranges("{" + range("010601_0") + "," + range("010601_6") + "}");
  for (const Pair& pair : folder.read())
    for (const Template* side : {&pair.normal, &pair.novel}) {
      REQUIRE(side->fixed == std::vector<int>{1});
      CHECK(shifted(*side, {0.5, 1}).objects[1] == shipped_catalogue().inverted_gravity.ceiling);
    }
}

TEST_CASE("a missing file of rectangles is told with the places that were looked at") {
  const Published folder;
  folder.add("010802", 0);
  CHECK(folder.error() == (folder.root / "t").string() +
                              ": expected a file with the ranges of shifts, found neither " +
                              (folder.root / "t" / "templates.json").string() + " nor " +
                              (folder.root / "templates.json").string());
  PublishedOptions options;
  options.ranges = folder.root / "other.json";
  CHECK_THROWS_WITH(folder.read(nullptr, options), Catch::Contains("other.json: cannot be read"));
}

TEST_CASE("rectangles are taken from the folder, from beside it, or as given") {
  const Published folder;
  folder.add("010802", 0);
  folder.add("010802", 8, kStorm);
  folder.ranges("{" + range("010802_0", "[0, 3]") + "," + range("010802_8") + "}", "given.json");
  PublishedOptions options;
  options.ranges = folder.root / "given.json";
  CHECK(folder.read(nullptr, options)[0].normal.dx_m.max == 3);
  folder.ranges("{" + range("010802_0", "[0, 2]") + "," + range("010802_8") + "}");
  CHECK(folder.read()[0].normal.dx_m.max == 2);
  CHECK(read_published(folder.root / "t" / "", shipped_catalogue())[0].normal.dx_m.max == 2);
  folder.ranges("{" + range("010802_0", "[0, 1]") + "," + range("010802_8") + "}", "t/templates.json");
  CHECK(folder.read()[0].normal.dx_m.max == 1);
}

TEST_CASE("a rectangle that excludes its template is a warning, one that is none an error") {
  const Published folder;
  folder.add("010802", 0);
  folder.add("010802", 8, kStorm);
  folder.ranges("{" + range("010802_0", "[0.5, 1]") + "," + range("010802_8") + "}");
  Warnings warnings;
  folder.read(&warnings);
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0].message(),
             Catch::Contains("010802_0_1.xml: its dx_range [0.5, 1] excludes the template as it is"));
  folder.ranges("{" + range("010802_0", "[1, -1]") + "}");
  CHECK_THAT(folder.error(),
             Catch::Contains("/010802_0/generator_constraint/dx_range: expected a range [min, max]"));
  folder.ranges("{" + range("010802_0") + "}");
  CHECK_THAT(folder.error(),
             Catch::Contains("templates.json: expected the ranges of shifts of 010802_8, found none"));
}

TEST_CASE("a pair without one of its sides is an error, as is a folder without templates") {
  const Published folder;
  CHECK_THAT(folder.error(), Catch::Contains("cannot be read"));
  fs::create_directories(folder.root / "t");
  CHECK_THAT(
      folder.error(),
      Catch::Contains("expected published templates (novelty_level_L/typeTTNNSS/Levels/*.xml), found none"));
  folder.add("010802", 8, kStorm);
  folder.ranges("{" + range("010802_8") + "}");
  CHECK_THAT(
      folder.error(),
      Catch::Contains("expected a normal (level 0) and one novel template of type 010802, found 010802_8"));
}

TEST_CASE("the problems of all files are told at once") {
  const Published folder;
  folder.add("010802", 0, "<pig/>");
  folder.add("010802", 8, "<pig/>");
  folder.ranges("{" + range("010802_0") + "," + range("010802_8") + "}");
  const std::string error = folder.error();
  CHECK(std::count(error.begin(), error.end(), '\n') == 1);
}

TEST_CASE("010104_0 is played on the layout that was meant") {
  const Published folder;
  folder.add("010104", 0, "", 7);
  folder.add("010104", 1);
  folder.add("010504", 0, "", 3);
  folder.add("010504", 5);
  folder.ranges("{" + range("010104_0", "[-4, 4]") + "," + range("010104_1") + "," + range("010504_0") + "," +
                range("010504_5") + "}");
  Warnings warnings;
  const Template mended = folder.read(&warnings)[0].normal;
  CHECK(mended.name == "010104_0");
  CHECK(mended.task.objects[0].at_m.x == 3);
  CHECK(mended.dx_m == Range{-4, 4});
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0].message(),
             Catch::Contains("published with a wrong layout: taken from 010504_0 instead"));
  PublishedOptions as_published;
  as_published.as_published = true;
  CHECK(folder.read(nullptr, as_published)[0].normal.task.objects[0].at_m.x == 7);
}

TEST_CASE("the published templates make 40 pairs, one for each novelty-scenario") {
  const fs::path folder = fs::path(NOVPHY_SHARED) / "novphy" / "templates";
  if (!fs::is_directory(folder)) {
    std::cout << "SKIPPED: no " << folder << "\n";
    return;
  }
  Warnings warnings;
  const std::vector<Pair> pairs = read_published(folder, shipped_catalogue(), {}, &warnings);
  REQUIRE(pairs.size() == 40);
  std::set<std::pair<std::string, std::string>> names;
  std::set<std::string> excluded;
  for (const Pair& pair : pairs) {
    names.insert({pair.novelty, pair.scenario});
    CHECK(pair.normal.task.novelties.empty());
    CHECK(pair.novel.task.novelties.size() == 1);
    CHECK(pair.normal.fixed.size() == (pair.novelty == "environments" ? 1 : 0));
    CHECK(pair.novel.fixed.size() == (pair.novelty == "environments" ? 1 : 0));
  }
  CHECK(names.size() == 40);
  for (const Problem& warning : warnings)
    if (warning.text.find("excludes") != std::string::npos) excluded.insert(warning.file);
  CHECK(excluded.size() == 17);
  CHECK(pairs[3].novelty == "objects");
  CHECK(pairs[3].scenario == "falling");
  CHECK(pairs[3].normal.task == pairs[23].normal.task);
}
