#include "view/object_table.h"

#include <rapidcheck.h>
#include <rapidcheck/catch.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numbers>

#include "tests/view/allocations.h"
#include "tests/view/scenes.h"

using namespace novphy;

namespace {

using Cells = std::vector<float>;

const ObjectTable& table() {
  static const ObjectTable made(worlds::catalogue(), worlds::assets().colours);
  return made;
}

Cells observed(const World& world) {
  Cells cells(ObjectTable::size(), -1);
  table().observe_into(world, cells);
  return cells;
}

Cells from_observation(const World& world) {
  Cells cells(ObjectTable::size(), -1);
  table_of(observe(world, worlds::assets().colours, false), cells);
  return cells;
}

void put(Cells& cells, std::size_t at, const std::vector<double>& values) {
  for (const double value : values) cells.at(at++) = static_cast<float>(value);
}

PixelBox box_of(const std::vector<Pixel>& ring) {
  const auto [left, right] =
      std::minmax_element(ring.begin(), ring.end(), [](auto& a, auto& b) { return a.x < b.x; });
  const auto [top, bottom] =
      std::minmax_element(ring.begin(), ring.end(), [](auto& a, auto& b) { return a.y < b.y; });
  return {left->x, top->y, right->x, bottom->y};
}

std::vector<double> numbers(const std::vector<Pixel>& points) {
  std::vector<double> list;
  for (const Pixel& p : points) list.insert(list.end(), {double(p.x), double(p.y)});
  return list;
}

std::vector<double> colours_in_order(std::vector<ColourShare> colours) {
  std::stable_sort(colours.begin(), colours.end(), [](auto& a, auto& b) { return a.share > b.share; });
  if (colours.size() > 6) colours.resize(6);
  std::vector<double> list;
  for (const ColourShare& each : colours) list.insert(list.end(), {double(each.colour), each.share});
  return list;
}

void put_object(Cells& cells, std::size_t row, const SeenObject& object) {
  const std::vector<Pixel>& ring = object.rings[0];
  const PixelBox box = box_of(ring);
  put(cells, row,
      {1, double(object.id), double(box.left), double(box.top), double(box.right), double(box.bottom),
       double(ring.size())});
  const std::size_t corners = std::min<std::size_t>(16, ring.size());
  put(cells, row + 7, numbers({ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(corners)}));
  put(cells, row + 39, colours_in_order(object.colours));
}

/// The expected table, built from the result of observe() as view/object_table.h describes.
Cells expected(const World& world) {
  const Observation seen = observe(world, worlds::assets().colours, true);
  Cells cells(2585, 0);
  const PixelBox box = seen.slingshot;
  put(cells, 0,
      {double(seen.ground_row_px), double(box.left), double(box.top), double(box.right), double(box.bottom),
       double(seen.bird_rest.x), double(seen.bird_rest.y), double(seen.objects.size()),
       double(seen.trajectory.size())});
  for (std::size_t i = 0; i < std::min<std::size_t>(48, seen.objects.size()); ++i)
    put_object(cells, 9 + 51 * i, seen.objects[i]);
  const std::size_t points = std::min<std::size_t>(64, seen.trajectory.size());
  put(cells, 2457,
      numbers({seen.trajectory.end() - static_cast<std::ptrdiff_t>(points), seen.trajectory.end()}));
  return cells;
}

Object any_object() {
  const Kind& kind = *rc::gen::elementOf(worlds::catalogue().objects);
  Object object{.type = kind.type, .material = kind.material};
  object.at_m = {*rc::gen::inRange(-200, 200) / 10.0, *rc::gen::inRange(-34, 100) / 10.0};
  object.angle_rad = *rc::gen::inRange(-314, 314) / 100.0;
  if (kind.category == Category::kPlatform) object.size_m = Vec2{2, 0.5};
  return object;
}

Task any_task() {
  const auto bird = rc::gen::element<std::string>("red", "blue", "yellow", "black", "white");
  std::vector<Object> objects;
  const int number = *rc::gen::inRange(0, 20);
  for (int i = 0; i < number; ++i) objects.push_back(any_object());
  Task task = worlds::task({*bird, *bird}, std::move(objects));
  if (*rc::gen::arbitrary<bool>()) task.effects.push_back(worlds::catalogue().effects.at("air_turbulence"));
  if (*rc::gen::arbitrary<bool>()) task.slingshot.at_m.x = 12;
  return task;
}

}  // namespace

