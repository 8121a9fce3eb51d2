#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "levels/task_parts.h"
#include "tests/levels/xml_levels.h"

using namespace novphy;

namespace {

const ForceField& field(const Task& task, std::size_t index = 0) {
  return std::get<ForceField>(task.effects.at(index));
}

Task without_only_novelty(Task task) {
  REQUIRE(task.novelties.size() == 1);
  for (const Undo& undo : task.novelties[0].undo) {
    if (undo.remove_effect) task.effects.erase(task.effects.begin() + *undo.remove_effect);
    if (undo.remove_object) task.objects.erase(task.objects.begin() + *undo.remove_object);
    if (undo.material) task.objects.at(static_cast<std::size_t>(*undo.object)).material = *undo.material;
    if (undo.effect) task.effects.at(static_cast<std::size_t>(*undo.effect)) = *undo.was;
    if (undo.task.gravity_mps2) task.gravity_mps2 = *undo.task.gravity_mps2;
    if (undo.task.slingshot) task.slingshot = *undo.task.slingshot;
  }
  task.novelties.clear();
  return task;
}

}  // namespace

TEST_CASE("each novelty is marked, and taking it out leaves the normal level") {
  struct Case {
    std::string novel, normal, name;
  };
  const std::string box = R"( x="1" y="2" rotation="5" scaleX="7" scaleY="10" />)";
  const std::string at = R"( material="" x="-4" y="5" rotation="3" />)";
  const std::vector<Case> cases{
      {"<Novelty type=\"NovelAirTurbulence\"" + box, "<Novelty type=\"NonNovelAirTurbulence\"" + box,
       "strong_turbulence"},
      {"<Novelty type=\"InverseAirTurbulence\"" + box, "<Novelty type=\"NonNovelAirTurbulence\"" + box,
       "downward_turbulence"},
      {"<Novelty type=\"Fan\"" + at, "", "fan"},
      {"<Novelty type=\"Magnet\"" + at,
       R"(<Block type="Circle" material="wood" x="-4" y="5" rotation="3" />)", "magnet"},
      {R"(<Novelty type="Magnet" material="stone" x="-4" y="5" />)",
       R"(<Block type="Circle" material="stone" x="-4" y="5" />)", "magnet"},
      {"<Novelty type=\"PinkCircle\"" + at,
       R"(<Block type="Circle" material="wood" x="-4" y="5" rotation="3" />)", "pink"},
      {"<Novelty type=\"PinkRectFat\"" + at,
       R"(<Block type="RectFat" material="wood" x="-4" y="5" rotation="3" />)", "pink"},
      {R"(<Novelty type="PinkSquareHole" material="stone" x="-4" y="5" />)",
       R"(<Block type="SquareHole" material="stone" x="-4" y="5" />)", "pink"},
      {"<Pig type=\"PinkPig\"" + at, "<Pig type=\"BasicSmall\"" + at, "pink"},
      {"<Pig type=\"PinkMediumPig\"" + at, "<Pig type=\"BasicMedium\"" + at, "pink"},
      {"<Pig type=\"PinkBigPig\"" + at, "<Pig type=\"BasicBig\"" + at, "pink"},
      {"<Novelty type=\"Storm\"" + at, "", "storm"},
      {"<Novelty type=\"InverseGravity\"" + at, "", "inverted_gravity"}};
  for (const Case& each : cases) {
    CAPTURE(each.novel);
    const std::string after = R"(<Platform x="9" y="9" />)";
    const Task novel = parse(level(kPig + each.novel + after));
    REQUIRE(novel.novelties.size() == 1);
    CHECK(novel.novelties[0].name == each.name);
    CHECK(without_only_novelty(novel) == parse(level(kPig + each.normal + after)));
    CHECK(first_difference(parse(task_to_xml(novel, shipped_catalogue())), novel, 1e-9).empty());
    CHECK(
        first_difference(parse_task_json(task_to_json(novel, shipped_catalogue()), "j", shipped_catalogue()),
                         novel, 1e-9)
            .empty());
  }
}

TEST_CASE("a slingshot on the right shoots to the left") {
  const Task task = parse(level(kPig, R"(<Slingshot x="12" y="-2.5" />)"));
  CHECK(task.slingshot == Slingshot{{12, -2.5}, true});
  CHECK(without_only_novelty(task) == parse(level(kPig)));
}

TEST_CASE("forces have the strengths and boxes of the catalogue") {
  const Task normal =
      parse(level(kPig + R"(<Novelty type="NonNovelAirTurbulence" x="1" y="2" scaleX="7" scaleY="10" />)"));
  CHECK(normal.novelties.empty());
  CHECK(field(normal).force_n == Vec2{0, 1.5});
  CHECK(field(normal).region->centre_m == Vec2{1, 2});
  CHECK(field(normal).region->size_m.x == Approx(4.48));
  CHECK(field(normal).region->size_m.y == Approx(6.4));
  const Task fan = parse(level(kPig + R"(<Novelty type="Fan" x="1" y="2" />)"));
  CHECK(field(fan).object == 1);
  CHECK(field(fan).region == Box{{0, 0}, {4, 1.6}, 0});
}

TEST_CASE("files of the inverted-gravity types get the ceiling once, on both sides") {
  const Object ceiling = shipped_catalogue().inverted_gravity.ceiling;
  const Task normal = parse(level(kPig), "Levels/00001_0_1_010603_0_3.xml");
  CHECK(normal.objects.back() == ceiling);
  CHECK(normal.novelties.empty());
  const Task novel =
      parse(level(kPig + R"(<Novelty type="InverseGravity" x="0" y="0" />)"), "00001_0_1_010603_6_3.xml");
  CHECK(novel.gravity_mps2 == Vec2{0, 6});
  CHECK(without_only_novelty(novel) == normal);
  const Task again = parse(task_to_xml(novel, shipped_catalogue()), "00001_0_1_010603_6_3.xml");
  CHECK(first_difference(again, novel, 1e-9).empty());
  CHECK(parse(level(kPig), "00001_0_1_010601.xml").objects.size() == 1);
  CHECK(parse(level(kPig), "00001_0_1_010503_0_3.xml").objects.size() == 1);
}

TEST_CASE("several novelties keep their order") {
  const std::string storm = R"(<Novelty type="Storm" x="0" y="0" />)";
  const std::string fan = R"(<Novelty type="Fan" x="3" y="2" />)";
  const std::string gravity = R"(<Novelty type="InverseGravity" x="0" y="0" />)";
  const std::string pink = R"(<Pig type="PinkPig" x="-2" y="0" />)";
  for (const std::string& objects : {storm + gravity + fan + pink, gravity + storm + pink,
                                     pink + fan + gravity + storm, fan + storm + pink + gravity}) {
    const Task task = parse(level(kPig + objects, R"(<Slingshot x="12" y="-2.5" />)"));
    CHECK(first_difference(parse(task_to_xml(task, shipped_catalogue())), task, 1e-9).empty());
  }
}
