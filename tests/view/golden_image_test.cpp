#include <catch2/catch.hpp>
#include <cstdlib>

#include "tests/temporary_folder.h"
#include "tests/view/pictures.h"
#include "tests/view/show_worlds.h"
#include "view/image_file.h"
#include "view/painter.h"
#include "view/stage.h"

using namespace novphy;

// To draw the golden pictures anew: NOVPHY_GOLDEN=tests/view/golden novphy_view_tests "golden*"

namespace {

const std::filesystem::path kGolden = NOVPHY_SOURCE_DIR "/tests/view/golden";

// Other versions of cairo may round edges differently. A missing or misplaced body makes a much larger
// difference.
constexpr double kMeanTolerance = 0.3;
constexpr double kFarOffTolerance = 0.0005;

Stage in_flight(const Task& t, double angle_deg, double time_s) {
  World w = worlds::world(t);
  w.launch(aimed(radians(angle_deg), 1));
  worlds::run_for(w, time_s);
  return stage_of(w);
}

void check_golden(const std::string& name, const Stage& stage, const Screen& screen) {
  Painter painter(screen);
  const Picture& picture = painter.paint(stage);
  if (const char* folder = std::getenv("NOVPHY_GOLDEN"))
    pictures::write_bytes(std::filesystem::path(folder) / (name + ".png"), png(picture));
  const Picture golden = pictures::read_png(kGolden / (name + ".png"));
  INFO(name);
  CHECK(pictures::mean_difference(picture, golden) < kMeanTolerance);
  CHECK(pictures::share_far_off(picture, golden) < kFarOffTolerance);
}

}  // namespace

TEST_CASE("golden pictures: a bird in flight over every kind of thing") {
  check_golden("in_flight", in_flight(worlds::full_task(), 40, 0.9), Screen{});
}

TEST_CASE("golden pictures: a mirrored slingshot") {
  check_golden("mirrored", in_flight(worlds::mirrored_task(), 140, 0.9), Screen{});
}

TEST_CASE("golden pictures: a storm") {
  World w = worlds::world(worlds::storm_task());
  w.launch(aimed(radians(175), 1));
  worlds::run_until(w, [&] { return w.ready(); });
  check_golden("storm", stage_of(w), Screen{});
}

TEST_CASE("golden pictures: zoomed, with paths") {
  Stage stage = in_flight(worlds::full_task(), 40, 0.9);
  stage.paths = {{.body = 0, .bird = true, .points_m = {{-12, -2}, {-8, 1}, {-4, 0}}},
                 {.body = 1, .bird = false, .points_m = {{-4, -3}, {2, -3}}}};
  check_golden("zoomed", stage, screen_for(worth_seeing({stage}), 900));
}

TEST_CASE("an SVG shows the same picture as a PNG") {
  if (std::system("rsvg-convert --version >/dev/null 2>&1") != 0) {
    WARN("SKIPPED: rsvg-convert is not installed");
    return;
  }
  const TemporaryFolder folder;
  for (const Task& t : {worlds::full_task(), worlds::mirrored_task()}) {
    const Stage stage = in_flight(t, 60, 0.9);
    const auto svg = folder.path() / "x.svg";
    const auto converted = folder.path() / "x.png";
    pictures::write_bytes(svg, image_file({{.stage = stage}}, Screen{}, ImageFormat::kSvg));
    REQUIRE(std::system(("rsvg-convert " + svg.string() + " -o " + converted.string()).c_str()) == 0);
    const Picture drawn = pictures::from_png(image_file({{.stage = stage}}, Screen{}, ImageFormat::kPng));
    CHECK(pictures::mean_difference(pictures::read_png(converted), drawn) < 1.0);
    CHECK(pictures::share_far_off(pictures::read_png(converted), drawn) < 0.005);
  }
}