TEST_CASE("an object table holds what observe() gives, on any world at any time") {
  rc::prop("", [] {
    World world = worlds::world(any_task());
    RC_ASSERT(observed(world) == expected(world));
    RC_ASSERT(from_observation(world) == expected(world));
    const double angle_rad = *rc::gen::inRange(-314, 314) / 100.0;
    world.launch(aimed(angle_rad, 1, *rc::gen::inRange(-1, 1500)));
    for (int frame = *rc::gen::inRange(1, 8); frame > 0; --frame) {
      worlds::run_for(world, *rc::gen::inRange(1, 70) / 100.0);
      RC_ASSERT(observed(world) == expected(world));
      RC_ASSERT(from_observation(world) == expected(world));
    }
  });
}

TEST_CASE("the cells of an object table are where its constants say") {
  using Row = ObjectTable::Row;
  const Cells cells = observed(
      worlds::world(worlds::task({"red"}, {{.type = "platform", .at_m = {0, 0}, .size_m = Vec2{3.5, 7}}})));
  CHECK(cells[ObjectTable::Header::kGroundRow] == 286);
  CHECK(cells[ObjectTable::Header::kSlingshot + 1] == 249);
  CHECK(cells[ObjectTable::Header::kBirdRest] == 98);
  CHECK(cells[ObjectTable::Header::kObjectCount] == 4);
  const std::span<const float> platform = std::span(cells).subspan(ObjectTable::row(0), Row::kCells);
  CHECK(platform[Row::kUsed] == 1);
  CHECK(platform[Row::kId] == 0);
  CHECK(platform[Row::kBox + 3] == 286);
  CHECK(platform[Row::kCornerCount] == 4);
  CHECK(platform[Row::kOutline] == 288);
  CHECK(platform[Row::kOutline + 7] == 158);
  const auto& shares = worlds::assets().colours.at("platform")[0];
  const auto most =
      std::max_element(shares.begin(), shares.end(), [](auto& a, auto& b) { return a.share < b.share; });
  CHECK(platform[Row::kColourMap] == static_cast<float>(most->colour));
  CHECK(platform[Row::kColourMap + 1] == static_cast<float>(most->share));
  CHECK(cells[ObjectTable::row(3) + Row::kUsed] == 1);
  CHECK(cells[ObjectTable::row(4) + Row::kUsed] == 0);
}

TEST_CASE("objects beyond the last row are counted and left out") {
  const World world = worlds::world(scenes::crowd(55));
  const Cells cells = observed(world);
  CHECK(cells == expected(world));
  CHECK(cells[ObjectTable::Header::kObjectCount] == 58);
  CHECK(cells[ObjectTable::row(47) + ObjectTable::Row::kUsed] == 1);
}

TEST_CASE("of a long trajectory the last points are in the table, oldest first") {
  Task task = worlds::task({"red"});
  task.gravity_mps2 = {0, 0.01};
  const World world = scenes::in_flight(task, aimed(std::numbers::pi / 2, 0.1), 8);
  const Cells cells = observed(world);
  CHECK(cells[ObjectTable::Header::kPointCount] > 70);
  CHECK(cells == expected(world));
}

TEST_CASE("observing into a table allocates nothing") {
  World world = worlds::world(scenes::novel_things());
  const ObjectTable& made_before = table();
  Cells cells(ObjectTable::size());
  world.launch(aimed(2.4, 1));
  for (int frame = 0; frame < 20; ++frame) {
    worlds::run_for(world, 0.1);
    const long before = test::allocations();
    made_before.observe_into(world, cells);
    CHECK(test::allocations() == before);
  }
  const long before = test::allocations();
  const Observation seen = observe(world, scenes::colours(), false);
  CHECK(test::allocations() > before);
}

TEST_CASE("a table of another size is refused") {
  const World world = worlds::world(worlds::task());
  Cells small(ObjectTable::size() - 1);
  Cells large(ObjectTable::size() + 1);
  CHECK_THROWS_AS(table().observe_into(world, small), std::invalid_argument);
  CHECK_THROWS_AS(table().observe_into(world, large), std::invalid_argument);
  CHECK_THROWS_AS(table_of(Observation{}, small), std::invalid_argument);
}
